// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// Pages for secrets between two pages that nobody may touch, as well protected as the kernel allows.
@unsafe struct Mapping {
    /// The first byte between the guard pages.
    let start: UnsafeMutableRawPointer
    /// Bytes between the guard pages: whole pages.
    let size: Int
    let protection: Protection

    /// Maps at least `size` bytes: memfd_secret, else mlock, else plain.
    static func make(size wanted: Int) throws(Failure) -> Mapping {
        let page = pageSize()
        let size = (wanted &+ page &- 1) & ~(page &- 1)  // pages are powers of two
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let outer = unsafe platform_map(size &+ 2 &* page, PROT_NONE, flags, -1) else { throw .noMemory }
        let start = unsafe outer + page
        if let bits = unsafe mapSecret(at: start, size) ?? mapAnonymous(at: start, size) {
            return unsafe Mapping(start: start, size: size, protection: bits)
        }
        unsafe munmap(outer, size &+ 2 &* page)
        throw .noMemory
    }

    /// Wipes and unmaps.
    func release() {
        unsafe sodium_memzero(start, size)
        let page = pageSize()
        unsafe munmap(start.advanced(by: 0 &- page), size &+ 2 &* page)
    }

    /// A shared mapping that the kernel keeps out of its own map. A child cannot be given zeroes of it, so it gets nothing.
    private static func mapSecret(at start: UnsafeMutableRawPointer, _ size: Int) -> Protection? {
        let descriptor = platform_memfd_secret()
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard ftruncate(descriptor, size) == 0,
            unsafe platform_map_over(start, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor) == 0
        else { return nil }
        // Without this a child could read and write the very pages: then the pages of mapAnonymous are the better ones.
        guard unsafe madvise(start, size, MADV_DONTFORK) == 0 else { return nil }
        var bits: Protection = [.guarded, .locked, .secret, .noFork]
        // The kernel leaves such pages out of dumps in any case; the flag keeps readers of /proc/PID/smaps from wondering.
        if unsafe madvise(start, size, MADV_DONTDUMP) == 0 { bits.insert(.noDump) }
        return bits
    }

    private static func mapAnonymous(at start: UnsafeMutableRawPointer, _ size: Int) -> Protection? {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard unsafe platform_map_over(start, size, PROT_READ | PROT_WRITE, flags, -1) == 0 else { return nil }
        var bits: Protection = .guarded
        if unsafe mlock(start, size) == 0 { bits.insert(.locked) }
        if unsafe madvise(start, size, MADV_DONTDUMP) == 0 { bits.insert(.noDump) }
        if unsafe madvise(start, size, MADV_WIPEONFORK) == 0 { bits.insert(.noFork) }
        return bits
    }
}
