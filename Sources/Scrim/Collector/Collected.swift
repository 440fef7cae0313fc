// SPDX-License-Identifier: MIT

/// Remembers recorded gestures for two rules that look back: the shortest time between two actions of a control, and
/// the rule that only one of several simultaneous gestures is recorded.
///
/// A gesture that may still be dropped counts only for events that would be dropped with it. These are the events of its
/// own sequence and of later ones.
struct Collected: ~Copyable {
    /// How many gestures are remembered. Gestures of a control stay for its interval in any case.
    private static var most: Int { 256 }

    private struct Mark: BitwiseCopyable {
        var sequence: UInt64 = 0
        var time: UInt64 = 0
        var window: UInt64 = 0
        /// The view of the control, or 0.
        var control: UInt64 = 0
        /// Its sequence has ended, and was not private.
        var isSettled = false
        /// The largest sequence and time up to this mark.
        var lastSequence: UInt64 = 0
        var lastTime: UInt64 = 0
    }

    /// In the order in which they were decided on.
    private var marks = Buffer<Mark>(blank: Mark())
    private var unsettled = 0
    /// All before this one are settled.
    private var firstUnsettled = 0
    /// The largest time of a settled mark.
    private var latest: UInt64 = 0

    var count: Int { marks.count }

    /// - Throws: `noMemory`.
    mutating func add(_ event: GestureEvent, control: UInt64) throws(Failure) {
        let last = marks[marks.count &- 1]
        try marks.append(
            Mark(
                sequence: event.sequence, time: event.time, window: event.window, control: control,
                lastSequence: max(last.lastSequence, event.sequence), lastTime: max(last.lastTime, event.time)))
        unsettled &+= 1
    }

    /// Forgets what was added last.
    mutating func drop(to count: Int) {
        unsettled &-= max(marks.count &- count, 0)
        marks.truncate(count)
        firstUnsettled = min(firstUnsettled, marks.count)
    }

    /// Settles marks whose sequences have ended, and forgets marks whose sequences turned private.
    ///
    /// - Parameter interval: Older marks no longer count for a control.
    @inline(never)
    mutating func review(_ gestures: Gestures, _ interval: UInt64) {
        guard unsettled > 0 else { return }
        var (left, index, first, latest) = (0, firstUnsettled, 0, latest)
        marks.update(from: firstUnsettled) { mark in
            if !mark.isSettled {
                switch gestures.standing(of: mark.sequence) {
                case .privateTouches: return false
                case .undecided:
                    if left == 0 { first = index }
                    left &+= 1
                case .open:
                    mark.isSettled = true
                    latest = max(latest, mark.time)
                }
            }
            index &+= 1
            return true
        }
        (unsettled, self.latest) = (left, latest)
        firstUnsettled = left > 0 ? first : marks.count
        guard marks.count &- left > Self.most &* 2 else { return }
        index = 0
        marks.update(from: 0) { mark in
            index &+= 1
            return !mark.isSettled || index > Self.most || mark.control != 0 && latest &- mark.time < interval
        }
        firstUnsettled = 0
    }

    /// Returns whether a gesture of the same sequence, window and time was recorded. Also returns whether an action of the
    /// control was recorded less than an interval before or after.
    @inline(never)
    func lookBack(
        _ event: GestureEvent, control: UInt64, _ interval: UInt64, _ gestures: Gestures
    ) -> (hasTwin: Bool, isTooSoon: Bool) {
        var found = (hasTwin: false, isTooSoon: false)
        var index = marks.count
        while index > 0 {
            index &-= 1
            let mark = marks[index]
            // Neither this one nor one before it is of that sequence, or as near to a control's time.
            let isPast = event.time >= mark.lastTime && event.time &- mark.lastTime >= interval
            if mark.lastSequence < event.sequence, control == 0 || isPast { break }
            let isSame = mark.sequence == event.sequence
            if isSame, mark.time == event.time, mark.window == event.window { found.hasTwin = true }
            let distance = mark.time > event.time ? mark.time &- event.time : event.time &- mark.time
            if control != 0, mark.control == control, distance < interval {
                let standing = mark.isSettled ? .open : gestures.standing(of: mark.sequence)
                // What turns an earlier sequence private that is undecided does so to the later ones.
                let isLater = standing == .undecided && mark.sequence <= event.sequence
                if standing == .open || isLater { found.isTooSoon = true }
            }
        }
        return found
    }
}
