// SPDX-License-Identifier: MIT
import CPlatform

/// The rows of a plane as bytes of channels: of 16-bit pixels, copies of three bytes a pixel.
@safe
struct BlurRows: BitwiseCopyable {
    let plane: Plane
    /// Bytes of a pixel.
    let channels: Int
    /// Bytes of a row.
    let length: Int
    /// Room for a number of rows of copies.
    private let copies: UnsafeMutableRawPointer?

    /// - Parameter count: How many rows are used at a time.
    /// - Throws: `noMemory`.
    static func make(_ plane: Plane, count: Int, _ workspace: inout Workspace) throws(Failure) -> BlurRows {
        guard case .color565 = plane.layout else {
            return unsafe BlurRows(plane: plane, channels: plane.layout.bytesPerPixel, copies: nil)
        }
        let bytes = unsafe try workspace.claim(count &* plane.width &* 3, of: UInt8.self)
        return unsafe BlurRows(plane: plane, channels: 3, copies: UnsafeMutableRawPointer(bytes))
    }

    private init(plane: Plane, channels: Int, copies: UnsafeMutableRawPointer?) {
        self.plane = plane
        self.channels = channels
        length = plane.width &* channels
        unsafe self.copies = copies
    }

    /// The bytes of a row, there until another one is asked for with the same place.
    ///
    /// - Parameter place: Below the count that this was made with.
    func row(_ y: Int, place: Int) -> UnsafeRawPointer {
        let source = unsafe UnsafeRawPointer(plane.pixel(0, y))
        guard let copies = unsafe copies else { return unsafe source }
        let copy = unsafe copies + place &* length
        var x = 0
        while x < plane.width {
            let pixel = unsafe UInt16(littleEndian: source.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self))
            let (red, green, blue) = (pixel &>> 11, pixel &>> 5 & 63, pixel & 31)
            let target = unsafe copy + 3 &* x
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: red &<< 3 | red &>> 2), as: UInt8.self)
            unsafe target.storeBytes(
                of: UInt8(truncatingIfNeeded: green &<< 2 | green &>> 4), toByteOffset: 1, as: UInt8.self)
            unsafe target.storeBytes(
                of: UInt8(truncatingIfNeeded: blue &<< 3 | blue &>> 2), toByteOffset: 2, as: UInt8.self)
            x &+= 1
        }
        return UnsafeRawPointer(copy)
    }

    /// Packs three bytes a pixel into 16-bit pixels, each colour rounded to the nearest.
    static func pack(_ source: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        var x = 0
        while x < count {
            let red = unsafe UInt32(source.load(fromByteOffset: 3 &* x, as: UInt8.self))
            let green = unsafe UInt32(source.load(fromByteOffset: 3 &* x &+ 1, as: UInt8.self))
            let blue = unsafe UInt32(source.load(fromByteOffset: 3 &* x &+ 2, as: UInt8.self))
            // ⌊(31·v + 127) / 255⌋ and ⌊(63·v + 127) / 255⌋, for all bytes.
            let pixel =
                ((red &* 249 &+ 1014) &>> 11) &<< 11 | ((green &* 253 &+ 505) &>> 10) &<< 5 | (blue &* 249 &+ 1014)
                &>> 11
            unsafe target.storeBytes(
                of: UInt16(truncatingIfNeeded: pixel).littleEndian, toByteOffset: 2 &* x, as: UInt16.self)
            x &+= 1
        }
    }
}
