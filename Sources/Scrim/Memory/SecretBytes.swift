// SPDX-License-Identifier: MIT
import CSodium

/// A fixed number of bytes in protected memory: zero at first, wiped at the end, never moved.
///
///     | canary 16 | capacity, rounded up to 16 | canary 16 |
@safe
package struct SecretBytes: ~Copyable {
    package let capacity: Int
    private var slot: UnsafeMutableRawPointer?
    private let arena: UnsafeMutablePointer<Arena>
    /// The process that the slot was made in; in its children it is not there, and is not to be touched.
    private let process = ProcessEpoch.current

    private init(capacity: Int, slot: UnsafeMutableRawPointer, arena: UnsafeMutablePointer<Arena>) {
        self.capacity = capacity
        unsafe self.slot = slot
        unsafe self.arena = arena
    }

    /// - Throws: `protection` where `required` cannot be had, `entropy`, `noMemory`.
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

    /// Wipes the bytes and gives the slot back, ahead of the end of this object.
    package mutating func release() {
        guard let slot = unsafe slot, ProcessEpoch.isStill(process) else { return }
        unsafe self.slot = nil
        unsafe Self.release(slot, arena, tail: tail)
    }

    /// Lends the bytes for reading.
    ///
    /// - Throws: `corrupted` where a canary was overwritten: then the whole arena has been wiped; `forked`.
    package borrowing func read<Result>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe try checked()
        return try unsafe body(UnsafeBufferPointer(start: start, count: capacity).span)
    }

    /// Lends the bytes for writing.
    ///
    /// - Throws: as `read`.
    package mutating func write<Result>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe try checked()
        var span = unsafe UnsafeMutableBufferPointer(start: start, count: capacity).mutableSpan
        return try body(&span)
    }

    /// Zeroes the bytes whatever state they are in, and sets the canaries anew. Not mutating, so that bytes can be wiped while they are
    /// lent: whoever has them reads zero from then on.
    package borrowing func wipe() {
        guard let slot = unsafe slot, ProcessEpoch.isStill(process) else { return }
        _ = unsafe Self.check(slot, arena, tail: tail)
        unsafe reset(slot)
    }

    // MARK: -

    /// Where the second canary begins.
    private var tail: Int { 16 &+ (capacity &+ 15) / 16 &* 16 }

    private static func release(
        _ slot: UnsafeMutableRawPointer, _ arena: UnsafeMutablePointer<Arena>, tail: Int
    ) {
        _ = unsafe check(slot, arena, tail: tail)
        unsafe sodium_memzero(slot, tail &+ 16)
        unsafe Arenas.give(slot, arena)
    }

    /// Whether the canaries are as they were set; if not, the arena is wiped: what overran one slot may stand in its
    /// neighbours too.
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
