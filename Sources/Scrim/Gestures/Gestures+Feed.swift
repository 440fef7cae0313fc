// SPDX-License-Identifier: MIT

// How samples of touches, and time, become events.

extension Gestures {
    /// Feeds `count` samples and hands over the events they cause. It stops before a sample whose events may not fit in
    /// `room`.
    ///
    /// - Throws: `closed`; `bufferTooSmall`, and `roomNeeded` is then the room that is needed; what `sample` throws.
    package func feed(
        _ count: Int, room: Int, sample: (Int) throws(Failure) -> TouchSample, emit: (Int, inout GestureEvent) -> Void
    ) throws(Failure) -> (consumed: Int, produced: Int) {
        try checkScene()
        var (consumed, produced) = (0, 0)
        defer { sparesOpen = false }
        while consumed < count {
            let touch = try sample(consumed)
            lookForSecrets()
            // Deadlines before the sample fire first. If their events leave too little room for the events of the
            // sample, the sample is left for the next call. Room for what `takeStock` counts is enough for either.
            guard inProgress <= room &- produced else { break }
            let arrival = look(at: touch)
            if !arrival.isOpen || !arrival.isHeard || sequences.isPrivate { hasLeftPoints = true }
            if arrival.isHeard {
                tell(touch.time, arrival)
                let due = arrival.isOpen ? openNow : latest
                if (sparesOpen ? privateDueTime : dueTime) <= due {
                    fireTimers(until: due)
                    produced = try handOver(from: produced, emit)
                    guard inProgress <= room &- produced else {
                        nextIsPrivate = !arrival.isOpen
                        break
                    }
                }
                now = arrival.isOpen && !(sequences.isRunning && sequences.isPrivate) ? openNow : latest
                if privateTouches.isAwaiting { privateTouches.advance(to: latest, scene) }
                take(touch, arrival)
                produced = try handOver(from: produced, emit)
            } else if arrival.isStray {
                turnPrivate(scene.privacySource(at: touch.point))
            }
            nextIsPrivate = false
            consumed &+= 1
        }
        if count > 0, consumed == 0, produced == 0 { throw .bufferTooSmall }
        return (consumed, produced)
    }

    /// Fires what is due at `time`.
    ///
    /// - Throws: as `feed`; then nothing has changed.
    package func advance(
        to time: UInt64, room: Int, emit: (Int, inout GestureEvent) -> Void
    ) throws(Failure) -> Int {
        try checkScene()
        lookForSecrets()
        guard dueTime > time || dueTime == .max || inProgress <= room else { throw .bufferTooSmall }
        (openNow, latest) = (max(openNow, time), max(latest, time))
        if sequences.isPrivate { hasLeftPoints = true }
        fireTimers(until: time)
        now = max(now, time)
        privateTouches.advance(to: time, scene)
        return try handOver(from: 0, emit)
    }

    /// Cancels every finger that is down, and drops the taps that wait.
    ///
    /// - Throws: as `feed`; then nothing has changed.
    package func cancel(at time: UInt64, room: Int, emit: (Int, inout GestureEvent) -> Void) throws(Failure) -> Int {
        try checkScene()
        try interrupt(at: time, room: room)
        nextIsPrivate = false
        while let slot = fingers.first { drop(slot) }
        endSequence()
        forEachAttentive { $0.dropRun() }
        resolve()
        return try handOver(from: 0, emit)
    }

    /// Enables or disables a recognizer. Disabling cancels its gesture, and those that waited for it may be recognized.
    ///
    /// - Throws: `notFound`; as `feed`. Then nothing has changed.
    package func setEnabled(
        _ id: UInt64, _ isEnabled: Bool, at time: UInt64, room: Int, emit: (Int, inout GestureEvent) -> Void
    ) throws(Failure) -> Int {
        try checkScene()
        let index = try find(id)
        if isEnabled || !list.all.read(index, { $0.isEnabled }) {
            list.all.update(index) { $0.isEnabled = isEnabled }
            return 0
        }
        try interrupt(at: time, room: room)
        list.all.update(index) { $0.disable(at: now, &fingers) }
        resolve()
        return try handOver(from: 0, emit)
    }

    /// Advances the clocks to a time at which the host ends gestures. What is due by then does not fire.
    ///
    /// - Throws: `bufferTooSmall`; then nothing has changed.
    private func interrupt(at time: UInt64, room: Int) throws(Failure) {
        lookForSecrets()
        guard inProgress <= room else { throw .bufferTooSmall }
        (openNow, latest) = (max(openNow, time), max(latest, time))
        now = max(now, time)
        privateTouches.advance(to: latest, scene)
        if sequences.isPrivate { hasLeftPoints = true }
    }

    /// When `advance` must be called next. `UInt64.max` means that no call is needed.
    package var nextDeadline: UInt64 {
        if scene.isClosed { return .max }
        let isStale = scene.removals != seenRemovals && inProgress > 0
        return min(isStale ? openNow : dueTime, privateTouches.dueTime)
    }

    /// The most events that the next sample can cause.
    package var roomNeeded: Int { inProgress }

    /// - Throws: `closed` or `forked` if the delegate destroyed the engine or forked while it was asked.
    func handOver(from start: Int, _ emit: (Int, inout GestureEvent) -> Void) throws(Failure) -> Int {
        if let ending {
            outbox.wipe(from: 0)
            outbox.truncate(0)
            // The host takes no events from a call that fails, so it would not wipe earlier ones of private touches.
            var blank = GestureEvent()
            for index in steps(to: start) { emit(index, &blank) }
            throw ending
        }
        let count = outbox.count
        if count == 0, !hasPrivateEvents { return start }
        for index in steps(to: count) {
            outbox.update(index) { emit(start &+ index, &$0) }
        }
        if hasPrivateEvents {
            outbox.wipe(from: 0, to: count &+ 1)
            hasPrivateEvents = false
        }
        outbox.truncate(0)
        return start &+ count
    }

    // MARK: - Time

    func fireTimers(until time: UInt64) {
        while true {
            let deadline = sparesOpen ? privateDueTime : dueTime
            guard deadline <= time, deadline != .max else { return }
            now = max(now, deadline)
            if scroll.dueTime <= deadline, !sparesOpen || sequences.isPrivate { finishScroll() }
            let (sparesOpen, isPrivate) = (sparesOpen, sequences.isPrivate)
            forEachAttentive { if !sparesOpen || $0.isPrivate(inPrivate: isPrivate) { $0.expire(at: deadline) } }
            resolve()
        }
    }
}
