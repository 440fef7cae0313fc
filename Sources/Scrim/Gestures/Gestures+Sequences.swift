// SPDX-License-Identifier: MIT

// A sequence of touches lasts from the first finger that comes down to the last one that goes.

extension Gestures {
    /// One that is private from its begin on leaves what waits as it is; one that is not is not held up by what is.
    func beginSequence(isOpen: Bool) {
        sequences.begin()
        privateTouches.start()
        guard isOpen else { return sequences.turnPrivate() }
        now = openNow
        resolvePrivate()
    }

    /// A finger that is not private comes down. What waits by then shares its fate; so what becomes of that does not tell
    /// whether a private one came before it or later.
    @inline(never)
    func bindWhatWaits() {
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
    func endSequence() {
        guard sequences.isRunning else { return }
        sequences.end()
        hold = nil
    }

    /// The sequence turns private, if it is not. All that is in progress does too; what was recognised stops.
    @inline(never)
    func turnPrivate(_ source: PrivacySource) {
        guard sequences.isRunning, !sequences.isPrivate else { return }
        sequences.turnPrivate()
        var stops = false
        forEachAttentive { if $0.turnPrivate(at: now, &fingers) { stops = true } }
        isUnresolved = isUnresolved || stops
        privateTouches.enter(source, at: latest)
        takeStock()
    }
}
