// SPDX-License-Identifier: MIT
import CPlatform

/// The rows of a plane as bytes of channels: of 16-bit pixels, copies of four bytes a pixel, the last of them 0.
@safe
struct BlurRows: BitwiseCopyable {
    let plane: Plane
    /// Bytes of a pixel.
    let channels: Int
    /// Bytes of a row.
    let length: Int
    /// Room for a number of rows of copies, and before them for 8 pixels.
    private let copies: UnsafeMutableRawPointer?

    /// - Parameter count: How many rows are used at a time.
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

    /// The bytes of a row, there until another one is asked for with the same slot.
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

/// Pixels of 16 bits, red in the highest five, green in six, blue in the lowest five; and of four bytes, red, green, blue
/// and one that is no colour.
enum PackedPixels {
    /// Bytes of 8 pixels of four bytes each.
    static let room = 32

    /// - Parameters:
    ///   - target: With room for 8 pixels more.
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
    ///   - source: With 8 pixels more, of anything.
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

    /// Rounds each colour to the nearest that there is.
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
