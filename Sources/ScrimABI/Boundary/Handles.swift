// SPDX-License-Identifier: MIT
import CPlatform
import CScrim
import Scrim
import Synchronization

/// A slot in the table of handles. Slots are reused but never freed: a stale handle finds its slot, with another
/// generation in it.
@unsafe struct Slot: ~Copyable {
    /// 1 | generation (39) | kind (4) of the handle in this slot; 0 if the slot is empty.
    let tag = Atomic<UInt64>(0)
    /// The object, retained.
    var object: UnsafeMutableRawPointer?
    /// The process in which the handle was created.
    var epoch: UInt32 = 0
    var nextFree: UInt32 = 0
    /// The generation with the bit above it set, which becomes the top bit of the handle.
    var generation: UInt64 = 0

    // The group: a ring of slots. The root has the numbers that count for the whole group.
    var nextInGroup: UInt32 = 0
    var root: UInt32 = 0
    var size: UInt32 = 0
    /// Whether it is destroyed as soon as no callback of the group is running.
    var isDeferred = false
    /// The next in the list of deferred slots that are being destroyed. It cannot be `nextFree`, which each destruction uses
    /// for the whole group.
    var nextDeferred: UInt32 = 0
    /// Whether it is in that list. This way a callback of another destruction cannot put it into a second list.
    var isEnding = false
    /// Number of callbacks of the group that are running. Atomic, because `const` calls of many threads may call back at once.
    let callbacks = Atomic<UInt32>(0)
    let deferred = Atomic<UInt32>(0)
    /// The handle of the object that this one depends on; 0 if there is none.
    var dependency: UInt64 = 0

    /// For objects that threads share: the number of calls that use the object, plus 1 while the handle is valid. Needs the lock.
    var users: UInt32 = 0
}

/// The table of handles.
///
/// A handle is not an address. It is 1 | generation (39) | slot (20) | kind (4), carried in a typed opaque pointer. The top bit is
/// set in every handle, so that it cannot be an address in user space. The garbage collectors of some languages check such values,
/// and abort if one points into their heap. Looking a handle up takes no lock.
enum Handles {
    private static let perChunk = 1024
    static let maxCount = 1_048_575

    /// Opens the tables in a new process. Every call that uses a handle begins with it.
    static func enter() throws(Failure) {
        try ProcessEpoch.enter(reset: forget)
    }

    /// A new handle of `kind` for an object, which the table retains.
    static func make(_ object: UnsafeMutableRawPointer, _ kind: UInt32) throws(Failure) -> UInt64 {
        lock.lock()
        defer { lock.unlock() }
        let index: UInt32
        if unsafe firstFree != 0 {
            index = unsafe firstFree
            unsafe firstFree = unsafe slot(index)?.pointee.nextFree ?? 0
        } else {
            index = try addPlace()
        }
        guard let slot = unsafe slot(index) else { throw .noMemory }
        unsafe slot.pointee.generation = (slot.pointee.generation &+ 1) & 0x7F_FFFF_FFFF | 0x80_0000_0000
        unsafe slot.pointee.object = object
        unsafe slot.pointee.epoch = ProcessEpoch.current
        unsafe slot.pointee.nextInGroup = index
        unsafe slot.pointee.root = index
        unsafe slot.pointee.size = 1
        unsafe slot.pointee.isDeferred = false
        unsafe slot.pointee.isEnding = false
        unsafe slot.pointee.dependency = 0
        unsafe slot.pointee.users = 1
        unsafe slot.pointee.callbacks.store(0, ordering: .relaxed)
        unsafe slot.pointee.deferred.store(0, ordering: .relaxed)
        let tag = unsafe slot.pointee.generation << 4 | UInt64(kind)
        unsafe slot.pointee.tag.store(tag, ordering: .releasing)
        unsafe live[Int(kind & 15)] &+= 1
        return handle(index, tag)
    }

    /// The slot of a handle of `kind`.
    ///
    /// - Throws: `invalidHandle`, `forked`.
    static func find(_ handle: UInt64, _ kind: UInt32) throws(Failure) -> UInt32 {
        let index = UInt32(truncatingIfNeeded: handle >> 4) & 0xF_FFFF
        let tag = (handle >> 24) << 4 | handle & 15
        guard handle & 15 == UInt64(kind), handle >> 63 == 1, let slot = unsafe slot(index),
            unsafe slot.pointee.tag.load(ordering: .acquiring) == tag
        else { throw .invalidHandle }
        guard unsafe slot.pointee.epoch == ProcessEpoch.current else { throw .forked }
        return index
    }

    /// Makes a handle invalid. Its slot stays in use until `free`.
    static func retire(_ index: UInt32) {
        guard let slot = unsafe slot(index) else { return }
        lock.lock()
        defer { lock.unlock() }
        unsafe retire(slot)
    }

    /// Needs the lock.
    private static func retire(_ slot: UnsafeMutablePointer<Slot>) {
        let kind = unsafe slot.pointee.tag.exchange(0, ordering: .acquiringAndReleasing) & 15
        unsafe live[Int(kind)] &-= 1
    }

    // MARK: - Objects that threads share

    /// Finds the slot of a handle that other threads may retire at the same time, and keeps its object alive until `leave`.
    ///
    /// - Throws: `invalidHandle`, `forked`.
    @inline(never)
    static func join(_ handle: UInt64, _ kind: UInt32) throws(Failure) -> UInt32 {
        lock.lock()
        defer { lock.unlock() }
        let index = try find(handle, kind)
        unsafe slot(index)?.pointee.users &+= 1
        return index
    }

    /// Ends the use that `join` began.
    ///
    /// - Returns: Whether the handle is retired and nobody uses the object any more. The caller then frees the object and the slot.
    @inline(never)
    static func leave(_ index: UInt32) -> Bool {
        guard let slot = unsafe slot(index) else { return false }
        lock.lock()
        defer { lock.unlock() }
        unsafe slot.pointee.users &-= 1
        return unsafe slot.pointee.users == 0
    }

    /// Makes a handle invalid. If several threads try at once, one of them succeeds. Others may still be using the object.
    ///
    /// - Returns: Its slot if this thread succeeded. It must then `leave` it.
    @inline(never)
    static func retireShared(_ handle: UInt64, _ kind: UInt32) -> UInt32? {
        lock.lock()
        defer { lock.unlock() }
        guard let index = try? find(handle, kind), let slot = unsafe slot(index) else { return nil }
        unsafe retire(slot)
        return index
    }

    static func free(_ index: UInt32) {
        guard let slot = unsafe slot(index) else { return }
        lock.lock()
        defer { lock.unlock() }
        unsafe slot.pointee.object = nil
        unsafe release(index, slot)
    }

    /// Puts a slot at the end of the free list, so that slots are reused in the order of their release. Needs the lock.
    private static func release(_ index: UInt32, _ slot: UnsafeMutablePointer<Slot>) {
        unsafe slot.pointee.nextFree = 0
        if unsafe firstFree != 0, let last = unsafe Handles.slot(lastFree) {
            unsafe last.pointee.nextFree = index
        } else {
            unsafe firstFree = index
        }
        unsafe lastFree = index
    }

    /// The number of valid handles of a kind, or of all kinds if it is 0.
    static func liveCount(_ kind: UInt32) -> Int {
        guard kind < 16 else { return 0 }
        lock.lock()
        defer { lock.unlock() }
        if kind != 0 { return unsafe live[Int(kind)] }
        var total = 0
        for index in steps(to: 16) {
            unsafe total &+= live[index]
        }
        return total
    }

    /// The slot, or nil if no slot with that number was ever used.
    static func slot(_ index: UInt32) -> UnsafeMutablePointer<Slot>? {
        guard Int(index) < slotCount.load(ordering: .acquiring) else { return nil }
        let chunk = unsafe UnsafeMutablePointer<Slot>(bitPattern: chunks[Int(index) / perChunk & 1023])
        return unsafe chunk.map { unsafe $0 + Int(index) % perChunk }
    }

    static func handle(_ index: UInt32, _ tag: UInt64) -> UInt64 {
        (tag >> 4) << 24 | UInt64(index) << 4 | tag & 15
    }

    // MARK: -

    /// Adds a slot to the table. Needs the lock. Slot 0 is never used, so that 0 can end lists.
    private static func addPlace() throws(Failure) -> UInt32 {
        let index = max(slotCount.load(ordering: .relaxed), 1)
        guard index <= maxCount else { throw .limit }
        let chunk = index / perChunk & 1023
        if unsafe chunks[chunk] == 0 {
            let size = unsafe perChunk &* MemoryLayout<Slot>.stride
            // An unused slot is zero, like fresh pages.
            let flags = MAP_PRIVATE | MAP_ANONYMOUS
            guard let pages = unsafe platform_map(size, PROT_READ | PROT_WRITE, flags, -1) else { throw .noMemory }
            unsafe chunks[chunk] = UInt(bitPattern: pages)
        }
        slotCount.store(index &+ 1, ordering: .releasing)
        return UInt32(truncatingIfNeeded: index)
    }

    /// Resets the table in a new process. The slots of inherited handles stay in use, so that these can be distinguished from
    /// stale ones. All others are free.
    private static func forget() {
        Reserve.forget()
        lock.reset()
        unsafe firstFree = 0
        unsafe live = InlineArray<16, Int>(repeating: 0)
        for index in steps(from: 1, to: slotCount.load(ordering: .acquiring)) {
            let number = UInt32(truncatingIfNeeded: index)
            if let slot = unsafe slot(number), unsafe slot.pointee.tag.load(ordering: .acquiring) == 0 {
                unsafe release(number, slot)
            }
        }
    }
}

private let lock = Lock()
private let slotCount = Atomic<Int>(0)
/// The first free slot in the order of their release, linked by `nextFree`; 0 if there is none.
private nonisolated(unsafe) var firstFree: UInt32 = 0
private nonisolated(unsafe) var lastFree: UInt32 = 0
private nonisolated(unsafe) var live = InlineArray<16, Int>(repeating: 0)
private nonisolated(unsafe) var chunks = InlineArray<1024, UInt>(repeating: 0)
