// SPDX-License-Identifier: MIT

// Access that cannot trap. Swift's own subscripts and slices end the process if an index is wrong. These read zero,
// write nothing, or are shortened to the existing elements.

extension Span where Element: FixedWidthInteger & BitwiseCopyable {
    /// The element at `index`, 0 outside.
    @inline(__always)
    package func at(_ index: Int) -> Element {
        index >= 0 && index < count ? unsafe self[unchecked: index] : 0
    }
}

extension Span where Element == UInt8 {
    /// The `index`-th eight bytes as a number, the lowest byte first. 0 if they do not all exist.
    @inline(__always)
    package func word(_ index: Int) -> UInt64 {
        guard index >= 0, index < count &>> 3 else { return 0 }
        return UInt64(
            littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &<< 3, as: UInt64.self))
    }
}

extension Span where Element: BitwiseCopyable {
    /// At most the first `length` elements.
    @_lifetime(copy self)
    package func prefix(_ length: Int) -> Span<Element> {
        extracting(first: max(length, 0))
    }

    /// The elements after the first `length` ones.
    @_lifetime(copy self)
    package func suffix(from length: Int) -> Span<Element> {
        extracting(droppingFirst: max(length, 0))
    }
}

extension MutableSpan where Element: FixedWidthInteger & BitwiseCopyable {
    /// The element at `index`, 0 outside.
    @inline(__always)
    package func at(_ index: Int) -> Element {
        index >= 0 && index < count ? unsafe self[unchecked: index] : 0
    }

    /// Writes an element; nothing outside.
    @_lifetime(self: copy self)
    @inline(__always)
    package mutating func put(_ element: Element, at index: Int) {
        if index >= 0 && index < count { unsafe self[unchecked: index] = element }
    }
}

extension InlineArray where Element: FixedWidthInteger & BitwiseCopyable {
    /// The element at `index`, 0 outside.
    @inline(__always)
    package func at(_ index: Int) -> Element {
        index >= 0 && index < count ? unsafe self[unchecked: index] : 0
    }

    /// Writes an element; nothing outside.
    @inline(__always)
    package mutating func put(_ element: Element, at index: Int) {
        if index >= 0 && index < count { unsafe self[unchecked: index] = element }
    }
}
