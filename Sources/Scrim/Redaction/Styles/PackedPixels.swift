// SPDX-License-Identifier: MIT
import CPlatform

/// Converts between pixels of 16 bits and of four bytes. The 16 bits are five of red (the highest), six of green and five of
/// blue. The four bytes are red, green, blue, and one that is not a color.
enum PackedPixels {
    /// - Parameters:
    ///   - target: Has room for 8 more pixels.
    ///   - room: For 8 pixels, elsewhere.
    static func expand(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        var x = 0
        while x <= count &- 8 {
            unsafe expandEight(source + 2 &* x, into: target + 4 &* x)
            x &+= 8
        }
        guard x < count else { return }
        unsafe memcpy(room, source + 2 &* x, 2 &* (count &- x))
        unsafe expandEight(UnsafeRawPointer(room), into: target + 4 &* x)
    }

    /// - Parameters:
    ///   - source: Is followed by 8 more pixels, which may have any value.
    ///   - room: For 8 pixels, elsewhere.
    static func pack(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        var x = 0
        while x <= count &- 8 {
            unsafe packEight(source + 4 &* x, into: target + 2 &* x)
            x &+= 8
        }
        guard x < count else { return }
        unsafe packEight(source + 4 &* x, into: room)
        unsafe memcpy(target + 2 &* x, room, 2 &* (count &- x))
    }

    @inline(__always)
    private static func expandEight(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let pixels = unsafe source.loadUnaligned(as: SIMD8<UInt16>.self)
        let (red, green, blue) = (pixels &>> 11, (pixels &>> 5) & 63, pixels & 31)
        var both = SIMD16<UInt16>()
        both.evenHalf = (red &<< 3 | red &>> 2) | (green &<< 2 | green &>> 4) &<< 8
        both.oddHalf = blue &<< 3 | blue &>> 2
        unsafe target.storeBytes(of: both, as: SIMD16<UInt16>.self)
    }

    /// Rounds each color to the nearest one of the format.
    @inline(__always)
    private static func packEight(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let both = unsafe source.loadUnaligned(as: SIMD16<UInt16>.self)
        let (red, green, blue) = (both.evenHalf & 255, both.evenHalf &>> 8, both.oddHalf & 255)
        // ⌊(31·v + 127) / 255⌋ and ⌊(63·v + 127) / 255⌋, for all bytes.
        let pixels = (fifth(red) &<< 11) | (((green &* 253 &+ 505) &>> 10) &<< 5) | fifth(blue)
        unsafe target.storeBytes(of: pixels, as: SIMD8<UInt16>.self)
    }

    @inline(__always)
    private static func fifth(_ level: SIMD8<UInt16>) -> SIMD8<UInt16> { (level &* 249 &+ 1014) &>> 11 }
}
