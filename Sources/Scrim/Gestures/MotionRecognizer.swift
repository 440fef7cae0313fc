// SPDX-License-Identifier: MIT

/// What moves: long presses, pans, pinches, rotations, swipes, pans from an edge. docs/reference/gestures.md has the states of each
/// as a picture; MotionRecognizer+Kinds.swift has what tells them apart.
///
/// It begins to follow with the first finger on its view and takes in those that come; where it fails it is idle, and
/// stays so until the view is free of fingers. What it has measured so far goes on, without a jump, when fingers come and
/// go.
struct MotionRecognizer: BitwiseCopyable {
    enum Phase: UInt8, BitwiseCopyable {
        case idle
        /// May yet be recognised.
        case pursuing
        /// Would be recognised, but waits for others to fail.
        case ready
        /// Has begun.
        case active
    }

    /// What a sample has changed.
    enum MoveResult: UInt8, BitwiseCopyable {
        case nothing
        /// There is an event to be sent, and nothing else is new.
        case news
        case phase
    }

    var phase = Phase.idle
    /// The fingers that it follows, and all that it has followed since the first: bits.
    var fingers: UInt32 = 0
    private(set) var involved: UInt32 = 0
    private(set) var sequence: UInt64 = 0
    /// When the first finger came down; of a long press, the last that was needed.
    private(set) var startTime: UInt64 = 0
    /// The edges that the first finger came down at, or the direction of a swipe.
    var direction: UInt32 = 0

    // The measure: what was when the set of fingers last changed, and what has been added to it since.
    private(set) var center = Point.zero
    private var anchor = Point.zero
    private var base = Point.zero
    private(set) var span = FingerGroup.leastSpan
    private var spanAnchor = FingerGroup.leastSpan
    private var scaleBase = 1.0
    private var growthBase = 0.0
    private(set) var rotation = 0.0

    /// The event to be sent, possible: none.
    private(set) var news = GestureState.possible
    private(set) var newsTime: UInt64 = 0
    private(set) var newsFingers: UInt32 = 0
    private(set) var velocity = Point.zero
    private(set) var scaleVelocity = 0.0
    private(set) var rotationVelocity = 0.0

    // MARK: - What is measured

    var translation: Point {
        let sum = base + (center - anchor)
        return Point(x: clampedToCoordinate(sum.x), y: clampedToCoordinate(sum.y))
    }

    var scale: Double { min(max(scaleBase * (span / spanAnchor), 1 / 1_073_741_824), 1_073_741_824) }

    /// By how many points the span has grown, finger by finger.
    var growth: Double { clampedToCoordinate(growthBase + (span - spanAnchor)) }

    /// Goes on from here with another set of fingers.
    private mutating func rebase(_ new: UInt32, _ kind: GestureKind, _ all: borrowing Fingers) {
        (base, scaleBase, growthBase) = (translation, scale, growth)
        fingers = new
        let group = FingerGroup(new, all)
        (center, anchor) = (group.center, group.center)
        guard kind == .pinch else { return }
        span = group.span(all)
        spanAnchor = span
    }

    @discardableResult
    private mutating func follow(_ contact: Contact, _ kind: GestureKind, _ all: borrowing Fingers) -> FingerGroup {
        let group = FingerGroup(fingers, all)
        center = group.center
        if kind == .pinch { span = group.span(all) }
        if kind == .rotation {
            rotation = clampedToCoordinate(rotation + group.turn(ofMoved: contact.slot, all))
        }
        return group
    }

    // MARK: - Fingers

    /// - Parameter isAlone: No other finger is on the view.
    mutating func begin(
        _ contact: Contact, isAlone: Bool, _ options: RecognizerOptions, _ all: borrowing Fingers
    ) {
        if phase == .idle {
            guard isAlone, news == .possible else { return }
            self = MotionRecognizer()
            phase = .pursuing
            sequence = contact.sequence
            startTime = contact.time
        }
        if fingers.nonzeroBitCount >= Int(options.mostFingers) {
            // One too many. What has begun, or would have, goes on without it.
            if phase == .pursuing { fail() }
            return
        }
        involved |= contact.bit
        rebase(fingers | contact.bit, options.kind, all)
        // What one finger did before the others were there is none of the gesture's.
        if phase == .pursuing, fingers.nonzeroBitCount <= Int(options.minFingers) { forgetMeasure(contact.time) }
    }

    private mutating func forgetMeasure(_ time: UInt64) {
        (base, scaleBase, growthBase, rotation) = (.zero, 1, 0, 0)
        startTime = time
    }

    mutating func move(
        _ contact: Contact, _ options: RecognizerOptions, _ all: inout Fingers
    ) -> MoveResult {
        guard phase == .active || fingers.nonzeroBitCount >= Int(options.minFingers) else {
            // What fingers do while they are too few counts only where straying does.
            guard strays(contact, options, all) else { return .nothing }
            fail()
            return .phase
        }
        // A swipe that waits for another to fail is over: its position and direction are those it was noted with.
        if phase == .ready, options.kind == .swipe { return .nothing }
        let group = follow(contact, options.kind, all)
        switch phase {
        case .idle, .ready: return .nothing
        case .active:
            tell(.changed, contact.time, options.kind, group, &all)
            return .news
        case .pursuing:
            evaluate(contact, options, &all)
            return phase == .pursuing ? .nothing : .phase
        }
    }

    mutating func lift(_ contact: Contact, _ options: RecognizerOptions, _ all: inout Fingers) {
        if phase != .ready || options.kind != .swipe { follow(contact, options.kind, all) }
        let rest = fingers & ~contact.bit
        switch phase {
        case .idle: break
        case .active:
            if rest.nonzeroBitCount < Int(options.minFingers) {
                tell(.ended, contact.time, options.kind, FingerGroup(fingers, all), &all)
                fling(options)
                fail()
            } else {
                rebase(rest, options.kind, all)
                tell(.changed, contact.time, options.kind, FingerGroup(fingers, all), &all)
            }
        case .ready:
            if options.kind == .swipe {
                fingers = rest
            } else if rest.nonzeroBitCount < Int(options.minFingers) {
                fail()
            } else {
                rebase(rest, options.kind, all)
            }
        case .pursuing:
            if options.kind == .swipe, fingers.nonzeroBitCount == Int(options.minFingers) {
                evaluate(contact, options, &all)
                if phase == .ready {
                    fingers = rest
                    return
                }
            }
            if rest == 0 || options.kind == .swipe || options.kind == .longPress { return fail() }
            rebase(rest, options.kind, all)
            if rest.nonzeroBitCount < Int(options.minFingers) { forgetMeasure(contact.time) }
        }
    }

    mutating func cancel(_ contact: Contact, _ options: RecognizerOptions, _ all: inout Fingers) {
        if phase == .active {
            follow(contact, options.kind, all)
            tell(.cancelled, contact.time, options.kind, FingerGroup(fingers, all), &all)
        }
        fail()
    }

    /// What has begun stops where its fingers were before they came to what is private.
    mutating func turnPrivate(at time: UInt64, _ options: RecognizerOptions, _ all: inout Fingers) {
        guard phase == .active else { return }
        tell(.cancelled, time, options.kind, FingerGroup(fingers, all), &all)
        fail()
    }

    // MARK: - Recognition

    /// Gives up, or has nothing more to do.
    mutating func fail() {
        (phase, fingers) = (.idle, 0)
    }

    /// Begins, or is recognised where it is a swipe.
    mutating func recognize(at time: UInt64, _ options: RecognizerOptions, _ all: inout Fingers) {
        if options.kind == .swipe {
            news = .ended
            return fail()
        }
        phase = .active
        tell(.began, time, options.kind, FingerGroup(fingers, all), &all)
    }

    /// Remembers what the event of a swipe, which is sent later, is to say.
    mutating func note(_ time: UInt64, _ all: inout Fingers) {
        tell(.possible, time, .swipe, FingerGroup(fingers, all), &all)
    }

    mutating func takeNews() -> GestureState {
        defer { news = .possible }
        return news
    }

    private mutating func tell(
        _ state: GestureState, _ time: UInt64, _ kind: GestureKind, _ group: FingerGroup, _ all: inout Fingers
    ) {
        news = state
        newsTime = time
        newsFingers = UInt32(truncatingIfNeeded: fingers.nonzeroBitCount)
        velocity = group.velocity(at: time, &all)
        guard kind == .pinch || kind == .rotation else { return }
        let rates = group.rates(at: time, &all)
        if kind == .pinch { scaleVelocity = clampedToCoordinate(rates.span / spanAnchor * scaleBase) }
        if kind == .rotation { rotationVelocity = clampedToCoordinate(rates.turn) }
    }

    /// At the end only a velocity that is worth a fling counts, and none is larger than the largest.
    private mutating func fling(_ options: RecognizerOptions) {
        guard options.kind == .pan || options.kind == .edgePan else { return }
        let speed = velocity.length
        if speed < options.minVelocity {
            velocity = .zero
        } else if options.maxVelocity > 0, speed > options.maxVelocity {
            velocity = velocity * (options.maxVelocity / speed)
        }
    }
}
