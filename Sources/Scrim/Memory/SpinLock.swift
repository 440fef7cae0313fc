// SPDX-License-Identifier: MIT
import CPlatform
import Synchronization

/// A lock for a few instructions' work on a table of the process.
///
/// A child process may be forked off while another thread holds it; `ProcessEpoch` opens it again there, which is why
/// it is no pthread mutex: those may only be opened by the thread that closed them.
package struct SpinLock: ~Copyable {
    private let word = Atomic<UInt32>(0)

    package init() {}

    package func withLock<Result: ~Copyable>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    package func lock() {
        while word.exchange(1, ordering: .acquiring) != 0 {
            while word.load(ordering: .relaxed) != 0 { sched_yield() }
        }
    }

    package func unlock() { word.store(0, ordering: .releasing) }
}
