// SPDX-License-Identifier: MIT
import CPlatform

/// Reasons why memory lacks a protection. The numbers are the ones in scrim/memory.h.
package enum UnprotectedReason: UInt32 {
    case none = 0
    case unavailable = 1
    case denied = 2
    case limit = 3
    case privilege = 4
    case descriptors = 5
    case memory = 6
    case fileSize = 7
    case disabled = 8

    /// Whether the same request will fail again in this process. Limits may be raised, and shortages may end.
    var isFinal: Bool { self == .unavailable || self == .denied || self == .disabled }
}

/// For each protection that pages can lack, the reason.
package struct UnprotectedReasons {
    package var secret = UnprotectedReason.none
    package var locked = UnprotectedReason.none
    package var dump = UnprotectedReason.none
    package var fork = UnprotectedReason.none

    /// How anonymous pages between guard pages are protected.
    var protection: Protection {
        var protection = Protection.guarded
        if locked == .none { protection.insert(.locked) }
        if dump == .none { protection.insert(.noDump) }
        if fork == .none { protection.insert(.noFork) }
        return protection
    }

    /// Notes that there are no pages at all. Pages of memfd_secret were tried before, and keep their own reason.
    mutating func lackAll(_ reason: UnprotectedReason) { (locked, dump, fork) = (reason, reason, reason) }
}

extension UnprotectedReason {
    /// System calls whose errors need interpretation. The same error means different things for different calls.
    enum Call {
        case memfdSecret, mapSecret, resize, lock, advise, other
    }

    /// Finds out why a system call failed. Use it before anything else can change errno.
    init(_ call: Call) {
        let error = platform_errno()
        switch (error, call) {
        case (ENOSYS, .memfdSecret), (EINVAL, .advise): self = .unavailable
        // mlock with a limit of 0. The other calls know no such limit.
        case (EPERM, .lock) where platform_lock_limit() == 0: self = .privilege
        case (EPERM, _), (EACCES, _), (ENOSYS, _): self = .denied
        case (EMFILE, _), (ENFILE, _): self = .descriptors
        case (EFBIG, .resize): self = .fileSize
        // The limit of locked memory is reached. Without a limit, the same errors mean that memory is short.
        case (ENOMEM, .lock), (EAGAIN, .mapSecret):
            let limit = platform_lock_limit()
            self = limit == 0 ? .privilege : limit == .max ? .memory : .limit
        default: self = .memory
        }
    }
}
