// SPDX-License-Identifier: MIT
import CPlatform

/// The rows of a plane as bytes of channels. Pixels of RGB565, and of three bytes if needed, are expanded to four bytes, and the last
/// of these is 0.
@safe
struct ChannelRows: BitwiseCopyable {
    let plane: Plane
    /// Bytes of a pixel.
    let channels: Int
    /// Bytes of a row.
    let length: Int
    private let expansion: PixelExpansion
    /// Some expanded rows, each with room for 8 more pixels.
    private let copies: UnsafeMutableRawPointer?
    /// Room for 32 bytes.
    private let room: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - count: Number of rows that are used at a time.
    ///   - expandsThreeBytes: Whether pixels of three bytes are expanded too, so that channels are 1, 2 or 4.
    /// - Throws: `noMemory`.
    static func make(
        _ plane: Plane, count: Int, expandsThreeBytes: Bool = false, _ workspace: inout Workspace
    ) throws(Failure) -> ChannelRows {
        let expansion = PixelExpansion(plane.layout, expandsThreeBytes: expandsThreeBytes)
        let size = expansion == .none ? 0 : count &* (plane.width &* 4 &+ PixelExpansion.room)
        let bytes = unsafe UnsafeMutableRawPointer(try workspace.claim(size &+ PixelExpansion.room, of: UInt8.self))
        return unsafe ChannelRows(
            plane: plane, expansion: expansion, copies: size == 0 ? nil : bytes + PixelExpansion.room, room: bytes)
    }

    private init(
        plane: Plane, expansion: PixelExpansion, copies: UnsafeMutableRawPointer?, room: UnsafeMutableRawPointer
    ) {
        self.plane = plane
        channels = expansion == .none ? plane.layout.bytesPerPixel : 4
        length = plane.width &* channels
        self.expansion = expansion
        unsafe self.copies = copies
        unsafe self.room = room
    }

    /// The bytes of a row. They are valid until another row is requested with the same slot.
    ///
    /// - Parameter slot: Below the count that this was made with.
    func row(_ y: Int, slot: Int) -> UnsafeRawPointer {
        let source = unsafe UnsafeRawPointer(plane.pixel(0, y))
        guard let copies = unsafe copies else { return unsafe source }
        let copy = unsafe copies + slot &* (length &+ PixelExpansion.room)
        unsafe expansion.expand(source, count: plane.width, into: copy, room: room)
        return UnsafeRawPointer(copy)
    }

    /// Whether pixels become four bytes.
    var isExpanded: Bool { expansion != .none }

    /// Writes an expanded row as pixels of the plane's layout.
    ///
    /// - Parameter row: Is followed by room for 8 pixels.
    func pack(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        unsafe expansion.pack(row, count: plane.width, into: target, room: room)
    }

    /// 32 bytes of a row. What follows the last byte is undefined.
    @inline(__always)
    func block(_ row: UnsafeRawPointer, _ x: Int) -> SIMD32<UInt8> {
        guard x > length &- 32 else { return unsafe row.loadUnaligned(fromByteOffset: x, as: SIMD32<UInt8>.self) }
        unsafe memcpy(room, row + x, length &- x)
        return unsafe room.loadUnaligned(as: SIMD32<UInt8>.self)
    }
}
