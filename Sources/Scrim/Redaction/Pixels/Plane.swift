// SPDX-License-Identifier: MIT
import CPlatform

/// One plane of a frame: rows of pixels in the caller's memory or in a workspace. Only kernels look inside. A frame has
/// checked that the memory exists.
@safe
package struct Plane: BitwiseCopyable {
    /// The first pixel of the top row.
    let base: UnsafeMutableRawPointer
    /// Bytes from a row to the one below.
    let stride: Int
    package let width: Int
    package let height: Int
    package let layout: PixelLayout
    package let space: ColorSpace

    init(
        base: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int, layout: PixelLayout, space: ColorSpace
    ) {
        unsafe self.base = base
        self.stride = stride
        self.width = width
        self.height = height
        self.layout = layout
        self.space = space
    }

    package var shift: PlaneShift { layout.shift }

    /// The address of a pixel, which must lie inside.
    func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        unsafe base + (y &* stride &+ x &* layout.bytesPerPixel)
    }

    /// The part inside a rectangle, which must not reach outside.
    func part(_ rect: PixelRect) -> Plane {
        unsafe Plane(
            base: pixel(Int(rect.left), Int(rect.top)), stride: stride, width: rect.width, height: rect.height,
            layout: layout, space: space)
    }

    var byteCount: Int { width &* height &* layout.bytesPerPixel }

    /// The whole plane as a rectangle.
    var bounds: PixelRect {
        PixelRect(
            left: 0, top: 0, right: Int32(truncatingIfNeeded: width), bottom: Int32(truncatingIfNeeded: height))
    }

    /// The pixels of this plane that a rectangle of the frame's pixels touches.
    func covering(_ rect: PixelRect) -> PixelRect {
        let (x, y) = (Int32(truncatingIfNeeded: shift.x), Int32(truncatingIfNeeded: shift.y))
        return PixelRect(
            left: rect.left &>> x, top: rect.top &>> y, right: (rect.right &+ x) &>> x,
            bottom: (rect.bottom &+ y) &>> y)
    }

    /// Fills the pixels of a rectangle inside this plane.
    ///
    /// - Parameter pattern: One of the plane's layout.
    func fill(_ rect: PixelRect, _ pattern: Pattern) {
        guard rect.width > 0, rect.height > 0 else { return }
        let length = rect.width &* layout.bytesPerPixel
        unsafe pattern.fill(
            pixel(Int(rect.left), Int(rect.top)), length: length, stride: stride, rows: rect.height)
    }

    /// Copies the pixels of a rectangle inside both planes. They have the same layout and do not overlap in memory.
    func copy(_ rect: PixelRect, from source: Plane) {
        guard rect.width > 0 else { return }
        let length = rect.width &* layout.bytesPerPixel
        for y in steps(from: Int(rect.top), to: Int(rect.bottom)) {
            unsafe memcpy(pixel(Int(rect.left), y), source.pixel(Int(rect.left), y), length)
        }
    }
}
