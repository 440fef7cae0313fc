// SPDX-License-Identifier: MIT

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

    /// - Throws: `invalidArgument`, `busy`, `refused`, `notFound`, `descriptor`, `noMemory`.
    package static func make(name: Span<UInt8>) throws(Failure) -> Publisher {
        let path = try FeedPath(name)
        let file = try FeedFile.lock(path)
        return try Publisher(file, path).begun()
    }

    /// - Throws: `descriptor`.
    package static func makeNameless() throws(Failure) -> Publisher {
        try Publisher(try FeedFile.makeNameless(), FeedPath()).begun()
    }

    /// Takes the snapshot of an earlier publisher away.
    private func begun() throws(Failure) -> Publisher {
        do throws(Failure) {
            try file.writeHeader(header)
            return self
        } catch {
            close()
            throw error
        }
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
            header.set(length: 0)
            try? file.writeHeader(header)
            throw error
        }
    }

    /// A descriptor that can only read, which the caller closes.
    ///
    /// - Throws: `descriptor`.
    package func openForReading() throws(Failure) -> Int32 { try file.openForReading() }

    /// Tells subscribers that nothing more comes, and removes the file.
    package func close() {
        header.close()
        try? file.writeHeader(header)
        // As long as the path names the locked file, no other publisher can have one there.
        file.remove(path)
    }
}
