// SPDX-License-Identifier: MIT
import CPlatform

/// Working memory of one redaction, claimed while covers are made. Claimed memory never moves. It is not protected, because the frame itself is in plain memory too. Never use it for
/// the library's secrets.
@safe
struct Workspace: ~Copyable {
    private static let alignment = 64
    private static let blockSize = 65536

    /// The block from which memory is claimed. Each block begins with the address of the previous one.
    private var block: UnsafeMutableRawPointer?
    private var used = 0
    private var size = 0
    /// Bytes that may still be claimed.
    private var left: Int

    /// - Parameter budget: The most bytes. Many regions that overlap must not use up the machine's memory.
    init(budget: Int) {
        unsafe block = nil
        left = budget
    }

    deinit {
        var next = unsafe block
        while let current = unsafe next {
            unsafe next = current.load(as: UnsafeMutableRawPointer?.self)
            unsafe free(current)
        }
    }

    /// Memory for `count` elements, aligned to 64 bytes and not initialized.
    ///
    /// - Throws: `noMemory`, `limit` beyond the budget.
    mutating func claim<Element: BitwiseCopyable>(
        _ count: Int, of _: Element.Type
    ) throws(Failure) -> UnsafeMutablePointer<Element> {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflow, bytes >= 0, bytes < Int.max / 2 else { throw .noMemory }
        let rounded = (bytes &+ Self.alignment &- 1) & ~(Self.alignment &- 1)
        if unsafe block == nil || rounded > size &- used { try addBlock(for: rounded) }
        guard let block = unsafe block else { throw .noMemory }
        let address = unsafe block + used
        used &+= rounded
        return unsafe address.bindMemory(to: Element.self, capacity: count)
    }

    /// A position to which claimed memory can be released.
    @safe
    struct Mark {
        fileprivate let block: UnsafeMutableRawPointer?
        fileprivate let used: Int
        fileprivate let size: Int
    }

    var mark: Mark { unsafe Mark(block: block, used: used, size: size) }

    /// Takes back the memory that was claimed since `mark`. The first block is kept, for the next claim.
    mutating func release(to mark: Mark) {
        while let current = unsafe block, unsafe current != mark.block {
            guard unsafe current.load(as: UnsafeMutableRawPointer?.self) != nil else { return used = Self.alignment }
            left &+= size
            unsafe block = current.load(as: UnsafeMutableRawPointer?.self)
            size = unsafe current.load(fromByteOffset: 8, as: Int.self)
            unsafe free(current)
        }
        (used, size) = (mark.used, mark.size)
    }

    private mutating func addBlock(for bytes: Int) throws(Failure) {
        let wanted = max(bytes &+ Self.alignment, Self.blockSize)
        guard wanted <= left else { throw .limit }
        // Not posix_memalign, which Scrim wraps to give Swift objects memory from its reserve.
        guard let fresh = unsafe aligned_alloc(Self.alignment, wanted) else { throw .noMemory }
        // The previous block and its size.
        unsafe fresh.storeBytes(of: block, as: UnsafeMutableRawPointer?.self)
        unsafe fresh.storeBytes(of: size, toByteOffset: 8, as: Int.self)
        unsafe block = fresh
        (used, size) = (Self.alignment, wanted)
        left &-= wanted
    }
}
