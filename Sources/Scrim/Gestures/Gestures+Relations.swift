// SPDX-License-Identifier: MIT

// Who waits for whom, and who goes together: by relations that the caller has set, and by those of taps on one view, of
// which a lower count waits for the higher to fail.

extension Gestures {
    /// Sets a relation of a recogniser to another; one that is set already stays as it is.
    ///
    /// - Throws: `invalidArgument` (both are one), `notFound`, `invalidState` (each would wait for the other), `limit`,
    ///   `noMemory`.
    package func relate(_ first: UInt64, _ relation: Relation, _ second: UInt64) throws(Failure) {
        let (place, other) = (try find(first), try find(second))
        guard place != other else { throw .invalidArgument }
        if relation == .requireFailure, try waits(other, for: place) { throw .invalidState }
        guard try relations.add(first, relation, second) else { return }
        list.all.update(place) { $0.relations &+= 1 }
        list.all.update(other) { $0.relations &+= 1 }
    }

    /// Takes a relation away. It is no error if it is not set.
    ///
    /// - Throws: `notFound`.
    package func unrelate(_ first: UInt64, _ relation: Relation, _ second: UInt64) throws(Failure) {
        let (place, other) = (try find(first), try find(second))
        guard relations.remove(first, relation, second) else { return }
        list.all.update(place) { $0.relations &-= 1 }
        list.all.update(other) { $0.relations &-= 1 }
        isUnsettled = inProgress > 0
        takeStock()
    }

    /// Whether one recogniser waits for another, by their places.
    func requires(_ first: Int, _ second: Int) -> Bool {
        let (one, other) = (list.all[first], list.all[second])
        if one.options.kind == .tap, other.options.kind == .tap, one.view == other.view,
            one.options.touches == other.options.touches, one.options.taps < other.options.taps
        {
            return true
        }
        return one.relations > 0 && other.relations > 0 && relations.holds(one.id, .requireFailure, other.id)
    }

    /// Whether two recognisers may both be recognised of the same fingers.
    func areSimultaneous(_ first: Int, _ second: Int) -> Bool {
        let (one, other) = (list.all[first], list.all[second])
        if one.options.isSimultaneous || other.options.isSimultaneous { return true }
        return one.relations > 0 && other.relations > 0 && relations.holds(one.id, .simultaneous, other.id)
    }

    /// Whether one waits for another directly, or over others.
    private func waits(_ first: Int, for goal: Int) throws(Failure) -> Bool {
        var reached = Buffer<Bool>(blank: false)
        try reached.resize(list.all.count)
        reached[first] = true
        var isNew = true
        while isNew, !reached[goal] {
            isNew = false
            var index = 0
            while index < list.all.count {
                if reached[index] {
                    var next = 0
                    while next < list.all.count {
                        if !reached[next], requires(index, next) {
                            reached[next] = true
                            isNew = true
                        }
                        next &+= 1
                    }
                }
                index &+= 1
            }
        }
        return reached[goal]
    }
}
