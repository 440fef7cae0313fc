// SPDX-License-Identifier: MIT

/// RGB565 as three bytes and back, both rounded to nearest. A pixel that is expanded and packed again does not change.
enum PackedColor {
    /// Red, green and blue of `count` pixels, side by side.
    static func expand(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>, count: Int) {
        var (x, byte) = (0, 0)
        while x < count {
            let number = unsafe UInt32(
                UInt16(littleEndian: source.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)))
            unsafe (target[byte], target[byte &+ 1], target[byte &+ 2]) = expand(number)
            x &+= 1
            byte &+= 3
        }
    }

    static func expand(_ number: UInt32) -> (red: UInt8, green: UInt8, blue: UInt8) {
        (five(number &>> 11), UInt8(truncatingIfNeeded: ((number &>> 5 & 63) &* 259 &+ 33) &>> 6), five(number & 31))
    }

    // Multiplication and shift give round(v · 255 / 31), and round(v · 255 / 63) for green.
    private static func five(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: (value &* 527 &+ 23) &>> 6) }

    /// The target may be the source.
    static func pack(_ source: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer, count: Int) {
        var (x, byte) = (0, 0)
        while x < count {
            let number = unsafe pack(source[byte], source[byte &+ 1], source[byte &+ 2])
            unsafe target.storeBytes(of: number.littleEndian, toByteOffset: x &* 2, as: UInt16.self)
            x &+= 1
            byte &+= 3
        }
    }

    static func pack(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt16 {
        UInt16(
            truncatingIfNeeded: PixelLayout.color565.encode(
                Color(red: red, green: green, blue: blue), ColorSpace(range: .full, matrix: .bt709)))
    }
}
