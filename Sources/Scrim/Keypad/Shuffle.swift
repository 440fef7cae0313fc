// SPDX-License-Identifier: MIT

/// Numbered permutations. Each of the n! orders of n things corresponds to one number below n!, so that an order is exactly as likely
/// as its number.
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

    /// Shuffles `count` things with the algorithm of Fisher and Yates. Every order is equally likely. As many choices as fit in 64 bits
    /// are drawn as one random number, so up to `maxCount` things take one number.
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

    /// Makes the choices of the last `choices` positions of `count` from a number below count! / (count − choices)!. 0 changes nothing.
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
