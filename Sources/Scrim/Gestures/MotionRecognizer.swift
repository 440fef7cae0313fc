// SPDX-License-Identifier: MIT

/// Recognizes the gestures that measure movement: long presses, pans, pinches, rotations, swipes and edge pans.
/// docs/reference/gestures.md has a state diagram of each. MotionRecognizer+Kinds.swift has the conditions of each
/// kind.
///
/// It follows the first finger on its view, and the fingers that are added. If it fails, it becomes idle, and remains
/// idle until no finger is on the view. When fingers come and go, the measured values continue without a jump.
struct MotionRecognizer: BitwiseCopyable {
    enum Phase: UInt8, BitwiseCopyable {
        case idle
        /// It may still be recognized.
        case pursuing
        /// Its conditions are met, but it waits for others to fail.
        case ready
        /// It has begun.
        case active
    }

    /// The result of a sample.
    enum MoveResult: UInt8, BitwiseCopyable {
        case nothing
        /// There is an event to be sent, and the phase has not changed.
        case news
        case phase
    }

    /// Stored here because a large argument is copied at each call.
    let options: RecognizerOptions
    var phase = Phase.idle
    /// The fingers that it follows, and all that it has followed since the first: bits.
    var fingers: UInt32 = 0
    private(set) var involved: UInt32 = 0
    private(set) var sequence: UInt64 = 0
    /// When the last of the needed fingers came down.
    private(set) var startTime: UInt64 = 0
    /// For an edge pan, the edges at which the first finger came down. For a swipe, its direction.
    var direction: UInt32 = 0
    /// It follows a scroll instead of fingers.
    var isScroll = false

    // Measured values: what was measured until the set of fingers last changed (base), and where the present set began
    // (anchor).
    var center = Point.zero
    var anchor = Point.zero
    var base = Point.zero
    var span = FingerGroup.leastSpan
    private var spanAnchor = FingerGroup.leastSpan
    private var scaleBase = 1.0
    private var growthBase = 0.0
    var rotation = 0.0
    private(set) var starts = SwipeStarts()

    /// The state of the event to be sent. `possible`: there is none.
    private(set) var news = GestureState.possible
    private(set) var newsTime: UInt64 = 0
    private(set) var newsFingers: UInt32 = 0
    private(set) var velocity = Point.zero
    var scaleVelocity = 0.0
    var rotationVelocity = 0.0

    init(_ options: RecognizerOptions) { self.options = options }

    // MARK: - What is measured

    var translation: Point {
        let sum = base + (center - anchor)
        return Point(x: clampedToCoordinate(sum.x), y: clampedToCoordinate(sum.y))
    }

    var scale: Double { min(max(scaleBase * (span / spanAnchor), 1 / 1_073_741_824), 1_073_741_824) }

    /// Leaves out the movement that was needed before the gesture could begin. From the last sample before that to the
    /// present one, the fingers passed the point at which it could.
    ///
    /// - Parameter last: The measured values of the last sample.
    private mutating func leaveOutSlop(since last: (span: Double, rotation: Double)) {
        let slop = options.touchSlop
        switch options.kind {
        case .pan, .edgePan:
            let way = translation
            base = base - way * (slop / way.length)
        case .pinch:
            // The span at which it had changed by the slop.
            let edge = span - growth + (growth > 0 ? slop : -slop)
            // It may have been too narrow to begin there.
            let start =
                span > last.span
                ? max(last.span, options.minSpan, growth > 0 ? edge : 0) : growth < 0 ? min(last.span, edge) : last.span
            scaleBase = spanAnchor / start
        case .rotation:
            let edge = rotation > 0 ? options.angle : -options.angle
            rotation -= min(max(edge, min(last.rotation, rotation)), max(last.rotation, rotation))
        case .tap, .longPress, .swipe, .host: break
        }
    }

    /// By how many points the span has grown, over all sets of fingers.
    var growth: Double { clampedToCoordinate(growthBase + (span - spanAnchor)) }

    /// Continues the measured values with another set of fingers.
    private mutating func rebase(_ new: UInt32, _ all: inout Fingers) {
        (base, scaleBase, growthBase) = (translation, scale, growth)
        fingers = new
        let group = FingerGroup(new, &all)
        (center, anchor) = (group.center, group.center)
        guard options.kind == .pinch else { return }
        span = group.span(&all)
        spanAnchor = span
    }

    @discardableResult
    private mutating func follow(_ contact: Contact, _ all: inout Fingers) -> FingerGroup {
        let group = FingerGroup(fingers, &all)
        // MotionRecognizer+Scroll.swift has measured it already.
        if isScroll { return group }
        center = group.center
        if options.kind == .pinch { span = group.span(&all) }
        if options.kind == .rotation {
            rotation = clampedToCoordinate(rotation + group.turn(ofMoved: contact.slot, &all))
        }
        return group
    }

    // MARK: - Fingers

    /// - Parameter isAlone: No other finger is on the view.
    mutating func begin(_ contact: Contact, isAlone: Bool, _ all: inout Fingers) {
        if phase == .idle {
            guard isAlone, news == .possible else { return }
            self = MotionRecognizer(options)
            phase = .pursuing
            sequence = contact.sequence
            startTime = contact.time
        }
        if fingers.nonzeroBitCount >= Int(options.mostFingers) {
            // There is one finger too many. A gesture that has begun, or waits to begin, continues without it.
            if phase == .pursuing { fail() }
            return
        }
        if phase == .pursuing, all.isFar(contact.slot, from: fingers, options.reach) { return fail() }
        involved |= contact.bit
        rebase(fingers | contact.bit, &all)
        // The movement of some fingers before the others came down is not part of the gesture.
        guard phase == .pursuing, fingers.nonzeroBitCount <= Int(options.minFingers) else { return }
        forgetMeasure(contact.time)
        guard options.kind == .swipe else { return }
        var index = 0
        for slot in SetBits(of: fingers) {
            starts[index] = all[slot].point
            index &+= 1
        }
    }

    private mutating func forgetMeasure(_ time: UInt64) {
        (base, scaleBase, growthBase, rotation) = (.zero, 1, 0, 0)
        startTime = time
    }

    mutating func move(_ contact: Contact, _ all: inout Fingers) -> MoveResult {
        guard phase == .active || fingers.nonzeroBitCount >= Int(options.minFingers) else {
            // While there are too few fingers, their movement matters only to a long press, which can fail.
            guard strays(contact, &all) else { return .nothing }
            fail()
            return .phase
        }
        // A swipe that waits for another to fail is over. It keeps the position and direction that were stored.
        if phase == .ready, options.kind == .swipe { return .nothing }
        let last = (span: span, rotation: rotation)
        let group = follow(contact, &all)
        switch phase {
        case .idle, .ready: return .nothing
        case .active:
            tell(.changed, contact.time, group, &all)
            return .news
        case .pursuing:
            evaluate(contact, &all)
            if phase == .ready, options.isWithoutSlop { leaveOutSlop(since: last) }
            return phase == .pursuing ? .nothing : .phase
        }
    }

    mutating func lift(_ contact: Contact, _ all: inout Fingers) {
        if phase != .ready || options.kind != .swipe { follow(contact, &all) }
        let rest = fingers & ~contact.bit
        switch phase {
        case .idle: break
        case .active:
            if rest.nonzeroBitCount < Int(options.minFingers) {
                tell(.ended, contact.time, FingerGroup(fingers, &all), &all)
                fling()
                fail()
            } else {
                rebase(rest, &all)
                tell(.changed, contact.time, FingerGroup(fingers, &all), &all)
            }
        case .ready:
            if options.kind == .swipe {
                fingers = rest
            } else if rest.nonzeroBitCount < Int(options.minFingers) {
                fail()
            } else {
                rebase(rest, &all)
            }
        case .pursuing:
            if options.kind == .swipe, fingers.nonzeroBitCount == Int(options.minFingers) {
                evaluate(contact, &all)
                if phase == .ready {
                    fingers = rest
                    return
                }
            }
            if rest == 0 || options.kind == .swipe || options.kind == .longPress { return fail() }
            rebase(rest, &all)
            if rest.nonzeroBitCount < Int(options.minFingers) { forgetMeasure(contact.time) }
        }
    }

    mutating func cancel(_ contact: Contact, _ all: inout Fingers) {
        if phase == .active {
            follow(contact, &all)
            tell(.cancelled, contact.time, FingerGroup(fingers, &all), &all)
        }
        fail()
    }

    /// Cancels a gesture that has begun, at its last position.
    @inline(never)
    mutating func stop(at time: UInt64, _ all: inout Fingers) {
        guard phase == .active else { return }
        tell(.cancelled, time, FingerGroup(fingers, &all), &all)
        fail()
    }

    // MARK: - Recognition

    /// Fails, or ends.
    mutating func fail() {
        (phase, fingers) = (.idle, 0)
    }

    /// Begins the gesture. A swipe also ends.
    mutating func recognize(at time: UInt64, _ all: inout Fingers) {
        if options.kind == .swipe {
            news = .ended
            return fail()
        }
        phase = .active
        tell(.began, time, FingerGroup(fingers, &all), &all)
    }

    /// Stores the values for the event of a swipe, which is sent later.
    mutating func note(_ time: UInt64, _ all: inout Fingers) {
        tell(.possible, time, FingerGroup(fingers, &all), &all)
    }

    mutating func takeNews() -> GestureState {
        defer { news = .possible }
        return news
    }

    mutating func tell(_ state: GestureState, _ time: UInt64, _ group: FingerGroup, _ all: inout Fingers) {
        news = state
        newsTime = time
        newsFingers = isScroll ? 0 : UInt32(truncatingIfNeeded: fingers.nonzeroBitCount)
        velocity = group.velocity(options.estimator, at: time, &all)
        let kind = options.kind
        guard kind == .pinch || kind == .rotation else { return }
        if isScroll { return tellScrollRates(time, &all) }
        let rates = group.rates(options.estimator, at: time, mean: velocity, &all)
        if kind == .pinch { scaleVelocity = clampedToCoordinate(rates.span / spanAnchor * scaleBase) }
        if kind == .rotation { rotationVelocity = clampedToCoordinate(rates.turn) }
    }

    /// Limits the velocity at the end: one below the minimum becomes 0, and one above the maximum is reduced to it.
    private mutating func fling() {
        guard options.kind == .pan || options.kind == .edgePan else { return }
        velocity = options.axis.along(velocity)
        let speed = velocity.length
        if speed < options.minVelocity {
            velocity = .zero
        } else if options.maxVelocity > 0, speed > options.maxVelocity {
            velocity = velocity * (options.maxVelocity / speed)
        }
    }
}
