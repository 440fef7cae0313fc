// SPDX-License-Identifier: MIT
import CPlatform
import Synchronization

/// Counts the processes this library has lived in, from fork to fork, and resets its tables in each new one.
///
/// A page that the kernel wipes in a forked child says that the child is new. It is looked at before any lock is taken:
/// a lock that another thread held at the fork would never be opened in the child. Where the kernel cannot wipe on fork
/// (before 4.14, or qemu's user emulation), the process's id tells instead.
package enum ProcessEpoch {
    /// The epoch of this process, from 1, once `enter` has returned.
    package static var current: UInt32 { epoch.load(ordering: .relaxed) }

    /// Call first in everything that touches a table of the process.
    ///
    /// - Parameter reset: Empties the tables of the layer above, in a new process; it may not fail.
    /// - Throws: `noMemory` where even the sentinel's page cannot be had.
    package static func enter(reset: () -> Void) throws(Failure) {
        var address = sentinel.load(ordering: .acquiring)
        if address == 0 { address = try makeSentinel() }
        guard let word = unsafe UnsafePointer<Atomic<UInt64>>(bitPattern: address) else { throw .noMemory }
        let process = id()
        let ready = process << 2 | 2
        while true {
            let seen = unsafe word.pointee.load(ordering: .acquiring)
            if seen == ready { return }
            if seen == process << 2 | 1 {
                platform_nap()  // another thread of this process is resetting the tables
                continue
            }
            let mine = unsafe word.pointee.compareExchange(
                expected: seen, desired: process << 2 | 1, ordering: .acquiringAndReleasing)
            guard mine.exchanged else { continue }
            epoch.wrappingAdd(1, ordering: .relaxed)
            Arenas.forget()
            reset()
            unsafe word.pointee.store(ready, ordering: .releasing)
            return
        }
    }

    /// Whether this is still the process of an epoch, which it was in when the call began. In a child that a signal handler has
    /// forked off since then, `current` is the parent's until the next call enters.
    @inline(never)
    package static func isStill(_ process: UInt32) -> Bool {
        guard current == process else { return false }
        let address = sentinel.load(ordering: .acquiring)
        guard let word = unsafe UnsafePointer<Atomic<UInt64>>(bitPattern: address) else { return true }
        return unsafe word.pointee.load(ordering: .acquiring) == id() << 2 | 2  // as `enter` left it
    }

    /// The id of the process, where the kernel does not wipe the sentinel; else 0.
    private static func id() -> UInt64 {
        watchesID.load(ordering: .relaxed) ? UInt64(UInt32(bitPattern: getpid())) : 0
    }

    private static func makeSentinel() throws(Failure) -> UInt {
        let size = pageSize()
        guard let page = unsafe platform_map(size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1)
        else { throw .noMemory }
        // qemu's user emulation answers 0 to any advice and follows none, so one that does not exist has to be refused.
        if unsafe madvise(page, size, -1) == 0 { ignoresAdvice.store(true, ordering: .relaxed) }
        let wipes = unsafe advise(page, size, MADV_WIPEONFORK) == .none
        if !wipes { watchesID.store(true, ordering: .relaxed) }
        let address = UInt(bitPattern: page)
        let mine = sentinel.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
        if mine.exchanged { return address }
        unsafe munmap(page, size)
        return mine.original
    }
}

private let sentinel = Atomic<UInt>(0)
private let watchesID = Atomic<Bool>(false)
private let ignoresAdvice = Atomic<Bool>(false)
private let epoch = Atomic<UInt32>(0)

/// Gives the kernel advice on memory, and returns why it is not followed. For callers that have come through `enter`.
@inline(never) func advise(_ address: UnsafeMutableRawPointer, _ size: Int, _ advice: Int32) -> UnprotectedReason {
    if ignoresAdvice.load(ordering: .relaxed) { return .unavailable }
    return unsafe madvise(address, size, advice) == 0 ? .none : UnprotectedReason(.advise)
}

/// The size of a page, in bytes.
func pageSize() -> Int {
    let size = sysconf(Int32(_SC_PAGESIZE))
    return size > 0 ? size : 4096
}
