// SPDX-License-Identifier: MIT

/// A masked-text buffer: UTF-8 in protected memory, edited by grapheme cluster.
package final class Text {
    package static let maxCapacity = 65536
    package static let defaultMask: UInt32 = 0x25CF

    private var bytes: SecretBytes
    private let mask: UInt32
    private var length = 0
    /// Grapheme clusters; kept current by every edit, so that reading it changes nothing.
    private var clusters = 0
    /// Where the last cluster begins.
    private var lastCluster = 0
    /// Every byte is printable ASCII: clusters are bytes, and no table is looked up.
    private var isPlain = true
    package private(set) var isClosed = false

    private init(bytes: consuming SecretBytes, mask: UInt32) {
        self.bytes = bytes
        self.mask = mask
    }

    /// - Parameters:
    ///   - capacity: Bytes, 1 … `maxCapacity`.
    ///   - mask: A Unicode scalar value.
    /// - Throws: `invalidArgument`, or what `SecretBytes.make` throws.
    package static func make(capacity: Int, mask: UInt32, required: Protection) throws(Failure) -> Text {
        guard capacity >= 1, capacity <= maxCapacity, UTF8Text.isScalar(mask), Protection.all.isSuperset(of: required)
        else { throw .invalidArgument }
        return Text(bytes: try SecretBytes.make(capacity: capacity, required: required), mask: mask)
    }

    package var protection: Protection { bytes.protection }

    /// Wipes the secret; what still depends on this text finds it closed.
    package func close() {
        forget()
        bytes.release()
        isClosed = true
    }

    // MARK: - Editing

    /// Inserts at the end; all of it or nothing.
    package func insert(_ new: Span<UInt8>) throws(Failure) {
        let end = length
        try bytes.read { _ throws(Failure) in }
        // The length first: a wild one is refused before a byte is read.
        guard new.count <= bytes.capacity &- end else { throw .full }
        guard UTF8Text.isWellFormed(new) else { throw .invalidUTF8 }
        guard new.count > 0 else { return }
        try bytes.write { (span: inout MutableSpan<UInt8>) throws(Failure) in
            var index = 0
            while index < new.count {
                span.put(new.at(index), at: end &+ index)
                index &+= 1
            }
        }
        length = end &+ new.count
        if isPlain && UTF8Text.isPlain(new) {
            clusters = length
            lastCluster = length &- 1
        } else {
            isPlain = false
            // A cluster's boundaries do not depend on what stands before it, so counting starts at the last one.
            try segment(from: lastCluster, counted: max(clusters &- 1, 0))
        }
    }

    /// Deletes the last cluster and wipes it. An empty text stays as it is.
    package func deleteBackward() throws(Failure) {
        let (start, end) = (lastCluster, length)
        try bytes.write { (span: inout MutableSpan<UInt8>) throws(Failure) in
            var index = start
            while index < end {
                span.put(0, at: index)
                index &+= 1
            }
        }
        length = start
        if isPlain {
            clusters = length
            lastCluster = max(length &- 1, 0)
        } else {
            try segment(from: 0, counted: 0)
        }
    }

    /// Empties the text and wipes its whole capacity.
    package func clear() throws(Failure) {
        try bytes.read { _ throws(Failure) in }
        wipe()
    }

    /// As `clear`, but whatever happened to the memory.
    package func wipe() {
        bytes.wipe()
        forget()
    }

    // MARK: - Reading

    /// The number of grapheme clusters.
    package func count() throws(Failure) -> Int {
        try bytes.read { _ throws(Failure) in clusters }
    }

    /// The bytes that stand for the secret on a screen, and how often they are repeated.
    package func masked() throws(Failure) -> (unit: InlineArray<4, UInt8>, unitLength: Int, count: Int) {
        let encoded = UTF8Text.encode(mask)
        return (encoded.bytes, encoded.length, try count())
    }

    /// Lends the secret's bytes.
    package func read(_ body: (Span<UInt8>) -> Void) throws(Failure) {
        try bytes.read { (all: Span<UInt8>) throws(Failure) in body(all.prefix(length)) }
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
                return Self.all(head, restOfMine, restOfIts, length == other.length)
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
            return Self.all(head, rest, length == expected.count, true)
        }
    }

    // MARK: -

    /// All four without a branch: `&&` would skip the later ones.
    private static func all(_ a: Bool, _ b: Bool, _ c: Bool, _ d: Bool) -> Bool {
        (a ? 1 : 0) & (b ? 1 : 0) & (c ? 1 : 0) & (d ? 1 : 0) == 1
    }

    /// Counts the clusters from `start`, itself the start of one with `counted` before it.
    private func segment(from start: Int, counted: Int) throws(Failure) {
        let end = length
        var breaker = GraphemeBreaker()
        var (number, last) = (counted, start)
        try bytes.read { (span: Span<UInt8>) throws(Failure) in
            var index = start
            while index < end, let scalar = UTF8Text.scalar(in: span, at: index) {
                if breaker.begins(at: scalar.value) {
                    number &+= 1
                    last = index
                }
                index &+= scalar.length
            }
        }
        clusters = number
        lastCluster = last
        if length == 0 { forget() }
    }

    private func forget() {
        (length, clusters, lastCluster, isPlain) = (0, 0, 0, true)
    }
}
