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
    private let packing: PixelPacking
    /// For packed pixels, some rows of copies.
    private let copies: UnsafeMutableRawPointer?
    /// Room for 32 bytes.
    private let room: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - count: Number of rows that are used at a time.
    ///   - isEven: Whether pixels of three bytes become four bytes too, so that channels are 1, 2 or 4.
    /// - Throws: `noMemory`.
    static func make(
        _ plane: Plane, count: Int, isEven: Bool = false, _ workspace: inout Workspace
    ) throws(Failure) -> BlurRows {
        let packing = PixelPacking(plane.layout, isEven: isEven)
        let size = packing == .none ? 0 : count &* (plane.width &* 4 &+ PixelPacking.room)
        let bytes = unsafe UnsafeMutableRawPointer(try workspace.claim(size &+ PixelPacking.room, of: UInt8.self))
        return unsafe BlurRows(
            plane: plane, packing: packing, copies: size == 0 ? nil : bytes + PixelPacking.room, room: bytes)
    }

    private init(
        plane: Plane, packing: PixelPacking, copies: UnsafeMutableRawPointer?, room: UnsafeMutableRawPointer
    ) {
        self.plane = plane
        channels = packing == .none ? plane.layout.bytesPerPixel : 4
        length = plane.width &* channels
        self.packing = packing
        unsafe self.copies = copies
        unsafe self.room = room
    }

    /// The bytes of a row. They are valid until another row is requested with the same slot.
    ///
    /// - Parameter slot: Below the count that this was made with.
    func row(_ y: Int, slot: Int) -> UnsafeRawPointer {
        let source = unsafe UnsafeRawPointer(plane.pixel(0, y))
        guard let copies = unsafe copies else { return unsafe source }
        let copy = unsafe copies + slot &* (length &+ PixelPacking.room)
        unsafe packing.expand(source, count: plane.width, into: copy, room: room)
        return UnsafeRawPointer(copy)
    }

    /// 32 bytes of a row. What follows the last byte is undefined.
    @inline(__always)
    func block(_ row: UnsafeRawPointer, _ x: Int) -> SIMD32<UInt8> {
        guard x > length &- 32 else { return unsafe row.loadUnaligned(fromByteOffset: x, as: SIMD32<UInt8>.self) }
        unsafe memcpy(room, row + x, length &- x)
        return unsafe room.loadUnaligned(as: SIMD32<UInt8>.self)
    }
}
