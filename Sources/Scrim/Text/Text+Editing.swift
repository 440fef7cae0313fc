// SPDX-License-Identifier: MIT

/// A way to go from the caret.
package enum TextMotion: UInt32 {
    case backward = 1
    case forward = 2
    case start = 3
    case end = 4
}

// Edits. Each is a replacement of what stands between two boundaries. All that can go wrong is found out before a byte is changed.
extension Text {
    /// Inserts at the caret, in place of what is selected; all of it or nothing.
    package func insert(_ new: Span<UInt8>, from input: TextInput = .typed) throws(Failure) {
        let (start, end) = selected
        try replace(from: start, to: end, with: new, input)
    }

    /// Inserts printable ASCII that this text allows, as protected input. What `insert` would check, the caller has checked before. As
    /// long as the text is ASCII, no branch and no address depends on which characters they are.
    package func insertPrintable(_ new: Span<UInt8>) throws(Failure) {
        let (start, end) = selected
        try replace(from: start, to: end, with: new, .protected, isPrintable: true)
    }

    /// Replaces `count` clusters from the one numbered `location`; the caret goes behind what is new.
    package func replace(location: Int, count: Int, with new: Span<UInt8>) throws(Failure) {
        try checkShown()
        guard location >= 0, count >= 0, location <= clusters, count <= clusters &- location
        else { throw .invalidArgument }
        let start = try position(of: location)
        try replace(from: start, to: try position(of: location &+ count), with: new)
    }

    /// Replaces everything, and does not ask.
    package func set(_ new: Span<UInt8>) throws(Failure) {
        let (wasOverfull, before) = (isOverfull, interruptions)
        isOverfull = false
        do throws(Failure) {
            try replace(from: TextPosition(), to: end, with: new, asking: false)
        } catch {
            if interruptions == before { isOverfull = wasOverfull }
            throw error
        }
    }

    /// Deletes what is selected or, where nothing is, what lies between the caret and where the motion leads.
    package func delete(_ motion: TextMotion) throws(Failure) {
        var (start, end) = selected
        if start == end {
            let other = try target(of: motion)
            if other.byte < start.byte { start = other } else { end = other }
        }
        try replace(from: start, to: end, with: Span())
    }

    /// Moves the caret; the anchor goes with it, unless the selection is extended.
    package func move(_ motion: TextMotion, extending: Bool) throws(Failure) {
        try check()
        noteActivity()
        let (start, end) = selected
        switch motion {
        // As everywhere: an arrow key first leaves the selection, at its side.
        case .backward where start != end && !extending: caret = start
        case .forward where start != end && !extending: caret = end
        default: caret = try target(of: motion)
        }
        if !extending { anchor = caret }
    }

    /// Selects from one boundary to another, both numbered by the clusters before them.
    package func select(anchor: Int, caret: Int) throws(Failure) {
        try checkShown()
        guard anchor >= 0, caret >= 0, anchor <= clusters, caret <= clusters else { throw .invalidArgument }
        noteActivity()
        let first = try position(of: anchor)
        self.caret = try position(of: caret)
        self.anchor = first
    }

    // MARK: - Places

    var end: TextPosition { TextPosition(byte: length, cluster: clusters) }

    /// The selection in the order of the text.
    var selected: (start: TextPosition, end: TextPosition) {
        anchor.byte <= caret.byte ? (anchor, caret) : (caret, anchor)
    }

    /// Where a motion leads from the caret.
    private func target(of motion: TextMotion) throws(Failure) -> TextPosition {
        switch motion {
        case .start: return TextPosition()
        case .end: return end
        case .backward:
            guard caret.byte > 0 else { return caret }
            let start =
                isPlain
                ? caret.byte &- 1 : try withBytes(evenIfOverfull: true) { Clusters.start(in: $0, before: caret.byte) }
            return TextPosition(byte: start, cluster: caret.cluster &- 1)
        case .forward:
            guard caret.byte < length else { return caret }
            let end =
                isPlain
                ? caret.byte &+ 1 : try withBytes(evenIfOverfull: true) { Clusters.end(in: $0, from: caret.byte) }
            return TextPosition(byte: end, cluster: caret.cluster &+ 1)
        }
    }

    /// The boundary with `number` clusters before it, searched from the nearest known one before.
    private func position(of number: Int) throws(Failure) -> TextPosition {
        if isPlain { return TextPosition(byte: number, cluster: number) }
        var position = TextPosition()
        if anchor.cluster <= number { position = anchor }
        if caret.cluster <= number, caret.cluster > position.cluster { position = caret }
        return try withBytes(evenIfOverfull: true) { text in
            while position.cluster < number, position.byte < text.count {
                position = TextPosition(
                    byte: Clusters.end(in: text, from: position.byte), cluster: position.cluster &+ 1)
            }
            return position
        }
    }

    // MARK: - Replacing

    /// - Parameter isPrintable: What is new is known to be printable ASCII that this text allows, and is not looked at.
    func replace(
        from start: TextPosition, to end: TextPosition, with new: Span<UInt8>, _ input: TextInput = .host,
        asking: Bool = true, isPrintable: Bool = false
    ) throws(Failure) {
        try check()
        if !isPrintable { try admit(new) }
        // Where nothing is to be done, nothing is told, unless that would tell that there is nothing.
        guard new.count > 0 || start != end || options.hidesLength else { return noteActivity() }
        guard try plan(from: start, to: end, with: new, isPrintable) != nil || options.hidesLength else { throw .full }
        let typed = isPrintable || UTF8Text.isPlain(new) ? new.count : Clusters.count(in: new)
        if asking, let delegate {
            let change = TextChange(
                range: options.hidesLength ? nil : (start.cluster, end.cluster &- start.cluster), count: typed)
            let before = (interruptions, withdrawals)
            guard delegate.shouldChange(change), (interruptions, withdrawals) == before else { throw .refused }
            // The bytes are the caller's, and so was the callback.
            if !isPrintable { try admit(new) }
        }
        if let (count, caret) = try plan(from: start, to: end, with: new, isPrintable) {
            let plain = isPlain && (isPrintable || UTF8Text.isPlain(new))
            try put(new, from: start.byte, to: end.byte)
            length = length &+ new.count &- (end.byte &- start.byte)
            (clusters, isPlain) = (count, plain || length == 0)
            (self.caret, anchor) = (caret, caret)
            try noteChange(input, clusters: typed)
        } else {
            isOverfull = true
        }
        // Not before: what is refused leaves the time-out as it is too.
        noteActivity()
        try tellChange()
    }

    /// Whether a text like this takes these bytes, whatever it holds.
    private func admit(_ new: Span<UInt8>) throws(Failure) {
        // The length first: a wild one is refused before a byte is read. A text that hides its length drops what is longer than
        // itself like anything else that does not fit, so there the limit is that of all texts.
        guard new.count <= (options.hidesLength ? Self.maxCapacity : bytes.capacity) else { throw .full }
        guard UTF8Text.isWellFormed(new) else { throw .invalidUTF8 }
        guard options.allowed.allows(new) else { throw .refused }
    }

    /// What an edit makes: the clusters there will be, and the caret; nil where there is no room for it.
    private func plan(
        from start: TextPosition, to end: TextPosition, with new: Span<UInt8>, _ isPrintable: Bool
    ) throws(Failure) -> (count: Int, caret: TextPosition)? {
        guard new.count <= bytes.capacity &- length &+ (end.byte &- start.byte) else { return nil }
        let result: (count: Int, caret: TextPosition)
        if isPlain && (isPrintable || UTF8Text.isPlain(new)) {
            let caret = TextPosition(byte: start.byte &+ new.count, cluster: start.cluster &+ new.count)
            result = (clusters &+ new.count &- (end.cluster &- start.cluster), caret)
        } else {
            result = try withBytes(evenIfOverfull: true) {
                Clusters.replacing(in: $0, counted: clusters, from: start, to: end, with: new)
            }
        }
        // Deleting can raise the number: where flags lose their first half, say. It must stay possible.
        if let most = options.maxClusters, result.count > most, new.count > 0 { return nil }
        return result
    }

    /// Writes an edit; what stands behind it moves within the slot, and what it leaves is wiped.
    private func put(_ new: Span<UInt8>, from start: Int, to end: Int) throws(Failure) {
        let old = length
        try bytes.write { (all: inout MutableSpan<UInt8>) throws(Failure) in
            let tail = start &+ new.count
            Scrim.move(&all, from: end, to: tail, count: old &- end)
            for index in steps(to: new.count) {
                all.put(new.at(index), at: start &+ index)
            }
            Scrim.wipe(&all, from: tail &+ old &- end, to: old)
        }
    }
}
