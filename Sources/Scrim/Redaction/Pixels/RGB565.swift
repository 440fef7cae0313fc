// SPDX-License-Identifier: MIT

/// RGB565: pixels of 16 bits, five of red (the highest), six of green and five of blue. Both directions round to nearest, so a
/// pixel that becomes levels and is made from them again stays the same.
enum RGB565 {
    /// Red, green and blue of a pixel.
    static func levels(_ pixel: UInt16) -> Levels {
        let numbers = Levels(Int32(pixel &>> 11), Int32(pixel &>> 5 & 63), Int32(pixel & 31), 0)
        return (numbers &* Levels(527, 259, 527, 0) &+ Levels(23, 33, 23, 0)) &>> 6
    }

    /// The same of eight pixels.
    @inline(__always)
    static func levels(
        _ pixels: SIMD8<UInt16>
    ) -> (red: SIMD8<UInt16>, green: SIMD8<UInt16>, blue: SIMD8<UInt16>) {
        // round(v · 255 / 31), and round(v · 255 / 63) for green.
        let red = ((pixels &>> 11) &* 527 &+ 23) &>> 6
        let green = (((pixels &>> 5) & 63) &* 259 &+ 33) &>> 6
        let blue = ((pixels & 31) &* 527 &+ 23) &>> 6
        return (red, green, blue)
    }

    /// The pixel of red, green and blue.
    static func pixel(_ levels: SIMD4<UInt8>) -> UInt16 {
        let red = (UInt32(levels.x) &* 31 &+ 127) / 255
        let green = (UInt32(levels.y) &* 63 &+ 127) / 255
        let blue = (UInt32(levels.z) &* 31 &+ 127) / 255
        return UInt16(truncatingIfNeeded: red &<< 11 | green &<< 5 | blue)
    }

    /// The same for eight pixels.
    @inline(__always)
    static func pixels(
        red: SIMD8<UInt16>, green: SIMD8<UInt16>, blue: SIMD8<UInt16>
    ) -> SIMD8<UInt16> {
        // ⌊(31·v + 127) / 255⌋ and ⌊(63·v + 127) / 255⌋, for all bytes.
        (five(red) &<< 11) | (((green &* 253 &+ 505) &>> 10) &<< 5) | five(blue)
    }

    @inline(__always)
    private static func five(_ level: SIMD8<UInt16>) -> SIMD8<UInt16> { (level &* 249 &+ 1014) &>> 11 }
}
