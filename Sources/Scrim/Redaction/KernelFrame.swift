// SPDX-License-Identifier: MIT

/// Pixels in the caller's memory: checked once, written by the kernels alone.
@safe
package struct Frame {
    package static let maxSide = 65536

    package let format: PixelFormat
    package let width: Int
    package let height: Int
    /// The first pixel of the top row.
    private let base: UnsafeMutableRawPointer
    /// Bytes from a row to the one below.
    private let stride: Int

    /// - Throws: `unsupported` (an unknown format), `invalidArgument` (no memory, an impossible size or stride).
    package init(
        format: UInt32, width: UInt32, height: UInt32, base: UnsafeMutableRawPointer?, stride: Int64
    ) throws(Failure) {
        guard let format = PixelFormat(rawValue: format) else { throw .unsupported }
        guard let base = unsafe base, width >= 1, height >= 1, width <= Self.maxSide, height <= Self.maxSide
        else { throw .invalidArgument }
        let row = UInt64(width) &* UInt64(format.bytesPerPixel)
        guard stride.magnitude >= row, Self.fits(UInt64(UInt(bitPattern: base)), stride, UInt64(height) &- 1, row)
        else { throw .invalidArgument }
        self.format = format
        self.width = Int(width)
        self.height = Int(height)
        unsafe self.base = base
        self.stride = Int(stride)
    }

    /// Whether all rows lie in a process's half of the address space.
    private static func fits(_ base: UInt64, _ stride: Int64, _ rowsBelow: UInt64, _ row: UInt64) -> Bool {
        let (distance, overflow) = stride.magnitude.multipliedReportingOverflow(by: rowsBelow)
        let end = UInt64(Int64.max)
        guard !overflow, distance <= end, base <= end &- row else { return false }
        return stride < 0 ? distance < base : distance <= end &- row &- base
    }

    /// Fills every pixel. Needs no memory, so it cannot fail: it is what errors end in.
    package func fill(_ color: Color) {
        fill(PixelRect(left: 0, top: 0, right: 65536, bottom: 65536), Pattern(color, format))
    }

    /// Fills the pixels of a rectangle, clipped to the frame.
    ///
    /// - Parameter pattern: One of the frame's format.
    func fill(_ rect: PixelRect, _ pattern: Pattern) {
        let (left, right) = (max(Int(rect.left), 0), min(Int(rect.right), width))
        let (top, bottom) = (max(Int(rect.top), 0), min(Int(rect.bottom), height))
        guard left < right, top < bottom else { return }
        let length = (right &- left) &* format.bytesPerPixel
        let first = unsafe base + (top &* stride &+ left &* format.bytesPerPixel)
        unsafe pattern.fill(first, length: length, stride: stride, rows: bottom &- top)
    }
}
