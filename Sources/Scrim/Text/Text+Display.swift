// SPDX-License-Identifier: MIT

// What may be seen of a text, and for how long. Everything that is shown has an end, and the end needs nobody's help: the time at
// which something is drawn is asked for too.
extension Text {
    /// How long a text that is revealed stays so.
    package static let longestReveal: UInt64 = 10_000_000_000

    /// Shows the whole text for a while.
    ///
    /// - Throws: `hidden` if the text hides its length; `refused` if it has protected input and the options do not allow to reveal
    ///   it, if others than the user may see the view that shows the text, or if the text was wiped meanwhile.
    package func reveal(at now: UInt64) throws(Failure) {
        try checkShown()
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

    /// Tells the time: ends reveals, and wipes what nobody has touched for too long. Time that goes backwards stands still.
    package func advance(to now: UInt64) {
        clock = max(clock ?? 0, now)
        if let timeout = options.idleTimeout, isWatched {
            let since = lastEdit ?? now
            lastEdit = since
            if max(clock ?? 0, since) &- since >= timeout {
                isWatched = false
                // Where it was wiped once more while this was told, nothing is left to be done.
                do throws(Failure) { try empty() } catch {}
                return
            }
        }
        let ended = (isOver(revealEnd), isOver(shown?.end))
        if ended.0 { revealEnd = nil }
        if ended.1 { shown = nil }
        if ended.0 || ended.1 { delegate?.tell(.displayChanged) }
    }

    /// When `advance` has something to do; the largest number where never.
    package var nextDeadline: UInt64 {
        var next = min(revealEnd ?? .max, shown?.end ?? .max)
        if let timeout = options.idleTimeout, isWatched { next = min(next, saturatingSum(lastEdit ?? 0, timeout)) }
        return next
    }

    // MARK: - Drawing

    /// Lends what is to be drawn, part by part: the bytes, how often they are repeated, and whether they are the secret's own.
    ///
    /// - Throws: `corrupted`; `refused` where the text was wiped meanwhile: then no further part is lent.
    package func display(
        at now: UInt64, _ body: (_ bytes: Span<UInt8>, _ count: Int, _ isSecret: Bool) -> Void
    ) throws(Failure) {
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

    /// Somebody works on the text.
    func noteActivity() {
        lastEdit = clock
        isWatched = true
    }

    /// The text was changed: what was shown of it is hidden, and what was typed last may be shown.
    func noteChange(_ input: TextInput, clusters typed: Int) throws(Failure) {
        shown = nil
        if input == .protected {
            hasProtectedInput = true
            if !options.revealsProtected { revealEnd = nil }
        }
        guard mayReveal, let duration = options.revealsLast, clock != nil, typed == 1, input != .host,
            input == .typed || options.revealsProtected
        else { return }
        let last = caret.byte
        let first = isPlain ? last &- 1 : try withBytes(evenIfOverfull: true) { Clusters.start(in: $0, before: last) }
        shown = (first, last, caret.cluster &- 1, later(duration))
    }

    // MARK: -

    private func later(_ duration: UInt64) -> UInt64 { saturatingSum(clock ?? 0, duration) }

    private func isOver(_ end: UInt64?) -> Bool {
        guard let end, let clock else { return false }
        return clock >= end
    }
}
