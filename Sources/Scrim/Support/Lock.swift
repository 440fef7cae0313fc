// SPDX-License-Identifier: MIT
import CPlatform
import Synchronization

/// A lock for a table of the process. System calls may run while it is held: pages are mapped, locked and unmapped.
///
/// A thread that finds the lock closed sleeps until it is opened. If a real-time thread spun instead, or yielded only
/// to its equals, it could keep the holder from the processor that both may use. Priorities are not inherited.
///
/// A child process may be forked while another thread holds the lock. `ProcessEpoch` then opens it in the child. A
/// pthread mutex would not allow that, because only the thread that closed it may open it.
package struct Lock: ~Copyable {
    /// 0: open. 1: closed. 2: closed, and a thread may be sleeping (Drepper, "Futexes Are Tricky", mutex 2).
    private let word = Atomic<UInt32>(0)

    package init() {}

    package func lock() {
        if !word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { wait() }
    }

    package func unlock() {
        if word.exchange(0, ordering: .releasing) == 2 { wake() }
    }

    /// Opens the lock in a new process, in which no thread holds it or sleeps.
    package func reset() { word.store(0, ordering: .releasing) }

    @inline(never)
    private func wait() {
        // Most holders finish before another thread could fall asleep.
        for _ in steps(to: 100) {
            if word.load(ordering: .relaxed) == 0,
                word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
            {
                return
            }
        }
        while word.exchange(2, ordering: .acquiring) != 0 {
            unsafe withUnsafePointer(to: word) { unsafe platform_sleep_while($0, 2) }
        }
    }

    @inline(never)
    private func wake() {
        unsafe withUnsafePointer(to: word) { unsafe platform_wake_one($0) }
    }
}
