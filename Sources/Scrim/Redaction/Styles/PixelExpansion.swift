// SPDX-License-Identifier: MIT
import CPlatform

/// Which pixels are expanded to four bytes, so that each channel is a byte, and become as short as they were afterwards. The
/// four bytes are the colors in their order, and one that is not a color.
enum PixelExpansion: BitwiseCopyable {
    case none
    case rgb565
    case threeBytes

    /// Bytes of 8 expanded pixels.
    static let room = 32

    /// - Parameter expandsThreeBytes: Whether pixels of three bytes are expanded too.
    init(_ layout: PixelLayout, expandsThreeBytes: Bool) {
        switch layout {
        case .color565: self = .rgb565
        case .color3 where expandsThreeBytes: self = .threeBytes
        default: self = .none
        }
    }

    /// - Parameters:
    ///   - target: Has room for 8 more pixels.
    ///   - room: For 8 pixels, elsewhere.
    func expand(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        var x = 0
        switch self {
        case .none: return
        case .rgb565:
            while x <= count &- 8 {
                unsafe Self.expandEight(source + 2 &* x, into: target + 4 &* x)
                x &+= 8
            }
            guard x < count else { return }
            unsafe memcpy(room, source + 2 &* x, 2 &* (count &- x))
            unsafe Self.expandEight(UnsafeRawPointer(room), into: target + 4 &* x)
        case .threeBytes:
            // Eight bytes are read for two pixels, which end before the last pixel.
            while x <= count &- 3 {
                unsafe Self.expandTwo(source + 3 &* x, into: target + 4 &* x)
                x &+= 2
            }
            guard x < count else { return }
            unsafe memcpy(room, source + 3 &* x, 3 &* (count &- x))
            unsafe Self.expandTwo(UnsafeRawPointer(room), into: target + 4 &* x)
        }
    }

    /// - Parameters:
    ///   - source: Is followed by up to 7 more pixels, which may have any value. Nothing is done if pixels are not expanded.
    ///   - room: For 8 pixels, elsewhere.
    func pack(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        var x = 0
        switch self {
        case .none: return
        case .rgb565:
            while x <= count &- 8 {
                unsafe Self.packEight(source + 4 &* x, into: target + 2 &* x)
                x &+= 8
            }
            guard x < count else { return }
            unsafe Self.packEight(source + 4 &* x, into: room)
            unsafe memcpy(target + 2 &* x, room, 2 &* (count &- x))
        case .threeBytes:
            while x <= count &- 3 {
                unsafe Self.packTwo(source + 4 &* x, into: target + 3 &* x)
                x &+= 2
            }
            guard x < count else { return }
            unsafe Self.packTwo(source + 4 &* x, into: room)
            unsafe memcpy(target + 3 &* x, room, 3 &* (count &- x))
        }
    }

    // MARK: - RGB565

    @inline(__always)
    private static func expandEight(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let (red, green, blue) = RGB565.levels(unsafe source.loadUnaligned(as: SIMD8<UInt16>.self))
        unsafe target.storeBytes(of: SIMD16(even: red | green &<< 8, odd: blue), as: SIMD16<UInt16>.self)
    }

    @inline(__always)
    private static func packEight(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let both = unsafe source.loadUnaligned(as: SIMD16<UInt16>.self)
        let pixels = RGB565.pixels(red: both.evenHalf & 255, green: both.evenHalf &>> 8, blue: both.oddHalf & 255)
        unsafe target.storeBytes(of: pixels, as: SIMD8<UInt16>.self)
    }

    // MARK: - Three bytes

    @inline(__always)
    private static func expandTwo(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let bytes = unsafe source.loadUnaligned(as: UInt64.self).littleEndian
        let pixels = bytes & 0xFF_FFFF | (bytes &<< 8) & 0x00FF_FFFF_0000_0000
        unsafe target.storeBytes(of: pixels.littleEndian, as: UInt64.self)
    }

    /// Writes two bytes too many.
    @inline(__always)
    private static func packTwo(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let pixels = unsafe source.loadUnaligned(as: UInt64.self).littleEndian
        let bytes = pixels & 0xFF_FFFF | (pixels &>> 8) & 0xFFFF_FF00_0000
        unsafe target.storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }
}
