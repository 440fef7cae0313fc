// SPDX-License-Identifier: MIT
import CPlatform

/// The file of a feed: a header, and two slots for encoded snapshots.
///
/// It is only read and written by system calls, and never mapped. Who maps a file that somebody else shortens gets SIGBUS.
@safe
struct FeedFile: ~Copyable {
    /// Where the first slot begins. The header has its own page, for every size of pages.
    private static var headerSize: Int { 65536 }

    private let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { if isOpen { platform_close(number) } }

    /// No file.
    static var none: FeedFile { FeedFile(-1) }

    var isOpen: Bool { number >= 0 }

    // MARK: - Opening

    /// Opens the file for reading.
    ///
    /// - Throws: `refused`, `notFound`.
    static func open(_ path: borrowing FeedPath) throws(Failure) -> FeedFile {
        let file = FeedFile(unsafe platform_open(path.cString, 0))
        try file.check(path)
        return file
    }

    /// Takes another descriptor of a file.
    ///
    /// - Throws: `descriptor`.
    static func duplicate(_ number: Int32) throws(Failure) -> FeedFile {
        let file = FeedFile(platform_duplicate(number))
        guard file.isOpen else { throw .descriptor }
        return file
    }

    /// Opens or creates the file, and locks it. A file that this call created does not stay if it fails.
    ///
    /// - Throws: `busy`, `refused`, `notFound`, `descriptor`.
    static func lock(_ path: borrowing FeedPath) throws(Failure) -> FeedFile {
        // Another publisher may have removed the file before this one locked it. Few do so in a row.
        for _ in steps(to: 16) {
            let isMissing = try isMissing(path)
            let file = FeedFile(unsafe platform_open(path.cString, 1))
            do throws(Failure) {
                if try file.claim(path) { return file }
            } catch {
                if isMissing { file.discard(path) }
                throw error
            }
        }
        throw .busy
    }

    /// Whether a path names nothing, not even a link.
    ///
    /// - Throws: `refused` if a filter of system calls does not let it be found out.
    @inline(never)
    private static func isMissing(_ path: borrowing FeedPath) throws(Failure) -> Bool {
        var status = stat()
        guard let path = unsafe path.cString, unsafe lstat(path, &status) != 0 else { return false }
        let error = platform_errno()
        guard error != EPERM, error != ENOSYS else { throw .refused }
        return error == ENOENT
    }

    @inline(never)
    private func tryLock() -> Int32 { platform_lock(number) }

    /// Locks the file that was opened, and checks that it may be written.
    ///
    /// - Returns: Whether the path still names it. If not, another file must be opened.
    /// - Throws: `busy`, `refused`, `notFound`, `descriptor`.
    private func claim(_ path: borrowing FeedPath) throws(Failure) -> Bool {
        try check(path)
        let lock = tryLock()
        guard lock != 1 else { throw .busy }
        guard lock >= 0 else { throw .descriptor }
        guard isNamed(path) else { return false }
        // Other files of this user are neither overwritten nor removed.
        guard readHeader()?.isOfFeed != false else { throw .refused }
        if lock == 2 {
            // Also another user who was given a descriptor can set such a lock. Nobody has the next file open yet.
            remove(path)
            return false
        }
        // The umask may have taken the owner's bits away.
        guard fchmod(number, 0o600) == 0 else { throw .descriptor }
        return true
    }

    /// Removes a file that was created in vain. Keeps errno.
    ///
    /// Another publisher may have opened it meanwhile. If that has locked it, it stays. If not, that publisher finds that the
    /// path no longer names it.
    private func discard(_ path: borrowing FeedPath) {
        let error = platform_errno()
        if tryLock() != 1, readSize() == 0 { remove(path) }
        platform_set_errno(error)
    }

    /// A new file without a name.
    ///
    /// - Throws: `descriptor`.
    static func makeNameless() throws(Failure) -> FeedFile {
        let file = FeedFile(platform_memory_file(headerSize &+ 2 &* Snapshot.maxBytes))
        guard file.isOpen else { throw .descriptor }
        return file
    }

    /// Only this user may open the file, and reading it waits for no other computer or process.
    ///
    /// - Throws: `refused`, `notFound`, `descriptor`.
    private func check(_ path: borrowing FeedPath) throws(Failure) {
        var status = stat()
        let error = platform_errno()
        guard let path = unsafe path.cString else { throw .notFound }
        // If fstat is forbidden, the status stays zero, and the file counts as one of somebody else.
        let isFound = unsafe (isOpen ? fstat(number, &status) : lstat(path, &status)) == 0
        if isFound || isOpen, !status.isPrivate || status.st_uid != geteuid() { throw .refused }
        if isOpen {
            guard platform_is_local(number) != 0 else { throw .refused }
            return
        }
        platform_set_errno(error)
        throw error == ENOENT || error == ENOTDIR ? .notFound : .descriptor
    }

    /// Whether a path still names the file.
    @inline(never)
    func isNamed(_ path: borrowing FeedPath) -> Bool {
        var (named, opened) = (stat(), stat())
        guard let path = unsafe path.cString, unsafe lstat(path, &named) == 0, unsafe fstat(number, &opened) == 0
        else { return false }
        return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    /// Removes the path if it still names the file.
    @inline(never)
    func remove(_ path: borrowing FeedPath) {
        if isNamed(path), let path = unsafe path.cString { unsafe unlink(path) }
    }

    /// The number of bytes, or nil if it cannot be found out.
    private func readSize() -> Int? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether it is an ordinary file that only its owner may open, and that can be read without waiting for another process.
    var isPrivate: Bool {
        var status = stat()
        unsafe fstat(number, &status)  // if it fails, the status stays zero, which is not private
        return status.isPrivate && platform_is_local(number) != 0
    }

    /// A descriptor that can only read, which the caller closes.
    ///
    /// - Throws: `descriptor`.
    func openForReading() throws(Failure) -> Int32 {
        let number = platform_reopen(number)
        guard number >= 0 else { throw .descriptor }
        return number
    }

    // MARK: - Reading and writing

    /// The header. Nil if the file is empty. What cannot be read is zero.
    @inline(never)
    func readHeader() -> FeedHeader? {
        var header = FeedHeader()
        let size = MemoryLayout<FeedHeader>.size
        let got = unsafe withUnsafeMutableBytes(of: &header) { bytes in
            unsafe platform_read_at(number, bytes.baseAddress, size, 0)
        }
        if got == 0 { return nil }
        return header
    }

    /// Reads a slot.
    ///
    /// - Returns: Whether the file has so many bytes.
    /// - Throws: `noMemory`.
    func readSlot(_ header: FeedHeader, into bytes: inout Buffer<UInt8>) throws(Failure) -> Bool {
        try bytes.resize(header.length)
        return unsafe platform_read_at(number, bytes.base, header.length, slot(header)) == header.length
    }

    /// - Throws: `descriptor`.
    @inline(never)
    func writeHeader(_ header: FeedHeader) throws(Failure) {
        let failed = unsafe withUnsafeBytes(of: header) { bytes in
            unsafe platform_write_at(number, bytes.baseAddress, bytes.count, 0) != 0
        }
        guard failed else { return }
        // No header is better than an old one.
        platform_erase(number, Self.headerSize)
        throw .descriptor
    }

    /// - Throws: `descriptor`.
    func writeSlot(_ header: FeedHeader, _ bytes: borrowing Buffer<UInt8>) throws(Failure) {
        guard unsafe platform_write_at(number, bytes.base, bytes.count, slot(header)) == 0 else { throw .descriptor }
    }

    private func slot(_ header: FeedHeader) -> Int {
        Self.headerSize &+ Int(truncatingIfNeeded: header.generation & 1) &* Snapshot.maxBytes
    }
}

extension stat {
    fileprivate var isPrivate: Bool { st_mode & 0o170077 == 0o100000 }
}
