// SPDX-License-Identifier: MIT

// Whether something prevents that a recognizer is recognized. `contest` has counted the others, so each answer takes
// O(relations of the recognizer). A recognizer that fails, begins or ends is taken out of these counts.

extension Gestures {
    /// Counts the gestures that have begun. The others are counted when needed.
    func startContest() {
        contest.start()
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            if isExclusive(index, .active) { contest.taken.add(list.all.read(index) { $0.claim }) }
        }
    }

    func fail(_ index: Int) {
        withdraw(index)
        list.all.update(index) { $0.fail() }
    }

    /// Takes a recognizer out of the counts, before its standing changes.
    func withdraw(_ index: Int) {
        if index < contest.end, isCountedAsDeeper(index) {
            contest.deeper.remove(list.all.read(index) { $0.claim })
        }
        countTap(index, by: -1)
    }

    // MARK: - What prevents it

    /// Whether a gesture that has begun excludes it.
    func isExcluded(_ index: Int) -> Bool {
        isExclusive(index, .candidate) && overlaps(index, &contest.taken) { isExclusive($0, .active) }
    }

    /// Whether a recognizer on a deeper view wants the same fingers, but still waits.
    func isOutranked(_ index: Int) -> Bool {
        guard isExclusive(index, .candidate) else { return false }
        let depth = list.all.read(index) { $0.depth }
        while contest.place < attentive.count {
            let other = attentive[contest.place]
            guard list.all.read(other, { $0.depth }) > depth else { break }
            contest.place &+= 1
            contest.end = other &+ 1
            if isCountedAsDeeper(other) { contest.deeper.add(list.all.read(other) { $0.claim }) }
        }
        return overlaps(index, &contest.deeper) { $0 < contest.end && isCountedAsDeeper($0) }
    }

    /// Whether it waits for others to fail. With `ofPursuing`, only others whose conditions are not met yet count.
    func isHeldBack(_ index: Int, ofPursuing: Bool = false) -> Bool {
        let isPrivate = isPrivate(index)
        let waits = list.relations.contains(of: index) { role, other in
            role == .waiting && isWaiting(other, ofPursuing: ofPursuing) && self.isPrivate(other) == isPrivate
        }
        return waits || hasHigherTap(index, ofPursuing: ofPursuing)
    }

    /// Whether it is pursuing, or a candidate.
    func isWaiting(_ index: Int, ofPursuing: Bool = false) -> Bool {
        let standing = list.all.read(index) { $0.standing }
        return standing == .pursuing || standing == .candidate && !ofPursuing
    }

    func isPrivate(_ index: Int) -> Bool { list.all.read(index) { $0.isPrivate(inPrivate: sequences.isPrivate) } }

    // MARK: - Fingers

    /// Whether it has a standing, and no other may be recognized from its fingers.
    private func isExclusive(_ index: Int, _ standing: Recognizer.Standing) -> Bool {
        list.all.read(index) { !$0.options.isSimultaneous && $0.standing == standing }
    }

    private func isCountedAsDeeper(_ index: Int) -> Bool {
        isExclusive(index, .candidate) && (!contest.countsLosers || list.all.read(index) { $0.bonds.contains(.loses) })
    }

    /// Whether a recognizer has fingers that others claim. Those do not count to which it is simultaneous.
    private func overlaps(_ index: Int, _ claims: inout Claims, _ isCounted: (Int) -> Bool) -> Bool {
        let claim = list.all.read(index) { $0.claim }
        guard claims.overlap(claim) else { return false }
        list.relations.forEach(.simultaneous, of: index) { other in
            if isCounted(other) { claims.remove(list.all.read(other) { $0.claim }) }
        }
        let result = claims.overlap(claim)
        list.relations.forEach(.simultaneous, of: index) { other in
            if isCounted(other) { claims.add(list.all.read(other) { $0.claim }) }
        }
        return result
    }

    // MARK: - Taps

    /// Whether a tap waits for a recognizer on its view that needs more taps. It does not if both are simultaneous.
    private func hasHigherTap(_ index: Int, ofPursuing: Bool) -> Bool {
        guard list.all.read(index, { $0.isTap && !$0.options.isSimultaneous }) else { return false }
        countTaps(on: index)
        guard findHigherTap(index, ofPursuing: ofPursuing) else { return false }
        list.relations.forEach(.simultaneous, of: index) { countTap($0, by: -1) }
        let result = findHigherTap(index, ofPursuing: ofPursuing)
        list.relations.forEach(.simultaneous, of: index) { countTap($0, by: 1) }
        return result
    }

    private func findHigherTap(_ index: Int, ofPursuing: Bool) -> Bool {
        let (group, rank) = (tapGroup(index), list.all.read(index) { $0.tapRank })
        return contest.taps.hasHigher(group, than: rank, isCandidate: false)
            || !ofPursuing && contest.taps.hasHigher(group, than: rank, isCandidate: true)
    }

    private func tapGroup(_ index: Int) -> TapCounts.Group {
        TapCounts.Group(fingers: list.all.read(index) { $0.options.minFingers }, isPrivate: isPrivate(index))
    }

    /// Counts the recognizers on the view of one of them for which taps may wait, if that has not been done.
    private func countTaps(on index: Int) {
        let view = list.all.read(index) { $0.view }
        guard contest.taps.view != view else { return }
        contest.taps.begin(view)
        forEachOnView(of: index) { countTap($0, by: 1) }
    }

    /// Counts a recognizer if taps on the view that is counted may wait for it.
    private func countTap(_ index: Int, by step: Int16) {
        let isCounted = list.all.read(index) {
            $0.tapRank > 0 && !$0.options.isSimultaneous && $0.view == contest.taps.view
        }
        guard isCounted, isWaiting(index) else { return }
        let (rank, isCandidate) = list.all.read(index) { ($0.tapRank, $0.standing == .candidate) }
        contest.taps.change(tapGroup(index), rank: rank, isCandidate: isCandidate, by: step)
    }
}
