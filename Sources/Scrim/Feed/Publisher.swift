// SPDX-License-Identifier: MIT
import CPlatform

/// Hands the snapshots of a scene to other processes.
package final class Publisher {
    private let file: FeedFile
    private let path: FeedPath
    private var header: FeedHeader
    /// The memory is kept from one snapshot to the next.
    private var writer = ByteWriter()

    private init(_ file: consuming FeedFile, _ path: consuming FeedPath) {
        header = FeedHeader(after: file.readHeader())
        self.file = file
        self.path = path
    }

    /// - Parameter name: Nil: a file without a name.
    /// - Throws: `invalidArgument`, `busy`, `refused`, `notFound`, `descriptor`, `noMemory`.
    package static func make(name: Span<UInt8>?) throws(Failure) -> Publisher {
        let path = if let name { try FeedPath(name) } else { FeedPath() }
        let file = path.exists ? try FeedFile.lock(path) : try FeedFile.makeNameless()
        let publisher = Publisher(file, path)
        // Takes the snapshot of an earlier publisher away.
        try publisher.file.writeHeader(publisher.header)
        return publisher
    }

    /// Tells subscribers that nothing more comes, and removes the file.
    deinit {
        let error = platform_errno()
        header.close()
        try? file.writeHeader(header)
        // As long as the path names the locked file, no other publisher can have one there.
        file.remove(path)
        platform_set_errno(error)
    }

    /// - Throws: `limit`, `descriptor`, `noMemory`. Subscribers then find nothing.
    package func publish(_ snapshot: Snapshot) throws(Failure) {
        header.advance()
        do throws(Failure) {
            try snapshot.encode(to: &writer)
            try file.writeSlot(header, writer.bytes)
            header.set(length: writer.count, time: snapshot.time)
            try file.writeHeader(header)
        } catch {
            let reason = platform_errno()
            header.set(length: 0)
            try? file.writeHeader(header)
            platform_set_errno(reason)
            throw error
        }
    }

    /// A descriptor that can only read, which the caller closes.
    ///
    /// - Throws: `descriptor`.
    package func openForReading() throws(Failure) -> Int32 { try file.openForReading() }
}
