// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// A fixed number of bytes in protected memory, or in ordinary memory if they are not secret. They are zero at first,
/// are wiped at the end, and never move. A slot has this layout:
///
///     | canary 16 | capacity, rounded up to 16 | canary 16 |
@safe
package struct SecretBytes: ~Copyable {
    package let capacity: Int
    private var slot: UnsafeMutableRawPointer?
    /// nil if the slot is in ordinary memory.
    private let arena: UnsafeMutablePointer<Arena>?
    /// The process that took the slot. In its children the slot is absent and must not be touched.
    private let process = ProcessEpoch.current

    private init(capacity: Int, slot: UnsafeMutableRawPointer, arena: UnsafeMutablePointer<Arena>?) {
        self.capacity = capacity
        unsafe self.slot = slot
        unsafe self.arena = arena
    }

    /// - Throws: `protection` if `required` is unavailable, `entropy`, `noMemory`.
    package static func make(capacity: Int, required: Protection) throws(Failure) -> SecretBytes {
        let taken = unsafe try Arenas.take(capacity: capacity, required: required)
        let bytes = unsafe SecretBytes(capacity: capacity, slot: taken.slot, arena: taken.arena)
        unsafe bytes.reset(taken.slot)
        return bytes
    }

    /// Makes bytes that are not secret. They take no protected memory.
    ///
    /// - Throws: `noMemory`.
    package static func makeOrdinary(capacity: Int) throws(Failure) -> SecretBytes {
        guard let slot = unsafe malloc(end(of: capacity) &+ 16) else { throw .noMemory }
        let bytes = unsafe SecretBytes(capacity: capacity, slot: slot, arena: nil)
        unsafe bytes.reset(slot)
        return bytes
    }

    /// Makes further bytes in memory of the same kind.
    ///
    /// - Throws: like the two functions above.
    package borrowing func makeMore(capacity: Int) throws(Failure) -> SecretBytes {
        guard unsafe arena != nil else { return try Self.makeOrdinary(capacity: capacity) }
        return try Self.make(capacity: capacity, required: protection)
    }

    deinit {
        guard let slot = unsafe slot, ProcessEpoch.isStill(process) else { return }
        unsafe Self.release(slot, arena, tail: tail)
    }

    package var protection: Protection { unsafe arena?.pointee.mapping.protection ?? [] }

    /// Wipes the bytes and gives the slot back, before this object ends.
    package mutating func release() {
        guard let slot = unsafe slot, ProcessEpoch.isStill(process) else { return }
        unsafe self.slot = nil
        unsafe Self.release(slot, arena, tail: tail)
    }

    /// Lends the bytes for reading.
    ///
    /// - Throws: `corrupted` if a canary was overwritten. The whole arena has then been wiped. Also `forked`.
    package borrowing func read<Result>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe try checked()
        return try unsafe body(UnsafeBufferPointer(start: start, count: capacity).span)
    }

    /// Lends the bytes for writing.
    ///
    /// - Throws: like `read`.
    package mutating func write<Result>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe try checked()
        var span = unsafe UnsafeMutableBufferPointer(start: start, count: capacity).mutableSpan
        return try body(&span)
    }

    /// Zeroes the bytes, even if the slot is damaged, and sets the canaries again. The function is not mutating, so
    /// that bytes can be wiped while they are lent. A borrower then reads zeroes.
    package borrowing func wipe() {
        guard let slot = unsafe slot, ProcessEpoch.isStill(process) else { return }
        _ = unsafe Self.check(slot, arena, tail: tail)
        unsafe reset(slot)
    }

    // MARK: -

    /// The offset of the second canary.
    private var tail: Int { Self.end(of: capacity) }

    private static func end(of capacity: Int) -> Int { 16 &+ (capacity &+ 15) / 16 &* 16 }

    /// The guard bytes of a slot. In ordinary memory they only find mistakes, so they need not be random.
    private static func canary(_ arena: UnsafeMutablePointer<Arena>?) -> (UInt64, UInt64) {
        unsafe arena?.pointee.canary ?? (0xA5_5A_C3_3C_96_69_F0_0F, 0x0F_F0_69_96_3C_C3_5A_A5)
    }

    private static func release(
        _ slot: UnsafeMutableRawPointer, _ arena: UnsafeMutablePointer<Arena>?, tail: Int
    ) {
        _ = unsafe check(slot, arena, tail: tail)
        unsafe sodium_memzero(slot, tail &+ 16)
        if let arena = unsafe arena { unsafe Arenas.give(slot, arena) } else { unsafe free(slot) }
    }

    /// Returns whether the canaries are intact. If not, wipes the arena, because an overrun may have copied one secret
    /// into another slot. A slot in ordinary memory is wiped alone.
    private static func check(
        _ slot: UnsafeMutableRawPointer, _ arena: UnsafeMutablePointer<Arena>?, tail: Int
    ) -> Bool {
        let (first, second) = unsafe canary(arena)
        let head = unsafe (slot.load(as: UInt64.self), slot.load(fromByteOffset: 8, as: UInt64.self))
        let end = unsafe (
            slot.load(fromByteOffset: tail, as: UInt64.self), slot.load(fromByteOffset: tail &+ 8, as: UInt64.self)
        )
        if head == (first, second), end == (first, second) { return true }
        if let arena = unsafe arena {
            unsafe Arenas.condemn(arena, isBlank: head == (0, 0) && end == (0, 0))
        } else {
            unsafe sodium_memzero(slot + 16, tail &- 16)
        }
        return false
    }

    private func reset(_ slot: UnsafeMutableRawPointer) {
        unsafe sodium_memzero(slot + 16, tail &- 16)
        let (first, second) = unsafe Self.canary(arena)
        unsafe slot.storeBytes(of: first, as: UInt64.self)
        unsafe slot.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
        unsafe slot.storeBytes(of: first, toByteOffset: tail, as: UInt64.self)
        unsafe slot.storeBytes(of: second, toByteOffset: tail &+ 8, as: UInt64.self)
    }

    private borrowing func checked() throws(Failure) -> UnsafeMutablePointer<UInt8> {
        guard let slot = unsafe slot else { throw .closed }
        guard ProcessEpoch.isStill(process) else { throw .forked }
        guard unsafe Self.check(slot, arena, tail: tail) else { throw .corrupted }
        return unsafe (slot + 16).assumingMemoryBound(to: UInt8.self)
    }
}
