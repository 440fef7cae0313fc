// SPDX-License-Identifier: MIT
import CPlatform
import Synchronization

/// A lock for a table of the process. What is done under it may take system calls: pages are mapped, locked and unmapped.
///
/// Who finds it closed sleeps until it is opened: a real-time thread that spun, or yielded to its equals alone, would keep the
/// holder from the processor that both may run on. Priorities are not inherited. A child process may be forked off while another
/// thread holds the lock; `ProcessEpoch` opens it again there, which is why it is no pthread mutex: those may only be opened by
/// the thread that closed them.
package struct Lock: ~Copyable {
    /// 0 open, 1 closed, 2 closed and somebody may be sleeping (Drepper, "Futexes Are Tricky", mutex 2).
    private let word = Atomic<UInt32>(0)

    package init() {}

    package func lock() {
        if !word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { wait() }
    }

    package func unlock() {
        if word.exchange(0, ordering: .releasing) == 2 { wake() }
    }

    /// Opens it in a new process, where nobody holds it or sleeps.
    package func reset() { word.store(0, ordering: .releasing) }

    @inline(never)
    private func wait() {
        // Most holders are done sooner than a thread falls asleep.
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
