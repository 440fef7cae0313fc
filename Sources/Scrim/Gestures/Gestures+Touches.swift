// SPDX-License-Identifier: MIT

// How samples of touches, and time, become events.
//
// Recognisers see the fingers that came down on their view or inside it, wherever these go from there; a view's
// recognisers follow one finger, and a second one fails what is not yet recognised. All recognisers are independent but
// for taps on one view.

extension Gestures {
    /// Feeds `count` samples and hands over the events they cause. It stops before a sample whose events may not fit in
    /// `room`.
    ///
    /// - Throws: `closed`; `bufferTooSmall`, where `inProgress` is the room that is needed; what `sample` throws.
    package func feed(
        _ count: Int, room: Int, sample: (Int) throws(Failure) -> TouchSample, emit: (Int, GestureEvent) -> Void
    ) throws(Failure) -> (consumed: Int, produced: Int) {
        try checkOpen()
        var (consumed, produced) = (0, 0)
        while consumed < count {
            let touch = try sample(consumed)
            lookForSecrets()
            // What is due before the sample comes first. Its events may leave no room for those of the sample, which is
            // then left for the next call; but either fits where each recogniser has room for one event.
            guard inProgress <= room &- produced else { break }
            fireTimers(until: touch.time)
            produced = handOver(from: produced, emit)
            guard inProgress <= room &- produced else { break }
            take(touch)
            produced = handOver(from: produced, emit)
            consumed &+= 1
        }
        if count > 0, consumed == 0, produced == 0 { throw .bufferTooSmall }
        return (consumed, produced)
    }

    /// Fires what is due at `time`.
    ///
    /// - Throws: as `feed`; then nothing has changed.
    package func advance(
        to time: UInt64, room: Int, emit: (Int, GestureEvent) -> Void
    ) throws(Failure) -> Int {
        try checkOpen()
        lookForSecrets()
        guard dueTime > time || dueTime == .max || inProgress <= room else { throw .bufferTooSmall }
        fireTimers(until: time)
        return handOver(from: 0, emit)
    }

    /// When `advance` is to be called next; the end of time: not at all.
    package var nextDeadline: UInt64 { scene.isClosed ? .max : dueTime }

    /// The most events that the next sample can cause.
    package var roomNeeded: Int { inProgress }

    private func handOver(from start: Int, _ emit: (Int, GestureEvent) -> Void) -> Int {
        var index = 0
        while index < outbox.count {
            emit(start &+ index, outbox[index])
            index &+= 1
        }
        outbox.truncate(0)
        return start &+ index
    }

    // MARK: - Time

    private func fireTimers(until time: UInt64) {
        while dueTime <= time, dueTime != .max {
            let deadline = dueTime
            forEach { $0.expire(at: deadline) }
            settle()
        }
        now = max(now, time)
    }

    // MARK: - Samples

    private func take(_ touch: TouchSample) {
        let finger = fingers.find(touch.id)
        // A finger that nobody knows may still give a sequence away, or be given away by it.
        let isNew = touch.phase == .began && finger == nil
        if !isNew, sequences.isRunning, scene.isSecure(at: touch.point) { turnPrivate() }
        if isNew { return begin(touch) }
        guard let finger, touch.phase != .began else { return }
        if finger < Fingers.followed {
            let time = now
            switch touch.phase {
            case .began: break
            case .moved: forEach { $0.move(finger, to: touch.point, time: time) }
            case .ended: forEach { $0.lift(finger, at: touch.point, time: time) }
            case .cancelled: forEach { $0.cancel(finger, at: touch.point, time: time) }
            }
        }
        if touch.phase != .moved {
            fingers.remove(finger)
            if fingers.isEmpty { endSequence() }
        }
        settle()
    }

    private func begin(_ touch: TouchSample) {
        if fingers.isEmpty { beginSequence() }
        let hit = scene.hit(touch.point)
        let target = hit.view != 0 ? hit.view : hit.window
        guard let finger = fingers.add(Finger(id: touch.id, target: target)) else { return turnPrivate() }
        if scene.isSecure(at: touch.point) || target != 0 && scene.isSecure(target) { turnPrivate() }
        if finger < Fingers.followed, target != 0 {
            let press = Press(
                finger: finger, sequence: sequences.current, isHidden: sequences.isPrivate, time: now,
                down: touch.point, last: touch.point)
            findPath(to: target)
            forEachOnPath { $0.makeWay(for: press) }
            // What waited for a run that has just been given up is sent, and free for the new press.
            settle()
            forEachOnPath { $0.begin(press) }
        }
        settle()
    }

    // MARK: - Sequences

    private func beginSequence() {
        sequences.begin()
        forEach { $0.changeTap { $0.sequenceBegan() } }
    }

    private func endSequence() {
        sequences.end()
        forEach { $0.changeTap { $0.forgetEarlier() } }
    }

    private func turnPrivate() {
        guard !sequences.isPrivate else { return }
        sequences.turnPrivate()
        forEach { $0.changeTap { $0.sequenceTurnedPrivate() } }
        takeStock()
    }

    /// Looks whether a view under a finger has turned secure since the last sample, or is gone, so that nobody can
    /// tell.
    private func lookForSecrets() {
        guard sequences.isRunning, !sequences.isPrivate else { return }
        if fingers.anyTarget({ scene.isSecure($0) }) { turnPrivate() }
    }

    // MARK: - Recognisers

    private func forEach(_ body: (inout Recognizer) -> Void) {
        var index = 0
        while index < recognizers.count {
            recognizers.update(index, body)
            index &+= 1
        }
    }

    private func findPath(to target: UInt64) {
        var (id, depth) = (target, 0)
        while true {
            id = scene.parent(id)
            if id == 0 { break }
            depth &+= 1
        }
        // Room for the deepest was reserved.
        try? path.resize(depth &+ 1)
        id = target
        while id != 0 {
            path[depth] = id
            depth &-= 1
            id = scene.parent(id)
        }
    }

    private func forEachOnPath(_ body: (inout Recognizer) -> Void) {
        var index = 0
        while index < recognizers.count {
            recognizers.update(index) { if path[$0.depth] == $0.view { body(&$0) } }
            index &+= 1
        }
    }
}
