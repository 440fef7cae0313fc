// SPDX-License-Identifier: MIT
import CPlatform

/// Why memory is not better protected. The numbers are those of scrim/memory.h.
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
}

/// Why pages lack each protection that they can lack.
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

    /// There are no pages at all. Those of memfd_secret were tried before, and keep their own reason.
    mutating func lackAll(_ reason: UnprotectedReason) { (locked, dump, fork) = (reason, reason, reason) }
}

extension UnprotectedReason {
    /// The system calls whose errors say more than their number: one error has another meaning for another call.
    enum Call {
        case memfdSecret, mapSecret, resize, lock, advise, other
    }

    /// Why a system call failed. Read it before anything else can change errno.
    init(_ call: Call) {
        let error = platform_errno()
        switch (error, call) {
        case (ENOSYS, .memfdSecret), (EINVAL, .advise): self = .unavailable
        // mlock without a limit to lock within; the other calls know no such limit.
        case (EPERM, .lock) where platform_lock_limit() == 0: self = .privilege
        case (EPERM, _), (EACCES, _), (ENOSYS, _): self = .denied
        case (EMFILE, _), (ENFILE, _): self = .descriptors
        case (EFBIG, .resize): self = .fileSize
        // Over the limit of locked memory. Without a limit the same errors mean that memory is short.
        case (ENOMEM, .lock), (EAGAIN, .mapSecret):
            let limit = platform_lock_limit()
            self = limit == 0 ? .privilege : limit == .max ? .memory : .limit
        default: self = .memory
        }
    }
}
