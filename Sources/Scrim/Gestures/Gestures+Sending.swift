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
        var isMoving = true
        while isMoving {
            isMoving = false
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
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            let recognizer = list.all[index]
            if recognizer.standing == .candidate, recognizer.options.kind == .tap,
                path[recognizer.depth] == recognizer.view, isPrivate(index) == contact.isPrivate, isOutranked(index)
            {
                list.all.update(index) { $0.fail() }
            }
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

    /// Counts the recognizers in progress, and finds the next deadlines.
    func takeStock() {
        var (kept, count, deadline, privateDeadline) = (0, 0, UInt64.max, UInt64.max)
        let isPrivate = sequences.isPrivate
        listening.truncate(0)
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            list.all.update(index) { recognizer in
                guard recognizer.isAttentive else { return recognizer.forgetPoints() }
                attentive[kept] = index
                kept &+= 1
                // There is room: it was reserved.
                if recognizer.followed != 0 { try? listening.append(index) }
                if recognizer.isInProgress { count &+= 1 }
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
        if list.all[index].hasNews { send(index) }
        guard list.all[index].standing == .candidate else { return false }
        // A view that has been removed has no gestures.
        if !scene.contains(list.all[index].view) || isExcluded(index) {
            list.all.update(index) { $0.fail() }
            return true
        }
        if isHeldBack(index) || isOutranked(index) { return false }
        recognize(index)
        return true
    }

    private func recognize(_ index: Int) {
        // Those that wait for it, or were outranked by it, are then next.
        if refuses(index) { return list.all.update(index) { $0.fail() } }
        forEachOther(index) { other in
            let standing = list.all[other].standing
            guard standing == .pursuing || standing == .candidate else { return }
            if requires(other, index), isPrivate(other) == isPrivate(index) {
                failOutranked(by: other, beside: index)
                list.all.update(other) { $0.fail() }
            } else if excludes(index, other) {
                list.all.update(other) { $0.fail() }
            }
        }
        list.all.update(index) { $0.recognize(at: now, &fingers) }
        send(index)
    }

    /// Fails the recognizers that waited for a deeper one which is about to fail because `winner` was recognized: the
    /// winner has their fingers now.
    private func failOutranked(by deeper: Int, beside winner: Int) {
        guard list.all[deeper].standing == .candidate else { return }
        forEachOther(deeper) { other in
            if other != winner, list.all[other].standing == .candidate, !areSimultaneous(other, winner),
                list.all[deeper].depth > list.all[other].depth, excludes(deeper, other)
            {
                list.all.update(other) { $0.fail() }
            }
        }
    }

    /// Whether a gesture that has begun excludes it.
    private func isExcluded(_ index: Int) -> Bool {
        anyOther(index) { list.all[$0].standing == .active && excludes($0, index) }
    }

    /// Whether it waits for others to fail. With `ofPursuing`, only others whose conditions are not met yet count.
    private func isHeldBack(_ index: Int, ofPursuing: Bool = false) -> Bool {
        anyOther(index) { other in
            let standing = list.all[other].standing
            guard standing == .pursuing || standing == .candidate && !ofPursuing else { return false }
            return isPrivate(other) == isPrivate(index) && requires(index, other)
        }
    }

    /// Whether a recognizer on a deeper view wants the same fingers, but still waits.
    private func isOutranked(_ index: Int) -> Bool {
        anyOther(index) { other in
            list.all[other].standing == .candidate && list.all[other].depth > list.all[index].depth
                && excludes(other, index)
        }
    }

    /// Whether two follow the same fingers, and may not both be recognized.
    private func excludes(_ first: Int, _ second: Int) -> Bool {
        let (one, other) = (list.all[first].involved, list.all[second].involved)
        return one.sequence == other.sequence && one.fingers & other.fingers != 0 && !areSimultaneous(first, second)
    }

    func isPrivate(_ index: Int) -> Bool { list.all.read(index) { $0.isPrivate(inPrivate: sequences.isPrivate) } }

    // MARK: - What would wait for ever

    /// Fails one recognizer that still waits although its fingers are gone. Only taps may wait longer.
    private func dropLeftOver() -> Bool {
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            let recognizer = list.all[index]
            if recognizer.standing == .candidate, recognizer.options.kind != .tap, recognizer.followed == 0 {
                list.all.update(index) { $0.fail() }
                return true
            }
        }
        return false
    }

    /// Recognizes a candidate if all candidates wait for each other. Required failures cannot form a circle, so the
    /// order of depth must be part of it. The first candidate that only waits for a deeper view is recognized.
    private func breakTie(amongPrivate: Bool) -> Bool {
        var first = -1
        for next in steps(to: attentive.count) {
            let index = attentive[next]
            if list.all[index].standing == .candidate, isPrivate(index) == amongPrivate {
                if isHeldBack(index, ofPursuing: true) { return false }
                if first < 0, !isHeldBack(index) { first = index }
            }
        }
        guard first >= 0 else { return false }
        recognize(first)
        return true
    }

    private func anyOther(_ index: Int, _ test: (Int) -> Bool) -> Bool {
        for next in steps(to: attentive.count) {
            let other = attentive[next]
            if other != index, test(other) { return true }
        }
        return false
    }

    private func forEachOther(_ index: Int, _ body: (Int) -> Void) {
        _ = anyOther(index) {
            body($0)
            return false
        }
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
