// SPDX-License-Identifier: MIT
import CPlatform

/// Converts between numbers of more than 8 bits and the levels of frost and tiles, which are those of 8 bits. White, black and
/// neutral chroma become white, black and neutral chroma.
struct SampleScale: BitwiseCopyable {
    // A number n and its level l in 1/256: n · denominator + offset = l · numerator.
    private let numerator: UInt64
    private let denominator: UInt64
    private let offset: UInt64

    // For numbers of ten bits: by how much of 2^16 a level in 1/128 grows, the least one then, and what is added before the
    // division by 32.
    private let growth: UInt16
    private let least: UInt16
    private let rounding: UInt16
    private let isSixteen: Bool

    init(_ layout: PixelLayout, _ space: ColorSpace) {
        let isVideo =
            switch layout {
            case .luma, .chromaPair, .chromaBlue, .chromaRed: space.range == .limited
            default: false
            }
        isSixteen = layout.depth == .sixteen
        if isSixteen {
            (numerator, denominator, offset) = (257, 256, 0)
            (growth, least, rounding) = (0, 0, 0)
        } else if isVideo {
            (numerator, denominator, offset) = (1, 64, 0)
            (growth, least, rounding) = (0, 0, 16)
        } else {
            (numerator, denominator) = (1023, 65280)
            // Neutral chroma is 128 and 512. In the full range, 128 · 1,023 / 255 is 513.5, which is 48/32 too much.
            offset = layout.isChroma ? 98304 : 0
            // 1,023 / 1,020 is 1 + 192.75 / 2^16. No result is more than 0.05 away from exact.
            growth = 193
            least = layout.isChroma ? 32 : 0
            rounding = layout.isChroma ? 0 &- 32 : 16
        }
    }

    /// The mean of numbers as a level in 1/256, rounded to nearest. Numbers beyond white are white.
    func level(sum: Int32, count: UInt32) -> Int32 {
        let count = UInt64(count)
        let all = UInt64(UInt32(bitPattern: sum)) &* denominator &+ offset &* count
        let divisor = max(numerator &* count, 1)
        return Int32(truncatingIfNeeded: min((all &+ divisor / 2) / divisor, 65280))
    }

    /// The number of a level in 1/256, rounded to nearest.
    func number(_ level: Int32) -> UInt64 {
        let scaled = UInt64(UInt32(bitPattern: max(level, 0))) &* numerator &+ denominator / 2
        return (max(scaled, offset) &- offset) / max(denominator, 1)
    }

    /// The numbers of levels in 1/128 plus 64, of 0 … 255.
    @inline(__always)
    func numbers(_ levels: SIMD8<Int16>) -> SIMD8<UInt16> {
        let positive = SIMD8<UInt16>(truncatingIfNeeded: pointwiseMax(levels &- 64, SIMD8()))
        // 257 / 128 is 2 + 1/128.
        if isSixteen { return positive &<< 1 &+ (positive &+ 64) &>> 7 }
        let grown = positive &+ highProduct(positive, SIMD8(repeating: growth))
        return (pointwiseMax(grown, SIMD8(repeating: least)) &+ SIMD8(repeating: rounding)) &>> 5
    }
}

extension PixelLayout {
    /// The numbers of a pixel of more than 8 bits, without unused bits: red, green and blue, or those of the plane.
    func numbers(_ pixel: UInt64) -> Levels {
        func number(_ bit: UInt64, _ mask: UInt64) -> Int32 { Int32(truncatingIfNeeded: (pixel &>> bit) & mask) }
        switch self {
        case .color10(let red, let green, let blue, _, _):
            return Levels(number(UInt64(red), 1023), number(UInt64(green), 1023), number(UInt64(blue), 1023), 0)
        case .color16: return Levels(number(0, 0xFFFF), number(16, 0xFFFF), number(32, 0xFFFF), 0)
        case .chromaPair(let depth, _):
            let (shift, mask) = (UInt64(depth.shift), UInt64(depth.top))
            return Levels(number(shift, mask), number(16 &+ shift, mask), 0, 0)
        default: return Levels(number(UInt64(depth.shift), UInt64(depth.top)), 0, 0, 0)
        }
    }

    /// A pixel of more than 8 bits from numbers in the order of `LevelOrder`. It is opaque, and its unused bits are 0.
    func pixel(_ x: UInt64, _ y: UInt64, _ z: UInt64, _ w: UInt64) -> UInt64 {
        switch self {
        case .color10(let red, let green, let blue, let rest, let value):
            return x &<< UInt64(red) | y &<< UInt64(green) | z &<< UInt64(blue) | UInt64(value) &<< UInt64(rest)
        case .color16: return x | y &<< 16 | z &<< 32 | w &<< 48
        case .chromaPair: return (x | y &<< 16) &<< UInt64(depth.shift)
        default: return x &<< UInt64(depth.shift)
        }
    }
}

/// Makes pixels of levels in 1/256.
struct PixelEncoder {
    private let layout: PixelLayout
    private let order: LevelOrder
    private let scale: SampleScale
    /// A pixel is one byte.
    private let isSingle: Bool

    init(_ layout: PixelLayout, _ space: ColorSpace) {
        self.layout = layout
        isSingle = layout.bytesPerPixel == 1
        order = LevelOrder(layout, one: 256)
        scale = SampleScale(layout, space)
    }

    /// A pixel, rounded to nearest. Its first byte is the lowest.
    @inline(__always)
    func callAsFunction(_ levels: Levels) -> UInt64 {
        if isSingle { return UInt64(truncatingIfNeeded: (levels.x &+ 128) &>> 8 & 255) }
        return several(levels)
    }

    private func several(_ levels: Levels) -> UInt64 {
        let levels = order(levels)
        if layout.isWide {
            return layout.pixel(
                scale.number(levels.x), scale.number(levels.y), scale.number(levels.z), scale.number(levels.w))
        }
        let bytes = layout.packed(SIMD4<UInt8>(truncatingIfNeeded: (levels &+ 128) &>> 8))
        return UInt64(unsafe unsafeBitCast(bytes, to: UInt32.self).littleEndian)
    }
}
