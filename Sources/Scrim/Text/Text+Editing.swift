// SPDX-License-Identifier: MIT

/// A caret motion.
package enum TextMotion: UInt32 {
    case backward = 1
    case forward = 2
    case start = 3
    case end = 4
}

// Edits. Each replaces the text between two boundaries. Everything that can fail is checked before a byte changes.
extension Text {
    /// Inserts at the caret and replaces the selection. Inserts all bytes or none.
    package func insert(_ new: Span<UInt8>, from input: TextInput = .typed) throws(Failure) {
        let (start, end) = selected
        try replace(from: start, to: end, with: new, input)
    }

    /// Inserts printable ASCII as protected input. The caller has checked that this text allows it. While the text is
    /// ASCII, no branch and no address depends on which characters they are.
    @inline(never)
    package func insertPrintable(_ new: Span<UInt8>) throws(Failure) {
        let (start, end) = selected
        try replace(from: start, to: end, with: new, .protected, isPrintable: true)
    }

    /// Replaces `count` clusters from position `location`. The caret moves to the end of the new text.
    package func replace(location: Int, count: Int, with new: Span<UInt8>) throws(Failure) {
        try checkShown()
        guard location >= 0, count >= 0, location <= clusters, count <= clusters &- location
        else { throw .invalidArgument }
        let start = try position(of: location)
        try replace(from: start, to: try position(of: location &+ count), with: new)
    }

    /// Replaces the whole text without asking the delegate.
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

    /// Deletes the selection or, if it is empty, the text between the caret and the target of the motion.
    package func delete(_ motion: TextMotion) throws(Failure) {
        var (start, end) = selected
        if start == end {
            let other = try target(of: motion)
            if other.byte < start.byte { start = other } else { end = other }
        }
        try replace(from: start, to: end, with: Span())
    }

    /// Moves the caret. The anchor moves along, unless the selection is extended.
    package func move(_ motion: TextMotion, extending: Bool) throws(Failure) {
        try check()
        noteActivity()
        let (start, end) = selected
        switch motion {
        // As in other text fields, an arrow key first leaves the selection at its side.
        case .backward where start != end && !extending: caret = start
        case .forward where start != end && !extending: caret = end
        default: caret = try target(of: motion)
        }
        if !extending { anchor = caret }
    }

    /// Sets the selection. Both positions count the clusters before them.
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

    /// The two ends of the selection, in the order of the text.
    var selected: (start: TextPosition, end: TextPosition) {
        anchor.byte <= caret.byte ? (anchor, caret) : (caret, anchor)
    }

    /// Returns the position to which a motion moves the caret.
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

    /// Returns the boundary with `number` clusters before it. Searches forward from the nearest known position.
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

    /// - Parameter isPrintable: The new bytes are known to be printable ASCII that this text allows. They are not
    ///   examined.
    func replace(
        from start: TextPosition, to end: TextPosition, with new: Span<UInt8>, _ input: TextInput = .host,
        asking: Bool = true, isPrintable: Bool = false
    ) throws(Failure) {
        try check()
        if !isPrintable { try admit(new) }
        // If nothing changes, no callback is called. But a text that hides its length must not show that nothing
        // changed.
        guard new.count > 0 || start != end || options.hidesLength else { return noteActivity() }
        guard try plan(from: start, to: end, with: new, isPrintable) != nil || options.hidesLength else { throw .full }
        let typed = isPrintable || UTF8Text.isPlain(new) ? new.count : Clusters.count(in: new)
        if asking, let delegate {
            let change = TextChange(
                range: options.hidesLength ? nil : (start.cluster, end.cluster &- start.cluster), count: typed)
            let before = (interruptions, withdrawals)
            // What is inserted into a secret text is a part of the secret, so it is lent to nobody.
            let agrees =
                options.isVisible
                ? delegate.shouldChange(change, inserting: new) : delegate.shouldChange(change, inserting: nil)
            guard agrees, (interruptions, withdrawals) == before else { throw .refused }
            // The callback may have changed the bytes, because they are the caller's.
            if !isPrintable { try admit(new) }
        }
        if let (count, caret) = try plan(from: start, to: end, with: new, isPrintable) {
            let plain = isPlain && (isPrintable || UTF8Text.isPlain(new))
            try put(new, from: start.byte, to: end.byte)
            length = length &+ new.count &- (end.byte &- start.byte)
            (clusters, isPlain) = (count, plain || length == 0)
            (self.caret, anchor) = (caret, caret)
            try noteChange(input, clusters: typed, bytes: new.count)
        } else {
            isOverfull = true
        }
        // Only now, because a refused edit must not restart the time-out.
        noteActivity()
        try tellChange()
    }

    /// Checks whether this text accepts these bytes, regardless of its contents.
    private func admit(_ new: Span<UInt8>) throws(Failure) {
        // Check the length first, so that a wild one is refused before a byte is read. A text that hides its length
        // drops input that does not fit, so there the limit is the limit of all texts.
        guard new.count <= (options.hidesLength ? Self.maxCapacity : bytes.capacity) else { throw .full }
        guard UTF8Text.isWellFormed(new) else { throw .invalidUTF8 }
        guard options.allowed.allows(new) else { throw .refused }
    }

    /// Computes the result of an edit: the number of clusters, and the caret. nil if there is no room for it.
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
        // Deleting can raise the number of clusters, for example if flags lose their first half. It must stay possible.
        if let most = options.maxClusters, result.count > most, new.count > 0 { return nil }
        return result
    }

    /// Writes an edit. Moves the bytes after it, and wipes the bytes that become free.
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
