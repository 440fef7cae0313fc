// SPDX-License-Identifier: MIT

/// How Y′CbCr numbers are computed from R′G′B′. The raw values are the constants of scrim/redact.h.
package struct ColorSpace: BitwiseCopyable {
    package enum Range: UInt32, BitwiseCopyable {
        /// Luma 16 … 235, chroma 16 … 240.
        case limited = 0
        case full = 1
    }

    package enum Matrix: UInt32, BitwiseCopyable {
        case bt709 = 0
        case bt601 = 1
        case bt2020 = 2

        /// The weights of red and blue in luma: ITU-R BT.709-6 3.2, BT.601-7 2.5.1, BT.2020-2 table 4.
        var weights: (red: Double, blue: Double) {
            switch self {
            case .bt709: (0.2126, 0.0722)
            case .bt601: (0.299, 0.114)
            case .bt2020: (0.2627, 0.0593)
            }
        }
    }

    package let range: Range
    package let matrix: Matrix

    package init(range: Range, matrix: Matrix) {
        self.range = range
        self.matrix = matrix
    }

    /// The Y′, Cb and Cr of a color, rounded to nearest.
    func convert(_ color: Color, bits: Int = 8) -> (luma: UInt32, blue: UInt32, red: UInt32) {
        let (luma, blue, red) = levels(color.levels, bits: bits)
        let top = Double(1 &<< bits &- 1)
        func number(_ value: Double) -> UInt32 { UInt32(exactly: min(max(value, 0), top).rounded()) ?? 0 }
        return (number(luma), number(blue), number(red))
    }

    /// The Y′, Cb and Cr of red, green and blue from 0 to 1, not rounded: ITU-R BT.2100-2 table 9 for 8 and 10 bits.
    func levels(_ color: SIMD3<Double>, bits: Int = 8) -> (luma: Double, blue: Double, red: Double) {
        let (kr, kb) = matrix.weights
        let (r, g, b) = (color[0], color[1], color[2])
        let luma = kr * r + (1 - kr - kb) * g + kb * b
        let (top, unit) = (Double(1 &<< bits &- 1), Double(1 &<< bits) / 256)
        let (base, lumaSpan, chromaSpan) = range == .full ? (0, top, top) : (16 * unit, 219 * unit, 224 * unit)
        return (
            base + lumaSpan * luma, 128 * unit + chromaSpan * (b - luma) / (2 * (1 - kb)),
            128 * unit + chromaSpan * (r - luma) / (2 * (1 - kr))
        )
    }
}

extension PixelLayout {
    /// The pixel of an opaque color. Its first byte is the lowest, and bytes that it does not have are 0.
    func encode(_ color: Color, _ space: ColorSpace) -> UInt64 {
        // Rounded to nearest, not shifted.
        func level(_ level: UInt8, to top: UInt64) -> UInt64 { (UInt64(level) &* top &+ 127) / 255 }
        func byte(_ byte: UInt8, _ index: Int) -> UInt64 { UInt64(byte) &<< UInt64((index & 3) &* 8) }
        func number(_ number: UInt32, _ depth: SampleDepth) -> UInt64 { UInt64(number) &<< UInt64(depth.shift) }
        let (red, green, blue) = (color.red, color.green, color.blue)
        switch self {
        case .color4(let first, let second, let third, let rest, let value):
            return byte(red, first) | byte(green, second) | byte(blue, third) | byte(value, rest)
        case .color3(let first, let third): return byte(red, first) | byte(green, 1) | byte(blue, third)
        case .color565: return UInt64(RGB565.pixel(SIMD4(red, green, blue, 0)))
        case .color10(let first, let second, let third, let rest, let value):
            let colors = level(red, to: 1023) &<< UInt64(first) | level(green, to: 1023) &<< UInt64(second)
            return colors | level(blue, to: 1023) &<< UInt64(third) | UInt64(value) &<< UInt64(rest)
        case .color16:
            return (UInt64(red) | UInt64(green) &<< 16 | UInt64(blue) &<< 32 | 255 &<< 48) &* 257
        case .gray(let depth): return UInt64(color.luma(to: depth.top))
        case .luma(let depth): return number(space.convert(color, bits: depth.bits).luma, depth)
        case .chromaPair(let depth, _):
            let (_, blue, red) = space.convert(color, bits: depth.bits)
            return number(blue, depth) | number(red, depth) &<< UInt64(8 &* depth.bytes)
        case .chromaBlue(let depth, _): return number(space.convert(color, bits: depth.bits).blue, depth)
        case .chromaRed(let depth, _): return number(space.convert(color, bits: depth.bits).red, depth)
        }
    }

    /// A pixel side by side in 64 bits.
    ///
    /// - Parameter size: Bytes of the pixel: 1, 2, 4 or 8.
    static func repeated(_ pixel: UInt64, size: Int) -> UInt64 {
        switch size {
        case 1: (pixel & 0xFF) &* 0x0101_0101_0101_0101
        case 2: (pixel & 0xFFFF) &* 0x0001_0001_0001_0001
        case 4: (pixel & 0xFFFF_FFFF) &* 0x0000_0001_0000_0001
        default: pixel
        }
    }
}
