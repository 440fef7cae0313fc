// SPDX-License-Identifier: MIT
import CPlatform

/// Writes rows of bytes of channels as the pixels of a plane, and sets the byte that is not a color.
@safe
struct BlurOutput: BitwiseCopyable {
    /// Bytes of a row. For packed pixels, whole blocks of 32.
    let length: Int
    private let width: Int
    private let packing: PixelPacking
    /// Which of 32 bytes are colors, and the values of the others.
    private let colors: SIMD8<UInt32>
    private let others: SIMD8<UInt32>
    /// Room for 32 bytes, and for a row before it is packed.
    private let room: UnsafeMutableRawPointer

    /// - Parameter isEven: Whether the rows that were read had three bytes converted to four, as `BlurRows.make` does.
    /// - Throws: `noMemory`.
    static func make(
        like plane: Plane, isEven: Bool = false, _ workspace: inout Workspace
    ) throws(Failure) -> BlurOutput {
        let packing = PixelPacking(plane.layout, isEven: isEven)
        let bytes = packing == .none ? 0 : (plane.width &* 4 &+ 31) & ~31
        let room = unsafe try workspace.claim(bytes &+ PixelPacking.room, of: UInt8.self)
        return unsafe BlurOutput(plane, packing, packedLength: bytes, UnsafeMutableRawPointer(room))
    }

    private init(_ plane: Plane, _ packing: PixelPacking, packedLength: Int, _ room: UnsafeMutableRawPointer) {
        width = plane.width
        self.packing = packing
        length = packing == .none ? plane.width &* plane.layout.bytesPerPixel : packedLength
        var (rest, value) = (UInt32(0), UInt32(0))
        if case .color4(_, _, _, let position, let byte) = plane.layout {
            let shift = UInt32(truncatingIfNeeded: 8 &* position)
            (rest, value) = (0xFF &<< shift, UInt32(byte) &<< shift)
        }
        colors = SIMD8(repeating: (~rest).littleEndian)
        others = SIMD8(repeating: value.littleEndian)
        unsafe self.room = room
    }

    /// Writes a row.
    ///
    /// - Parameters:
    ///   - target: The first pixel of the row.
    ///   - block: Returns 32 bytes. Those after the end of the row are ignored.
    @inline(__always)
    func write(to target: UnsafeMutableRawPointer, _ block: (_ x: Int) -> SIMD32<UInt8>) {
        let row = unsafe packing == .none ? target : room + PixelPacking.room
        for x in steps(to: length, by: 32) {
            let bytes = unsafe unsafeBitCast(block(x), to: SIMD8<UInt32>.self)
            let isLast = x > length &- 32
            unsafe (isLast ? room : row + x).storeBytes(of: bytes & colors | others, as: SIMD8<UInt32>.self)
            if isLast { unsafe memcpy(row + x, room, length &- x) }
        }
        unsafe packing.pack(UnsafeRawPointer(row), count: width, into: target, room: room)
    }
}
