// SPDX-License-Identifier: MIT

extension Text {
    /// Inserts what a file descriptor gives: all of it or nothing.
    ///
    /// - Parameter line: Only up to the first newline, which is dropped.
    /// - Throws: `descriptor`, `protection`, `entropy`, `noMemory`, or what `insert` throws.
    package func fill(from number: Int32, line: Bool) throws(Failure) {
        // More than fits, so that it shows when there is too much; by so much that it still does without an unfinished character.
        var taken = try SecretBytes.make(capacity: capacity &+ 8, required: protection)
        let count = try taken.write { (room: inout MutableSpan<UInt8>) throws(Failure) in
            // It is gone, and its page wiped, before anybody is asked: who is asked may never return.
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
