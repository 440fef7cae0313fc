// SPDX-License-Identifier: MIT
import CPlatform
import CScrim
import Scrim
import Synchronization

/// A slot in the table of handles. Slots are used again, never freed: a stale handle finds its slot, and finds
/// another generation there.
@unsafe struct Slot: ~Copyable {
    /// 1 | generation (39) | kind (4) of the handle that lives here; 0 where none does.
    let tag = Atomic<UInt64>(0)
    /// The object, retained.
    var object: UnsafeMutableRawPointer?
    /// The process the handle was made in.
    var epoch: UInt32 = 0
    var nextFree: UInt32 = 0
    /// With the bit above it set, which becomes the top bit of the handle.
    var generation: UInt64 = 0

    // The group: a ring of slots. What holds for the whole group stands at its root.
    var nextInGroup: UInt32 = 0
    var root: UInt32 = 0
    var size: UInt32 = 0
    /// To be destroyed as soon as no callback of the group is running.
    var isDeferred = false
    /// The list of those while they are being destroyed; each destruction uses `nextFree` of the whole group for
    /// itself.
    var nextDeferred: UInt32 = 0
    /// In that list: a callback of another's destruction cannot put it into a second one.
    var isEnding = false
    /// Callbacks of the group that are running; atomic, as `const` calls of many threads may call back at once.
    let callbacks = Atomic<UInt32>(0)
    let deferred = Atomic<UInt32>(0)
    /// Tags and slots of what this object depends on, as handles; 0 where none.
    var dependency: UInt64 = 0

    /// Of what threads share, with the lock held: the calls that use the object, and the table while the handle is valid.
    var users: UInt32 = 0
}

/// The table of handles.
///
/// A handle is not an address. It is 1 | generation (39) | slot (20) | kind (4), carried in a typed opaque pointer. The top bit is
/// set in every handle, so that none has a value that can be an address of user space: the garbage collectors of some languages
/// look at such values, and abort when they lead into their heap. Looking a handle up takes no lock.
enum Handles {
    private static let perChunk = 1024
    static let maxCount = 1_048_575

    /// Opens the tables in a new process; first in every call that uses a handle.
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

    /// Makes a handle invalid; its slot stays taken until `free`.
    static func retire(_ index: UInt32) {
        guard let slot = unsafe slot(index) else { return }
        lock.lock()
        defer { lock.unlock() }
        unsafe retire(slot)
    }

    /// With the lock held.
    private static func retire(_ slot: UnsafeMutablePointer<Slot>) {
        let kind = unsafe slot.pointee.tag.exchange(0, ordering: .acquiringAndReleasing) & 15
        unsafe live[Int(kind)] &-= 1
    }

    // MARK: - What threads share

    /// Finds the slot of a handle that other threads may be retiring meanwhile, and keeps its object alive until `leave`.
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

    /// Gives back what `join` got.
    ///
    /// - Returns: Whether the handle is retired and nobody uses the object any more: it is to be freed, as the slot is.
    @inline(never)
    static func leave(_ index: UInt32) -> Bool {
        guard let slot = unsafe slot(index) else { return false }
        lock.lock()
        defer { lock.unlock() }
        unsafe slot.pointee.users &-= 1
        return unsafe slot.pointee.users == 0
    }

    /// Makes a handle invalid that several threads may be retiring at once: of those one does. Others may be using its object.
    ///
    /// - Returns: Its slot, where this thread did, which is to `leave` it.
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

    /// Puts a slot at the end of the list of free ones, so that slots are reused in the order of their release. With the lock held.
    private static func release(_ index: UInt32, _ slot: UnsafeMutablePointer<Slot>) {
        unsafe slot.pointee.nextFree = 0
        if unsafe firstFree != 0, let last = unsafe Handles.slot(lastFree) {
            unsafe last.pointee.nextFree = index
        } else {
            unsafe firstFree = index
        }
        unsafe lastFree = index
    }

    /// The number of living handles of a kind, of all where it is 0.
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

    /// The slot itself; nil where no slot of that number was ever used.
    static func slot(_ index: UInt32) -> UnsafeMutablePointer<Slot>? {
        guard Int(index) < slotCount.load(ordering: .acquiring) else { return nil }
        let chunk = unsafe UnsafeMutablePointer<Slot>(bitPattern: chunks[Int(index) / perChunk & 1023])
        return unsafe chunk.map { unsafe $0 + Int(index) % perChunk }
    }

    static func handle(_ index: UInt32, _ tag: UInt64) -> UInt64 {
        (tag >> 4) << 24 | UInt64(index) << 4 | tag & 15
    }

    // MARK: -

    /// With the lock held. Place 0 is never used, so that 0 can end lists.
    private static func addPlace() throws(Failure) -> UInt32 {
        let index = max(slotCount.load(ordering: .relaxed), 1)
        guard index <= maxCount else { throw .limit }
        let chunk = index / perChunk & 1023
        if unsafe chunks[chunk] == 0 {
            let size = unsafe perChunk &* MemoryLayout<Slot>.stride
            // Fresh pages are zero, which is what an unused slot is.
            let flags = MAP_PRIVATE | MAP_ANONYMOUS
            guard let pages = unsafe platform_map(size, PROT_READ | PROT_WRITE, flags, -1) else { throw .noMemory }
            unsafe chunks[chunk] = UInt(bitPattern: pages)
        }
        slotCount.store(index &+ 1, ordering: .releasing)
        return UInt32(truncatingIfNeeded: index)
    }

    /// In a new process: the slots of inherited handles stay taken, so that these can be told from stale ones; all
    /// others are free.
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
/// The free slots in the order of their release, linked by `nextFree`; 0 where there are none.
private nonisolated(unsafe) var firstFree: UInt32 = 0
private nonisolated(unsafe) var lastFree: UInt32 = 0
private nonisolated(unsafe) var live = InlineArray<16, Int>(repeating: 0)
private nonisolated(unsafe) var chunks = InlineArray<1024, UInt>(repeating: 0)
