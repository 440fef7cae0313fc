// SPDX-License-Identifier: MIT

// What a sample is of, and whether anything private has a part in it, decided before the sample takes effect.

extension Gestures {
    /// What a sample is of, looked up before anything comes to its end.
    struct Arrival {
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

    func look(at touch: TouchSample) -> Arrival {
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
    func tell(_ touch: TouchSample, _ arrival: Arrival) {
        latest = max(latest, touch.time)
        if arrival.isOpen { openNow = max(openNow, touch.time) }
        sparesOpen = !arrival.isOpen && (sequences.isPrivate || !sequences.isRunning)
        #if SCRIM_TEST_HOOKS
        if leaks & 16 != 0 { sparesOpen = false }
        if leaks & 32 != 0 { openNow = latest }
        #endif
    }

    /// Looks whether a view under a finger has turned secure since the last sample, or is gone, so that nobody can
    /// tell.
    func lookForSecrets() {
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
    func shows(_ point: Point, _ finger: Int?) -> Bool {
        guard let finger else { return !scene.privacySource(at: point).isOpen }
        if fingers.isClear(finger, point) { return false }
        fingers.setClear(finger, scene.clearArea(around: point))
        return !fingers.isClear(finger, point) && !scene.privacySource(at: point).isOpen
    }
}
