// SPDX-License-Identifier: MIT
import CPlatform

/// The memory of all secrets of the process, for reports.
package enum SecretMemory {
    package static func use() -> MemoryUse { Arenas.report() }

    /// Says whether memfd_secret may be called.
    ///
    /// - Throws: `invalidState` once memory for a secret has been asked for in this process.
    package static func configure(disablesSecret: Bool) throws(Failure) {
        try Arenas.configure(disablesSecret: disablesSecret)
    }

    /// Forbids core dumps and debuggers for the whole process.
    ///
    /// - Throws: `protection` where the kernel refuses.
    package static func hardenProcess() throws(Failure) {
        guard platform_harden() == 0 else { throw .protection }
    }

    /// Bytes that the process may lock; `UInt64.max` where nothing limits it.
    package static var lockLimit: UInt64 { platform_lock_limit() }
}
