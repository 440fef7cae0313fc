// SPDX-License-Identifier: MIT

/// Permutations, numbered: the n! orders of n things and the numbers below n! are one to one (Lehmer code), so that an order is exactly
/// as likely as its number.
package enum Shuffle {
    /// The most things whose orders can be numbered with 64 bits.
    package static let maxCount = 20

    /// n!, for n up to `maxCount`.
    package static func factorial(_ n: Int) -> UInt64 {
        var (product, factor) = (1 as UInt64, 2 as UInt64)
        while factor <= UInt64(clamping: n) {
            product &*= factor
            factor &+= 1
        }
        return product
    }

    /// Calls `rotate(i, j)` for each i from 0: the thing at j is to move to i, those from i to j − 1 one up.
    ///
    /// - Parameter rank: Below n!; 0 leaves everything where it is.
    package static func unrank(_ rank: UInt64, count: Int, _ rotate: (Int, Int) -> Void) {
        var rest = rank
        var index = 0
        while index < count &- 1 {
            let weight = max(factorial(count &- 1 &- index), 1)
            let (digit, remainder) = rest.quotientAndRemainder(dividingBy: weight)
            rotate(index, index &+ Int(truncatingIfNeeded: digit))
            rest = remainder
            index &+= 1
        }
    }
}
