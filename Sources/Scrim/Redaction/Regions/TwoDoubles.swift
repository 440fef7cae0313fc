// SPDX-License-Identifier: MIT

/// A number as the sum of two Doubles, with about 104 bits. When coordinates of 2^66 pixels cancel out, the rest is still
/// right to 2^-35 of a pixel. No number here may be beyond 2^500.
///
/// The methods are Dekker's (A Floating-Point Technique for Extending the Available Precision, 1971) and Knuth's, because
/// not every processor has a fused multiplication.
struct TwoDoubles {
    private let high: Double
    /// The rounding error of `high`: at most half of its last bit.
    private let low: Double

    private init(_ high: Double, _ low: Double) {
        (self.high, self.low) = (high, low)
    }

    /// The sum, exactly.
    init(_ a: Double, plus b: Double) {
        high = a + b
        let part = high - a
        low = (a - (high - part)) + (b - part)
    }

    /// The product, exactly.
    init(_ a: Double, times b: Double) {
        let ((a1, a2), (b1, b2)) = (Self.halves(a), Self.halves(b))
        high = a * b
        low = a2 * b2 - (((high - a1 * b1) - a2 * b1) - a1 * b2)
    }

    /// A number as two of 26 bits.
    private static func halves(_ value: Double) -> (Double, Double) {
        let shifted = 134_217_729 * value
        let upper = shifted - (shifted - value)
        return (upper, value - upper)
    }

    /// The sum of two numbers, the second of which may be the larger one.
    private static func sum(_ high: Double, _ low: Double) -> TwoDoubles { TwoDoubles(high, plus: low) }

    static func * (a: TwoDoubles, b: Double) -> TwoDoubles {
        let product = TwoDoubles(a.high, times: b)
        return sum(product.high, product.low + a.low * b)
    }

    static func + (a: TwoDoubles, b: TwoDoubles) -> TwoDoubles {
        let (upper, lower) = (TwoDoubles(a.high, plus: b.high), TwoDoubles(a.low, plus: b.low))
        let first = sum(upper.high, upper.low + lower.high)
        return sum(first.high, first.low + lower.low)
    }

    /// The quotient, rounded.
    static func / (a: TwoDoubles, b: TwoDoubles) -> Double {
        let first = a.high / b.high
        let rest = a + b * -first
        return first + (rest.high + rest.low) / b.high
    }

    /// The value at `position` of a line from `from`, at `low`, to `to`, at `high`.
    static func interpolate(from: Double, to: Double, low: Double, high: Double, at position: Double) -> Double {
        (TwoDoubles(high, plus: -position) * from + TwoDoubles(position, plus: -low) * to)
            / TwoDoubles(high, plus: -low)
    }
}
