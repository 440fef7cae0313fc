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
    func convert(_ color: Color) -> (luma: UInt8, blue: UInt8, red: UInt8) {
        let (luma, blue, red) = levels(color.levels)
        return (byte(luma), byte(blue), byte(red))
    }

    /// The Y′, Cb and Cr of red, green and blue from 0 to 1, not rounded.
    func levels(_ color: SIMD3<Double>) -> (luma: Double, blue: Double, red: Double) {
        let (kr, kb) = matrix.weights
        let (r, g, b) = (color[0], color[1], color[2])
        let luma = kr * r + (1 - kr - kb) * g + kb * b
        let (base, lumaSpan, chromaSpan) = range == .full ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
        return (
            base + lumaSpan * luma, 128 + chromaSpan * (b - luma) / (2 * (1 - kb)),
            128 + chromaSpan * (r - luma) / (2 * (1 - kr))
        )
    }

    private func byte(_ value: Double) -> UInt8 {
        UInt8(exactly: min(max(value, 0), 255).rounded()) ?? 0
    }
}

extension PixelLayout {
    /// The bytes of a pixel of an opaque color: `bytesPerPixel` of them, and the rest is 0.
    func encode(_ color: Color, _ space: ColorSpace) -> SIMD4<UInt8> {
        switch self {
        case .color4(let red, let green, let blue, let rest, let value):
            var bytes = SIMD4<UInt8>()
            bytes[red & 3] = color.red
            bytes[green & 3] = color.green
            bytes[blue & 3] = color.blue
            bytes[rest & 3] = value
            return bytes
        case .color3(let red, _):
            return red == 0
                ? SIMD4(color.red, color.green, color.blue, 0) : SIMD4(color.blue, color.green, color.red, 0)
        case .color565:
            // Rounded to nearest, not cut off.
            let red = (UInt32(color.red) &* 31 &+ 127) / 255
            let green = (UInt32(color.green) &* 63 &+ 127) / 255
            let blue = (UInt32(color.blue) &* 31 &+ 127) / 255
            let number = red &<< 11 | green &<< 5 | blue
            return SIMD4(UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number &>> 8), 0, 0)
        case .gray: return SIMD4(color.luma, 0, 0, 0)
        case .luma: return SIMD4(space.convert(color).luma, 0, 0, 0)
        case .chromaPair:
            let (_, blue, red) = space.convert(color)
            return SIMD4(blue, red, 0, 0)
        case .chromaBlue: return SIMD4(space.convert(color).blue, 0, 0, 0)
        case .chromaRed: return SIMD4(space.convert(color).red, 0, 0, 0)
        }
    }
}
