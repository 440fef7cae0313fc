// SPDX-License-Identifier: MIT
import CPlatform
import CSodium
import Synchronization

// Removes secrets from memory, from the stack and from registers.

/// Zeroes bytes. The compiler cannot remove the stores as useless (sodium_memzero).
package func wipe(_ bytes: inout MutableSpan<UInt8>) {
    unsafe bytes.withUnsafeMutableBufferPointer { unsafe sodium_memzero($0.baseAddress, $0.count) }
}

/// Zeroes the bytes `start` …< `end`. Does nothing if they are not all inside.
package func wipe(_ bytes: inout MutableSpan<UInt8>, from start: Int, to end: Int) {
    guard start >= 0, start < end, end <= bytes.count else { return }
    unsafe bytes.withUnsafeMutableBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe sodium_memzero(base + start, end &- start)
    }
}

/// Moves `count` bytes to another place, which may overlap. No copy remains in a vector register. Does nothing if not
/// all of the bytes are inside.
package func move(_ bytes: inout MutableSpan<UInt8>, from source: Int, to target: Int, count: Int) {
    guard count > 0, source >= 0, target >= 0, count <= bytes.count &- source, count <= bytes.count &- target
    else { return }
    unsafe bytes.withUnsafeMutableBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe platform_move_secret(base + target, base + source, count)
    }
}

/// Clears the traces of a secret that finished calls may have left: the stack below the caller's frame,
/// and the registers that a call may change. Vector registers can contain coordinates of touches.
/// Copies that a signal handler or the kernel made are out of reach.
@inline(never)
package func clearStack() {
    // Deeper than any call that handles a secret, including Argon2id. A test looks for traces below.
    clearStack(16384)
}

/// The same for calls that use more bytes of the stack, or fewer.
@inline(never)
package func clearStack(_ depth: Int) {
    platform_use_stack(depth, 1)
    var width = vectorWidth.load(ordering: .relaxed)
    if width < 0 {
        width = platform_vector_width()
        vectorWidth.store(width, ordering: .relaxed)
    }
    platform_clear_registers(width)
}

/// Touches as much of the stack as a redaction needs (test_boundary_stack_depth). Its stack frames can be larger than a guard page.
@inline(never)
func touchStack() { platform_use_stack(36 << 10, 0) }

/// The result of `platform_vector_width`. Negative until it was called, because the call is slow in a virtual machine.
private let vectorWidth = Atomic<Int32>(-1)
