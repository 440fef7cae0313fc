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
        guard try relations.add(first, relation, second) else { return }
        list.all.update(index) { $0.relations &+= 1 }
        list.all.update(other) { $0.relations &+= 1 }
    }

    /// Removes a relation. If it is not set, nothing changes.
    ///
    /// - Throws: `closed`, `notFound`.
    package func unrelate(_ first: UInt64, _ relation: Relation, _ second: UInt64) throws(Failure) {
        try checkOpen()
        let (index, other) = (try find(first), try find(second))
        guard relations.remove(first, relation, second) else { return }
        list.all.update(index) { $0.relations &-= 1 }
        list.all.update(other) { $0.relations &-= 1 }
        isUnresolved = inProgress > 0
        takeStock()
    }

    /// Whether one recognizer waits for another, by their indices.
    @inline(never)
    func requires(_ first: Int, _ second: Int) -> Bool {
        if isLowerTap(first, than: second), !areSimultaneous(first, second) { return true }
        let (one, other) = (list.all[first], list.all[second])
        return one.relations > 0 && other.relations > 0 && relations.holds(one.id, .requireFailure, other.id)
    }

    /// Whether the first is a tap that waits for the second, on the same view: a tap with a higher count, or a long press
    /// or pan that requires at least as many taps. It does not if the two are simultaneous. That may change, so circles
    /// are looked for as if they were not.
    @inline(never)
    private func isLowerTap(_ first: Int, than second: Int) -> Bool {
        list.all.read(first) { one in
            list.all.read(second) { other in
                one.options.kind == .tap && one.view == other.view
                    && one.options.minFingers == other.options.minFingers
                    && (one.options.taps < other.options.taps
                        || one.options.taps == other.options.taps && other.options.kind != .tap)
            }
        }
    }

    /// Whether two recognizers may both be recognized of the same fingers.
    func areSimultaneous(_ first: Int, _ second: Int) -> Bool {
        let (one, other) = (list.all[first], list.all[second])
        if one.options.isSimultaneous || other.options.isSimultaneous { return true }
        return one.relations > 0 && other.relations > 0 && relations.holds(one.id, .simultaneous, other.id)
    }

    /// Whether one waits for another, directly or through others.
    ///
    /// Time: O(recognizers · (recognizers + relations)), less if it waits for few.
    private func waits(_ first: Int, for goal: Int) throws(Failure) -> Bool {
        var isReached = Buffer<Bool>(blank: false)
        try isReached.resize(list.all.count)
        // Each recognizer once, in the order in which it was reached.
        var reached = Buffer<Int>(blank: -1)
        try reached.append(first)
        isReached[first] = true
        var done = 0
        while done < reached.count, !isReached[goal] {
            let index = reached[done]
            done &+= 1
            let (id, relations, isTap) = list.all.read(index) { ($0.id, $0.relations, $0.options.kind == .tap) }
            // First those by relations, then the taps.
            var (pair, candidate) = (relations > 0 ? 0 : .max, isTap ? 0 : list.all.count)
            while true {
                var next = candidate
                if let other = self.relations.next(.requireFailure, of: id, from: &pair) {
                    next = try find(other)
                } else {
                    while next < list.all.count, !isLowerTap(index, than: next) { next &+= 1 }
                    candidate = next &+ 1
                    if next >= list.all.count { break }
                }
                if !isReached[next] { try reached.append(next) }
                isReached[next] = true
            }
        }
        return isReached[goal]
    }
}
