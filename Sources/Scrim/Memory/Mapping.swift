// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

#if SCRIM_TEST_HOOKS
import Synchronization
#endif

/// Pages for secrets between two pages that nobody may touch, as well protected as the kernel allows.
@unsafe struct Mapping {
    /// The first byte between the guard pages.
    let start: UnsafeMutableRawPointer
    /// Bytes between the guard pages: whole pages.
    let size: Int
    /// How the pages are protected, once they are mapped.
    var protection: Protection = []

    /// Maps at least `size` bytes: memfd_secret, else mlock, else plain.
    ///
    /// No call that may well fail is made over a range of addresses kept for it: the kernel may have cleared that range by then, and
    /// given it to another thread of the host.
    ///
    /// - Parameters:
    ///   - usesSecret: Whether memfd_secret may be called.
    ///   - lacking: Becomes what the pages lack, and why.
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

    /// Maps pages that system calls can read and write, which those of memfd_secret are not.
    ///
    /// - Parameter required: What the pages must have, except `secret`. If they do not, the reason is in the report on memory.
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

    /// Maps many pages to work on a secret in. They are not of memfd_secret unless that is required: the kernel would take each
    /// of them out of its own map, and most limits of locked memory are lower.
    ///
    /// - Throws: `protection` where `required` cannot be had, `noMemory`.
    static func makeForWork(size: Int, required: Protection) throws(Failure) -> Mapping {
        let mapping: Mapping
        if required.contains(.secret) {
            // There is a text that requires it, so nobody has disabled it.
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

    /// In a child that a signal handler forked off from a call that works in these pages: leaves nothing of them behind.
    func releaseInChild() {
        // Those of memfd_secret are not there, and what stands in their place by now may be another's.
        if unsafe protection.contains(.secret) { return }
        // Zeroes need not be wiped, which would take pages first.
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

    /// Anonymous pages, locked and kept out of dumps and children where the kernel allows it; nil where it gives none.
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
        // Fewer and larger pages are found faster, if there are enough for one; mlock asks for all of them.
        _ = unsafe advise(mapping.start, size, MADV_HUGEPAGE)
        lacking.locked = unsafe mlock(mapping.start, size) == 0 ? .none : UnprotectedReason(.lock)
        lacking.dump = unsafe advise(mapping.start, size, MADV_DONTDUMP)
        lacking.fork = unsafe advise(mapping.start, size, MADV_WIPEONFORK)
        unsafe mapping.protection = lacking.protection
        return unsafe mapping
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

    /// Pages of memfd_secret that no child will have, and that cannot be read or written yet: a child forked off meanwhile, which
    /// has them if it closed what it inherited before anybody looked, cannot come upon them by mistake.
    private static func mapUnreadable(_ size: Int, _ shortfall: inout UnprotectedReason) -> UnsafeMutableRawPointer? {
        let descriptor = platform_memfd_secret()
        guard descriptor >= 0 else {
            shortfall = UnprotectedReason(.memfdSecret)
            return nil
        }
        defer { close(descriptor) }
        guard platform_resize(descriptor, size) == 0 else {
            shortfall = UnprotectedReason(.resize)
            return nil
        }
        guard let pages = unsafe platform_map(size, PROT_NONE, MAP_SHARED, descriptor) else {
            shortfall = UnprotectedReason(.mapSecret)
            return nil
        }
        // Where a child could read and write the very pages, those of an anonymous mapping are the better ones.
        shortfall = unsafe advise(pages, size, MADV_DONTFORK)
        guard shortfall == .none else {
            unsafe munmap(pages, size)
            return nil
        }
        return unsafe pages
    }

    /// Moves pages between two that nobody may touch, which are anonymous: of the descriptor they would count against the lock limit
    /// too.
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
            // Where a filter of system calls refused to move, nothing has been done. Otherwise the range may be another's by now,
            // and is left alone.
            if error == EPERM || error == EACCES || error == ENOSYS { unsafe mapping.unmap() }
            return nil
        }
        unsafe mapping.protection = .all  // the kernel itself marks such pages as not to be dumped
        return unsafe mapping
    }
}

#if SCRIM_TEST_HOOKS
/// Pages to work in are in core files and in forked children, for the proof that an attack on them succeeds.
private let isOrdinaryWork = Atomic<Bool>(false)

package func workInOrdinaryMemory(_ isOrdinary: Bool) { isOrdinaryWork.store(isOrdinary, ordering: .relaxed) }
#endif
