// SPDX-License-Identifier: MIT

/// Which snapshot of a feed is the newest one. Subscribers read the header, the slot, and the header again. If the header is the
/// same, nobody has written to the slot meanwhile.
struct FeedHeader: BitwiseCopyable, Equatable {
    /// "ScrmFeed" and the version of the format.
    private static var magic: UInt64 { 0x6465_6546_6D72_6353 &+ 1 }
    private static var closed: UInt64 { .max }

    private var magic: UInt64 = 0
    /// Differs from that of the publisher before.
    private var publisher: UInt64 = 0
    /// Counts what was published. An odd number is in the second slot.
    private(set) var generation: UInt64 = 0
    /// The number of bytes in the slot. 0: nothing. `closed`: the publisher has ended.
    private var bytes: UInt64 = 0
    /// The snapshot's time. It makes headers of publishers with equal numbers differ.
    private var time: UInt64 = 0
    /// A header that is read while another processor writes it can be a mixture.
    private var sum: UInt64 = 0

    /// A header that is not valid.
    init() {}

    /// The first header of a publisher.
    ///
    /// - Parameter previous: What was in the file.
    init(after previous: FeedHeader?) {
        magic = Self.magic
        publisher = (previous?.publisher ?? 0) &+ 1
        seal()
    }

    var isValid: Bool { magic == Self.magic && sum == expectedSum && (isClosed || bytes <= UInt64(Snapshot.maxBytes)) }
    /// Whether a feed begins like this, also one of another version.
    var isOfFeed: Bool { magic &>> 8 == Self.magic &>> 8 }
    var isClosed: Bool { bytes == Self.closed }
    var length: Int { Int(truncatingIfNeeded: bytes) }

    /// Makes the slot that is not in use the next one.
    mutating func advance() { generation &+= 1 }

    mutating func set(length: Int, time: UInt64 = 0) {
        (bytes, self.time) = (UInt64(truncatingIfNeeded: length), time)
        seal()
    }

    mutating func close() {
        bytes = Self.closed
        seal()
    }

    @inline(never)
    private mutating func seal() { sum = expectedSum }

    private var expectedSum: UInt64 {
        var sum = magic
        sum = (sum ^ publisher) &* 0x9E37_79B9_7F4A_7C15 ^ sum &>> 29
        sum = (sum ^ generation) &* 0x9E37_79B9_7F4A_7C15 ^ sum &>> 29
        sum = (sum ^ bytes) &* 0x9E37_79B9_7F4A_7C15 ^ sum &>> 29
        return (sum ^ time) &* 0x9E37_79B9_7F4A_7C15 ^ sum &>> 29
    }
}
