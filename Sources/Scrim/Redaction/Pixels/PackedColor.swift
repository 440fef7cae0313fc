// SPDX-License-Identifier: MIT

/// RGB565 as three bytes, rounded to nearest.
enum PackedColor {
    static func expand(_ number: UInt32) -> (red: UInt8, green: UInt8, blue: UInt8) {
        (five(number &>> 11), UInt8(truncatingIfNeeded: ((number &>> 5 & 63) &* 259 &+ 33) &>> 6), five(number & 31))
    }

    // Multiplication and shift give round(v · 255 / 31), and round(v · 255 / 63) for green.
    private static func five(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: (value &* 527 &+ 23) &>> 6) }
}
