// SPDX-License-Identifier: MIT

/// Permutations, numbered: the n! orders of n things and the numbers below n! are one to one, so that an order is exactly as likely as
/// its number.
package enum Shuffle {
    /// The most things whose orders can be numbered with 64 bits.
    package static let maxCount = 20

    /// n!, for n up to `maxCount`.
    package static func factorial(_ n: Int) -> UInt64 {
        var product = 1 as UInt64
        for factor in steps(from: 2 as UInt64, to: UInt64(clamping: n) &+ 1) {
            product &*= factor
        }
        return product
    }

    /// Brings `count` things into an order that is exactly as likely as every other: Fisher and Yates' shuffle, as many of its choices
    /// drawn as one number as fit 64 bits. Up to `maxCount` things take one number.
    package static func shuffle(
        _ count: Int, _ random: inout some RandomSource, _ swap: (Int, Int) -> Void
    ) throws(Failure) {
        var left = count
        while left > 1 {
            var (bound, choices) = (1 as UInt64, 0)
            while choices < left &- 1 {
                let (product, overflow) = bound.multipliedReportingOverflow(by: UInt64(clamping: left &- choices))
                if overflow { break }
                (bound, choices) = (product, choices &+ 1)
            }
            unrank(try random.next(below: bound), choices: choices, of: left, swap)
            left &-= choices
        }
    }

    /// Makes the last `choices` positions of `count` as the number says: below count! / (count − choices)!; 0 leaves all as it is.
    package static func unrank(_ rank: UInt64, choices: Int, of count: Int, _ swap: (Int, Int) -> Void) {
        var (rest, left) = (rank, count)
        while left > 1, left > count &- choices {
            let (quotient, choice) = rest.quotientAndRemainder(dividingBy: max(UInt64(clamping: left), 1))
            swap(left &- 1, left &- 1 &- Int(truncatingIfNeeded: choice))
            rest = quotient
            left &-= 1
        }
    }
}
