// SPDX-License-Identifier: MIT

/// A masked-text buffer: UTF-8 in protected memory, edited by grapheme cluster.
package final class Text {
    package static let maxCapacity = 65536
    package static let defaultMask: UInt32 = 0x25CF
    package static let maxMaskCount = 64

    var bytes: SecretBytes
    /// What is read from a file descriptor, until it has been inserted: here, so that a wipe reaches it.
    var intake: SecretBytes?
    let options: TextOptions
    /// The bytes in use; those behind them are zero.
    var length = 0
    /// Grapheme clusters; kept current by every edit, so that reading it changes nothing.
    var clusters = 0
    /// The selection, empty where the two are equal. New characters go where the caret is, in place of what is selected.
    var anchor = TextPosition()
    var caret = TextPosition()
    /// Every byte is printable ASCII: clusters are bytes, and no table is looked up.
    var isPlain = true
    /// Something was dropped that did not fit, and nobody was told: the text is not what was typed.
    var isOverfull = false
    package internal(set) var isEditing = false
    /// Counts the wipes inside of callbacks. A call that calls back compares it: what was to be done with the text is void then.
    package private(set) var interruptions: UInt64 = 0
    /// Counts how often bytes that may be about to be inserted were taken away.
    private(set) var withdrawals: UInt64 = 0
    // What is shown, and until when: see Text+Display.swift.
    /// The latest time that was reported.
    var clock: UInt64?
    var revealEnd: UInt64?
    /// The cluster that was typed last: its bytes, the clusters before it, and until when it is shown.
    var shown: (first: Int, last: Int, cluster: Int, end: UInt64)?
    /// Whether some of the text may be shown only if the options allow it.
    var hasProtectedInput = false
    /// Whether the view that shows it, where there is one, is seen by its user alone.
    package var mayReveal = true
    /// The time of the last edit; nil while no time has been told.
    var lastEdit: UInt64?
    /// There has been an edit since the text was last wiped.
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
        return Text(
            bytes: try SecretBytes.make(capacity: options.capacity, required: options.required), options: options)
    }

    package var protection: Protection { bytes.protection }
    package var capacity: Int { bytes.capacity }
    package var allowed: AllowedCharacters { options.allowed }

    /// Wipes the secret; what still depends on this text finds it closed.
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
        guard isWorthTelling else { return }
        try ask(.clear)
        try empty()
    }

    /// As `clear`, but whatever happened to the memory, and whatever else is going on.
    ///
    /// - Parameter insideCallback: A callback of the text's group is running, or was left by a jump or an exception. Then nobody is
    ///   told, and a call on this text that has called back and resumes ends with `refused`.
    package func wipe(insideCallback: Bool) {
        guard insideCallback else {
            do throws(Failure) { try empty() } catch {}
            return
        }
        erase()
        interruptions &+= 1
    }

    /// The bytes that may be about to be inserted are there no more: an edit that has only asked yet ends with `refused`.
    func withdraw() { withdrawals &+= 1 }

    /// Empties the text, and tells so.
    ///
    /// - Throws: `refused` where it was wiped while it told.
    func empty() throws(Failure) {
        let changes = isWorthTelling
        erase()
        if changes { try tellChange() }
    }

    /// Wipes all that there is of the secret. It may be lent just now.
    private func erase() {
        bytes.wipe()
        intake?.wipe()
        forget()
    }

    /// Whether emptying the text changes it, as far as anybody may know.
    private var isWorthTelling: Bool { length > 0 || options.hidesLength }

    // MARK: - Reading

    /// The number of grapheme clusters.
    package func count() throws(Failure) -> Int {
        try checkShown()
        return clusters
    }

    /// Where the selection begins and where its caret is, in clusters; equal where nothing is selected.
    package func selection() throws(Failure) -> (anchor: Int, caret: Int) {
        try checkShown()
        return (anchor.cluster, caret.cluster)
    }

    /// The bytes that stand for the secret on a screen, and how often they are repeated.
    package func masked() throws(Failure) -> (unit: InlineArray<4, UInt8>, unitLength: Int, count: Int) {
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

    /// Lends the secret's bytes.
    ///
    /// - Parameter evenIfOverfull: Lends them even if some were dropped and nobody was told.
    /// - Throws: `corrupted`, `closed`, `forked`; `full` if some were dropped, because the bytes are not what was typed; `refused` if
    ///   the text was wiped while they were lent; and what the body throws.
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

    /// Whether both hold the same; the time depends on the two capacities alone.
    package func equals(_ other: Text) throws(Failure) -> Bool {
        try bytes.read { (mine: Span<UInt8>) throws(Failure) in
            try other.bytes.read { (its: Span<UInt8>) throws(Failure) in
                let common = min(mine.count, its.count)
                // What lies behind a text's end is zero, so the longer one's rest must be zero too.
                let head = equalBytes(mine.prefix(common), its.prefix(common))
                let restOfMine = allZero(mine.suffix(from: common))
                let restOfIts = allZero(its.suffix(from: common))
                let same = Self.all(head, restOfMine, restOfIts, length == other.length)
                return same && !isOverfull && !other.isOverfull
            }
        }
    }

    /// Whether the text holds just these bytes; the time depends on the capacity and on their number alone.
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

    /// All four without a branch: `&&` would skip the later ones.
    private static func all(_ a: Bool, _ b: Bool, _ c: Bool, _ d: Bool) -> Bool {
        (a ? 1 : 0) & (b ? 1 : 0) & (c ? 1 : 0) & (d ? 1 : 0) == 1
    }

    /// Whether the memory is as it was left.
    ///
    /// - Throws: `corrupted`, `closed`.
    func check() throws(Failure) { try bytes.read { _ throws(Failure) in } }

    /// As `check`, where the answer tells the length.
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
