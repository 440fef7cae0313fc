// SPDX-License-Identifier: MIT
import CPlatform

/// How pixels are converted to four bytes each and back, if they are.
enum PixelPacking: BitwiseCopyable {
    case none
    /// Pixels of 16 bits: five of red (the highest), six of green and five of blue. The four bytes are red, green, blue, and one
    /// that is not a color.
    case color565
    /// Three bytes in their order, and one that is not a color.
    case color3

    /// Bytes of 8 pixels of four bytes each.
    static let room = 32

    /// - Parameter isEven: Whether pixels of three bytes are converted too.
    init(_ layout: PixelLayout, isEven: Bool) {
        switch layout {
        case .color565: self = .color565
        case .color3 where isEven: self = .color3
        default: self = .none
        }
    }

    /// - Parameters:
    ///   - target: Has room for 8 more pixels.
    ///   - room: For 8 pixels, elsewhere.
    func expand(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        switch self {
        case .none: break
        case .color565: unsafe PackedPixels.expand(source, count: count, into: target, room: room)
        case .color3: unsafe TriplePixels.expand(source, count: count, into: target, room: room)
        }
    }

    /// - Parameters:
    ///   - source: Is followed by up to 7 more pixels, which may have any value. Nothing is done if pixels are not converted.
    ///   - room: For 8 pixels, elsewhere.
    func pack(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        switch self {
        case .none: break
        case .color565: unsafe PackedPixels.pack(source, count: count, into: target, room: room)
        case .color3: unsafe TriplePixels.pack(source, count: count, into: target, room: room)
        }
    }
}

/// Converts between pixels of three and of four bytes, two pixels at a time.
enum TriplePixels {
    static func expand(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        var x = 0
        // Eight bytes are read for two pixels, which end before the last pixel.
        while x <= count &- 3 {
            unsafe expandTwo(source + 3 &* x, into: target + 4 &* x)
            x &+= 2
        }
        guard x < count else { return }
        unsafe memcpy(room, source + 3 &* x, 3 &* (count &- x))
        unsafe expandTwo(UnsafeRawPointer(room), into: target + 4 &* x)
    }

    static func pack(
        _ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer
    ) {
        var x = 0
        while x <= count &- 3 {
            unsafe packTwo(source + 4 &* x, into: target + 3 &* x)
            x &+= 2
        }
        guard x < count else { return }
        unsafe packTwo(source + 4 &* x, into: room)
        unsafe memcpy(target + 3 &* x, room, 3 &* (count &- x))
    }

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
