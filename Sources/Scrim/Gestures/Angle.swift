// SPDX-License-Identifier: MIT

/// Angles, computed only with operations that IEEE 754 defines to the last bit: addition, multiplication, division and
/// square root. A recording therefore gives the same rotation with any C library and on any processor.
enum Angle {
    static var pi: Double { 3.141592653589793 }

    /// The angle of a vector, −π … π. The angle of the zero vector is 0.
    static func of(x: Double, y: Double) -> Double {
        if x < 0 {
            // Compute the angle of the opposite vector, and add half a turn.
            let rest = of(x: -x, y: -y)
            return rest <= 0 ? rest + pi : rest - pi
        }
        if x == 0 && y == 0 { return 0 }
        // The squares of tiny numbers would be zero. Scaling by a power of two changes only the exponent.
        if max(x, abs(y)) < 0x1p-400 { return of(x: x * 0x1p600, y: y * 0x1p600) }
        // The tangents of a half, a quarter, an eighth of the angle: at most tan(π / 16), where the series is short.
        var tangent = y / (x + (x * x + y * y).squareRoot())
        tangent = tangent / (1 + (1 + tangent * tangent).squareRoot())
        tangent = tangent / (1 + (1 + tangent * tangent).squareRoot())
        let square = tangent * tangent
        // The Taylor series of the arc tangent. The terms that are left out are below 0.2^23 / 23, a tenth of the last
        // bit.
        var sum = 1.0 / 21
        var divisor = 19.0
        while divisor > 0 {
            sum = 1 / divisor - square * sum
            divisor -= 2
        }
        return 8 * tangent * sum
    }
}
