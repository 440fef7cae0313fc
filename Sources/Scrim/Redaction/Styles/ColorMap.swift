// SPDX-License-Identifier: MIT

/// Saturation and tint of colors. The new level of a color is (Σ levels · coefficients + 128) / 256, clamped, then tinted. A
/// color has the same coefficient in both other colors, so the sum is
///
///     Σ levels · their gray + own level · own
///
/// All numbers are Floats and exact, because none needs more than 24 bits. Vectors have no cheaper multiplication.
struct ColorMap: BitwiseCopyable {
    /// The numbers of one color.
    private struct Channel: BitwiseCopyable {
        /// Its coefficient in the other colors, / 256.
        let gray: Float
        /// Its coefficient in itself, minus `gray`, / 256.
        let own: Float
        /// The weight of the old level below the tint, / 2^14.
        let weight: Float
        /// The tint's part, plus a quarter of 1 / 2^14, so that numbers in the middle are rounded up.
        let part: Float

        init(gray: Int, itself: Int, _ tint: ChannelTint) {
            self.gray = Float(gray) / 256
            own = Float(itself &- gray) / 256
            weight = Float(tint.weight) / 16384
            part = Float(tint.part &* 4 &+ 1) / 65536
        }
    }

    /// In the order of bytes.
    private let first: Channel
    private let second: Channel
    private let third: Channel

    /// - Parameter isRedFirst: Whether red is first and blue last, or the reverse. Green is in the middle.
    init(_ effect: Effect, isRedFirst: Bool) {
        let (s, levels) = (effect.saturation, effect.tint * 255)
        // Rec. 709. The original has 0.7873, although 0.7874 would be right.
        let red = Channel(
            gray: Effect.coefficient(0.2126 - 0.2126 * s), itself: Effect.coefficient(0.2126 + 0.7873 * s),
            effect.tint(levels[0]))
        let blue = Channel(
            gray: Effect.coefficient(0.0722 - 0.0722 * s), itself: Effect.coefficient(0.0722 + 0.9278 * s),
            effect.tint(levels[2]))
        second = Channel(
            gray: Effect.coefficient(0.7152 - 0.7152 * s), itself: Effect.coefficient(0.7152 + 0.2848 * s),
            effect.tint(levels[1]))
        (first, third) = isRedFirst ? (red, blue) : (blue, red)
    }

    /// Pixels of four bytes.
    ///
    /// - Parameters:
    ///   - shift: Number of bits below the colors.
    ///   - opaque: The other bits of the result.
    func applyToFour(_ row: UnsafeMutablePointer<UInt8>, _ width: Int, shift: UInt32, _ opaque: UInt32) {
        let pixels = unsafe UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt32.self)
        for x in steps(to: width) {
            unsafe pixels[x] = convert(pixels[x] &>> shift) &<< shift | opaque
        }
    }

    /// Pixels of three bytes.
    func applyToThree(_ row: UnsafeMutablePointer<UInt8>, _ width: Int) {
        for x in steps(to: width &* 3, by: 3) {
            let new = unsafe convert(UInt32(row[x]) | UInt32(row[x &+ 1]) &<< 8 | UInt32(row[x &+ 2]) &<< 16)
            unsafe row[x] = UInt8(truncatingIfNeeded: new)
            unsafe row[x &+ 1] = UInt8(truncatingIfNeeded: new &>> 8)
            unsafe row[x &+ 2] = UInt8(truncatingIfNeeded: new &>> 16)
        }
    }

    /// Maps a pixel with colors in its three low bytes. The high byte is ignored, and is 0 in the result.
    @inline(__always)
    private func convert(_ pixel: UInt32) -> UInt32 {
        let (a, b, c) = (level(pixel), level(pixel &>> 8), level(pixel &>> 16))
        // A quarter more here, too. Sums are whole numbers / 256, below 2^13.
        let sum = a * first.gray + b * second.gray + c * third.gray + 1.0 / 1024
        return finish(sum + a * first.own, first) | finish(sum + b * second.own, second) &<< 8
            | finish(sum + c * third.own, third) &<< 16
    }

    /// The lowest byte of a Float to which 2^23 was added.
    @inline(__always)
    private func level(_ bits: UInt32) -> Float {
        Float(bitPattern: bits & 255 | 0x4B00_0000) - 8_388_608
    }

    /// Clamps, rounds, tints and rounds again. Adding 2^23 leaves no room for bits after the binary point.
    @inline(__always)
    private func finish(_ sum: Float, _ channel: Channel) -> UInt32 {
        let positive = sum > 0 ? sum : 0
        let clamped = positive < 255 ? positive : 255
        let level = (clamped + 8_388_608) - 8_388_608
        return (level * channel.weight + channel.part + 8_388_608).bitPattern & 255
    }
}
