// SPDX-License-Identifier: MIT

/// Rising numbers up to a bound, for loops. If the bound is not above the start, there are no numbers. A Swift range
/// would end the process then.
///
/// A loop over steps compiles to the code of `while number < end` with `number &+= step`. The bound is read once,
/// before the loop.
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

/// 0, 1, 2 … up to but not including `end`.
@inline(__always)
package func steps<Number: FixedWidthInteger>(to end: Number) -> Steps<Number> { Steps(0, end, 1) }

/// `start`, `start` + 1 … up to but not including `end`.
@inline(__always)
package func steps<Number: FixedWidthInteger>(from start: Number, to end: Number) -> Steps<Number> {
    Steps(start, end, 1)
}

/// `start`, `start` + `step` … up to but not including `end`.
///
/// - Parameter step: Above 0. `end` + `step` must fit the type, because otherwise the loop would not end.
@inline(__always)
package func steps<Number: FixedWidthInteger>(from start: Number = 0, to end: Number, by step: Number) -> Steps<Number>
{
    Steps(start, end, step)
}

/// The positions of the set bits of a word, beginning with the lowest.
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
