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
    ///
    /// No call that may well fail is made over a place kept for it: the kernel may have cleared that place by then, and
    /// given it to another thread of the host.
    static func make(size wanted: Int) throws(Failure) -> Mapping {
        var noSecret = Shortfall.none
        if let mapping = unsafe mapSecret(wholePages(wanted), &noSecret) { return unsafe mapping }
        var mapping = unsafe try makeReadableByKernel(size: wanted)
        unsafe mapping.noSecret = noSecret
        return unsafe mapping
    }

    /// Maps as `make` does, but pages that system calls can read and write, which those of memfd_secret are not.
    static func makeReadableByKernel(size wanted: Int) throws(Failure) -> Mapping {
        guard var mapping = unsafe reserve(wholePages(wanted)) else { throw .noMemory }
        guard unsafe mprotect(mapping.start, mapping.size, PROT_READ | PROT_WRITE) == 0 else {
            unsafe mapping.unmap()
            throw .noMemory
        }
        unsafe mapping.protection = .guarded
        if unsafe mlock(mapping.start, mapping.size) == 0 {
            unsafe mapping.protection.insert(.locked)
        } else {
            unsafe mapping.noLock = reason(platform_errno())
        }
        if unsafe advise(mapping.start, mapping.size, MADV_DONTDUMP) { unsafe mapping.protection.insert(.noDump) }
        if unsafe advise(mapping.start, mapping.size, MADV_WIPEONFORK) { unsafe mapping.protection.insert(.noFork) }
        return unsafe mapping
    }

    /// Wipes and unmaps.
    func release() {
        unsafe sodium_memzero(start, size)
        unsafe unmap()
    }

    // MARK: -

    private static func wholePages(_ bytes: Int) -> Int {
        let page = pageSize()
        return (bytes &+ page &- 1) & ~(page &- 1)  // pages are powers of two
    }

    /// Guard pages, and room between them that cannot be touched yet.
    private static func reserve(_ size: Int) -> Mapping? {
        let page = pageSize()
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let outer = unsafe platform_map(size &+ 2 &* page, PROT_NONE, flags, -1) else { return nil }
        return unsafe Mapping(start: outer + page, size: size)
    }

    /// Unmaps what holds no secret.
    func unmap() {
        let page = pageSize()
        unsafe munmap(start.advanced(by: 0 &- page), size &+ 2 &* page)
    }

    /// A shared mapping that the kernel keeps out of its own map. A child cannot be given zeroes of it, so it gets
    /// nothing.
    ///
    /// A child that another thread forks off before the kernel has been told so shares the pages for good. Such pages are given
    /// back, and others tried: not for ever, as there may always be the next child.
    private static func mapSecret(_ size: Int, _ shortfall: inout Shortfall) -> Mapping? {
        var tries = 0
        while tries < 8 {
            var watch: (Int32, Int32) = (-1, -1)
            let watches = unsafe withUnsafeMutableBytes(of: &watch) { ends in
                unsafe platform_watch_forks(ends.baseAddress?.assumingMemoryBound(to: Int32.self)) == 0
            }
            guard watches else {
                shortfall = reason(platform_errno())
                return nil
            }
            let pages = unsafe mapUnreadable(size, &shortfall)
            let isShared = unsafe withUnsafeBytes(of: &watch) { ends in
                unsafe platform_forked(ends.baseAddress?.assumingMemoryBound(to: Int32.self)) != 0
            }
            guard let pages = unsafe pages else { return nil }
            if !isShared { return unsafe guarding(pages, size, &shortfall) }
            unsafe munmap(pages, size)
            tries &+= 1
        }
        shortfall = .memory
        return nil
    }

    /// Pages of memfd_secret that no child will have, and that cannot be read or written yet: a child forked off meanwhile, which
    /// has them if it closed what it inherited before anybody looked, cannot come upon them by mistake.
    private static func mapUnreadable(_ size: Int, _ shortfall: inout Shortfall) -> UnsafeMutableRawPointer? {
        let descriptor = platform_memfd_secret()
        guard descriptor >= 0 else {
            shortfall = reason(platform_errno())
            return nil
        }
        defer { close(descriptor) }
        guard ftruncate(descriptor, size) == 0,
            let pages = unsafe platform_map(size, PROT_NONE, MAP_SHARED, descriptor)
        else {
            shortfall = reason(platform_errno())
            return nil
        }
        // Where a child could read and write the very pages, those of an anonymous mapping are the better ones.
        guard unsafe advise(pages, size, MADV_DONTFORK) else {
            shortfall = reason(platform_errno())
            unsafe munmap(pages, size)
            return nil
        }
        return unsafe pages
    }

    /// Moves pages between two that nobody may touch, which are anonymous: of the descriptor they would count against the lock limit
    /// too.
    private static func guarding(
        _ pages: UnsafeMutableRawPointer, _ size: Int, _ shortfall: inout Shortfall
    ) -> Mapping? {
        guard unsafe mprotect(pages, size, PROT_READ | PROT_WRITE) == 0, var mapping = unsafe reserve(size) else {
            shortfall = reason(platform_errno())
            unsafe munmap(pages, size)
            return nil
        }
        guard unsafe platform_move(pages, size, mapping.start) == 0 else {
            let error = platform_errno()
            shortfall = reason(error)
            unsafe munmap(pages, size)
            // Where a filter of system calls refused to move, nothing has been done. Otherwise the place may be another's by now,
            // and is left alone.
            if error == EPERM || error == EACCES || error == ENOSYS { unsafe mapping.unmap() }
            return nil
        }
        unsafe mapping.protection = .secretPages
        // The kernel leaves such pages out of dumps in any case; the flag keeps readers of /proc/PID/smaps from
        // wondering.
        if unsafe advise(mapping.start, size, MADV_DONTDUMP) { unsafe mapping.protection.insert(.noDump) }
        return unsafe mapping
    }
}

private func reason(_ error: Int32) -> Shortfall {
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
