// SPDX-License-Identifier: MIT
import CPlatform
import Scrim
import Synchronization

/// Memory set aside for the objects that Swift's runtime allocates. Without it, a failed allocation would end the process.
///
/// A call that makes objects claims cells here before it changes anything, and returns NO_MEMORY if it cannot. From then on
/// an allocation that fails is served from a cell. This way a call with a claim cannot trap, however many threads make
/// claims.
enum Reserve {
    /// Objects are smaller than a cell, and no call makes more objects than it claims cells. Tests measure both.
    static let cellSize = 1024
    private static let share = 6
    private static let chunkSize = 65536
    private static let maxChunks = 16

    /// Claims one call's share. Never inlined, because a test looks in the library for its callers.
    @inline(never)
    static func claim() throws(Failure) {
        var patience = 2000
        while true {
            let seen = available.load(ordering: .relaxed)
            if seen >= share {
                let mine = available.compareExchange(
                    expected: seen, desired: seen &- share, ordering: .acquiringAndReleasing)
                if mine.exchanged { return }
            } else if chunkCount.load(ordering: .relaxed) < maxChunks {
                try grow()
            } else {
                // So many threads are in such calls that they have claimed all cells. Most calls end soon.
                guard patience > 0 else { throw .noMemory }
                patience &-= 1
                platform_nap()
            }
        }
    }

    static func release() { available.wrappingAdd(share, ordering: .releasing) }

    /// A cell, if one is free.
    static func take() -> UnsafeMutableRawPointer? {
        for index in steps(to: chunkCount.load(ordering: .acquiring)) {
            if let cell = unsafe take(fromChunk: index) { return unsafe cell }
        }
        return nil
    }

    /// Takes a cell back. Returns false if the block is not a cell.
    static func give(_ block: UnsafeMutableRawPointer) -> Bool {
        for index in steps(to: chunkCount.load(ordering: .acquiring)) {
            let offset = unsafe UInt(bitPattern: block) &- chunks[index & 15]
            if offset < UInt(chunkSize) {
                guard let used = unsafe bitmap(index) else { return true }
                let bit: UInt64 = 1 &<< UInt64(offset / UInt(cellSize))
                unsafe used.pointee.bitwiseAnd(~bit, ordering: .releasing)
                available.wrappingAdd(1, ordering: .releasing)
                return true
            }
        }
        return false
    }

    /// Frees all claims in a new process, because no call is running in it.
    static func forget() {
        lock.reset()
        var (index, free) = (0, 0)
        while index < chunkCount.load(ordering: .acquiring) {
            if let used = unsafe bitmap(index) {
                free &+= unsafe (~used.pointee.load(ordering: .relaxed)).nonzeroBitCount
            }
            index &+= 1
        }
        available.store(free, ordering: .releasing)
    }

    #if SCRIM_TEST_HOOKS
    /// The cells that hold an object.
    static var inUse: Int {
        var (index, used) = (0, 0)
        while index < chunkCount.load(ordering: .acquiring) {
            if let bits = unsafe bitmap(index) {
                used &+= unsafe bits.pointee.load(ordering: .relaxed).nonzeroBitCount &- 1
            }
            index &+= 1
        }
        return used
    }
    #endif

    // MARK: -

    /// The first cell of a chunk holds the bitmap of its cells.
    private static func bitmap(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
        unsafe UnsafeMutablePointer(bitPattern: chunks[index & 15])
    }

    private static func take(fromChunk index: Int) -> UnsafeMutableRawPointer? {
        guard let used = unsafe bitmap(index) else { return nil }
        while true {
            let seen = unsafe used.pointee.load(ordering: .relaxed)
            let cell = (~seen).trailingZeroBitCount
            if cell >= 64 { return nil }
            let taken = unsafe used.pointee.compareExchange(
                expected: seen, desired: seen | 1 &<< UInt64(cell), ordering: .acquiringAndReleasing)
            guard taken.exchanged else { continue }
            available.wrappingSubtract(1, ordering: .relaxed)
            return unsafe UnsafeMutableRawPointer(used) + cell &* cellSize
        }
    }

    private static func grow() throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        // Another thread may have added a chunk first.
        if available.load(ordering: .acquiring) >= share { return }
        let count = chunkCount.load(ordering: .relaxed)
        guard count < maxChunks else { return }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE
        guard let chunk = unsafe platform_map(chunkSize, PROT_READ | PROT_WRITE, flags, -1) else { throw .noMemory }
        unsafe chunk.storeBytes(of: 1, as: UInt64.self)
        unsafe chunks[count & 15] = UInt(bitPattern: chunk)
        chunkCount.store(count &+ 1, ordering: .releasing)
        available.wrappingAdd(63, ordering: .releasing)
    }
}

private let lock = Lock()
private let available = Atomic<Int>(0)
private let chunkCount = Atomic<Int>(0)
private nonisolated(unsafe) var chunks = InlineArray<16, UInt>(repeating: 0)

#if SCRIM_RESERVE
/// The linker sends the runtime's allocations here (--wrap).
@_cdecl("__wrap_posix_memalign")
public func wrappedMemalign(
    _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ alignment: Int, _ size: Int
) -> Int32 {
    let failed = unsafe __real_posix_memalign(out, alignment, size)
    guard failed != 0, size <= Reserve.cellSize, alignment <= Reserve.cellSize, let cell = unsafe Reserve.take()
    else { return failed }
    unsafe out?.pointee = cell
    return 0
}

@_cdecl("__wrap_free")
public func wrappedFree(_ block: UnsafeMutableRawPointer?) {
    if let block = unsafe block, unsafe Reserve.give(block) { return }
    unsafe __real_free(block)
}
#endif
