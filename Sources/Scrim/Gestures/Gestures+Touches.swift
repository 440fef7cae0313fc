// SPDX-License-Identifier: MIT

// How samples of touches, and time, become events.
//
// Recognisers see the fingers that came down on their view or inside it, wherever these go from there.

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
        defer { sparesOpen = false }
        while consumed < count {
            let touch = try sample(consumed)
            lookForSecrets()
            // What is due before the sample comes first. Its events may leave no room for those of the sample, which is
            // then left for the next call; but either fits where each recogniser has room for one event.
            guard inProgress <= room &- produced else { break }
            let arrival = look(at: touch)
            if !arrival.isOpen || !arrival.isHeard || sequences.isPrivate { hasLeftPoints = true }
            if arrival.isHeard {
                tell(touch, arrival)
                let due = arrival.isOpen ? openNow : latest
                if (sparesOpen ? privateDueTime : dueTime) <= due {
                    fireTimers(until: due)
                    produced = handOver(from: produced, emit)
                    guard inProgress <= room &- produced else { break }
                }
                now = arrival.isOpen && !(sequences.isRunning && sequences.isPrivate) ? openNow : latest
                if privateTouches.isAwaiting { privateTouches.advance(to: latest, scene) }
                take(touch, arrival)
                produced = handOver(from: produced, emit)
            } else if arrival.isStray {
                turnPrivate(scene.privacySource(at: touch.point))
            }
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
        (openNow, latest) = (max(openNow, time), max(latest, time))
        if sequences.isPrivate { hasLeftPoints = true }
        fireTimers(until: time)
        now = max(now, time)
        privateTouches.advance(to: time, scene)
        return handOver(from: 0, emit)
    }

    /// Cancels every finger that is down.
    ///
    /// - Throws: as `feed`; then nothing has changed.
    package func cancel(at time: UInt64, room: Int, emit: (Int, GestureEvent) -> Void) throws(Failure) -> Int {
        try checkOpen()
        lookForSecrets()
        guard inProgress <= room else { throw .bufferTooSmall }
        (openNow, latest) = (max(openNow, time), max(latest, time))
        now = max(now, time)
        privateTouches.advance(to: latest, scene)
        if sequences.isPrivate { hasLeftPoints = true }
        while let slot = fingers.first { drop(slot) }
        endSequence()
        resolve()
        return handOver(from: 0, emit)
    }

    /// When `advance` is to be called next; the end of time: not at all.
    package var nextDeadline: UInt64 { scene.isClosed ? .max : min(dueTime, privateTouches.dueTime) }

    /// The most events that the next sample can cause.
    package var roomNeeded: Int { inProgress }

    private func handOver(from start: Int, _ emit: (Int, GestureEvent) -> Void) -> Int {
        let count = outbox.count
        if count == 0, !hasPrivateEvents { return start }
        for index in steps(to: count) {
            outbox.update(index) { emit(start &+ index, $0) }
        }
        if hasPrivateEvents {
            outbox.wipe(from: 0, to: count &+ 1)
            hasPrivateEvents = false
        }
        outbox.truncate(0)
        return start &+ count
    }

    // MARK: - Time

    private func fireTimers(until time: UInt64) {
        while true {
            let deadline = sparesOpen ? privateDueTime : dueTime
            guard deadline <= time, deadline != .max else { return }
            now = max(now, deadline)
            let (sparesOpen, isPrivate) = (sparesOpen, sequences.isPrivate)
            forEachAttentive { if !sparesOpen || $0.isPrivate(inPrivate: isPrivate) { $0.expire(at: deadline) } }
            resolve()
        }
    }

    // MARK: - Samples

    /// What a sample is of, looked up before anything comes to its end.
    private struct Arrival {
        /// The slot of its finger, where that is down.
        var finger: Int?
        /// What a finger that comes down hits, and how private that is.
        var target: UInt64 = 0
        var source = PrivacySource()
        /// Nothing private has a part in it.
        var isOpen = false
        /// It is of a finger that is down, or comes down.
        var isHeard = true
        /// It is of a finger that nobody knows, in something private: that gives a sequence away that was not.
        var isStray = false
    }

    private func look(at touch: TouchSample) -> Arrival {
        var arrival = Arrival(finger: fingers.find(touch.id))
        if touch.phase == .began {
            let hit = scene.hit(touch.point)
            arrival.target = hit.view != 0 ? hit.view : hit.window
            arrival.source = scene.privacySource(at: touch.point, hitting: arrival.target)
            arrival.isOpen = arrival.source.isOpen
        } else if let finger = arrival.finger {
            arrival.isOpen = fingers.isOpen(finger) && !shows(touch.point, finger)
        } else {
            arrival.isHeard = false
            arrival.isStray = sequences.isRunning && !sequences.isPrivate && shows(touch.point, nil)
        }
        return arrival
    }

    /// Puts the clocks forward to a sample, and decides whether it may bring only what is private to its end.
    ///
    /// Where fingers that are not private are in its sequence, or were before it turned private, nothing is left to spare: what
    /// waited when they came down is private with them.
    private func tell(_ touch: TouchSample, _ arrival: Arrival) {
        latest = max(latest, touch.time)
        if arrival.isOpen { openNow = max(openNow, touch.time) }
        sparesOpen = !arrival.isOpen && (sequences.isPrivate || !sequences.isRunning)
        #if SCRIM_TEST_HOOKS
        if leaks & 16 != 0 { sparesOpen = false }
        if leaks & 32 != 0 { openNow = latest }
        #endif
    }

    private func take(_ touch: TouchSample, _ arrival: Arrival) {
        if touch.phase == .began { return begin(touch, arrival) }
        guard let finger = arrival.finger else { return }
        if !arrival.isOpen, sequences.isRunning, !sequences.isPrivate {
            turnPrivate(scene.privacySource(at: touch.point))
        }
        if sequences.isPrivate { privateTouches.go(touch, at: latest) }
        touch.phase == .moved ? move(finger, touch) : end(finger, touch)
    }

    private func contact(_ slot: Int, _ point: Point) -> Contact {
        #if SCRIM_TEST_HOOKS
        let isPrivate = sequences.isPrivate && leaks & 1 == 0
        #else
        let isPrivate = sequences.isPrivate
        #endif
        return Contact(slot: slot, sequence: sequences.current, isPrivate: isPrivate, time: now, point: point)
    }

    private func move(_ slot: Int, _ touch: TouchSample) {
        fingers.move(slot, to: touch.point, time: now)
        guard slot < Fingers.followed else { return }
        let contact = contact(slot, touch.point)
        var (hasNews, isResolved) = (false, true)
        for index in steps(to: listening.count) {
            switch list.all.update(listening[index], { $0.move(contact, &fingers) }) {
            case .nothing: break
            case .news: hasNews = true
            case .phase: isResolved = false
            }
        }
        if !isResolved || isUnresolved {
            resolve()
        } else if hasNews {
            sendNews()
        }
    }

    private func end(_ slot: Int, _ touch: TouchSample) {
        fingers.lift(slot, at: touch.point, time: now)
        if slot < Fingers.followed {
            let contact = contact(slot, touch.point)
            if touch.phase == .ended {
                forEachAttentive { $0.lift(contact, &fingers) }
            } else {
                forEachAttentive { $0.cancel(contact, &fingers) }
            }
        }
        let target = fingers[slot].target
        fingers.remove(slot)
        if fingers.isEmpty { endSequence() }
        if sequences.isPrivate { privateTouches.lift(touch, isTap: target != 0, at: latest, scene) }
        resolve()
    }

    private func begin(_ touch: TouchSample, _ arrival: Arrival) {
        let (target, source) = (arrival.target, arrival.source)
        if let known = arrival.finger {
            // One that begins a second time was perhaps down all the while: on its way it may have been anywhere.
            if sequences.isRunning, !sequences.isPrivate, shows(touch.point, known) {
                turnPrivate(scene.privacySource(at: touch.point))
            }
            if !source.isOpen { turnPrivate(source) }
        }
        // A private finger must not be what shows that others are lost: it is one more of their sequence.
        dropLost(arrival.finger, isOpen: source.isOpen)
        let isFirst = fingers.isEmpty
        if isFirst { beginSequence(isOpen: source.isOpen) }
        if source.isOpen { bindWhatWaits() }
        let new = Finger(
            id: touch.id, target: target, down: touch.point, point: touch.point, previous: touch.point, time: now,
            isOpen: source.isOpen)
        guard let slot = fingers.add(new) else { return turnPrivate(PrivacySource(level: .unknown)) }
        if !source.isOpen { turnPrivate(source) }
        if sequences.isPrivate { privateTouches.begin(touch, source, isFirst: isFirst, at: latest) }
        if slot < Fingers.followed, target != 0 {
            let contact = contact(slot, touch.point)
            findPath(to: target)
            forEachAttentive { if path[$0.depth] == $0.view { $0.makeWay(for: contact) } }
            // What waited for a run that has just been given up is sent, and free for the new press.
            resolve()
            freeTaps(for: contact)
            let frame = scene.windowFrame(path[0])
            forEachOnPath { $0.begin(contact, in: frame, fingers) }
            findAttentive()
        }
        resolve()
    }

    /// Cancels the finger whose "began" comes once more, and those of which nothing has been heard for long: what they
    /// did since was lost.
    @inline(never)
    private func dropLost(_ known: Int?, isOpen: Bool) {
        var hasDropped = false
        if let known {
            drop(known)
            hasDropped = true
        }
        while isOpen, patience > 0, now > patience, let lost = fingers.find(silentSince: now &- patience) {
            drop(lost)
            hasDropped = true
        }
        guard hasDropped else { return }
        if fingers.isEmpty { endSequence() }
        resolve()
    }

    private func drop(_ slot: Int) {
        if slot < Fingers.followed {
            let contact = contact(slot, fingers[slot].point)
            fingers.lift(slot, at: contact.point, time: now)
            forEachAttentive { $0.cancel(contact, &fingers) }
        }
        privateTouches.cancel()
        fingers.remove(slot)
    }

    // MARK: - Sequences

    /// One that is private from its begin on leaves what waits as it is; one that is not is not held up by what is.
    private func beginSequence(isOpen: Bool) {
        sequences.begin()
        privateTouches.start()
        guard isOpen else { return sequences.turnPrivate() }
        now = openNow
        resolvePrivate()
    }

    /// A finger that is not private comes down. What waits by then shares its fate; so what becomes of that does not tell
    /// whether a private one came before it or later.
    @inline(never)
    private func bindWhatWaits() {
        // Only from here on must what is no longer private stay so. A sequence of private fingers alone may change nothing in
        // what records say of other views.
        if !sequences.hasOpen { hold = scene.holdPrivacy() }
        sequences.open()
        #if SCRIM_TEST_HOOKS
        if leaks & 8 != 0 { return }
        #endif
        sequences.bind(from: firstWaiting)
        if sequences.isPrivate { forEachAttentive { $0.hide() } }
    }

    @inline(never)
    private func endSequence() {
        guard sequences.isRunning else { return }
        sequences.end()
        hold = nil
    }

    /// The sequence turns private, if it is not. All that is in progress does too; what was recognised stops.
    @inline(never)
    private func turnPrivate(_ source: PrivacySource) {
        guard sequences.isRunning, !sequences.isPrivate else { return }
        sequences.turnPrivate()
        var stops = false
        forEachAttentive { if $0.turnPrivate(at: now, &fingers) { stops = true } }
        isUnresolved = isUnresolved || stops
        privateTouches.enter(source, at: latest)
        takeStock()
    }

    /// Looks whether a view under a finger has turned secure since the last sample, or is gone, so that nobody can
    /// tell.
    private func lookForSecrets() {
        guard scene.generation != seenGeneration else { return }
        seenGeneration = scene.generation
        fingers.forgetClear()
        guard sequences.isRunning, !sequences.isPrivate else { return }
        var found = PrivacySource()
        _ = fingers.anyTarget { target in
            found = scene.privacySource(of: target)
            return !found.isOpen
        }
        if !found.isOpen { turnPrivate(found) }
    }

    /// Whether something private shows at a point. Each finger keeps the area around it that is known to be clear.
    private func shows(_ point: Point, _ finger: Int?) -> Bool {
        guard let finger else { return !scene.privacySource(at: point).isOpen }
        if fingers.isClear(finger, point) { return false }
        fingers.setClear(finger, scene.clearArea(around: point))
        return !fingers.isClear(finger, point) && !scene.privacySource(at: point).isOpen
    }

    // MARK: - Views

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
        for index in steps(to: list.all.count) {
            list.all.update(index) { if path[$0.depth] == $0.view, $0.options.kind != .host { body(&$0) } }
        }
    }
}
