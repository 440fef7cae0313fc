// SPDX-License-Identifier: MIT
import CSodium
import CUTF8Proc

// The calls of libsodium and utf8proc that the core uses, over spans.

/// Whether two byte strings of one length are equal, in a time that depends on the length alone (sodium_memcmp).
package func equalBytes(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    guard a.count > 0 else { return true }
    return unsafe a.withUnsafeBufferPointer { a in
        unsafe b.withUnsafeBufferPointer { b in unsafe sodium_memcmp(a.baseAddress, b.baseAddress, a.count) == 0 }
    }
}

/// Whether every byte is zero, in a time that depends on the length alone (sodium_is_zero).
package func allZero(_ bytes: Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe $0.count == 0 || sodium_is_zero($0.baseAddress, $0.count) == 1 }
}

/// Zeroes bytes for good: the compiler cannot take it for a useless store (sodium_memzero).
package func wipe(_ bytes: inout MutableSpan<UInt8>) {
    unsafe bytes.withUnsafeMutableBufferPointer { unsafe sodium_memzero($0.baseAddress, $0.count) }
}

/// Finds the boundaries of extended grapheme clusters (UAX #29) from one code point to the next.
package struct GraphemeBreaker {
    private var previous: Int32 = -1
    private var state: Int32 = 0

    package init() {}

    /// Whether a cluster begins at `scalar`, the next code point of the text.
    package mutating func begins(at scalar: UInt32) -> Bool {
        let next = Int32(truncatingIfNeeded: scalar)
        defer { previous = next }
        return previous < 0 ? true : unsafe utf8proc_grapheme_break_stateful(previous, next, &state)
    }
}
