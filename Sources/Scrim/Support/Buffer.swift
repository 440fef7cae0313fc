// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// A growable array of plain values in checked memory.
///
/// Swift's Array ends the process when memory runs out or an index is wrong, but the host must survive both. If growing
/// fails, it throws and the array is unchanged. A wrong index reads `blank` and writes nothing. Not for secrets,
/// because growing leaves copies behind.
@safe
package struct Buffer<Element: BitwiseCopyable>: ~Copyable {
    /// Also for sorting, in RadixSort.swift.
    private(set) var base: UnsafeMutablePointer<Element>?
    private var room = 0
    /// The value of a read outside of the array, and the value that `resize` fills with.
    private let blank: Element
    package private(set) var count = 0

    package init(blank: Element) {
        unsafe base = nil
        self.blank = blank
    }

    deinit { unsafe free(base) }

    package var isEmpty: Bool { count == 0 }

    package subscript(index: Int) -> Element {
        @inline(__always)
        get {
            guard let start = unsafe base, index >= 0, index < count else { return blank }
            return unsafe start[index]
        }
        @inline(__always)
        set {
            guard let start = unsafe base, index >= 0, index < count else { return }
            unsafe start[index] = newValue
        }
    }

    /// Returns the result of a body for one element, or for `blank` if the index is wrong. Of a large element, only
    /// what the body uses is read.
    @inline(__always)
    package borrowing func read<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
        guard let start = unsafe base, index >= 0, index < count else { return body(blank) }
        return unsafe body(start[index])
    }

    /// Changes one element in place. Does nothing if the index is wrong.
    @inline(__always)
    package mutating func update(_ index: Int, _ body: (inout Element) -> Void) {
        guard let start = unsafe base, index >= 0, index < count else { return }
        unsafe body(&start[index])
    }

    /// Returns the result of a body that may change one element. If the index is wrong, the body gets `blank` and
    /// changes nothing.
    @inline(__always)
    package mutating func update<Result>(_ index: Int, _ body: (inout Element) -> Result) -> Result {
        guard let start = unsafe base, index >= 0, index < count else {
            var nowhere = blank
            return body(&nowhere)
        }
        return unsafe body(&start[index])
    }

    /// Lends all elements.
    @inline(__always)
    package borrowing func withSpan<Result>(
        _ body: (Span<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
    }

    /// Visits the elements `start` …< `end` that exist.
    @inline(__always)
    package borrowing func forEach(from start: Int, to end: Int, _ body: (Element) -> Void) {
        guard let base = unsafe base else { return }
        let end = min(end, count)
        for index in steps(from: max(start, 0), to: end) {
            unsafe body(base[index])
        }
    }

    /// Changes the elements from `start` in place, and drops each one for which the body returns false. The others keep
    /// their order.
    package mutating func update(from start: Int = 0, _ keeps: (inout Element) -> Bool) {
        guard let base = unsafe base, start >= 0, start < count else { return }
        let end = count
        var target = start
        for index in steps(from: start, to: end) {
            var element = unsafe base[index]
            let isKept = keeps(&element)
            unsafe base[target] = element
            target &+= isKept ? 1 : 0
        }
        count = target
    }

    /// Makes room for `total` elements, so that appending up to there cannot fail.
    package mutating func reserve(_ total: Int) throws(Failure) {
        guard total > room else { return }
        let block = unsafe try grow(base, &room, to: total, stride: MemoryLayout<Element>.stride)
        unsafe base = block.bindMemory(to: Element.self, capacity: room)
    }

    /// Reserves like `reserve`, but leaves no copy of the elements in the memory that is freed.
    package mutating func reserveWiping(_ total: Int) throws(Failure) {
        guard total > room else { return }
        var larger = Buffer(blank: blank)
        try larger.reserve(max(total, room &+ room / 2))
        try larger.append(allOf: self)
        wipe(from: 0)
        self = larger
    }

    package mutating func append(_ element: Element) throws(Failure) {
        try reserve(count &+ 1)
        guard let start = unsafe base else { return }
        unsafe start[count] = element
        count &+= 1
    }

    package mutating func append(_ elements: Span<Element>) throws(Failure) {
        try reserve(count &+ elements.count)
        guard let start = unsafe base else { return }
        let target = unsafe start + count
        unsafe elements.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress else { return }
            unsafe memcpy(target, source, elements.count &* MemoryLayout<Element>.stride)
        }
        count &+= elements.count
    }

    /// Appends all elements of another array.
    package mutating func append(allOf other: borrowing Buffer) throws(Failure) {
        guard other.count > 0 else { return }
        try reserve(count &+ other.count)
        guard let target = unsafe base, let source = unsafe other.base else { return }
        unsafe memcpy(target + count, source, other.count &* MemoryLayout<Element>.stride)
        count &+= other.count
    }

    /// Appends copies of the wanted ones among the elements `start` …< `end`.
    package mutating func appendCopies(
        from start: Int, to end: Int, where isWanted: (Element) -> Bool
    ) throws(Failure) {
        var index = max(start, 0)
        let end = min(end, count)
        guard index < end else { return }
        try reserve(count &+ end &- index)
        guard let base = unsafe base else { return }
        var target = count
        while index < end {
            // Always write, because no processor can predict which elements are wanted.
            let element = unsafe base[index]
            unsafe base[target] = element
            target &+= isWanted(element) ? 1 : 0
            index &+= 1
        }
        count = target
    }

    /// Inserts before `index`, or at the end if `index` is outside.
    package mutating func insert(_ element: Element, at index: Int) throws(Failure) {
        try append(element)
        guard let start = unsafe base, index >= 0, index < count &- 1 else { return }
        unsafe memmove(start + index + 1, start + index, (count &- 1 &- index) &* MemoryLayout<Element>.stride)
        unsafe start[index] = element
    }

    /// Removes the element at `index`. The elements after it move up.
    package mutating func remove(at index: Int) {
        guard let start = unsafe base, index >= 0, index < count else { return }
        count &-= 1
        unsafe memmove(start + index, start + index + 1, (count &- index) &* MemoryLayout<Element>.stride)
    }

    @discardableResult
    package mutating func removeLast() -> Element {
        guard let start = unsafe base, count > 0 else { return blank }
        count &-= 1
        return unsafe start[count]
    }

    /// Shortens the array to `length` elements and keeps the memory.
    package mutating func truncate(_ length: Int) {
        if length >= 0, length < count { count = length }
    }

    /// Zeroes the memory from one element up to another, or up to the end of the capacity, including removed elements.
    /// The compiler cannot remove these stores as useless.
    package mutating func wipe(from start: Int, to end: Int = .max) {
        let end = min(end, room)
        guard let base = unsafe base, start >= 0, start < end else { return }
        unsafe sodium_memzero(base + start, (end &- start) &* MemoryLayout<Element>.stride)
    }

    /// Makes the array `length` elements long, and fills with `blank`.
    package mutating func resize(_ length: Int) throws(Failure) {
        try reserve(length)
        guard let start = unsafe base else { return }
        while count < length {
            unsafe start[count] = blank
            count &+= 1
        }
        truncate(length)
    }
}

/// Makes the memory of a buffer larger. One copy of this code serves all types of elements.
@inline(never)
private func grow(
    _ base: UnsafeMutableRawPointer?, _ room: inout Int, to total: Int, stride: Int
) throws(Failure) -> UnsafeMutableRawPointer {
    // The capacity grows by half, so that n appends take O(n).
    let wanted = max(total, room &+ room / 2, 8)
    let (bytes, overflow) = wanted.multipliedReportingOverflow(by: stride)
    guard !overflow, bytes > 0, let block = unsafe realloc(base, bytes) else { throw .noMemory }
    room = wanted
    return unsafe block
}

extension Buffer where Element == UInt8 {
    /// Appends the eight bytes of a number, the lowest first.
    mutating func append(word: UInt64) throws(Failure) {
        try reserve(count &+ 8)
        guard let start = unsafe base else { return }
        unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        count &+= 8
    }
}
