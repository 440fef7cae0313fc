// SPDX-License-Identifier: MIT

/// A long press: one finger that stays down, and then may move.
///
///     idle ── down ─→ pressing ── time ─→ pressed (began) ── moves (changed) ── up (ended) or cancel (cancelled) ─→
/// idle
///
/// *pressing* fails, which is back to idle, when the finger strays, is lifted or cancelled, or a second one comes.
struct LongPressRecognizer: BitwiseCopyable {
    enum Phase: UInt8, BitwiseCopyable {
        case idle
        case pressing
        case pressed
    }

    let duration: UInt64
    let movement: Double
    private(set) var phase = Phase.idle
    private(set) var press = Press()
    /// The event to be sent, possible: none.
    private(set) var news = GestureState.possible
    private(set) var newsTime: UInt64 = 0

    init(duration: UInt64, movement: Double) {
        self.duration = duration
        self.movement = movement
    }

    /// When `expire` is due.
    var deadline: UInt64 { phase == .pressing ? saturatingSum(press.time, duration) : .max }

    mutating func expire(at time: UInt64) {
        let due = deadline
        guard due <= time else { return }
        phase = .pressed
        tell(.began, due)
    }

    /// Gives up for a second finger, if the first one has not pressed long enough.
    mutating func makeWay() {
        if phase == .pressing { phase = .idle }
    }

    mutating func begin(_ press: Press) {
        guard phase == .idle else { return }
        phase = .pressing
        self.press = press
    }

    mutating func move(_ finger: Int, to point: Point, time: UInt64) {
        guard phase != .idle, press.finger == finger else { return }
        press.last = point
        if phase == .pressed {
            tell(.changed, time)
        } else if !press.down.isNear(point, movement) {
            phase = .idle
        }
    }

    mutating func lift(_ finger: Int, at point: Point, time: UInt64) { end(.ended, finger, point, time) }

    mutating func cancel(_ finger: Int, at point: Point, time: UInt64) { end(.cancelled, finger, point, time) }

    /// Takes the event that is to be sent.
    mutating func takeNews() -> GestureState {
        defer { news = .possible }
        return news
    }

    // MARK: -

    private mutating func end(_ state: GestureState, _ finger: Int, _ point: Point, _ time: UInt64) {
        guard phase != .idle, press.finger == finger else { return }
        press.last = point
        if phase == .pressed { tell(state, time) }
        phase = .idle
    }

    private mutating func tell(_ state: GestureState, _ time: UInt64) {
        news = state
        newsTime = time
    }
}
