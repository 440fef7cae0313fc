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
        try FeedFile(unsafe platform_open(path.cString, 0)).checked(path)
    }

    /// Takes another descriptor of a file.
    ///
    /// - Throws: `descriptor`.
    static func duplicate(_ number: Int32) throws(Failure) -> FeedFile {
        let file = FeedFile(platform_duplicate(number))
        guard file.isOpen else { throw .descriptor }
        return file
    }

    /// Opens or creates the file, and locks it.
    ///
    /// - Throws: `busy`, `refused`, `notFound`, `descriptor`.
    static func lock(_ path: borrowing FeedPath) throws(Failure) -> FeedFile {
        // Another publisher may have removed the file before this one locked it. Few do so in a row.
        for _ in steps(to: 16) {
            let file = try FeedFile(unsafe platform_open(path.cString, 1)).checked(path)
            switch platform_lock(file.number) {
            case 0: break
            case 1: throw .busy
            case 2:
                // Also another user who was given a descriptor can set such a lock. Nobody has the next file open yet.
                file.remove(path)
                continue
            default: throw .descriptor
            }
            guard file.isNamed(path) else { continue }
            // Other files of this user are not overwritten.
            guard file.readHeader()?.isOfFeed != false else { throw .refused }
            // The umask may have taken the owner's bits away.
            guard fchmod(file.number, 0o600) == 0 else { throw .descriptor }
            return file
        }
        throw .busy
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
    private consuming func checked(_ path: borrowing FeedPath) throws(Failure) -> FeedFile {
        var status = stat()
        let error = platform_errno()
        guard let path = unsafe path.cString else { throw .notFound }
        // If fstat is forbidden, the status stays zero, and the file counts as one of somebody else.
        let isFound = unsafe (isOpen ? fstat(number, &status) : lstat(path, &status)) == 0
        if isFound || isOpen, !status.isPrivate || status.st_uid != geteuid() { throw .refused }
        if isOpen {
            guard platform_is_local(number) != 0 else { throw .refused }
            return self
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
    func remove(_ path: borrowing FeedPath) {
        if isNamed(path), let path = unsafe path.cString { unsafe unlink(path) }
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
