// SPDX-License-Identifier: MIT

/// Names of classes, actions and screens. Each is stored once and has a number. 0 is the empty name.
///
/// Names stay until the object that owns them is destroyed. They come from the source of a program, not from its users.
package final class Names {
    package static let maxLength = 256
    private static let maxCount = 65536

    private struct Entry: BitwiseCopyable {
        var start: Int
        var length: Int
        var hash: UInt32
    }

    private var bytes = Buffer<UInt8>(blank: 0)
    private var entries = Buffer<Entry>(blank: Entry(start: 0, length: 0, hash: 0))
    /// A hash table with open addressing: numbers of names, 0 where empty. Its size is a power of two, at most half
    /// full.
    private var table = Buffer<UInt32>(blank: 0)

    package init() {}

    /// Returns the number of a name, and stores the name if it is new.
    ///
    /// - Throws: `invalidArgument` (too long), `invalidUTF8`, `limit` (too many names), `noMemory`.
    @inline(never)
    package func intern(_ name: Span<UInt8>) throws(Failure) -> UInt32 {
        try Self.check(name)
        return try internBytes(name)
    }

    /// Returns the number of any bytes, and stores them if they are new.
    ///
    /// - Throws: `limit`, `noMemory`.
    @inline(never)
    func internBytes(_ name: Span<UInt8>) throws(Failure) -> UInt32 {
        guard name.count > 0 else { return 0 }
        if entries.isEmpty { try entries.append(Entry(start: 0, length: 0, hash: 0)) }
        if (entries.count &+ 1) &* 2 > table.count { try grow() }
        let hash = Self.hash(name)
        var slot = Int(hash) & (table.count &- 1)
        while table[slot] != 0 {
            if matches(table[slot], name, hash) { return table[slot] }
            slot = (slot &+ 1) & (table.count &- 1)
        }
        guard entries.count < Self.maxCount else { throw .limit }
        // Make both reservations first. After them nothing can fail, so nothing is left half done.
        try bytes.reserve(bytes.count &+ name.count)
        try entries.reserve(entries.count &+ 1)
        let number = UInt32(truncatingIfNeeded: entries.count)
        try entries.append(Entry(start: bytes.count, length: name.count, hash: hash))
        try bytes.append(name)
        table[slot] = number
        return number
    }

    /// Checks that a string is allowed as a name.
    ///
    /// - Throws: `invalidArgument` (too long), `invalidUTF8`.
    @inline(never)
    package static func check(_ name: Span<UInt8>) throws(Failure) {
        guard name.count <= maxLength else { throw .invalidArgument }
        guard UTF8Text.isWellFormed(name) else { throw .invalidUTF8 }
    }

    /// Returns the number of a name that is a literal. The name is cut to the greatest length.
    @inline(__always)
    package func intern(_ name: StaticString) throws(Failure) -> UInt32 { try intern { name.forEachByte($0) } }

    /// Returns the number of a name whose bytes are visited. The name is cut to the greatest length.
    @inline(__always)
    package func intern(_ visit: (_ body: (UInt8) -> Void) -> Void) throws(Failure) -> UInt32 {
        var bytes = InlineArray<256, UInt8>(repeating: 0)
        var length = 0
        visit { byte in
            bytes.put(byte, at: length)
            length &+= 1
        }
        return try intern(bytes.span.prefix(length))
    }

    /// Returns the number of a known name. nil for others.
    @inline(never)
    package func find(_ name: Span<UInt8>) -> UInt32? {
        guard name.count > 0 else { return 0 }
        guard !table.isEmpty else { return nil }
        let hash = Self.hash(name)
        var slot = Int(hash) & (table.count &- 1)
        while table[slot] != 0 {
            if matches(table[slot], name, hash) { return table[slot] }
            slot = (slot &+ 1) & (table.count &- 1)
        }
        return nil
    }

    /// Lends the bytes of a name; an unknown number is the empty name.
    package func withName<Result>(_ number: UInt32, _ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        let entry = entries[Int(number)]
        return try bytes.withSpan { (all: Span<UInt8>) throws(Failure) in
            try body(all.suffix(from: entry.start).prefix(entry.length))
        }
    }

    private func matches(_ number: UInt32, _ name: Span<UInt8>, _ hash: UInt32) -> Bool {
        let entry = entries[Int(number)]
        guard entry.hash == hash, entry.length == name.count else { return false }
        for index in steps(to: name.count) {
            if bytes[entry.start &+ index] != name.at(index) { return false }
        }
        return true
    }

    private func grow() throws(Failure) {
        let size = max(table.count &* 2, 64)
        try table.resize(size)
        for index in steps(to: size) {
            table[index] = 0
        }
        for number in steps(from: 1, to: entries.count) {
            var slot = Int(entries[number].hash) & (size &- 1)
            while table[slot] != 0 { slot = (slot &+ 1) & (size &- 1) }
            table[slot] = UInt32(truncatingIfNeeded: number)
        }
    }

    /// FNV-1a, 32 bits.
    private static func hash(_ name: Span<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for index in steps(to: name.count) {
            hash = (hash ^ UInt32(name.at(index))) &* 16_777_619
        }
        return hash
    }
}
