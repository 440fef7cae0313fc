// SPDX-License-Identifier: MIT
import CSodium

/// A fixed number of bytes in protected memory. They are zero at first, are wiped at the end, and never move. A slot
/// has this layout:
///
///     | canary 16 | capacity, rounded up to 16 | canary 16 |
@safe
package struct SecretBytes: ~Copyable {
    package let capacity: Int
    private var slot: UnsafeMutableRawPointer?
    private let arena: UnsafeMutablePointer<Arena>
    /// The process that took the slot. In its children the slot is absent and must not be touched.
    private let process = ProcessEpoch.current

    private init(capacity: Int, slot: UnsafeMutableRawPointer, arena: UnsafeMutablePointer<Arena>) {
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

    deinit {
        guard let slot = unsafe slot, ProcessEpoch.isStill(process) else { return }
        unsafe Self.release(slot, arena, tail: tail)
    }

    package var protection: Protection { unsafe arena.pointee.mapping.protection }

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
    private var tail: Int { 16 &+ (capacity &+ 15) / 16 &* 16 }

    private static func release(
        _ slot: UnsafeMutableRawPointer, _ arena: UnsafeMutablePointer<Arena>, tail: Int
    ) {
        _ = unsafe check(slot, arena, tail: tail)
        unsafe sodium_memzero(slot, tail &+ 16)
        unsafe Arenas.give(slot, arena)
    }

    /// Returns whether the canaries are intact. If not, wipes the arena, because an overrun may have copied one secret
    /// into another slot.
    private static func check(
        _ slot: UnsafeMutableRawPointer, _ arena: UnsafeMutablePointer<Arena>, tail: Int
    ) -> Bool {
        let (first, second) = unsafe arena.pointee.canary
        let head = unsafe (slot.load(as: UInt64.self), slot.load(fromByteOffset: 8, as: UInt64.self))
        let end = unsafe (
            slot.load(fromByteOffset: tail, as: UInt64.self), slot.load(fromByteOffset: tail &+ 8, as: UInt64.self)
        )
        if head == (first, second), end == (first, second) { return true }
        unsafe Arenas.condemn(arena, isBlank: head == (0, 0) && end == (0, 0))
        return false
    }

    private func reset(_ slot: UnsafeMutableRawPointer) {
        unsafe sodium_memzero(slot + 16, tail &- 16)
        unsafe slot.storeBytes(of: arena.pointee.canary.0, as: UInt64.self)
        unsafe slot.storeBytes(of: arena.pointee.canary.1, toByteOffset: 8, as: UInt64.self)
        unsafe slot.storeBytes(of: arena.pointee.canary.0, toByteOffset: tail, as: UInt64.self)
        unsafe slot.storeBytes(of: arena.pointee.canary.1, toByteOffset: tail &+ 8, as: UInt64.self)
    }

    private borrowing func checked() throws(Failure) -> UnsafeMutablePointer<UInt8> {
        guard let slot = unsafe slot else { throw .closed }
        guard ProcessEpoch.isStill(process) else { throw .forked }
        guard unsafe Self.check(slot, arena, tail: tail) else { throw .corrupted }
        return unsafe (slot + 16).assumingMemoryBound(to: UInt8.self)
    }
}
