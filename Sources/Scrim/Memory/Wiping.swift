// SPDX-License-Identifier: MIT
import CPlatform
import CSodium
import Synchronization

// Removes secrets from memory, from the stack and from registers.

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
