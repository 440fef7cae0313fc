// SPDX-License-Identifier: MIT
import CPlatform

/// The rows of a plane as bytes of channels. Pixels of 16 bits are copied to four bytes each, and the last of these is 0.
@safe
struct BlurRows: BitwiseCopyable {
    let plane: Plane
    /// Bytes of a pixel.
    let channels: Int
    /// Bytes of a row.
    let length: Int
    /// Room for some rows of copies, and for 8 pixels before them.
    private let copies: UnsafeMutableRawPointer?

    /// - Parameter count: Number of rows that are used at a time.
    /// - Throws: `noMemory`.
    static func make(_ plane: Plane, count: Int, _ workspace: inout Workspace) throws(Failure) -> BlurRows {
        guard case .color565 = plane.layout else {
            return unsafe BlurRows(plane: plane, channels: plane.layout.bytesPerPixel, copies: nil)
        }
        let size = PackedPixels.room &+ count &* (plane.width &* 4 &+ PackedPixels.room)
        let bytes = unsafe try workspace.claim(size, of: UInt8.self)
        return unsafe BlurRows(plane: plane, channels: 4, copies: UnsafeMutableRawPointer(bytes))
    }

    private init(plane: Plane, channels: Int, copies: UnsafeMutableRawPointer?) {
        self.plane = plane
        self.channels = channels
        length = plane.width &* channels
        unsafe self.copies = copies
    }

    /// The bytes of a row. They are valid until another row is requested with the same slot.
    ///
    /// - Parameter slot: Below the count that this was made with.
    func row(_ y: Int, slot: Int) -> UnsafeRawPointer {
        let source = unsafe UnsafeRawPointer(plane.pixel(0, y))
        guard let copies = unsafe copies else { return unsafe source }
        let copy = unsafe copies + (PackedPixels.room &+ slot &* (length &+ PackedPixels.room))
        unsafe PackedPixels.expand(source, count: plane.width, into: copy, room: copies)
        return UnsafeRawPointer(copy)
    }
}

/// Converts between pixels of 16 bits and of four bytes. The 16 bits are five of red (the highest), six of green and five of
/// blue. The four bytes are red, green, blue, and one that is not a color.
enum PackedPixels {
    /// Bytes of 8 pixels of four bytes each.
    static let room = 32

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
