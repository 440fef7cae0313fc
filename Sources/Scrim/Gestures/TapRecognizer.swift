// SPDX-License-Identifier: MIT

/// Taps: a number of short presses of a number of fingers in a row. docs/reference/gestures.md has its states as a picture.
///
/// - *pressing* fails, which is back to idle, when a finger strays, the press takes too long, a finger is cancelled, one
///   comes that is too many, or that comes after another went up, or they go up before they were enough.
/// - *between* fails when the pause grows too long, or the next finger comes down too soon or too far from the first.
/// - *complete* is sent when nothing is left to wait for, and dropped when another gesture is recognised in its place.
///   While it waits it follows no further press.
///
/// Private sequences of touches leave no mark on others: a private press neither continues nor ends a run of presses
/// that are not, which goes on as if it had not come. Where a sequence turns private after its begin, so do all runs that
/// there are by then: what becomes of them may tell when that was.
struct TapRecognizer: BitwiseCopyable {
    enum Phase: UInt8, BitwiseCopyable {
        case idle
        case pressing
        case between
        case complete
    }

    /// One press, from its first finger's down on.
    struct Press: BitwiseCopyable {
        var sequence: UInt64 = 0
        var time: UInt64 = 0
        /// The fingers that are down, and all that were: bits.
        var fingers: UInt32 = 0
        var involved: UInt32 = 0
        /// Sums of where they came down, and where they went up or are.
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
        /// Where the first was.
        var origin = Point.zero
        /// The last press.
        var press = Press()
        var upTime: UInt64 = 0

    }

    private(set) var run = Run()

    var isInProgress: Bool { run.phase != .idle }

    /// The fingers that it listens to: bits.
    var followed: UInt32 { run.phase == .pressing ? run.press.fingers : 0 }

    /// When `expire` is due. A pause of just the longest time is still well, so it is a nanosecond later. A press of
    /// just the duration is too long: then no press is both a tap and a long press of the same duration.
    func deadline(_ options: RecognizerOptions) -> UInt64 {
        switch run.phase {
        case .idle, .complete: .max
        case .pressing: options.maxDuration == 0 ? .max : saturatingSum(run.press.time, options.maxDuration)
        case .between: saturatingSum(saturatingSum(run.upTime, options.maxInterval), 1)
        }
    }

    /// The sequence of a run that waits to be sent.
    var firstWaiting: UInt64 { run.phase == .complete && !run.isPrivate ? run.press.sequence : .max }

    mutating func expire(at time: UInt64, _ options: RecognizerOptions) {
        if deadline(options) <= time { run = Run() }
    }

    /// Gives up, or has been sent.
    mutating func finish() { run = Run() }

    // MARK: - Fingers

    /// Gives up a run that a finger which is about to come down cannot continue.
    mutating func makeWay(for contact: Contact, _ options: RecognizerOptions) {
        switch run.phase {
        case .idle, .complete: break
        case .pressing: if !canJoin(options) { finish() }
        case .between:
            // One that is private does not end what is not. What is private was settled before one that is not came.
            guard run.isPrivate == contact.isPrivate else { return }
            if contact.time &- run.upTime < options.minInterval
                || options.minFingers == 1 && !run.origin.isNear(contact.point, options.tapSlop)
            {
                finish()
            }
        }
    }

    /// - Parameter isAlone: No other finger is on the view.
    /// - Note: After `makeWay`, and what that made to be sent has been sent.
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
        // All are down: only now is it known where the press is.
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
        run.phase = run.taps == options.taps ? .complete : .between
        // Where it was, only an event asks.
        if run.phase == .between { (run.press.downs, run.press.ups) = (.zero, .zero) }
    }

    // MARK: - Sequences

    mutating func hide() { run.isPrivate = run.phase != .idle }

    /// A sequence that is not private begins: what waits for another private press has waited in vain.
    mutating func forgetPrivate() { if run.isPrivate, run.phase == .between { finish() } }
}
