// SPDX-License-Identifier: MIT

/// What a recogniser is made from.
package struct RecognizerOptions: BitwiseCopyable {
    package var kind: GestureKind
    package var view: UInt64
    package var taps: UInt32
    package var touches: UInt32
    package var duration: UInt64
    package var interval: UInt64
    package var movement: Double

    package init(
        kind: GestureKind, view: UInt64, taps: UInt32, touches: UInt32 = 1, duration: UInt64, interval: UInt64,
        movement: Double
    ) {
        self.kind = kind
        self.view = view
        self.taps = taps
        self.touches = touches
        self.duration = duration
        self.interval = interval
        self.movement = movement
    }

    /// - Throws: `invalidArgument`.
    func makeGesture() throws(Failure) -> Gesture {
        guard touches == 1, movement >= 0, isCoordinate(movement) else { throw .invalidArgument }
        switch kind {
        case .tap:
            guard taps >= 1, taps <= 4, taps == 1 || interval > 0 else { throw .invalidArgument }
            return .tap(TapRecognizer(taps: taps, duration: duration, interval: interval, movement: movement))
        case .longPress:
            guard taps == 0, duration > 0 else { throw .invalidArgument }
            return .longPress(LongPressRecognizer(duration: duration, movement: movement))
        }
    }
}

enum Gesture: BitwiseCopyable {
    case tap(TapRecognizer)
    case longPress(LongPressRecognizer)
}

/// A recogniser on a view: its state machine, and which fingers the view sees.
struct Recognizer: BitwiseCopyable {
    let id: UInt64
    let view: UInt64
    let window: UInt64
    /// Steps from the window down to the view. A view never changes its parent.
    let depth: Int
    let className: UInt32
    var gesture: Gesture
    /// Pairs of target and action.
    var actions = 0
    /// The fingers that came down on the view or inside it, by their places: bits.
    private var fingers: UInt32 = 0

    init(id: UInt64, view: UInt64, window: UInt64, depth: Int, className: UInt32, gesture: Gesture) {
        self.id = id
        self.view = view
        self.window = window
        self.depth = depth
        self.className = className
        self.gesture = gesture
    }

    static var none: Recognizer {
        let never = Gesture.longPress(LongPressRecognizer(duration: .max, movement: 0))
        return Recognizer(id: 0, view: 0, window: 0, depth: 0, className: 0, gesture: never)
    }

    /// Whether it is sent before another: the deeper view first, then the one that was there first.
    func precedes(_ other: Recognizer) -> Bool {
        if depth != other.depth { return depth > other.depth }
        return view != other.view ? view < other.view : id < other.id
    }

    var tap: TapRecognizer? {
        if case .tap(let tap) = gesture { tap } else { nil }
    }

    /// What it may do next.
    struct Outlook {
        /// Whether it may send an event at the next sample.
        var isInProgress: Bool
        var hasNews: Bool
        var deadline: UInt64
    }

    var outlook: Outlook {
        switch gesture {
        case .tap(let tap):
            Outlook(isInProgress: tap.isInProgress, hasNews: tap.run.phase == .complete, deadline: tap.deadline)
        case .longPress(let press):
            Outlook(isInProgress: press.phase != .idle, hasNews: press.news != .possible, deadline: press.deadline)
        }
    }

    mutating func expire(at time: UInt64) {
        change {
            $0.expire(at: time)
        } longPress: {
            $0.expire(at: time)
        }
    }

    // MARK: - Fingers

    mutating func makeWay(for press: Press) {
        // A second finger is too many; one alone may still continue what came before it.
        let isSecond = fingers != 0
        change {
            $0.makeWay(for: press)
        } longPress: {
            if isSecond { $0.makeWay() }
        }
    }

    /// - Note: After `makeWay`, and what that made to be sent has been sent.
    mutating func begin(_ press: Press) {
        let isAlone = fingers == 0
        fingers |= 1 &<< UInt32(truncatingIfNeeded: press.finger)
        if isAlone {
            change {
                $0.begin(press)
            } longPress: {
                $0.begin(press)
            }
        }
    }

    mutating func move(_ finger: Int, to point: Point, time: UInt64) {
        change {
            $0.move(finger, to: point)
        } longPress: {
            $0.move(finger, to: point, time: time)
        }
    }

    mutating func lift(_ finger: Int, at point: Point, time: UInt64) {
        change {
            $0.lift(finger, at: point, time: time)
        } longPress: {
            $0.lift(finger, at: point, time: time)
        }
        forget(finger)
    }

    mutating func cancel(_ finger: Int, at point: Point, time: UInt64) {
        change {
            $0.cancel(finger)
        } longPress: {
            $0.cancel(finger, at: point, time: time)
        }
        forget(finger)
    }

    // MARK: - Sequences

    mutating func changeTap(_ body: (inout TapRecognizer) -> Void) {
        change(body) { _ in }
    }

    // MARK: -

    private mutating func change(
        _ tapBody: (inout TapRecognizer) -> Void, longPress pressBody: (inout LongPressRecognizer) -> Void
    ) {
        switch gesture {
        case .tap(var tap):
            tapBody(&tap)
            gesture = .tap(tap)
        case .longPress(var press):
            pressBody(&press)
            gesture = .longPress(press)
        }
    }

    private mutating func forget(_ finger: Int) {
        fingers &= ~(1 &<< UInt32(truncatingIfNeeded: finger))
    }
}

extension Recognizer {
    /// The event of a long press that has something to say, or of a tap that is complete; what it says is taken.
    mutating func takeEvent() -> GestureEvent? {
        var event = GestureEvent()
        event.recognizer = id
        event.window = window
        event.view = view == window ? 0 : view
        let press: Press
        switch gesture {
        case .tap(var tap):
            press = tap.run.press
            event.kind = .tap
            event.state = .ended
            event.taps = tap.taps
            // When it was tapped, not when the wait for another tap was over: a record must not tell what came in
            // between.
            event.time = tap.run.upTime
            tap.finish()
            gesture = .tap(tap)
        case .longPress(var long):
            press = long.press
            event.kind = .longPress
            event.time = long.newsTime
            event.state = long.takeNews()
            gesture = .longPress(long)
            if event.state == .possible { return nil }
        }
        event.sequence = press.sequence
        event.point = press.last
        event.translation = press.translation
        return event
    }
}
