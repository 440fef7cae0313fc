// SPDX-License-Identifier: MIT

// Handles fingers that come down, move and are lifted.
//
// A recognizer sees the fingers that came down on its view or inside it, even after they have left the view.

extension Gestures {
    func take(_ touch: TouchSample, _ arrival: Arrival) {
        if touch.phase == .began { return begin(touch, arrival) }
        guard let finger = arrival.finger else { return }
        if !arrival.isOpen, sequences.isRunning, !sequences.isPrivate {
            turnPrivate(scene.privacySource(at: touch.point))
        }
        if sequences.isPrivate { privateTouches.go(touch, at: latest) }
        touch.phase == .moved ? move(finger, touch) : end(finger, touch)
    }

    func contact(_ slot: Int, _ point: Point) -> Contact {
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
            release(contact(slot, touch.point), isCancelled: touch.phase == .cancelled)
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
            // A finger that begins a second time may have been down all the time, and may have touched anything.
            if sequences.isRunning, !sequences.isPrivate, shows(touch.point, known) {
                turnPrivate(scene.privacySource(at: touch.point))
            }
            if !source.isOpen { turnPrivate(source) }
        }
        if scroll.isRunning { dropScroll(source) }
        // A private finger must not reveal itself by cancelling lost ones, so it joins their sequence.
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
            forEachAttentive { if path[$0.depth] == $0.view { $0.makeWay(for: contact, &fingers) } }
            // Taps that waited for a run which has just failed are sent, so that they can follow the new press.
            resolve()
            freeTaps(for: contact)
            inform(of: contact)
        }
        resolve()
    }

    /// Cancels the finger that begins a second time, and fingers that have been silent for too long. Their samples were
    /// lost.
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

    func drop(_ slot: Int) {
        if slot < Fingers.followed {
            let contact = contact(slot, fingers[slot].point)
            fingers.lift(slot, at: contact.point, time: now)
            release(contact, isCancelled: true)
        }
        privateTouches.cancel()
        fingers.remove(slot)
    }

    /// Informs the recognizers on the path that a finger came down, or only those that see a scroll.
    @inline(never)
    func inform(of contact: Contact, ofScroll source: ScrollSource? = nil) {
        let frame = scene.windowFrame(path[0])
        forEachOnPath { recognizer in
            if let source, !recognizer.options.seesScroll(source) { return }
            recognizer.begin(contact, in: frame, &fingers)
        }
        findAttentive()
    }

    /// Informs the recognizers that a finger is gone.
    @inline(never)
    func release(_ contact: Contact, isCancelled: Bool) {
        forEachAttentive { isCancelled ? $0.cancel(contact, &fingers) : $0.lift(contact, &fingers) }
    }

    // MARK: - Views

    func findPath(to target: UInt64) {
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

    func forEachOnPath(_ body: (inout Recognizer) -> Void) {
        for index in steps(to: list.all.count) {
            list.all.update(index) {
                if path[$0.depth] == $0.view, $0.isEnabled, $0.options.kind != .host { body(&$0) }
            }
        }
    }
}
