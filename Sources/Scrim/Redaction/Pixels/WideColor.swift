// SPDX-License-Identifier: MIT

/// Red, green, blue and alpha, 0 … 65,535. The colors are not multiplied by alpha.
typealias WideColor = SIMD4<UInt16>

extension Color {
    /// The color, opaque.
    var wide: WideColor { WideColor(UInt16(red), UInt16(green), UInt16(blue), 255) &* 257 }
}

extension SIMD4<UInt16> {
    /// This color on an opaque one.
    func over(_ ground: WideColor) -> WideColor {
        let alpha = UInt32(w)
        if alpha == 65535 { return self }
        func mix(_ color: UInt16, _ ground: UInt16) -> UInt16 {
            UInt16(truncatingIfNeeded: (UInt32(color) &* alpha &+ UInt32(ground) &* (65535 &- alpha) &+ 32767) / 65535)
        }
        return WideColor(mix(x, ground.x), mix(y, ground.y), mix(z, ground.z), 65535)
    }
}

extension PixelLayout {
    /// The color of a pixel, for layouts other than luma and chroma.
    ///
    /// - Parameter pixel: Its first byte is the lowest.
    func color(of pixel: UInt64) -> WideColor {
        /// - Parameter top: The greatest number, 2^n − 1.
        func level(_ bit: UInt32, _ top: UInt64) -> UInt16 {
            let number = (pixel &>> UInt64(bit)) & top
            return UInt16(truncatingIfNeeded: (number &* 65535 &+ top / 2) / max(top, 1))
        }
        func byte(_ index: Int) -> UInt16 { level(UInt32(truncatingIfNeeded: index &* 8), 255) }
        switch self {
        case .color4(let red, let green, let blue, let rest, let value):
            return WideColor(byte(red), byte(green), byte(blue), value == 255 ? byte(rest) : 65535)
        case .color3(let red, let blue): return WideColor(byte(red), byte(1), byte(blue), 65535)
        case .color565: return WideColor(level(11, 31), level(5, 63), level(0, 31), 65535)
        case .color10(let red, let green, let blue, let rest, let value):
            return WideColor(
                level(red, 1023), level(green, 1023), level(blue, 1023), value == 3 ? level(rest, 3) : 65535)
        case .color16: return WideColor(level(0, 65535), level(16, 65535), level(32, 65535), level(48, 65535))
        case .gray(let depth), .luma(let depth), .chromaPair(let depth, _), .chromaBlue(let depth, _),
            .chromaRed(let depth, _):
            let gray = level(UInt32(truncatingIfNeeded: depth.shift), UInt64(truncatingIfNeeded: depth.top))
            return WideColor(gray, gray, gray, 65535)
        }
    }
}

extension ColorSpace {
    /// The opaque color of numbers of Y′, Cb and Cr. Colors outside of R′G′B′ are clipped.
    func color(luma: UInt32, blue: UInt32, red: UInt32, bits: Int) -> WideColor {
        let (kr, kb) = matrix.weights
        let black = levels(SIMD3(0, 0, 0), bits: bits)
        let lumaSpan = levels(SIMD3(1, 1, 1), bits: bits).luma - black.luma
        // Pure blue has the greatest Cb, 0.5.
        let chromaSpan = 2 * (levels(SIMD3(0, 0, 1), bits: bits).blue - black.blue)
        let y = (Double(luma) - black.luma) / lumaSpan
        let b = y + 2 * (1 - kb) * (Double(blue) - black.blue) / chromaSpan
        let r = y + 2 * (1 - kr) * (Double(red) - black.red) / chromaSpan
        func level(_ value: Double) -> UInt16 { UInt16(exactly: (min(max(value, 0), 1) * 65535).rounded()) ?? 0 }
        return WideColor(level(r), level((y - kr * r - kb * b) / (1 - kr - kb)), level(b), 65535)
    }
}

/// Computes one number of Y′CbCr from sums of colors, rounded to nearest.
struct SampleWeights: BitwiseCopyable {
    // Weights have 44 bits of fraction. They are exact to 2^-28 of a level.
    private static let bits: Int64 = 44

    private let red: Int64
    private let green: Int64
    private let blue: Int64
    private let offset: Int64
    private let top: Int64
    /// How many unused bits lie below a number.
    private let shift: Int64

    /// - Parameter number: Chooses Y′, Cb or Cr.
    init(_ space: ColorSpace, _ depth: SampleDepth, _ number: ((luma: Double, blue: Double, red: Double)) -> Double) {
        let black = number(space.levels(SIMD3(0, 0, 0), bits: depth.bits))
        func fixed(_ value: Double) -> Int64 { Int64(exactly: (value * 0x1p44).rounded()) ?? 0 }
        func weight(_ color: SIMD3<Double>) -> Int64 {
            fixed((number(space.levels(color, bits: depth.bits)) - black) / 65535)
        }
        (red, green, blue) = (weight(SIMD3(1, 0, 0)), weight(SIMD3(0, 1, 0)), weight(SIMD3(0, 0, 1)))
        offset = fixed(black)
        top = Int64(truncatingIfNeeded: depth.top)
        shift = Int64(truncatingIfNeeded: depth.shift)
    }

    /// The number as the plane stores it.
    ///
    /// - Parameters:
    ///   - sum: The sum of 2^`doublings` colors.
    ///   - doublings: At most 2.
    @inline(__always)
    func callAsFunction(_ sum: SIMD4<UInt32>, doublings: Int64) -> UInt16 {
        let bits = Self.bits &+ doublings
        let colors = Int64(sum.x) &* red &+ Int64(sum.y) &* green &+ Int64(sum.z) &* blue
        let number = (colors &+ offset &<< doublings &+ 1 &<< (bits &- 1)) &>> bits
        return UInt16(truncatingIfNeeded: min(max(number, 0), top) &<< shift)
    }
}
