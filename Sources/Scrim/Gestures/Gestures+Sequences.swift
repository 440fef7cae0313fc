// SPDX-License-Identifier: MIT

// A touch sequence lasts from the first finger down to the last finger up.

extension Gestures {
    /// A sequence that begins private leaves waiting gestures alone. Before another sequence, waiting private gestures
    /// are ended.
    @inline(never)
    func beginSequence(isOpen: Bool) {
        sequences.begin()
        privateTouches.start()
        guard isOpen else { return sequences.turnPrivate() }
        now = openNow
        resolvePrivate()
    }

    /// Called when a finger that is not private comes down. Gestures that wait at this moment become private if the
    /// sequence does. So their outcome does not reveal when a private finger came.
    @inline(never)
    func bindWhatWaits() {
        // From now on views must stay private until the sequence ends. A sequence of only private fingers must not
        // change what records say about other views.
        if !sequences.hasOpen { hold = scene.holdPrivacy() }
        sequences.open()
        #if SCRIM_TEST_HOOKS
        if leaks & 8 != 0 { return }
        #endif
        sequences.bind(from: firstWaiting)
        if sequences.isPrivate { forEachAttentive { $0.hide() } }
    }

    @inline(never)
    func endSequence() {
        guard sequences.isRunning else { return }
        sequences.end()
        scroll.stop()
        hold = nil
    }

    /// Makes the sequence private, with all that is in progress. Gestures that have begun are cancelled.
    @inline(never)
    func turnPrivate(_ source: PrivacySource) {
        guard sequences.isRunning, !sequences.isPrivate else { return }
        sequences.turnPrivate()
        // Events of its fingers that were handed over or refused before.
        outbox.wipe(from: outbox.count)
        var stops = false
        forEachAttentive { if $0.turnPrivate(at: now, &fingers) { stops = true } }
        isUnresolved = isUnresolved || stops
        privateTouches.enter(source, at: latest)
        takeStock()
    }
}
