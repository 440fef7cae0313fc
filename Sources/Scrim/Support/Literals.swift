// SPDX-License-Identifier: MIT

extension StaticString {
    /// Visits the bytes of a literal. It is inlined everywhere, down to the literal. The compiler then sees that the
    /// literal has bytes, and removes the traps of the two properties.
    @inline(__always)
    package func forEachByte(_ body: (UInt8) -> Void) {
        let (start, count) = unsafe (utf8Start, utf8CodeUnitCount)
        for index in steps(to: count) {
            unsafe body(start[index])
        }
    }
}

extension Span where Element == UInt8 {
    /// Returns whether these are the bytes of a literal. It is inlined for the same reason as `forEachByte`.
    @inline(__always)
    package func equals(_ literal: StaticString) -> Bool {
        unsafe isSame(as: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount).span)
    }

    @inline(never)
    private func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in steps(to: count) {
            guard at(index) == other.at(index) else { return false }
        }
        return true
    }
}
