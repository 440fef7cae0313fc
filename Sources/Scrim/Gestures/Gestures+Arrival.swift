// SPDX-License-Identifier: MIT

// Finds out which finger a sample belongs to and whether it is private, before the sample takes effect.

extension Gestures {
    /// What is known of a sample before deadlines fire and the sample takes effect.
    struct Arrival {
        /// The slot of its finger, or nil if the finger is not down.
        var finger: Int?
        /// For a finger that comes down, or a scroll that begins: what it hits, and how private that is.
        var target: UInt64 = 0
        var source = PrivacySource()
        /// The sample touches nothing private.
        var isOpen = false
        /// Its finger is down or comes down.
        var isHeard = true
        /// Its finger is unknown, and it touches something private. The current sequence must then become private.
        var isStray = false
    }

    func look(at touch: TouchSample) -> Arrival {
        // The finger of a scroll has no number.
        var arrival = Arrival(finger: scroll.isRunning ? nil : fingers.find(touch.id))
        if touch.phase == .began {
            let hit = scene.hit(touch.point)
            arrival.target = hit.view != 0 ? hit.view : hit.window
            arrival.source = source(at: touch.point, hitting: arrival.target)
            arrival.isOpen = arrival.source.isOpen
        } else if let finger = arrival.finger {
            arrival.isOpen = !nextIsPrivate && fingers.isOpen(finger) && !shows(touch.point, finger)
        } else {
            arrival.isHeard = false
            arrival.isStray = sequences.isRunning && !sequences.isPrivate && shows(touch.point, nil)
        }
        return arrival
    }

    /// How private a finger that comes down is, or a scroll that begins.
    func source(at point: Point, hitting target: UInt64) -> PrivacySource {
        let source = scene.privacySource(at: point, hitting: target)
        return nextIsPrivate && source.isOpen ? PrivacySource(level: .unknown) : source
    }

    /// Advances the clocks to a sample, and decides whether only private gestures may be sent because of it.
    ///
    /// If the sequence has or had fingers that are not private, all gestures may be sent: those that waited when these
    /// fingers came down became private with them.
    func tell(_ time: UInt64, _ arrival: Arrival) {
        latest = max(latest, time)
        if arrival.isOpen { openNow = max(openNow, time) }
        // A private sample must not reveal itself by ending an overdue scroll, so the scroll joins the private touches.
        if !arrival.isOpen, scroll.isRunning, scroll.dueTime <= latest { turnPrivate(arrival.source) }
        sparesOpen = !arrival.isOpen && (sequences.isPrivate || !sequences.isRunning)
        #if SCRIM_TEST_HOOKS
        if leaks & 16 != 0 { sparesOpen = false }
        if leaks & 32 != 0 { openNow = latest }
        #endif
    }

    /// Makes the sequence private if a view under a finger has become secure since the last sample, or has been
    /// removed.
    func lookForSecrets() {
        if scene.removals != seenRemovals {
            // Others may have waited for gestures on views that are gone.
            seenRemovals = scene.removals
            noteChange()
        }
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

    /// Whether something private is shown at a point. Each finger stores an area around it that is known to be clear.
    func shows(_ point: Point, _ finger: Int?) -> Bool {
        guard let finger else { return !scene.privacySource(at: point).isOpen }
        if fingers.isClear(finger, point) { return false }
        fingers.setClear(finger, scene.clearArea(around: point))
        return !fingers.isClear(finger, point) && !scene.privacySource(at: point).isOpen
    }
}
