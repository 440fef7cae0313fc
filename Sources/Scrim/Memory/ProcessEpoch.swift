// SPDX-License-Identifier: MIT
import CPlatform
import Synchronization

/// Counts the processes this library has lived in, from fork to fork, and resets its tables in each new one.
///
/// The kernel wipes a sentinel page in a forked child, which shows that the child is new. The page is read before any
/// lock is taken, because a lock that another thread held at the fork would never be opened in the child. If the kernel
/// cannot wipe on fork (before 4.14, or in qemu's user emulation), the id of the process is compared instead.
package enum ProcessEpoch {
    /// The epoch of this process, from 1, once `enter` has returned.
    package static var current: UInt32 { epoch.load(ordering: .relaxed) }

    /// Must be called first by everything that uses a table of the process.
    ///
    /// - Parameter reset: Empties the tables of the layer above in a new process. It must not fail.
    /// - Throws: `noMemory` if even the sentinel's page is unavailable.
    package static func enter(reset: () -> Void) throws(Failure) {
        if sentinel.load(ordering: .acquiring) == 0 { try makeSentinel() }
        guard let word = unsafe word() else { throw .noMemory }
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

    /// Returns whether this is still the process of an epoch that was current when the call began. In a child that a
    /// signal handler forked since then, `current` has the parent's value until the next call enters.
    @inline(never)
    package static func isStill(_ process: UInt32) -> Bool {
        guard current == process else { return false }
        guard let word = unsafe word() else { return true }
        return unsafe word.pointee.load(ordering: .acquiring) == id() << 2 | 2  // as `enter` left it
    }

    /// The first word of the sentinel's page, if there is a page.
    private static func word() -> UnsafePointer<Atomic<UInt64>>? {
        unsafe UnsafePointer<Atomic<UInt64>>(
            bitPattern: sentinel.load(ordering: .acquiring) & ~(watchesID | ignoresAdvice))
    }

    /// The id of the process if the kernel does not wipe the sentinel, otherwise 0.
    private static func id() -> UInt64 {
        sentinel.load(ordering: .relaxed) & watchesID != 0 ? UInt64(UInt32(bitPattern: getpid())) : 0
    }

    /// Two threads may get here at once, and the kernel may answer them differently. Only the page and the answers of the
    /// first one count.
    private static func makeSentinel() throws(Failure) {
        let size = pageSize()
        guard let page = unsafe platform_map(size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1)
        else { throw .noMemory }
        // qemu's user emulation accepts any advice and follows none. So an advice that does not exist must be refused.
        var found = UInt(bitPattern: page)
        if unsafe madvise(page, size, -1) == 0 { found |= watchesID | ignoresAdvice }
        if unsafe madvise(page, size, MADV_WIPEONFORK) != 0 { found |= watchesID }
        let mine = sentinel.compareExchange(expected: 0, desired: found, ordering: .acquiringAndReleasing)
        if !mine.exchanged { unsafe munmap(page, size) }
    }
}

/// The address of the sentinel's page, and two answers of the kernel in bits that are zero in every such address.
private let sentinel = Atomic<UInt>(0)
/// The sentinel is not wiped in a child, so the id of the process is compared.
private let watchesID: UInt = 1
private let ignoresAdvice: UInt = 2
private let epoch = Atomic<UInt32>(0)

/// Gives the kernel advice on memory, and returns the reason if the kernel does not follow it. The caller must have
/// passed `enter`.
@inline(never) func advise(_ address: UnsafeMutableRawPointer, _ size: Int, _ advice: Int32) -> UnprotectedReason {
    if sentinel.load(ordering: .relaxed) & ignoresAdvice != 0 { return .unavailable }
    return unsafe madvise(address, size, advice) == 0 ? .none : UnprotectedReason(.advise)
}

/// The size of a page, in bytes.
func pageSize() -> Int {
    let size = sysconf(Int32(_SC_PAGESIZE))
    return size > 0 ? size : 4096
}
