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
