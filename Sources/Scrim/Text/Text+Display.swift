// SPDX-License-Identifier: MIT

// What may be seen of a text, and for how long. Every reveal has an end. The end does not depend on a call of
// `advance`, because drawing takes the time too. A visible text is always shown, so it has nothing to reveal.
extension Text {
    /// How long a reveal of the whole text lasts, in nanoseconds.
    package static let longestReveal: UInt64 = 10_000_000_000

    /// Reveals the whole text for a limited time. Does nothing to a visible text.
    ///
    /// - Throws: `hidden` if the text hides its length. `refused` in three cases: the text has protected input and the
    ///   options do not allow revealing it; other people may see the view that shows the text; or the text was wiped
    ///   meanwhile.
    package func reveal(at now: UInt64) throws(Failure) {
        try checkShown()
        if options.isVisible { return }
        guard mayReveal, !hasProtectedInput || options.revealsProtected else { throw .refused }
        let before = interruptions
        advance(to: now)
        guard interruptions == before else { throw .refused }
        revealEnd = later(Self.longestReveal)
        try tell(.displayChanged)
    }

    /// Ends every reveal.
    package func conceal() {
        guard revealEnd != nil || shown != nil else { return }
        (revealEnd, shown) = (nil, nil)
        delegate?.tell(.displayChanged)
    }

    // MARK: - Time

    /// Advances the clock: ends reveals, and wipes a text that was idle too long. A time before the latest one counts
    /// as the latest one.
    package func advance(to now: UInt64) {
        clock = max(clock ?? 0, now)
        if let timeout = options.idleTimeout, isWatched {
            let since = lastEdit ?? now
            lastEdit = since
            if max(clock ?? 0, since) &- since >= timeout {
                isWatched = false
                // If a callback wiped the text once more, there is nothing left to do.
                do throws(Failure) { try empty() } catch {}
                return
            }
        }
        let ended = (isOver(revealEnd), isOver(shown?.end))
        if ended.0 { revealEnd = nil }
        if ended.1 { shown = nil }
        if ended.0 || ended.1 { delegate?.tell(.displayChanged) }
    }

    /// When `advance` must be called next. The largest number means never.
    package var nextDeadline: UInt64 {
        var next = min(revealEnd ?? .max, shown?.end ?? .max)
        if let timeout = options.idleTimeout, isWatched { next = min(next, saturatingSum(lastEdit ?? 0, timeout)) }
        return next
    }

    // MARK: - Drawing

    /// Lends the text as its user may always see it: the bytes, and how often they are shown. For a secret, they are the
    /// mask character.
    package func withMasked(_ body: (_ unit: Span<UInt8>, _ count: Int) throws(Failure) -> Void) throws(Failure) {
        if options.isVisible {
            return try withBytes { (text: Span<UInt8>) throws(Failure) in try body(text, 1) }
        }
        let mask = try masked()
        let encoded = mask.unit
        try body(encoded.span.prefix(mask.unitLength), mask.count)
    }

    /// Returns the mask character, and how often it is shown in place of the secret.
    private func masked() throws(Failure) -> (unit: InlineArray<4, UInt8>, unitLength: Int, count: Int) {
        let encoded = UTF8Text.encode(options.mask)
        try check()
        let count =
            switch options.maskKind {
            case .each: clusters
            case .fixed: options.maskCount
            case .nothing: 0
            }
        return (encoded.bytes, encoded.length, count)
    }

    /// Lends what is to be drawn, part by part: the bytes, how often to draw them, and whether they are a part of the
    /// secret.
    ///
    /// - Throws: `corrupted`; `refused` if the text was wiped meanwhile. No further part is lent then.
    package func display(
        at now: UInt64, _ body: (_ bytes: Span<UInt8>, _ count: Int, _ isSecret: Bool) -> Void
    ) throws(Failure) {
        if options.isVisible { return try withBytes { if $0.count > 0 { body($0, 1, false) } } }
        let before = interruptions
        let mask = try masked()
        let encoded = mask.unit
        let unit = encoded.span.prefix(mask.unitLength)
        let time = max(clock ?? 0, now)
        try withBytes(evenIfOverfull: true) { (text: Span<UInt8>) throws(Failure) in
            if let end = revealEnd, time < end {
                if length > 0 { body(text, 1, true) }
            } else if let shown, time < shown.end {
                if shown.cluster > 0 { body(unit, shown.cluster, false) }
                guard interruptions == before else { throw .refused }
                body(text.suffix(from: shown.first).prefix(shown.last &- shown.first), 1, true)
                let behind = mask.count &- shown.cluster &- 1
                guard interruptions == before else { throw .refused }
                if behind > 0 { body(unit, behind, false) }
            } else if mask.count > 0 {
                body(unit, mask.count, false)
            }
        }
    }

    // MARK: - Edits

    /// The user works on the text, so the idle time-out starts again.
    func noteActivity() {
        lastEdit = clock
        isWatched = true
    }

    /// The text has changed: ends the reveal of the last character, and begins one for a newly typed character.
    ///
    /// - Parameters:
    ///   - typed: How many clusters the new bytes are if nothing joins them.
    ///   - count: The number of new bytes.
    func noteChange(_ input: TextInput, clusters typed: Int, bytes count: Int) throws(Failure) {
        shown = nil
        if input == .protected {
            hasProtectedInput = true
            if !options.revealsProtected { revealEnd = nil }
        }
        if length == 0 { (revealEnd, hasProtectedInput) = (nil, false) }
        guard mayReveal, let duration = options.revealsLast, clock != nil, typed == 1, input != .host,
            input == .typed || options.revealsProtected
        else { return }
        let last = caret.byte
        let first = isPlain ? last &- 1 : try withBytes(evenIfOverfull: true) { Clusters.start(in: $0, before: last) }
        // A larger cluster has joined another character, which a keypad may have typed.
        guard !hasProtectedInput || options.revealsProtected || last &- first == count else { return }
        shown = (first, last, caret.cluster &- 1, later(duration))
    }

    // MARK: -

    private func later(_ duration: UInt64) -> UInt64 { saturatingSum(clock ?? 0, duration) }

    private func isOver(_ end: UInt64?) -> Bool {
        guard let end, let clock else { return false }
        return clock >= end
    }
}
