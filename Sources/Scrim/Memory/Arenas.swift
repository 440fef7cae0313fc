// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// A mapping that is cut into slots of one size. This struct itself is in ordinary memory and holds no secret.
@unsafe struct Arena {
    let mapping: Mapping
    let stride: Int
    /// Random guard bytes at both ends of every slot in use.
    let canary: (UInt64, UInt64)
    let slots: Int
    var used = 0
    /// Guard bytes were damaged. The arena has been wiped and gives out no more slots.
    var isCorrupted = false
    /// A bit for each slot, set while the slot is in use. It is here and not in the slots, where a write past a secret
    /// could reach it.
    var inUse = InlineArray<16, UInt64>(repeating: 0)
    /// The neighbors in the list of arenas of this stride that have a free slot.
    var next: UnsafeMutablePointer<Arena>?
    var previous: UnsafeMutablePointer<Arena>?

    /// Returns whether the arena is intact and has the required protection. An arena in the list has a free slot.
    func serves(_ required: Protection) -> Bool {
        unsafe !isCorrupted && mapping.protection.isSuperset(of: required)
    }
}

/// The memory of all secrets, in bytes.
package struct MemoryUse {
    package var arenas = 0
    package var mapped = 0
    package var locked = 0
    package var secret = 0
    /// The slots in use, including their guard bytes.
    package var used = 0
    /// Why the newest pages lack a protection.
    package var lacking = UnprotectedReasons()

    /// Counts an arena in (1) or out (−1).
    fileprivate mutating func count(_ mapping: Mapping, _ sign: Int) {
        arenas &+= sign
        unsafe mapped &+= sign &* mapping.size
        if unsafe mapping.protection.contains(.locked) { unsafe locked &+= sign &* mapping.size }
        if unsafe mapping.protection.contains(.secret) { unsafe secret &+= sign &* mapping.size }
    }
}

/// The arenas of the process. Many small secrets share locked pages, because the kernel limits those.
enum Arenas {
    /// The bytes of a slot in addition to its secret: guard bytes before and after it.
    static let overhead = 32
    /// The smallest slot, including its overhead, and the number of sizes. Each size is twice the one before.
    private static let smallest = 64
    private static let classes = 12
    /// Such an arena has as many slots of the smallest size as `Arena.inUse` has bits.
    private static let arenaSize = 65536

    /// Takes a slot for `capacity` bytes. It is zeroed, and its guard bytes are set.
    static func take(
        capacity: Int, required: Protection
    ) throws(Failure) -> (slot: UnsafeMutableRawPointer, arena: UnsafeMutablePointer<Arena>) {
        var stride = smallest
        var sizeClass = 0
        while stride < capacity &+ overhead {
            stride &*= 2
            sizeClass &+= 1
        }
        guard sizeClass < classes else { throw .invalidArgument }
        if let arena = unsafe lockAndTake(sizeClass, stride, required) { return unsafe arena }
        // Do not hold the lock here: while a machine boots, the kernel's generator makes a process wait.
        var random = KernelRandom()
        var canary: (UInt64, UInt64)? = nil
        do throws(Failure) { canary = (try random.next(), try random.next()) } catch {}
        lock.lock()
        defer { lock.unlock() }
        // Other threads may have added arenas meanwhile.
        let found = unsafe best(sizeClass, required)
        let better = unsafe found.flatMap { unsafe improvement(on: $0) }
        if let arena = unsafe found, better == nil { return unsafe (cut(arena, sizeClass), arena) }
        do throws(Failure) {
            guard let canary else { throw .entropy }
            // If there is an arena that lacks something, a new one is worth its pages only if it has that.
            let fresh = unsafe try add(stride, sizeClass, required, better, canary)
            if better != nil { unsafe refusal = Refusal() }
            if let arena = unsafe found, unsafe arena.pointee.used == 0 {
                unsafe unlink(arena, sizeClass)
                unsafe discard(arena)
            }
            return unsafe (cut(fresh, sizeClass), fresh)
        } catch {
            guard let arena = unsafe found else { throw error }
            if case .protection = error { unsafe refusal.note(max(stride, arenaSize), locked: use.locked) }
            return unsafe (cut(arena, sizeClass), arena)
        }
    }

    /// Takes a slot of an existing arena, or returns nil if a better arena may be available. An arena that lacks
    /// something is used only if the kernel refused better pages recently and nothing has changed since.
    private static func lockAndTake(
        _ sizeClass: Int, _ stride: Int, _ required: Protection
    ) -> (slot: UnsafeMutableRawPointer, arena: UnsafeMutablePointer<Arena>)? {
        lock.lock()
        defer { lock.unlock() }
        guard let arena = unsafe best(sizeClass, required) else { return nil }
        if unsafe improvement(on: arena) != nil,
            unsafe !refusal.stands(max(stride, arenaSize), locked: use.locked)
        {
            return nil
        }
        return unsafe (cut(arena, sizeClass), arena)
    }

    /// Takes a slot back. The caller has wiped it.
    static func give(_ slot: UnsafeMutableRawPointer, _ arena: UnsafeMutablePointer<Arena>) {
        lock.lock()
        defer { lock.unlock() }
        let sizeClass = unsafe classIndex(arena.pointee.stride)
        let wasFull = unsafe arena.pointee.used == arena.pointee.slots
        unsafe arena.pointee.used &-= 1
        unsafe use.used &-= arena.pointee.stride
        let index = unsafe (slot - arena.pointee.mapping.start) >> arena.pointee.stride.trailingZeroBitCount
        unsafe arena.pointee.inUse[index >> 6 & 15] &= ~(1 &<< UInt64(index & 63))
        if wasFull { unsafe link(arena, sizeClass) }
        // Keep one empty arena of each size if no other is as good, so that creating and destroying texts in turn does not
        // map pages each time.
        guard unsafe arena.pointee.used == 0 else { return }
        unsafe unlink(arena, sizeClass)
        if unsafe arena.pointee.isCorrupted || isMatched(arena, sizeClass) {
            unsafe discard(arena)
            return
        }
        // The others are worse, so none of them has to wait empty for the next secret.
        if let other = unsafe best(sizeClass, []), unsafe other.pointee.used == 0 {
            unsafe unlink(other, sizeClass)
            unsafe discard(other)
        }
        unsafe link(arena, sizeClass)
    }

    /// Returns whether another arena with a free slot is as good as this one, which is not in the list.
    private static func isMatched(_ arena: UnsafeMutablePointer<Arena>, _ sizeClass: Int) -> Bool {
        var candidate = unsafe openArenas[sizeClass & 15]
        while let other = unsafe candidate {
            if unsafe other.pointee.serves([]), unsafe rank(other) >= rank(arena) { return true }
            unsafe candidate = other.pointee.next
        }
        return false
    }

    /// Wipes an arena whose guard bytes were damaged. Every secret in it is lost.
    ///
    /// - Parameter isBlank: The guard bytes are zero, because an earlier call wiped them.
    static func condemn(_ arena: UnsafeMutablePointer<Arena>, isBlank: Bool) {
        lock.lock()
        defer { lock.unlock() }
        // Slots that were wiped one by one since then are in use again and intact.
        if unsafe arena.pointee.isCorrupted && isBlank { return }
        unsafe arena.pointee.isCorrupted = true
        unsafe sodium_memzero(arena.pointee.mapping.start, arena.pointee.mapping.size)
    }

    /// How much memory there is now.
    static func report() -> MemoryUse {
        lock.lock()
        defer { lock.unlock() }
        return unsafe use
    }

    /// Notes why pages outside of arenas lack a protection. If memfd_secret was not tried for them, the note about it
    /// stays.
    static func note(_ lacking: UnprotectedReasons) {
        // In a child that was forked in the middle of this call, another thread may have held the lock.
        guard ProcessEpoch.isStill(ProcessEpoch.current) else { return }
        lock.lock()
        defer { lock.unlock() }
        let secret = unsafe use.lacking.secret
        unsafe use.lacking = lacking
        if lacking.secret == .none { unsafe use.lacking.secret = secret }
    }

    /// Sets whether memfd_secret may be called.
    ///
    /// - Throws: `invalidState` if pages have been requested already.
    static func configure(disablesSecret: Bool) throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        guard unsafe settings.usesSecret == nil else { throw .invalidState }
        unsafe settings.disablesSecret = disablesSecret
    }

    /// Starts with no arenas in a new process. The inherited ones hold nothing and must not be touched. Settings may
    /// change again.
    static func forget() {
        lock.reset()
        unsafe settings.usesSecret = nil
        unsafe use = MemoryUse()
        unsafe refusal = Refusal()
        for index in steps(to: classes) {
            unsafe openArenas[index & 15] = nil
        }
    }

    // MARK: - With the lock held

    private static func classIndex(_ stride: Int) -> Int {
        (stride / smallest).trailingZeroBitCount & 15
    }

    private static func best(_ sizeClass: Int, _ required: Protection) -> UnsafeMutablePointer<Arena>? {
        // If no arena is of memfd_secret, none is better than one with every other protection.
        let highest = unsafe use.secret == 0 ? Protection.all.subtracting(.secret) : .all
        var found: UnsafeMutablePointer<Arena>? = nil
        var candidate = unsafe openArenas[sizeClass & 15]
        while let arena = unsafe candidate {
            if unsafe arena.pointee.serves(required), unsafe rank(arena) > rank(found) {
                unsafe found = arena
                // If the kernel no longer grants a protection, an older arena may still have it.
                if unsafe protection(of: arena).isSuperset(of: highest) {
                    break
                }
            }
            unsafe candidate = arena.pointee.next
        }
        return unsafe found
    }

    private static func protection(of arena: UnsafeMutablePointer<Arena>) -> Protection {
        unsafe arena.pointee.mapping.protection
    }

    /// Of two protections, the one with memfd_secret is better, and then the one that is locked.
    private static func rank(_ arena: UnsafeMutablePointer<Arena>?) -> UInt32 {
        guard let arena = unsafe arena else { return 0 }
        let protection = unsafe protection(of: arena)
        return protection.rawValue | (protection.contains(.locked) ? 32 : 0) | (protection.contains(.secret) ? 64 : 0)
    }

    /// What new pages must have to be better than those of an arena, if the kernel may grant it. The newest pages show
    /// whether it grants memfd_secret at all.
    private static func improvement(on arena: UnsafeMutablePointer<Arena>) -> Protection? {
        let protection = unsafe protection(of: arena)
        if !protection.contains(.locked) { return .locked }
        return unsafe protection.contains(.secret) || use.lacking.secret.isFinal ? nil : .secret
    }

    private static func add(
        _ stride: Int, _ sizeClass: Int, _ required: Protection, _ better: Protection?, _ canary: (UInt64, UInt64)
    ) throws(Failure) -> UnsafeMutablePointer<Arena> {
        guard let block = unsafe malloc(MemoryLayout<Arena>.stride) else { throw .noMemory }
        do throws(Failure) {
            let size = max(stride, arenaSize)
            let mapping: Mapping
            if better == .secret {
                // If there are no such pages, the newest ones are still those of the arena that is used instead.
                guard let pages = unsafe Mapping.makeSecret(size: size, &use.lacking.secret) else { throw .protection }
                unsafe use.lacking = UnprotectedReasons()
                unsafe mapping = pages
            } else {
                let usesSecret = unsafe settings.fix()
                unsafe mapping = try Mapping.make(size: size, usesSecret: usesSecret, &use.lacking)
            }
            guard unsafe mapping.protection.isSuperset(of: required.union(better ?? [])) else {
                unsafe mapping.unmap()  // there is nothing to wipe, and wiping would take pages first
                throw .protection
            }
            let arena = unsafe block.bindMemory(to: Arena.self, capacity: 1)
            unsafe arena.initialize(
                to: Arena(
                    mapping: mapping, stride: stride, canary: canary, slots: mapping.size >> stride.trailingZeroBitCount
                ))
            unsafe link(arena, sizeClass)
            unsafe use.count(mapping, 1)
            return unsafe arena
        } catch {
            unsafe free(block)
            throw error
        }
    }

    /// Unmaps an arena that is empty and no longer in the list.
    private static func discard(_ arena: UnsafeMutablePointer<Arena>) {
        unsafe use.count(arena.pointee.mapping, -1)
        unsafe arena.pointee.mapping.release()
        unsafe free(arena)
    }

    /// Takes the first free slot of an arena that has one.
    private static func cut(_ arena: UnsafeMutablePointer<Arena>, _ sizeClass: Int) -> UnsafeMutableRawPointer {
        var word = 0
        while word < 15, unsafe arena.pointee.inUse[word & 15] == .max { word &+= 1 }
        let bit = unsafe (~arena.pointee.inUse[word & 15]).trailingZeroBitCount
        unsafe arena.pointee.inUse[word & 15] |= 1 &<< UInt64(bit)
        unsafe arena.pointee.used &+= 1
        unsafe use.used &+= arena.pointee.stride
        if unsafe arena.pointee.used == arena.pointee.slots { unsafe unlink(arena, sizeClass) }
        return unsafe arena.pointee.mapping.start + (word &* 64 &+ bit) &* arena.pointee.stride
    }

    private static func link(_ arena: UnsafeMutablePointer<Arena>, _ sizeClass: Int) {
        let head = unsafe openArenas[sizeClass & 15]
        unsafe arena.pointee.previous = nil
        unsafe arena.pointee.next = head
        if let head = unsafe head { unsafe head.pointee.previous = arena }
        unsafe openArenas[sizeClass & 15] = arena
    }

    private static func unlink(_ arena: UnsafeMutablePointer<Arena>, _ sizeClass: Int) {
        if let previous = unsafe arena.pointee.previous {
            unsafe previous.pointee.next = arena.pointee.next
        } else {
            unsafe openArenas[sizeClass & 15] = arena.pointee.next
        }
        if let next = unsafe arena.pointee.next { unsafe next.pointee.previous = arena.pointee.previous }
        unsafe arena.pointee.next = nil
        unsafe arena.pointee.previous = nil
    }
}

/// The settings: whether memfd_secret is called.
private struct MemorySettings {
    /// The setting of the host.
    var disablesSecret = false
    /// The final setting. nil until pages are requested.
    var usesSecret: Bool?

    /// Makes the settings final. A host that can still disable the call knows that it has not been made.
    mutating func fix() -> Bool {
        let uses = usesSecret ?? (!disablesSecret && platform_disables_memfd_secret() == 0)
        usesSecret = uses
        return uses
    }
}

private let lock = Lock()
private nonisolated(unsafe) var settings = MemorySettings()
private nonisolated(unsafe) var refusal = Refusal()
private nonisolated(unsafe) var use = MemoryUse()
/// The arenas with a free slot, by size.
private nonisolated(unsafe) var openArenas = unsafe InlineArray<16, UnsafeMutablePointer<Arena>?>(repeating: nil)
