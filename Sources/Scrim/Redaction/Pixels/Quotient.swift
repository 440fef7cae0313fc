// SPDX-License-Identifier: MIT

/// Division of several numbers by one, rounded down, by multiplication.
struct Quotient: BitwiseCopyable {
    private let factor: UInt64

    /// - Parameter divisor: 1 …< 2^14.
    init(_ divisor: UInt32) { factor = (UInt64(1) &<< 46) / UInt64(max(divisor, 1)) &+ 1 }

    /// Exact for numbers below 2^17 · divisor: then the product is below 2^64. As the factor is at most 1 too large, the product
    /// is too large by less than 2^17 · divisor, and the next quotient is 2^46 / divisor away.
    func of(_ number: UInt32) -> Int32 { Int32(truncatingIfNeeded: (UInt64(number) &* factor) &>> 46) }

    /// Levels in 1/256, rounded to nearest, from the sums of as many pixels as the divisor.
    func mean(_ sums: Levels, _ count: Int32) -> Levels {
        func mean(_ sum: Int32) -> Int32 { of(UInt32(bitPattern: sum &<< 8 &+ count / 2)) }
        return Levels(mean(sums.x), mean(sums.y), mean(sums.z), 0)
    }
}
