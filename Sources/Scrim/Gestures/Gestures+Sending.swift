// SPDX-License-Identifier: MIT

// Decides which recognizers send an event after a sample. The deepest views come first. Only one of the recognizers
// that follow the same fingers is recognized, and the others fail, unless they may be recognized together. A recognizer
// that waits for others is recognized as soon as they have failed.
//
// Private gestures and others neither wait for each other nor exclude each other. While a private sample is taken, only
// private gestures may be sent, even if others are due: see `sparesOpen`.

extension Gestures {
    /// Sends all events that are ready, and then updates the counts and deadlines.
    func resolve() {
        startContest()
        var isMoving = true
        while isMoving {
            isMoving = false
            contest.restart()
            for index in steps(to: attentive.count) {
                if attempt(attentive[index]) { isMoving = true }
            }
            // The order matters: nobody must wait for a recognizer whose fingers are gone.
            if !isMoving {
                isMoving =
                    dropLeftOver() || !sparesOpen && breakTie(amongPrivate: false) || breakTie(amongPrivate: true)
            }
        }
        if !sparesOpen { isUnresolved = false }
        takeStock()
    }

    /// Fails the taps on the path of a new finger that wait for a recognizer on a deeper view. They would lose to it
    /// anyway, and they cannot follow the new press while they wait.
    func freeTaps(for contact: Contact) {
        contest.start()
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            let isTap = list.all.read(index) {
                $0.isTap && $0.standing == .candidate && path[$0.depth] == $0.view
            }
            if isTap, isPrivate(index) == contact.isPrivate, isOutranked(index) { fail(index) }
        }
    }

    /// Ends what waits from private sequences, so that it does not delay a sequence that is not private.
    func resolvePrivate() {
        forEachAttentive { $0.forgetPrivate() }
        resolve()
        forEachAttentive { if $0.tap?.run.isPrivate ?? false { $0.fail() } }
    }

    /// Sends the events of gestures that have begun. Nothing changes for the other recognizers.
    func sendNews() {
        for next in steps(to: listening.count) {
            let index = listening[next]
            if list.all.update(index, { $0.hasNews }) { send(index) }
        }
    }

    /// Finds the recognizers that have something to do, among all.
    func findAttentive() {
        attentive.truncate(0)
        for index in steps(to: list.all.count) {
            // There is room: it was reserved.
            if list.all.update(index, { $0.isAttentive }) { try? attentive.append(index) }
        }
    }

    /// Counts the events that may come next, and finds the next deadlines. A recognizer sends one event at a time. But if it
    /// follows a scroll and waits for others, deadlines may let it begin and then end the scroll, which are two events.
    func takeStock() {
        let isPrivate = sequences.isPrivate
        var (kept, count, deadline) = (0, 0, scroll.dueTime)
        var privateDeadline = isPrivate ? deadline : .max
        listening.truncate(0)
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            list.all.update(index) { recognizer in
                recognizer.forgetPoints()
                guard recognizer.isAttentive else { return }
                attentive[kept] = index
                kept &+= 1
                // There is room: it was reserved.
                if recognizer.followed != 0 { try? listening.append(index) }
                if recognizer.isInProgress {
                    let mayEndToo = scroll.isRunning && recognizer.followed != 0 && recognizer.standing == .candidate
                    count &+= mayEndToo ? 2 : 1
                }
                let due = recognizer.deadline
                deadline = min(deadline, due)
                if recognizer.isPrivate(inPrivate: isPrivate) { privateDeadline = min(privateDeadline, due) }
            }
        }
        attentive.truncate(kept)
        (inProgress, dueTime) = (count, isUnresolved && count > 0 ? openNow : deadline)
        privateDueTime = privateDeadline
    }

    /// Visits the recognizers that have something to do.
    func forEachAttentive(_ body: (inout Recognizer) -> Void) {
        for index in steps(to: attentive.count) {
            list.all.update(attentive[index], body)
        }
    }

    // MARK: - The contest

    /// Sends a recognizer's pending event, and recognizes it if nothing prevents that. Returns whether this can change
    /// the outcome for others.
    private func attempt(_ index: Int) -> Bool {
        if sparesOpen, !isPrivate(index) { return false }
        if list.all.read(index, { $0.hasNews }) { send(index) }
        guard list.all.read(index, { $0.standing == .candidate }) else { return false }
        // A view that has been removed has no gestures.
        if !scene.contains(list.all.read(index) { $0.view }) || isExcluded(index) {
            fail(index)
            return true
        }
        if isHeldBack(index) || isOutranked(index) { return false }
        recognize(index)
        return true
    }

    private func recognize(_ index: Int) {
        // Those that wait for it, or were outranked by it, are then next.
        if refuses(index) { return fail(index) }
        let isSimultaneous = list.all.read(index) { $0.options.isSimultaneous }
        isSimultaneous ? failWaiting(for: index) : failLosers(to: index)
        withdraw(index)
        list.all.update(index) { $0.recognize(at: now, &fingers) }
        if !isSimultaneous, list.all.read(index, { $0.standing == .active }) {
            contest.taken.add(list.all.read(index) { $0.claim })
        }
        send(index)
    }

    /// Fails the recognizers that waited for the failure of another, which is about to be recognized.
    private func failWaiting(for winner: Int) {
        let isPrivate = isPrivate(winner)
        list.relations.forEach(.awaited, of: winner) { other in
            if isWaiting(other), self.isPrivate(other) == isPrivate { fail(other) }
        }
    }

    /// Fails the recognizers that waited for the failure of another, which is about to be recognized, and those that
    /// follow the same fingers. Also fails those that a candidate outranks which fails now: the winner has their
    /// fingers.
    ///
    /// This takes a look at all. There is one such winner for a finger, or several that are simultaneous by relations.
    private func failLosers(to winner: Int) {
        let (isPrivate, claim) = (isPrivate(winner), list.all.read(winner) { $0.claim })
        mark(.awaited, of: winner, as: .waits)
        mark(.simultaneous, of: winner, as: .simultaneous)
        contest.restart(ofLosers: true)
        for next in steps(to: attentive.count) {
            let other = attentive[next]
            guard other != winner, isWaiting(other) else { continue }
            let (bonds, isCandidate) = list.all.read(other) { ($0.bonds, $0.standing == .candidate) }
            let isSpared = bonds.contains(.simultaneous) || list.all.read(other) { $0.options.isSimultaneous }
            let waits = bonds.contains(.waits) || !isSpared && isLowerTap(other, than: winner)
            if isCandidate, !isSpared, isOutranked(other) {
                fail(other)
            } else if waits, self.isPrivate(other) == isPrivate {
                // A candidate fails later: it still outranks others.
                if isCandidate { list.all.update(other) { $0.bonds.formUnion(.loses) } } else { fail(other) }
            } else if !isSpared, list.all.read(other, { $0.claim.overlaps(claim) }) {
                fail(other)
            }
        }
        contest.restart()
        for next in steps(to: attentive.count) {
            let other = attentive[next]
            if list.all.read(other, { $0.bonds.contains(.loses) }) { fail(other) }
            list.all.update(other) { $0.bonds = [] }
        }
    }

    private func mark(_ role: Relations.Role, of winner: Int, as bond: Recognizer.Bonds) {
        list.relations.forEach(role, of: winner) { other in
            if isWaiting(other) { list.all.update(other) { $0.bonds.formUnion(bond) } }
        }
    }

    // MARK: - What would wait for ever

    /// Fails the recognizers that still wait although their fingers are gone. Only taps may wait longer. If others may
    /// wait for one of them, it is the last for now. Returns whether there were any.
    private func dropLeftOver() -> Bool {
        var (last, hasDropped) = (attentive.count &- 1, false)
        while last >= 0, list.all.read(attentive[last], { $0.standing != .candidate }) { last &-= 1 }
        let leastDepth = list.all.read(attentive[last]) { $0.depth }
        for next in steps(to: last &+ 1) {
            let index = attentive[next]
            let isLeftOver = list.all.read(index) {
                $0.standing == .candidate && !$0.isTap && $0.followed == 0
            }
            guard isLeftOver else { continue }
            fail(index)
            hasDropped = true
            let mayBeAwaited = list.all.read(index) { $0.depth > leastDepth || $0.tapRank > 0 }
            if mayBeAwaited || list.relations.contains(of: index, where: { role, _ in role == .awaited }) { break }
        }
        return hasDropped
    }

    /// Recognizes a candidate if all candidates wait for each other. Required failures cannot form a circle, so the
    /// order of depth must be part of it. The first candidate that only waits for a deeper view is recognized.
    private func breakTie(amongPrivate: Bool) -> Bool {
        var first = -1
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            if list.all.read(index, { $0.standing == .candidate }), isPrivate(index) == amongPrivate {
                if isHeldBack(index, ofPursuing: true) { return false }
                if first < 0, !isHeldBack(index) { first = index }
            }
        }
        guard first >= 0 else { return false }
        recognize(first)
        return true
    }

    // MARK: - Sending

    private func send(_ index: Int) {
        let last = outbox.count
        let isThere = scene.contains(list.all.update(index) { $0.view })
        let isEvent = list.all.update(index) { write(&$0) }
        if !isThere || !isEvent { outbox.truncate(last) }
    }

    /// Adds the pending event of a recognizer to the outbox. Returns false if there is none.
    func write(_ recognizer: inout Recognizer) -> Bool {
        let last = outbox.count
        // There is room: it was reserved. The event is written where it stays: it is large.
        try? outbox.append(GestureEvent())
        if sequences.isPrivate || recognizer.isPrivateTap { (hasPrivateEvents, hasLeftPoints) = (true, true) }
        let isEvent = outbox.update(last) { recognizer.takeEvent(&$0) }
        if recognizer.options.hasViewCoordinates {
            let space = scene.space(of: recognizer.view)
            outbox.update(last) { $0.setViewCoordinates(in: space) }
        }
        return isEvent
    }
}
