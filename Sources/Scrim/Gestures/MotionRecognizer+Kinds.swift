// SPDX-License-Identifier: MIT

// The conditions of each kind: when its gesture begins, and when it fails.

extension MotionRecognizer {
    /// The time at which a long press is long enough, or a swipe has taken too long.
    var deadline: UInt64 {
        guard phase == .pursuing, fingers.nonzeroBitCount == Int(options.minFingers) else { return .max }
        switch options.kind {
        case .longPress: return saturatingSum(startTime, options.minDuration)
        // A swipe that takes exactly the longest time is still a swipe.
        case .swipe: return saturatingSum(saturatingSum(startTime, options.maxDuration), 1)
        case .tap, .pan, .pinch, .rotation, .edgePan, .host: return .max
        }
    }

    mutating func expire(at time: UInt64) {
        guard deadline <= time else { return }
        if options.kind == .longPress { phase = .ready } else { fail() }
    }

    /// Checks the conditions of a gesture with enough fingers.
    mutating func evaluate(_ contact: Contact, _ all: inout Fingers) {
        switch options.kind {
        case .tap, .host: break
        case .longPress: if strays(contact, &all) { fail() }
        case .pan: evaluatePan(slop: options.touchSlop)
        case .pinch: if abs(growth) > options.touchSlop, isWide(&all) { phase = .ready }
        case .rotation: if abs(rotation) > options.angle, isWide(&all) { phase = .ready }
        case .swipe: evaluateSwipe(contact, &all)
        case .edgePan: evaluateEdge()
        }
    }

    /// Whether a finger of a long press has moved too far.
    @inline(__always)
    func strays(_ contact: Contact, _ all: inout Fingers) -> Bool {
        options.kind == .longPress && !all[contact.slot].down.isNear(contact.point, options.touchSlop)
    }

    /// Whether its fingers are far enough apart to begin.
    @inline(__always)
    private func isWide(_ all: inout Fingers) -> Bool {
        options.minSpan == 0 || FingerGroup(fingers, &all).span(&all) >= options.minSpan
    }

    // MARK: - Pans

    /// Begins if the fingers moved along the axis. Otherwise fails.
    mutating func evaluatePan(slop: Double) {
        let way = translation
        guard way.length > slop else { return }
        if options.axis.admits(way, within: options.axisAngle) { phase = .ready } else { fail() }
    }

    // MARK: - Swipes

    private mutating func evaluateSwipe(_ contact: Contact, _ all: inout Fingers) {
        let way = translation
        guard way.length >= options.swipeDistance else { return }
        let found = Self.direction(of: way, among: options.directions)
        guard found != 0 else { return fail() }
        // A finger that lags behind may still catch up, and a swipe that is too slow may still become fast enough.
        guard moveAlike(found, &all) else { return }
        note(contact.time, &all)
        guard velocity.length >= options.minVelocity else { return }
        direction = found
        phase = .ready
    }

    /// Whether each of several fingers has itself moved in the sector of a direction, and half as far as needed.
    @inline(__always)
    private func moveAlike(_ direction: UInt32, _ all: inout Fingers) -> Bool {
        guard options.minFingers > 1 else { return true }
        let (isLeft, isRight) = (direction & 0x51 != 0, direction & 0xA2 != 0)
        let (isUp, isDown) = (direction & 0x34 != 0, direction & 0xC8 != 0)
        let aim = Point(x: isLeft ? -1 : isRight ? 1 : 0, y: isUp ? -1 : isDown ? 1 : 0)
        let width = options.directions & 0xF0 != 0 ? Self.narrow : 1
        var index = 0
        for slot in SetBits(of: fingers) {
            let way = all[slot].point - starts[index]
            index &+= 1
            let along = way.x * aim.x + way.y * aim.y
            guard abs(way.x * aim.y - way.y * aim.x) <= width * along, along >= options.swipeDistance / 2 * aim.length
            else { return false }
        }
        return true
    }

    /// tan(22.5°)
    private static var narrow: Double { 0.41421356237309503 }

    /// Returns the accepted direction whose sector contains `way`, or 0. Each sector covers 90°, or 45° if a diagonal
    /// is accepted.
    private static func direction(of way: Point, among wanted: UInt32) -> UInt32 {
        let (width, height) = (abs(way.x), abs(way.y))
        let across: UInt32 = way.x < 0 ? 1 : 2
        let along: UInt32 = way.y < 0 ? 4 : 8
        if wanted & 0xF0 != 0 {
            if height > narrow * width, width > narrow * height {
                let diagonal: UInt32 = way.y < 0 ? (way.x < 0 ? 16 : 32) : (way.x < 0 ? 64 : 128)
                return wanted & diagonal
            }
        }
        return wanted & (width >= height ? across : along)
    }

    // MARK: - Edges

    /// Stores the accepted edges near which the first finger came down. Fails if there are none.
    mutating func chooseEdges(_ point: Point, of frame: Rect) {
        var found: UInt32 = 0
        if point.x - frame.x < options.edgeWidth { found |= 1 }
        if frame.right - point.x <= options.edgeWidth { found |= 2 }
        if point.y - frame.y < options.edgeWidth { found |= 4 }
        if frame.bottom - point.y <= options.edgeWidth { found |= 8 }
        direction = found & options.edges
        if direction == 0 { fail() }
    }

    /// Begins if the fingers moved inwards from one of its edges, and not more along it. Otherwise fails.
    private mutating func evaluateEdge() {
        let way = translation
        guard way.length > options.touchSlop else { return }
        let (width, height) = (abs(way.x), abs(way.y))
        let inwards: UInt32 = width >= height ? (way.x > 0 ? 1 : 2) : (way.y > 0 ? 4 : 8)
        direction &= inwards
        if direction == 0 { fail() } else { phase = .ready }
    }
}
