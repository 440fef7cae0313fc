// SPDX-License-Identifier: MIT
import CPlatform
import CSodium
import CUTF8Proc
import Synchronization

// The calls of the C library, libsodium and utf8proc that the core uses, over spans.

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

/// Zeroes the bytes from `start` to before `end`, as far as they are there.
package func wipe(_ bytes: inout MutableSpan<UInt8>, from start: Int, to end: Int) {
    guard start >= 0, start < end, end <= bytes.count else { return }
    unsafe bytes.withUnsafeMutableBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe sodium_memzero(base + start, end &- start)
    }
}

/// Moves `count` bytes from one place to another that may overlap it, with no copy left in a vector register; nothing where
/// they are not all there.
package func move(_ bytes: inout MutableSpan<UInt8>, from source: Int, to target: Int, count: Int) {
    guard count > 0, source >= 0, target >= 0, count <= bytes.count &- source, count <= bytes.count &- target
    else { return }
    unsafe bytes.withUnsafeMutableBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe platform_move_secret(base + target, base + source, count)
    }
}

/// BLAKE2b under a key of 32 bytes, of as many bytes as `digest` has (16 … 64).
package func keyedHash(_ bytes: Span<UInt8>, key: Span<UInt8>, into digest: inout MutableSpan<UInt8>) throws(Failure) {
    let status = unsafe digest.withUnsafeMutableBufferPointer { digest in
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe key.withUnsafeBufferPointer { key -> Int32 in
                guard let start = digest.baseAddress else { return -1 }
                return unsafe crypto_generichash(
                    start, digest.count, bytes.baseAddress, UInt64(bytes.count), key.baseAddress, key.count)
            }
        }
    }
    guard status == 0 else { throw .invalidArgument }
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
        if previous < 0 { return true }
        if previous < 0x80, next < 0x80 {
            // Between ASCII characters nothing further back matters, and no table is looked up.
            state = 0
            return previous != 0x0D || next != 0x0A
        }
        return unsafe utf8proc_grapheme_break_stateful(previous, next, &state)
    }

    /// Whether a boundary stands between two code points, whatever stands before the first.
    ///
    /// The rules that look further back than one code point begin behind one that extends what it follows, or between regional
    /// indicators. So where the first extends nothing, and the pair is broken by itself, the answer holds everywhere; where
    /// not, the answer is no, and means "not surely".
    package static func surelyBreaks(_ first: UInt32, _ second: UInt32) -> Bool {
        if first < 0x80, second < 0x80 { return first != 0x0D || second != 0x0A }
        let (before, after) = (Int32(truncatingIfNeeded: first), Int32(truncatingIfNeeded: second))
        return utf8proc_grapheme_break(0x78, before) && utf8proc_grapheme_break(before, after)
    }
}

/// Clears what calls that have returned may have left of a secret: the stack below the caller's frame (sodium_stackzero), and the
/// registers that a call may change; coordinates of touches are in vector registers. What a signal handler or the kernel saved elsewhere
/// is out of reach.
@inline(never)
package func clearStack() {
    // Deeper than any call on a secret goes, Argon2id's included; a test looks below for what is left.
    sodium_stackzero(16384)
    var width = vectorWidth.load(ordering: .relaxed)
    if width < 0 {
        width = platform_vector_width()
        vectorWidth.store(width, ordering: .relaxed)
    }
    platform_clear_registers(width)
}

/// What `platform_vector_width` returns; below 0 until it has been asked, which takes long in a virtual machine.
private let vectorWidth = Atomic<Int32>(-1)
