// SPDX-License-Identifier: MIT

/// Recognizes taps: several short presses in a row with a number of fingers. docs/reference/gestures.md has a state
/// diagram.
///
/// - *pressing* fails, and becomes idle, if a finger moves too far or is cancelled, or if the press takes too long. It
///   also fails if there is a finger too many, if a finger comes down after another was lifted, or if one is lifted too
///   early.
/// - *between* fails if the pause is too long, or if the next finger comes down too soon or too far from the first
///   press.
/// - *complete* is sent when it need not wait for others any more, and fails if another gesture is recognized instead.
///   While it waits, it follows no further press.
///
/// It also counts the taps that a long press or pan requires. After these it is *between* once more, and then follows the
/// press that becomes the gesture until all its fingers are down.
///
/// A private press neither continues nor ends a run of presses that are not private. If a sequence becomes private
/// after it began, all runs in progress become private too, because their outcome could reveal when that happened.
struct TapRecognizer: BitwiseCopyable {
    enum Phase: UInt8, BitwiseCopyable {
        case idle
        case pressing
        case between
        case complete
    }

    /// One press. It begins when its first finger comes down.
    struct Press: BitwiseCopyable {
        var sequence: UInt64 = 0
        var time: UInt64 = 0
        /// The fingers that are down, and all that were: bits.
        var fingers: UInt32 = 0
        var involved: UInt32 = 0
        /// The sums of the positions where the fingers came down, and where they were lifted.
        var downs = Point.zero
        var ups = Point.zero

        var count: Int { involved.nonzeroBitCount }
    }

    /// The presses so far.
    struct Run: BitwiseCopyable {
        var phase = Phase.idle
        var isPrivate = false
        /// Presses that are done.
        var taps: UInt32 = 0
        /// The position of the first press.
        var origin = Point.zero
        /// The last press.
        var press = Press()
        var upTime: UInt64 = 0

    }

    private(set) var run = Run()

    var isInProgress: Bool { run.phase != .idle }

    /// Whether the required taps are done, and all fingers of the press after them are down near the first one.
    func isDone(_ options: RecognizerOptions) -> Bool {
        run.phase == .pressing && run.taps == options.taps && run.press.count == Int(options.minFingers)
    }

    /// The fingers that it follows: bits.
    var followed: UInt32 { run.phase == .pressing ? run.press.fingers : 0 }

    /// When `expire` is due. A pause of exactly the longest time is still accepted, so that deadline is a nanosecond
    /// later. A press of exactly the longest duration is too long, so that no press is both a tap and a long press.
    func deadline(_ options: RecognizerOptions) -> UInt64 {
        switch run.phase {
        case .idle, .complete: .max
        case .pressing: options.maxDuration == 0 ? .max : saturatingSum(run.press.time, options.maxDuration)
        case .between: saturatingSum(saturatingSum(run.upTime, options.maxInterval), 1)
        }
    }

    /// The sequence of a complete run that is not private and waits to be sent. `UInt64.max` if there is none.
    var firstWaiting: UInt64 { run.phase == .complete && !run.isPrivate ? run.press.sequence : .max }

    mutating func expire(at time: UInt64, _ options: RecognizerOptions) {
        if deadline(options) <= time { run = Run() }
    }

    /// Fails, or has been sent.
    mutating func finish() { run = Run() }

    // MARK: - Fingers

    /// Fails a run that the finger which is about to come down cannot continue.
    mutating func makeWay(for contact: Contact, _ options: RecognizerOptions, _ all: inout Fingers) {
        switch run.phase {
        case .idle, .complete: break
        case .pressing:
            if !canJoin(options) || all.isFar(contact.slot, from: run.press.fingers, options.reach) { finish() }
        case .between:
            // A private finger does not end a run that is not private. A private run has ended before another finger
            // comes.
            guard run.isPrivate == contact.isPrivate else { return }
            if contact.time &- run.upTime < options.minInterval
                || options.minFingers == 1 && !run.origin.isNear(contact.point, options.tapSlop)
            {
                finish()
            }
        }
    }

    /// - Parameter isAlone: No other finger is on the view.
    /// - Note: Call `makeWay` first, and send the events that it causes.
    mutating func begin(_ contact: Contact, isAlone: Bool, _ options: RecognizerOptions) {
        switch run.phase {
        case .complete: return
        case .idle:
            guard isAlone else { return }
            run.isPrivate = contact.isPrivate
            start(contact)
        case .between:
            guard isAlone, run.isPrivate == contact.isPrivate else { return }
            start(contact)
        case .pressing: break
        }
        run.press.fingers |= contact.bit
        run.press.involved |= contact.bit
        run.press.downs = run.press.downs + contact.point
        guard run.press.count == Int(options.minFingers) else { return }
        // Only when all fingers are down is the position of the press known.
        let center = run.press.downs / Double(options.minFingers)
        if run.taps > 0, !run.origin.isNear(center, options.tapSlop) { run.taps = 0 }
        if run.taps == 0 { run.origin = center }
    }

    private mutating func start(_ contact: Contact) {
        run.phase = .pressing
        run.press = Press()
        run.press.sequence = contact.sequence
        run.press.time = contact.time
    }

    private func canJoin(_ options: RecognizerOptions) -> Bool {
        run.press.fingers == run.press.involved && run.press.count < Int(options.minFingers)
    }

    /// - Parameter down: Where the finger came down.
    mutating func move(_ contact: Contact, from down: Point, _ options: RecognizerOptions) {
        if !down.isNear(contact.point, options.touchSlop) { finish() }
    }

    mutating func lift(_ contact: Contact, from down: Point, _ options: RecognizerOptions) {
        guard down.isNear(contact.point, options.touchSlop), run.press.count == Int(options.minFingers)
        else { return finish() }
        run.press.fingers &= ~contact.bit
        run.press.ups = run.press.ups + contact.point
        guard run.press.fingers == 0 else { return }
        run.taps &+= 1
        run.upTime = contact.time
        run.phase = options.kind == .tap && run.taps == options.taps ? .complete : .between
        // Only an event needs the positions.
        if run.phase == .between { (run.press.downs, run.press.ups) = (.zero, .zero) }
    }

    // MARK: - Sequences

    mutating func hide() { run.isPrivate = run.phase != .idle }

    /// A sequence that is not private begins. A private run that waits for another press fails.
    mutating func forgetPrivate() { if run.isPrivate, run.phase == .between { finish() } }
}
