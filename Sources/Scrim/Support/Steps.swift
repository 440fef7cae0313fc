// SPDX-License-Identifier: MIT

/// Numbers that rise to a bound, for loops. Where the bound is not above the start there are none: a range would end the process.
///
/// A loop over steps compiles to what `while number < end` and `number &+= step` do. The bound is read once, before the loop.
package struct Steps<Number: FixedWidthInteger>: Sequence, IteratorProtocol {
    private var number: Number
    private let end: Number
    private let step: Number

    @inline(__always)
    fileprivate init(_ start: Number, _ end: Number, _ step: Number) {
        (number, self.end, self.step) = (start, end, step)
    }

    @inline(__always)
    package mutating func next() -> Number? {
        guard number < end else { return nil }
        let current = number
        number &+= step
        return current
    }
}

/// 0, 1, 2 … up to `end`, which is not among them.
@inline(__always)
package func steps<Number: FixedWidthInteger>(to end: Number) -> Steps<Number> { Steps(0, end, 1) }

/// `start`, `start` + 1 … up to `end`, which is not among them.
@inline(__always)
package func steps<Number: FixedWidthInteger>(from start: Number, to end: Number) -> Steps<Number> {
    Steps(start, end, 1)
}

/// `start`, `start` + `step` … up to `end`, which is not among them.
///
/// - Parameter step: Above 0. `end` + `step` must be a number of the type: else the loop would not end.
@inline(__always)
package func steps<Number: FixedWidthInteger>(from start: Number = 0, to end: Number, by step: Number) -> Steps<Number>
{
    Steps(start, end, step)
}

/// The positions of the bits of a word that are set, from the lowest on.
package struct SetBits<Word: FixedWidthInteger>: Sequence, IteratorProtocol {
    private var rest: Word

    @inline(__always)
    package init(of word: Word) { rest = word }

    @inline(__always)
    package mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        let position = rest.trailingZeroBitCount
        rest &= rest &- 1
        return position
    }
}
