// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/memory.h. The header has the contracts.

@_cdecl("scrim_memory_configure") @implementation
public func scrim_memory_configure(_ options: UnsafePointer<scrim_memory_options>!) -> scrim_status {
    answer { () throws(Failure) in
        let options = unsafe try copyIn(options, zeroed: scrim_memory_options())
        guard options.disable_memfd_secret <= 1 else { throw .invalidArgument }
        try Handles.enter()
        try SecretMemory.configure(disablesSecret: options.disable_memfd_secret == 1)
    }
}

@_cdecl("scrim_memory_usage") @implementation
public func scrim_memory_usage(_ report: UnsafeMutablePointer<scrim_memory_report>!) -> scrim_status {
    answer { () throws(Failure) in
        let report = unsafe try required(report)
        _ = unsafe try copyIn(report, zeroed: scrim_memory_report())
        try Handles.enter()
        let use = SecretMemory.use()
        var written = scrim_memory_report()
        written.arenas = UInt32(truncatingIfNeeded: use.arenas)
        written.mapped_bytes = UInt64(truncatingIfNeeded: use.mapped)
        written.locked_bytes = UInt64(truncatingIfNeeded: use.locked)
        written.secretmem_bytes = UInt64(truncatingIfNeeded: use.secret)
        written.used_bytes = UInt64(truncatingIfNeeded: use.used)
        written.lock_limit_bytes = SecretMemory.lockLimit
        written.secretmem_unprotected = use.lacking.secret.rawValue
        written.locked_unprotected = use.lacking.locked.rawValue
        written.no_dump_unprotected = use.lacking.dump.rawValue
        written.no_fork_unprotected = use.lacking.fork.rawValue
        unsafe copyOut(written, to: report)
    }
}

@_cdecl("scrim_unprotected_message") @implementation
public func scrim_unprotected_message(_ reason: UInt32) -> UnsafePointer<CChar>! {
    unsafe cString(words(UnprotectedReason(rawValue: reason)))
}

@_cdecl("scrim_process_harden") @implementation
public func scrim_process_harden() -> scrim_status {
    answer { () throws(Failure) in try SecretMemory.hardenProcess() }
}

private func words(_ reason: UnprotectedReason?) -> StaticString {
    switch reason {
    case nil: "unknown reason"
    case .some(.none): "nothing is lacking"
    case .unavailable:
        "the kernel does not provide this protection, it is switched off, or a filter of system calls hides it"
    case .denied: "a filter of system calls or a security policy forbids a call that this protection needs"
    case .limit:
        "the limit of locked memory (RLIMIT_MEMLOCK) is reached: raise it with ulimit -l, LimitMEMLOCK= or --ulimit memlock"
    case .privilege:
        "the limit of locked memory (RLIMIT_MEMLOCK) is 0: raise it with ulimit -l, LimitMEMLOCK= or --ulimit memlock"
    case .descriptors: "the process or the system has no file descriptor left"
    case .memory: "the kernel could not provide the pages, or not lock them"
    case .fileSize: "the limit of file sizes (RLIMIT_FSIZE) is too small: it applies to memfd_secret too"
    case .disabled:
        "scrim_memory_configure or the environment variable SCRIM_DISABLE_MEMFD_SECRET disabled memfd_secret"
    }
}
