// SPDX-License-Identifier: MIT

// Which recognizers wait for each other, and which may be recognized together. The caller sets relations. In addition,
// a tap waits until those on its view that require more taps have failed, unless both may be recognized.

extension Gestures {
    /// Sets a relation of a recognizer to another; one that is set already stays as it is.
    ///
    /// - Throws: `closed`, `notFound`, `invalidArgument` (both are one), `invalidState` (each would wait for the
    ///   other), `limit`, `noMemory`.
    package func relate(_ first: UInt64, _ relation: Relation, _ second: UInt64) throws(Failure) {
        try checkOpen()
        let (index, other) = (try find(first), try find(second))
        guard index != other else { throw .invalidArgument }
        if relation == .requireFailure, try waits(other, for: index) { throw .invalidState }
        try list.relations.add(index, relation, other)
        noteChange()
    }

    /// Removes a relation. If it is not set, nothing changes.
    ///
    /// - Throws: `closed`, `notFound`.
    package func unrelate(_ first: UInt64, _ relation: Relation, _ second: UInt64) throws(Failure) {
        try checkOpen()
        let (index, other) = (try find(first), try find(second))
        guard list.relations.remove(index, relation, other) else { return }
        noteChange()
    }

    /// Called after a change that may end a wait. What need not wait any more is sent before the next sample takes
    /// effect. If it were sent with the sample, it could depend on private fingers whether the sample's sequence is
    /// already known by then.
    func noteChange() {
        isUnresolved = inProgress > 0
        takeStock()
    }

    /// Whether the first is a tap that waits for the second, on the same view: a tap with a higher count, or a long press
    /// or pan that requires at least as many taps. It does not if the two are simultaneous. That may change, so circles
    /// are looked for as if they were not.
    @inline(never)
    func isLowerTap(_ first: Int, than second: Int) -> Bool {
        list.all.read(first) { one in
            list.all.read(second) { other in
                one.isTap && one.view == other.view && one.options.minFingers == other.options.minFingers
                    && one.tapRank < other.tapRank
            }
        }
    }

    /// Visits the recognizers on the view of one of them.
    func forEachOnView(of index: Int, _ body: (Int) -> Void) {
        let view = list.all.read(index) { $0.view }
        var next = index
        // The recognizers of a view are neighbors.
        while list.all.read(next &- 1, { $0.view == view }) { next &-= 1 }
        while list.all.read(next, { $0.view == view }) {
            body(next)
            next &+= 1
        }
    }

    /// Whether one waits for another, directly or through others.
    private func waits(_ first: Int, for goal: Int) throws(Failure) -> Bool {
        var reached = try Reached(of: list.all.count)
        reached.insert(first)
        var done = 0
        while done < reached.order.count, !reached.contains[goal] {
            let index = reached.order[done]
            done &+= 1
            list.relations.forEach(.waiting, of: index) { reached.insert($0) }
            if list.all.read(index, { $0.isTap }) {
                forEachOnView(of: index) { if isLowerTap(index, than: $0) { reached.insert($0) } }
            }
        }
        return reached.contains[goal]
    }

    /// The recognizers that have been reached, in this order.
    private struct Reached: ~Copyable {
        var order = Buffer<Int>(blank: -1)
        var contains = Buffer<Bool>(blank: false)

        init(of count: Int) throws(Failure) {
            try order.reserve(count)
            try contains.resize(count)
        }

        mutating func insert(_ index: Int) {
            // There is room: it was reserved.
            if !contains[index] { try? order.append(index) }
            contains[index] = true
        }
    }
}
