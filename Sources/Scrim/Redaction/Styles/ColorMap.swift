// SPDX-License-Identifier: MIT
import CPlatform

/// Saturation and tint of colors in pixels of four bytes. In whole numbers, the new level of a color is
///
///     strong = (Σ levels · coefficients + 128) / 256, rounded down, 0 … 255
///     tinted = (strong · weight + part + 8192) / 16384, rounded down
///
/// The products are added in pairs: of bytes 0 and 2 of a pixel, and of bytes 1 and 3. Instead of the byte that is not a
/// color, the pixel has a 1, whose coefficient is 128.
struct ColorMap: BitwiseCopyable {
    /// The numbers of one color, repeated for eight pixels.
    private struct Channel: BitwiseCopyable {
        /// Coefficients of the bytes 0 and 2, and of 1 and 3.
        let even: SIMD16<Int16>
        let odd: SIMD16<Int16>
        /// The weight of the old level below the tint, and 0.
        let weight: SIMD16<Int16>
        /// The tint's part, and a half to round.
        let part: SIMD8<Int32>

        init(_ coefficients: SIMD4<Int16>, _ tint: ChannelTint) {
            even = SIMD16(even: SIMD8(repeating: coefficients[0]), odd: SIMD8(repeating: coefficients[2]))
            odd = SIMD16(even: SIMD8(repeating: coefficients[1]), odd: SIMD8(repeating: coefficients[3]))
            weight = SIMD16(even: SIMD8(repeating: Int16(truncatingIfNeeded: tint.weight)), odd: SIMD8())
            part = SIMD8(repeating: Int32(truncatingIfNeeded: tint.part &+ 8192))
        }
    }

    /// In the order of bytes.
    private let first: Channel
    private let second: Channel
    private let third: Channel
    /// For the pairs of bytes 0 and 2, and of 1 and 3: which ones are colors, and a 1 in place of the other.
    private let evenColors: SIMD16<UInt16>
    private let oddColors: SIMD16<UInt16>
    private let evenOne: SIMD16<UInt16>
    private let oddOne: SIMD16<UInt16>
    /// The number of bits below the colors, and the other bits of the result.
    private let shift: UInt32
    private let rest: SIMD8<UInt32>

    /// - Parameters:
    ///   - isRedFirst: Whether red is first and blue last of the three colors, or the reverse. Green is in the middle.
    ///   - rest: The position of the byte that is not a color, 0 or 3.
    ///   - value: This byte in the result.
    init(_ effect: Effect, isRedFirst: Bool, rest: Int, value: UInt8) {
        let s = effect.saturation
        // Rec. 709. The original has 0.7873, although 0.7874 would be right.
        let red = (Effect.coefficient(0.2126 - 0.2126 * s), Effect.coefficient(0.2126 + 0.7873 * s))
        let green = (Effect.coefficient(0.7152 - 0.7152 * s), Effect.coefficient(0.7152 + 0.2848 * s))
        let blue = (Effect.coefficient(0.0722 - 0.0722 * s), Effect.coefficient(0.0722 + 0.9278 * s))
        let colors = isRedFirst ? (red, green, blue) : (blue, green, red)
        let tints = isRedFirst ? effect.tint * 255 : SIMD3(effect.tint[2], effect.tint[1], effect.tint[0]) * 255
        func channel(_ a: Int, _ b: Int, _ c: Int, _ tint: Double) -> Channel {
            let (a, b, c) = (Int16(truncatingIfNeeded: a), Int16(truncatingIfNeeded: b), Int16(truncatingIfNeeded: c))
            return Channel(rest == 0 ? SIMD4(128, a, b, c) : SIMD4(a, b, c, 128), effect.tint(tint))
        }
        first = channel(colors.0.1, colors.1.0, colors.2.0, tints[0])
        second = channel(colors.0.0, colors.1.1, colors.2.0, tints[1])
        third = channel(colors.0.0, colors.1.0, colors.2.1, tints[2])
        let (byte, none) = (SIMD8<UInt16>(repeating: 255), SIMD8<UInt16>())
        let (whole, one) = (SIMD16<UInt16>(repeating: 255), SIMD8<UInt16>(repeating: 1))
        let isFirst = rest == 0
        evenColors = isFirst ? SIMD16(even: none, odd: byte) : whole
        oddColors = isFirst ? whole : SIMD16(even: byte, odd: none)
        evenOne = SIMD16(even: isFirst ? one : none, odd: none)
        oddOne = SIMD16(even: none, odd: isFirst ? none : one)
        shift = isFirst ? 8 : 0
        self.rest = SIMD8(repeating: UInt32(value) &<< (isFirst ? 0 : 24))
    }

    /// Maps pixels. The target may be the source.
    ///
    /// - Parameters:
    ///   - tail: Room for eight pixels.
    func apply(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, _ tail: UnsafeMutableRawPointer
    ) {
        var x = 0
        let whole = count & ~7
        while x < whole {
            unsafe applyToEight(source + 4 &* x, to: target + 4 &* x)
            x &+= 8
        }
        guard x < count else { return }
        unsafe memcpy(tail, source + 4 &* x, 4 &* (count &- x))
        unsafe applyToEight(UnsafeRawPointer(tail), to: tail)
        unsafe memcpy(target + 4 &* x, tail, 4 &* (count &- x))
    }

    @inline(__always)
    private func applyToEight(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        let pixels = unsafe source.loadUnaligned(as: SIMD16<UInt16>.self)
        let even = unsafe unsafeBitCast(pixels & evenColors | evenOne, to: SIMD16<Int16>.self)
        let odd = unsafe unsafeBitCast((pixels &>> 8) & oddColors | oddOne, to: SIMD16<Int16>.self)
        let colors =
            convert(even, odd, first) | convert(even, odd, second) &<< 8 | convert(even, odd, third) &<< 16
        unsafe target.storeBytes(of: colors &<< SIMD8(repeating: shift) | rest, as: SIMD8<UInt32>.self)
    }

    @inline(__always)
    private func convert(_ even: SIMD16<Int16>, _ odd: SIMD16<Int16>, _ channel: Channel) -> SIMD8<UInt32> {
        let sum = (pairProducts(even, channel.even) &+ pairProducts(odd, channel.odd)) &>> 8
        // As pairs of 16-bit numbers: the upper ones become 0.
        let pairs = unsafe unsafeBitCast(sum, to: SIMD16<Int16>.self)
        let most = unsafe unsafeBitCast(SIMD8<Int32>(repeating: 255), to: SIMD16<Int16>.self)
        let level = smaller(larger(pairs, SIMD16()), most)
        let tinted = (pairProducts(level, channel.weight) &+ channel.part) &>> 14
        return unsafe unsafeBitCast(tinted, to: SIMD8<UInt32>.self)
    }
}
