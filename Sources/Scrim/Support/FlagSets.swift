// SPDX-License-Identifier: MIT

// Several flags at once. A literal of an OptionSet is an array to a compiler that builds for size: memory that may not be
// there. These are not.

extension OptionSet where RawValue: FixedWidthInteger {
    @inline(__always)
    package func hasAny(of first: Self, _ second: Self) -> Bool {
        rawValue & (first.rawValue | second.rawValue) != 0
    }
}
