// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

#if SCRIM_TEST_HOOKS
import Synchronization
#endif

/// Pages for secrets between two guard pages, protected as well as the kernel allows.
@unsafe struct Mapping {
    /// The first byte between the guard pages.
    let start: UnsafeMutableRawPointer
    /// Bytes between the guard pages: whole pages.
    let size: Int
    /// How the pages are protected, once they are mapped.
    var protection: Protection = []

    /// Maps at least `size` bytes. Tries memfd_secret, then mlock, then plain pages.
    ///
    /// A call that may fail is never made over a reserved range of addresses. The kernel may have cleared that range by
    /// the time it fails, and another thread of the host may have got it.
    ///
    /// - Parameters:
    ///   - usesSecret: Whether memfd_secret may be called.
    ///   - lacking: Receives what the pages lack, and why.
    /// - Throws: `noMemory`.
    static func make(size: Int, usesSecret: Bool, _ lacking: inout UnprotectedReasons) throws(Failure) -> Mapping {
        lacking = UnprotectedReasons()
        if !usesSecret {
            lacking.secret = .disabled
        } else if let mapping = unsafe mapSecret(wholePages(size), &lacking.secret) {
            return unsafe mapping
        }
        guard let mapping = unsafe mapAnonymous(wholePages(size), &lacking) else { throw .noMemory }
        return unsafe mapping
    }

    /// Maps at least `size` bytes of memfd_secret, which have every protection.
    ///
    /// - Parameter reason: Receives why there are none.
    static func makeSecret(size: Int, _ reason: inout UnprotectedReason) -> Mapping? {
        unsafe mapSecret(wholePages(size), &reason)
    }

    /// Maps pages that system calls can read and write, unlike pages of memfd_secret.
    ///
    /// - Parameter required: The protection that the pages must have, except `secret`. If they do not have it, the
    ///   report on memory has the reason.
    /// - Throws: `protection`, `noMemory`.
    static func makeReadableByKernel(size: Int, required: Protection) throws(Failure) -> Mapping {
        var lacking = UnprotectedReasons()
        let pages = unsafe mapAnonymous(wholePages(size), &lacking)
        if let pages = unsafe pages, unsafe pages.protection.isSuperset(of: required.subtracting(.secret)) {
            return unsafe pages
        }
        Arenas.note(lacking)
        guard let pages = unsafe pages else { throw .noMemory }
        unsafe pages.unmap()
        throw .protection
    }

    /// Maps many pages for work on a secret. They come from memfd_secret only if that is required. The kernel would
    /// have to remove each of them from its memory map, and most limits of locked memory are lower.
    ///
    /// - Throws: `protection` if `required` is unavailable, `noMemory`.
    static func makeForWork(size: Int, required: Protection) throws(Failure) -> Mapping {
        let mapping: Mapping
        if required.contains(.secret) {
            // A text that requires it exists, so it is not disabled.
            var lacking = UnprotectedReasons()
            guard let pages = unsafe mapSecret(wholePages(size), &lacking.secret) else {
                Arenas.note(lacking)
                throw .protection
            }
            unsafe mapping = pages  // such pages have every protection
        } else {
            unsafe mapping = try makeReadableByKernel(size: size, required: required)
        }
        #if SCRIM_TEST_HOOKS
        if isOrdinaryWork.load(ordering: .relaxed) {
            _ = unsafe advise(mapping.start, mapping.size, MADV_DODUMP)
            _ = unsafe advise(mapping.start, mapping.size, MADV_KEEPONFORK)
        }
        #endif
        return unsafe mapping
    }

    /// Cleans up in a child that a signal handler forked during a call that works in these pages.
    func releaseInChild() {
        // Pages of memfd_secret are absent in the child. Something else may be mapped at their addresses by now.
        if unsafe protection.contains(.secret) { return }
        // Zeroes need no wiping, which would allocate pages first.
        if unsafe protection.contains(.noFork) { unsafe unmap() } else { unsafe release() }
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

    /// Maps anonymous pages. They are locked and kept out of dumps and children if the kernel allows it. nil if it maps
    /// none.
    private static func mapAnonymous(_ size: Int, _ lacking: inout UnprotectedReasons) -> Mapping? {
        guard var mapping = unsafe reserve(size) else {
            lacking.lackAll(UnprotectedReason(.other))
            return nil
        }
        guard unsafe mprotect(mapping.start, size, PROT_READ | PROT_WRITE) == 0 else {
            lacking.lackAll(UnprotectedReason(.other))
            unsafe mapping.unmap()
            return nil
        }
        // Larger pages need fewer look-ups, if there is enough memory for one. mlock touches all of them anyway.
        _ = unsafe advise(mapping.start, size, MADV_HUGEPAGE)
        lacking.locked = unsafe mlock(mapping.start, size) == 0 ? .none : UnprotectedReason(.lock)
        lacking.dump = unsafe advise(mapping.start, size, MADV_DONTDUMP)
        lacking.fork = unsafe advise(mapping.start, size, MADV_WIPEONFORK)
        unsafe mapping.protection = lacking.protection
        return unsafe mapping
    }

    /// Reserves guard pages, and room between them that cannot be accessed yet.
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

    /// Maps pages of memfd_secret, a shared mapping that the kernel removes from its own memory map. A child cannot get
    /// zeroes in place of it, so it gets nothing.
    ///
    /// If another thread forks before the kernel knows this, the child shares the pages for good. Such pages are given
    /// back, and others are tried. The number of tries is limited, because there may always be another fork.
    private static func mapSecret(_ size: Int, _ shortfall: inout UnprotectedReason) -> Mapping? {
        for _ in steps(to: 8) {
            var watch: (Int32, Int32) = (-1, -1)
            let watches = unsafe withUnsafeMutableBytes(of: &watch) { ends in
                unsafe platform_watch_forks(ends.baseAddress?.assumingMemoryBound(to: Int32.self)) == 0
            }
            guard watches else {
                shortfall = UnprotectedReason(.other)
                return nil
            }
            let pages = unsafe mapUnreadable(size, &shortfall)
            let isShared = unsafe withUnsafeBytes(of: &watch) { ends in
                unsafe platform_forked(ends.baseAddress?.assumingMemoryBound(to: Int32.self)) != 0
            }
            guard let pages = unsafe pages else { return nil }
            if !isShared { return unsafe guarding(pages, size, &shortfall) }
            unsafe munmap(pages, size)
        }
        shortfall = .memory
        return nil
    }

    /// Maps pages of memfd_secret that no later child gets, and that cannot be accessed yet. A child that is forked
    /// meanwhile may have the pages unnoticed, if it closed what it inherited. It then cannot read or write them by
    /// mistake.
    private static func mapUnreadable(_ size: Int, _ shortfall: inout UnprotectedReason) -> UnsafeMutableRawPointer? {
        let descriptor = platform_memfd_secret()
        guard descriptor >= 0 else {
            shortfall = UnprotectedReason(.memfdSecret)
            return nil
        }
        defer { platform_close(descriptor) }
        guard platform_resize(descriptor, size) == 0 else {
            shortfall = UnprotectedReason(.resize)
            return nil
        }
        guard let pages = unsafe platform_map(size, PROT_NONE, MAP_SHARED, descriptor) else {
            shortfall = UnprotectedReason(.mapSecret)
            return nil
        }
        // If a child could access these pages, anonymous ones are better.
        shortfall = unsafe advise(pages, size, MADV_DONTFORK)
        guard shortfall == .none else {
            unsafe munmap(pages, size)
            return nil
        }
        return unsafe pages
    }

    /// Moves pages between two guard pages. These are anonymous, because guard pages from the descriptor would count
    /// against the limit of locked memory too.
    private static func guarding(
        _ pages: UnsafeMutableRawPointer, _ size: Int, _ shortfall: inout UnprotectedReason
    ) -> Mapping? {
        guard unsafe mprotect(pages, size, PROT_READ | PROT_WRITE) == 0, var mapping = unsafe reserve(size) else {
            shortfall = UnprotectedReason(.other)
            unsafe munmap(pages, size)
            return nil
        }
        guard unsafe platform_move(pages, size, mapping.start) == 0 else {
            let error = platform_errno()
            shortfall = UnprotectedReason(.other)
            unsafe munmap(pages, size)
            // If a filter of system calls refused the move, nothing has happened. Otherwise another thread may own the
            // range by now, so it is left alone.
            if error == EPERM || error == EACCES || error == ENOSYS { unsafe mapping.unmap() }
            return nil
        }
        unsafe mapping.protection = .all  // the kernel itself marks such pages as not to be dumped
        return unsafe mapping
    }
}

#if SCRIM_TEST_HOOKS
/// Whether working pages are left in core files and forked children, for the proof that an attack on them succeeds.
private let isOrdinaryWork = Atomic<Bool>(false)

package func workInOrdinaryMemory(_ isOrdinary: Bool) { isOrdinaryWork.store(isOrdinary, ordering: .relaxed) }
#endif
