// SPDX-License-Identifier: MIT

/// An editable buffer for one secret: UTF-8 in protected memory, edited by grapheme cluster. A visible text is edited in
/// the same way, but it is not secret and its memory is ordinary.
package final class Text {
    package static let maxCapacity = 65536
    package static let defaultMask: UInt32 = 0x25CF
    package static let maxMaskCount = 64

    var bytes: SecretBytes
    /// Bytes that were read from a file descriptor and are not inserted yet. They are here so that a wipe reaches them.
    var intake: SecretBytes?
    let options: TextOptions
    /// The number of bytes in use. The bytes after them are zero.
    var length = 0
    /// The number of grapheme clusters. Every edit updates it, so that reading it changes nothing.
    var clusters = 0
    /// The selection, which is empty if both are equal. New characters replace it.
    var anchor = TextPosition()
    var caret = TextPosition()
    /// Whether every byte is printable ASCII. Each byte is then one cluster, and no table is needed.
    var isPlain = true
    /// Input was dropped because it did not fit, and no error was returned. The text is not what the user typed.
    var isOverfull = false
    package internal(set) var isEditing = false
    /// Counts the wipes inside callbacks. A call that has called back compares it. If it changed, the call must do
    /// nothing more to the text.
    package private(set) var interruptions: UInt64 = 0
    /// Counts how often bytes were withdrawn that an edit may be about to insert.
    private(set) var withdrawals: UInt64 = 0
    // What is revealed, and until when. See Text+Display.swift.
    /// The latest time that the host passed.
    var clock: UInt64?
    var revealEnd: UInt64?
    /// The last typed cluster: its bytes, the number of clusters before it, and until when it is revealed.
    var shown: (first: Int, last: Int, cluster: Int, end: UInt64)?
    /// Whether a part of the text may be revealed only if the options allow it.
    var hasProtectedInput = false
    /// Whether only the user sees the view that shows this text. True if there is no such view.
    package var mayReveal = true
    /// The time of the last edit. nil until the host has passed a time.
    var lastEdit: UInt64?
    /// Whether there was an edit since the text was last wiped.
    var isWatched = false
    package internal(set) var delegate: (any TextDelegate)?
    package private(set) var isClosed = false

    private init(bytes: consuming SecretBytes, options: TextOptions) {
        self.bytes = bytes
        self.options = options
    }

    /// - Throws: `invalidArgument`, or what `SecretBytes.make` throws.
    package static func make(_ options: TextOptions) throws(Failure) -> Text {
        guard options.isValid else { throw .invalidArgument }
        if options.isVisible {
            return Text(bytes: try SecretBytes.makeOrdinary(capacity: options.capacity), options: options)
        }
        return Text(
            bytes: try SecretBytes.make(capacity: options.capacity, required: options.required), options: options)
    }

    package var protection: Protection { bytes.protection }
    package var capacity: Int { bytes.capacity }
    package var allowed: AllowedCharacters { options.allowed }
    /// Whether everybody may see the text, because it is not secret.
    package var isVisible: Bool { options.isVisible }

    /// Wipes the secret. Objects that still depend on this text find it closed.
    package func close() {
        forget()
        bytes.release()
        isClosed = true
        let old = delegate
        delegate = nil
        old?.removed()
    }

    // MARK: - Wiping

    /// Empties the text and wipes its whole capacity.
    package func clear() throws(Failure) {
        try check()
        guard isWorthTelling else { return conceal() }
        try ask(.clear)
        try empty()
    }

    /// Wipes like `clear`, regardless of damage to the memory and of calls in progress.
    ///
    /// - Parameter insideCallback: A callback of the text's group is running, or was left by a jump or an exception.
    ///   Then the delegate is not called. A call on this text that has called back returns `refused` when it resumes.
    package func wipe(insideCallback: Bool) {
        guard insideCallback else {
            do throws(Failure) { try empty() } catch {}
            return
        }
        erase()
        interruptions &+= 1
    }

    /// The bytes that an edit may be about to insert are gone. An edit that is still asking its delegate ends with
    /// `refused`.
    func withdraw() { withdrawals &+= 1 }

    /// Empties the text and reports the change.
    ///
    /// - Throws: `refused` if the text was wiped during the report.
    func empty() throws(Failure) {
        let changes = isWorthTelling
        erase()
        if changes { try tellChange() }
    }

    /// Wipes every part of the secret, even if it is lent at this moment.
    private func erase() {
        bytes.wipe()
        intake?.wipe()
        forget()
    }

    /// Whether emptying the text counts as a change. A text that hides its length always reports one.
    private var isWorthTelling: Bool { length > 0 || options.hidesLength }

    // MARK: - Reading

    /// Returns the number of grapheme clusters.
    package func count() throws(Failure) -> Int {
        try checkShown()
        return clusters
    }

    /// Returns the selection in clusters. Both are equal if nothing is selected.
    package func selection() throws(Failure) -> (anchor: Int, caret: Int) {
        try checkShown()
        return (anchor.cluster, caret.cluster)
    }

    /// Lends the secret's bytes.
    ///
    /// - Parameter evenIfOverfull: Lends them even if input was dropped.
    /// - Throws: `full` if input was dropped, because the bytes are then not what the user typed. `refused` if the text
    ///   was wiped while they were lent. Also `corrupted`, `closed`, `forked`, and what the body throws.
    package func withBytes<Result>(
        evenIfOverfull: Bool = false, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = interruptions
        let result = try bytes.read { (all: Span<UInt8>) throws(Failure) in
            if isOverfull, !evenIfOverfull { throw .full }
            return try body(all.prefix(length))
        }
        guard interruptions == before else { throw .refused }
        return result
    }

    /// Returns whether both hold the same bytes. The time depends only on the two capacities.
    package func equals(_ other: Text) throws(Failure) -> Bool {
        try bytes.read { (mine: Span<UInt8>) throws(Failure) in
            try other.bytes.read { (its: Span<UInt8>) throws(Failure) in
                let common = min(mine.count, its.count)
                // The bytes after a text's end are zero, so the rest of the longer one must be zero too.
                let head = equalBytes(mine.prefix(common), its.prefix(common))
                let restOfMine = allZero(mine.suffix(from: common))
                let restOfIts = allZero(its.suffix(from: common))
                let same = Self.all(head, restOfMine, restOfIts, length == other.length)
                return same && !isOverfull && !other.isOverfull
            }
        }
    }

    /// Returns whether the text holds exactly these bytes. The time depends only on the capacity and on their number.
    package func equals(_ expected: Span<UInt8>) throws(Failure) -> Bool {
        try bytes.read { (mine: Span<UInt8>) throws(Failure) in
            guard expected.count <= Self.maxCapacity else { return false }
            let common = min(mine.count, expected.count)
            let head = equalBytes(mine.prefix(common), expected.prefix(common))
            let rest = allZero(mine.suffix(from: common))
            return Self.all(head, rest, length == expected.count, !isOverfull)
        }
    }

    // MARK: -

    /// Combines four values without a branch, because `&&` would skip the later ones.
    private static func all(_ a: Bool, _ b: Bool, _ c: Bool, _ d: Bool) -> Bool {
        (a ? 1 : 0) & (b ? 1 : 0) & (c ? 1 : 0) & (d ? 1 : 0) == 1
    }

    /// Checks that the memory is intact.
    ///
    /// - Throws: `corrupted`, `closed`.
    func check() throws(Failure) { try bytes.read { _ throws(Failure) in } }

    /// Checks like `check`, for calls whose result reveals the length.
    ///
    /// - Throws: `hidden` too.
    func checkShown() throws(Failure) {
        try check()
        if options.hidesLength { throw .hidden }
    }

    func forget() {
        (length, clusters, isPlain, isOverfull) = (0, 0, true, false)
        (anchor, caret) = (TextPosition(), TextPosition())
        (revealEnd, shown, hasProtectedInput) = (nil, nil, false)
    }
}
