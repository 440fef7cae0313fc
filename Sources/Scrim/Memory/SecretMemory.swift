// SPDX-License-Identifier: MIT
import CPlatform

/// The memory of all secrets of the process, for reports.
package enum SecretMemory {
    package static func use() -> MemoryUse { Arenas.report() }

    /// Sets whether memfd_secret may be called.
    ///
    /// - Throws: `invalidState` if this process has requested memory for a secret already.
    package static func configure(disablesSecret: Bool) throws(Failure) {
        try Arenas.configure(disablesSecret: disablesSecret)
    }

    /// Forbids core dumps and debuggers for the whole process.
    ///
    /// - Throws: `protection` if the kernel refuses.
    package static func hardenProcess() throws(Failure) {
        guard platform_harden() == 0 else { throw .protection }
    }

    /// The bytes that the process may lock. `UInt64.max` if nothing limits it.
    package static var lockLimit: UInt64 { platform_lock_limit() }
}
