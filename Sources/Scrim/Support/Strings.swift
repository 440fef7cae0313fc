// SPDX-License-Identifier: MIT
import CPlatform

/// Byte strings in checked memory. Each has a number until it is released. 0 is the empty string. Not for secrets.
@safe
package struct Strings: ~Copyable {
    @unsafe private struct Entry: BitwiseCopyable {
        var start: UnsafeMutablePointer<UInt8>?
        var length: Int
        var nextFree: Int
    }

    private var entries = unsafe Buffer<Entry>(blank: Entry(start: nil, length: 0, nextFree: 0))
    /// The head of the list of entries without a string. 0 if there is none.
    private var firstFree = 0

    package init() {}

    deinit {
        var number = 1
        while unsafe number < entries.count {
            unsafe free(entries[number].start)
            number &+= 1
        }
    }

    /// Stores a copy and returns its number.
    ///
    /// - Throws: `noMemory`.
    package mutating func store(_ bytes: Span<UInt8>) throws(Failure) -> Int {
        guard bytes.count > 0 else { return 0 }
        if unsafe entries.isEmpty { unsafe try entries.append(Entry(start: nil, length: 0, nextFree: 0)) }
        if firstFree == 0 { unsafe try entries.reserve(entries.count &+ 1) }
        guard let block = unsafe malloc(bytes.count) else { throw .noMemory }
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe memcpy(block, start, source.count)
        }
        let start = unsafe block.assumingMemoryBound(to: UInt8.self)
        let entry = unsafe Entry(start: start, length: bytes.count, nextFree: 0)
        guard firstFree != 0 else {
            unsafe try entries.append(entry)
            return unsafe entries.count &- 1
        }
        let number = firstFree
        unsafe firstFree = entries[number].nextFree
        unsafe entries[number] = entry
        return number
    }

    /// Frees a string. Its number may be used again.
    package mutating func release(_ number: Int) {
        guard number > 0, unsafe number < entries.count, unsafe entries[number].start != nil else { return }
        unsafe free(entries[number].start)
        unsafe entries[number] = Entry(start: nil, length: 0, nextFree: firstFree)
        firstFree = number
    }

    /// Lends the bytes of a string; an unknown number is the empty string.
    package borrowing func withString<Result>(
        _ number: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let entry = unsafe entries[number]
        return try unsafe body(UnsafeBufferPointer(start: entry.start, count: entry.length).span)
    }
}
