// SPDX-License-Identifier: MIT

/// An opaque sRGB color.
package struct Color: BitwiseCopyable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// - Parameter rgba: 0xRRGGBBAA.
    /// - Throws: `invalidArgument` if it is not opaque, because the pixels below would shine through.
    package init(rgba: UInt32) throws(Failure) {
        guard rgba & 0xFF == 0xFF else { throw .invalidArgument }
        red = UInt8(truncatingIfNeeded: rgba >> 24)
        green = UInt8(truncatingIfNeeded: rgba >> 16)
        blue = UInt8(truncatingIfNeeded: rgba >> 8)
    }

    package static var black: Color { Color(red: 0, green: 0, blue: 0) }

    /// Red, green and blue, 0 … 1.
    package var levels: SIMD3<Double> { SIMD3(Double(red), Double(green), Double(blue)) / 255 }

    /// Rec. 709 luma of the full range, 0 … `top`, rounded to nearest.
    ///
    /// - Parameter top: A multiple of 255, at most 65,535.
    package func luma(to top: Int) -> UInt32 {
        let sum = UInt32(red) &* 2126 &+ UInt32(green) &* 7152 &+ UInt32(blue) &* 722
        return (sum &* (UInt32(truncatingIfNeeded: top) / 255) &+ 5000) / 10000
    }
}
