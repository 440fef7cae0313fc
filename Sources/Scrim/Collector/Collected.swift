// SPDX-License-Identifier: MIT

/// What was collected, for the rules that look back: the shortest time between two actions of a control, and that of
/// several gestures at a time one alone counts.
///
/// What may yet be dropped stands apart: it counts for events of its own sequence, which would be dropped with it, and for no
/// others.
struct Collected: ~Copyable {
    /// The most ends of gestures that are remembered; those of the oldest sequences go first.
    private static var maxEnds: Int { 4096 }

    private struct End: BitwiseCopyable, Comparable {
        var sequence: UInt64 = 0
        var time: UInt64 = 0
        var window: UInt64 = 0

        static func < (a: End, b: End) -> Bool {
            if a.sequence != b.sequence { return a.sequence < b.sequence }
            return a.time != b.time ? a.time < b.time : a.window < b.window
        }
    }

    private struct Action: BitwiseCopyable {
        var control: UInt64 = 0
        var time: UInt64 = 0
    }

    /// One that is not settled; control 0: it is not of a control.
    private struct Fresh: BitwiseCopyable {
        var end = End()
        var control: UInt64 = 0
    }

    /// In their order.
    private var ends = Buffer<End>(blank: End())
    /// The last one of each control, by control.
    private var actions = Buffer<Action>(blank: Action())
    private var fresh = Buffer<Fresh>(blank: Fresh())

    var freshCount: Int { fresh.count }

    /// Adds an event; `settle` cannot fail then.
    ///
    /// - Parameter control: 0: it is not of a control.
    /// - Throws: `noMemory`.
    mutating func add(_ event: GestureEvent, control: UInt64) throws(Failure) {
        try ends.reserve(ends.count &+ fresh.count &+ 1)
        try actions.reserve(actions.count &+ fresh.count &+ 1)
        try fresh.append(
            Fresh(
                end: End(sequence: event.sequence, time: event.time, window: event.window), control: control))
    }

    /// Forgets what was added last.
    mutating func dropFresh(to count: Int) { fresh.truncate(count) }

    /// Takes over what is certain by now, and forgets what turned private.
    ///
    /// - Parameter interval: What is longer ago than this counts no more.
    mutating func settle(_ sequences: borrowing Sequences, interval: UInt64) {
        guard !fresh.isEmpty else { return }
        var (index, kept) = (0, 0)
        while index < fresh.count {
            let one = fresh[index]
            switch sequences.verdict(one.end.sequence) {
            case .hidden: break
            case .open: take(one, interval)
            case .undecided:
                fresh[kept] = one
                kept &+= 1
            }
            index &+= 1
        }
        fresh.truncate(kept)
    }

    // There is room: it was reserved.
    private mutating func take(_ one: Fresh, _ interval: UInt64) {
        if ends.count >= Self.maxEnds { ends.update { [first = ends[ends.count &>> 2]] in $0 > first } }
        try? ends.insert(one.end, at: place(of: one.end))
        guard one.control != 0 else { return }
        let place = place(of: one.control)
        if actions[place].control == one.control {
            actions.update(place) { $0.time = max($0.time, one.end.time) }
        } else {
            try? actions.insert(Action(control: one.control, time: one.end.time), at: place)
            if actions.count > 64 { actions.update { distance($0.time, one.end.time) < interval } }
        }
    }

    // MARK: - Looking back

    /// Whether a gesture that ended at the same time in the same window, of the same sequence, was collected.
    func holdsTwin(of event: GestureEvent) -> Bool {
        let end = End(sequence: event.sequence, time: event.time, window: event.window)
        var index = 0
        while index < fresh.count {
            if fresh[index].end == end { return true }
            index &+= 1
        }
        return ends[place(of: end)] == end
    }

    /// Whether an action of a control was collected less than an interval before or after an event.
    func holdsAction(
        of control: UInt64, near event: GestureEvent, _ interval: UInt64, _ sequences: borrowing Sequences
    ) -> Bool {
        let action = actions[place(of: control)]
        if action.control == control, distance(action.time, event.time) < interval { return true }
        var index = 0
        while index < fresh.count {
            let one = fresh[index]
            if one.control == control, distance(one.end.time, event.time) < interval,
                one.end.sequence == event.sequence || sequences.verdict(one.end.sequence) == .open
            {
                return true
            }
            index &+= 1
        }
        return false
    }

    /// Where an end stands, or would.
    private func place(of end: End) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low &+ high) &>> 1
            if ends[middle] < end { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    private func place(of control: UInt64) -> Int {
        var (low, high) = (0, actions.count)
        while low < high {
            let middle = (low &+ high) &>> 1
            if actions[middle].control < control { low = middle &+ 1 } else { high = middle }
        }
        return low
    }
}

/// How far apart two times are.
private func distance(_ a: UInt64, _ b: UInt64) -> UInt64 { a > b ? a &- b : b &- a }
