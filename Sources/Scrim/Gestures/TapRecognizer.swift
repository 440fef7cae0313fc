// SPDX-License-Identifier: MIT

/// A tap: a number of short presses of one finger in a row.
///
///     idle ── down ─→ pressing ── up ─→ between ── down ─→ pressing … ── last up ─→ complete ── sent ─→ idle
///
/// - *pressing* fails, which is back to idle, when the finger strays, is down for too long, is cancelled, or a second
///   one comes.
/// - *between* fails when the pause grows too long, or the next finger comes down too far from the first.
/// - *complete* is sent as soon as no tap of more presses on the same view is pressing or between, and dropped when one
///   completes. While it waits it follows no further press.
///
/// Private sequences of touches leave no mark on others: a private press neither continues nor ends a run of presses
/// that are not, and when a sequence turns private the run is again what it was before it. Only what was sent by then
/// cannot be taken back.
struct TapRecognizer: BitwiseCopyable {
    enum Phase: UInt8, BitwiseCopyable {
        case idle
        case pressing
        case between
        case complete
    }

    /// The presses so far.
    struct Run: BitwiseCopyable {
        var phase = Phase.idle
        var isHidden = false
        /// Presses that are done.
        var taps: UInt32 = 0
        /// Where the first finger came down.
        var origin = Point(x: 0, y: 0)
        /// The last press.
        var press = Press()
        var upTime: UInt64 = 0
        /// When a run that is complete is sent though nobody fails: at once, where the one it waits for was removed.
        var release = UInt64.max

        var waitingSequence: UInt64 { phase == .complete && !isHidden ? press.sequence : .max }
    }

    let taps: UInt32
    let duration: UInt64
    let interval: UInt64
    let movement: Double
    private(set) var run = Run()
    /// The run as it was when the present sequence of touches began; idle if it was private.
    private(set) var earlier = Run()

    init(taps: UInt32, duration: UInt64, interval: UInt64, movement: Double) {
        self.taps = taps
        self.duration = duration
        self.interval = interval
        self.movement = movement
    }

    /// May send an event, or would if the sequence turned private.
    var isInProgress: Bool { run.phase != .idle || earlier.phase != .idle }

    /// When `expire` is due. A pause of just the longest time is still well, so it is a nanosecond later. A press of
    /// just the duration is too long: then no press is both a tap and a long press of the same duration.
    var deadline: UInt64 {
        switch run.phase {
        case .idle: .max
        case .pressing: duration == 0 ? .max : saturatingSum(run.press.time, duration)
        case .between: saturatingSum(saturatingSum(run.upTime, interval), 1)
        case .complete: run.release
        }
    }

    /// The sequence of a run that waits to be sent, or would again if the present sequence turned private.
    var firstWaiting: UInt64 { min(run.waitingSequence, earlier.waitingSequence) }

    mutating func expire(at time: UInt64) {
        guard deadline <= time else { return }
        if run.phase == .complete { run.release = .max } else { run = Run() }
    }

    // MARK: - Fingers

    /// Gives up a run that a press which is about to begin cannot continue.
    mutating func makeWay(for press: Press) {
        switch run.phase {
        case .idle, .complete: break
        case .pressing: run = Run()
        case .between:
            let continues = run.isHidden == press.isHidden ? run.origin.isNear(press.down, movement) : !run.isHidden
            if !continues { run = Run() }
        }
    }

    mutating func begin(_ press: Press) {
        if run.phase == .idle {
            run.isHidden = press.isHidden
            run.origin = press.down
        } else if run.phase != .between || run.isHidden != press.isHidden {
            return
        }
        run.phase = .pressing
        run.press = press
    }

    mutating func move(_ finger: Int, to point: Point) {
        guard run.phase == .pressing, run.press.finger == finger else { return }
        run.press.last = point
        if !run.press.down.isNear(point, movement) { run = Run() }
    }

    mutating func lift(_ finger: Int, at point: Point, time: UInt64) {
        move(finger, to: point)
        guard run.phase == .pressing, run.press.finger == finger else { return }
        run.taps &+= 1
        run.upTime = time
        run.phase = run.taps == taps ? .complete : .between
    }

    mutating func cancel(_ finger: Int) {
        if run.phase == .pressing, run.press.finger == finger { run = Run() }
    }

    // MARK: - Sending

    /// Takes a run that is complete: it has been sent, or a tap of more presses has taken its place.
    mutating func finish() { run = Run() }

    /// Has a run that waits looked at again.
    mutating func releaseNow(_ time: UInt64) {
        if run.phase == .complete { run.release = time }
    }

    // MARK: - Sequences

    mutating func sequenceBegan() { earlier = run.isHidden ? Run() : run }

    /// The sequence has ended, or what it stood for at its begin has been sent.
    mutating func forgetEarlier() { earlier = Run() }

    mutating func sequenceTurnedPrivate() {
        if earlier.phase != .idle {
            run = earlier
        } else if run.phase != .idle {
            run.isHidden = true
        }
    }
}
