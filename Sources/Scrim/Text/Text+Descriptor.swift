// SPDX-License-Identifier: MIT

extension Text {
    /// Inserts the bytes that a file descriptor delivers, all or none.
    ///
    /// - Parameter line: Read only up to the first newline, and drop it.
    /// - Throws: `descriptor`, `protection`, `entropy`, `noMemory`, or what `insert` throws.
    package func fill(from number: Int32, line: Bool) throws(Failure) {
        // This is more than fits, so that too much input is noticed, even if an unfinished character at the end is left
        // out.
        var taken = try bytes.makeMore(capacity: capacity &+ 8)
        let count = try taken.write { (room: inout MutableSpan<UInt8>) throws(Failure) in
            // The descriptor and its page must be gone before a callback runs, because the callback may never return.
            let descriptor = try Descriptor.open(number, required: protection)
            return try descriptor.read(into: &room, line: line)
        }
        intake = consume taken
        defer { intake = nil }
        try intake?.read { (all: Span<UInt8>) throws(Failure) in
            try insert(all.prefix(count < all.count ? count : UTF8Text.finishedLength(all)))
        }
    }

    /// Writes the secret to a file descriptor, and a newline after it if `line`.
    ///
    /// - Throws: `descriptor`, `protection`, `noMemory`, `full`, `corrupted`.
    package func write(to number: Int32, line: Bool) throws(Failure) {
        let descriptor = try Descriptor.open(number, required: protection)
        try withBytes { (secret: Span<UInt8>) throws(Failure) in try descriptor.write(secret, line: line) }
    }
}
