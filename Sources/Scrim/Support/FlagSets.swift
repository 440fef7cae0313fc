// SPDX-License-Identifier: MIT

// Sets of flags. In a build for size, the literal of an OptionSet is an array, which allocates memory that may be
// missing. These types allocate none.

extension OptionSet where RawValue: FixedWidthInteger {
    @inline(__always)
    package func hasAny(of first: Self, _ second: Self) -> Bool {
        rawValue & (first.rawValue | second.rawValue) != 0
    }
}
