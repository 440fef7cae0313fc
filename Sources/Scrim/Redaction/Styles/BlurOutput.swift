// SPDX-License-Identifier: MIT
import CPlatform

/// Writes rows of bytes of channels as the pixels of a plane, and sets the byte that is not a color.
@safe
struct BlurOutput: BitwiseCopyable {
    /// Bytes of a row. For expanded pixels, whole blocks of 32.
    let length: Int
    private let width: Int
    private let expansion: PixelExpansion
    /// Which of 32 bytes are colors, and the values of the others.
    private let colors: SIMD8<UInt32>
    private let others: SIMD8<UInt32>
    /// Room for 32 bytes, and for a row before it is packed.
    private let room: UnsafeMutableRawPointer

    /// - Parameter expandsThreeBytes: Whether pixels of three bytes were expanded, as `ChannelRows.make` does.
    /// - Throws: `noMemory`.
    static func make(
        like plane: Plane, expandsThreeBytes: Bool = false, _ workspace: inout Workspace
    ) throws(Failure) -> BlurOutput {
        let expansion = PixelExpansion(plane.layout, expandsThreeBytes: expandsThreeBytes)
        let bytes = expansion == .none ? 0 : (plane.width &* 4 &+ 31) & ~31
        let room = unsafe try workspace.claim(bytes &+ PixelExpansion.room, of: UInt8.self)
        return unsafe BlurOutput(plane, expansion, packedLength: bytes, UnsafeMutableRawPointer(room))
    }

    private init(_ plane: Plane, _ expansion: PixelExpansion, packedLength: Int, _ room: UnsafeMutableRawPointer) {
        width = plane.width
        self.expansion = expansion
        length = expansion == .none ? plane.width &* plane.layout.bytesPerPixel : packedLength
        var (rest, value) = (UInt32(0), UInt32(0))
        if let byte = plane.layout.rest {
            let shift = UInt32(truncatingIfNeeded: 8 &* byte.position)
            (rest, value) = (0xFF &<< shift, UInt32(byte.value) &<< shift)
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
        let row = unsafe expansion == .none ? target : room + PixelExpansion.room
        for x in steps(to: length, by: 32) {
            let bytes = unsafe unsafeBitCast(block(x), to: SIMD8<UInt32>.self)
            let isLast = x > length &- 32
            unsafe (isLast ? room : row + x).storeBytes(of: bytes & colors | others, as: SIMD8<UInt32>.self)
            if isLast { unsafe memcpy(row + x, room, length &- x) }
        }
        unsafe expansion.pack(UnsafeRawPointer(row), count: width, into: target, room: room)
    }
}
