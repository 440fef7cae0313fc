// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// Why memory is not better protected. The numbers are those of scrim/memory.h.
package enum Shortfall: UInt32 {
    case none = 0
    case unavailable = 1
    case denied = 2
    case limit = 3
    case privilege = 4
    case descriptors = 5
    case memory = 6
}

/// Pages for secrets between two pages that nobody may touch, as well protected as the kernel allows.
@unsafe struct Mapping {
    /// The first byte between the guard pages.
    let start: UnsafeMutableRawPointer
    /// Bytes between the guard pages: whole pages.
    let size: Int
    var protection: Protection = []
    /// Why the pages are not from memfd_secret, and why they are not locked.
    var noSecret = Shortfall.none
    var noLock = Shortfall.none

    /// Maps at least `size` bytes: memfd_secret, else mlock, else plain.
    static func make(size wanted: Int) throws(Failure) -> Mapping {
        var mapping = unsafe try reserve(wanted)
        if unsafe mapping.mapSecret() { return unsafe mapping }
        guard unsafe mapping.mapAnonymous() else { throw unsafe mapping.fail() }
        return unsafe mapping
    }

    /// Maps as `make` does, but pages that system calls can read and write, which those of memfd_secret are not.
    static func makeReadableByKernel(size wanted: Int) throws(Failure) -> Mapping {
        var mapping = unsafe try reserve(wanted)
        guard unsafe mapping.mapAnonymous() else { throw unsafe mapping.fail() }
        return unsafe mapping
    }

    /// Wipes and unmaps.
    func release() {
        unsafe sodium_memzero(start, size)
        unsafe unmap()
    }

    // MARK: -

    /// Guard pages, and room between them that cannot be touched yet.
    private static func reserve(_ wanted: Int) throws(Failure) -> Mapping {
        let page = pageSize()
        let size = (wanted &+ page &- 1) & ~(page &- 1)  // pages are powers of two
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let outer = unsafe platform_map(size &+ 2 &* page, PROT_NONE, flags, -1) else { throw .noMemory }
        return unsafe Mapping(start: outer + page, size: size)
    }

    private func unmap() {
        let page = pageSize()
        unsafe munmap(start.advanced(by: 0 &- page), size &+ 2 &* page)
    }

    private func fail() -> Failure {
        unsafe unmap()
        return .noMemory
    }

    /// A shared mapping that the kernel keeps out of its own map. A child cannot be given zeroes of it, so it gets nothing.
    private mutating func mapSecret() -> Bool {
        let descriptor = platform_memfd_secret()
        guard descriptor >= 0 else {
            unsafe noSecret = Self.reason(platform_errno())
            return false
        }
        defer { close(descriptor) }
        guard unsafe ftruncate(descriptor, size) == 0,
            unsafe platform_map_over(start, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor) == 0,
            // Without this a child could read and write the very pages: then those of mapAnonymous are the better ones.
            unsafe madvise(start, size, MADV_DONTFORK) == 0
        else {
            unsafe noSecret = Self.reason(platform_errno())
            return false
        }
        unsafe protection = [.guarded, .locked, .secret, .noFork]
        // The kernel leaves such pages out of dumps in any case; the flag keeps readers of /proc/PID/smaps from wondering.
        if unsafe madvise(start, size, MADV_DONTDUMP) == 0 { unsafe protection.insert(.noDump) }
        return true
    }

    private mutating func mapAnonymous() -> Bool {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard unsafe platform_map_over(start, size, PROT_READ | PROT_WRITE, flags, -1) == 0 else { return false }
        unsafe protection = .guarded
        if unsafe mlock(start, size) == 0 {
            unsafe protection.insert(.locked)
        } else {
            unsafe noLock = Self.reason(platform_errno())
        }
        if unsafe madvise(start, size, MADV_DONTDUMP) == 0 { unsafe protection.insert(.noDump) }
        if unsafe madvise(start, size, MADV_WIPEONFORK) == 0 { unsafe protection.insert(.noFork) }
        return true
    }

    private static func reason(_ error: Int32) -> Shortfall {
        let limit = platform_lock_limit()
        switch error {
        case ENOSYS: return .unavailable
        case EMFILE, ENFILE: return .descriptors
        // Over the limit mlock says ENOMEM and memfd_secret EAGAIN, which without a limit mean that memory is short.
        case ENOMEM, EAGAIN: return limit == 0 ? .privilege : limit == .max ? .memory : .limit
        case EPERM, EACCES: return limit == 0 ? .privilege : .denied
        default: return .memory
        }
    }
}
