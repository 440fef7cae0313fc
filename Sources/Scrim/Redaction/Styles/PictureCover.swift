// SPDX-License-Identifier: MIT

/// The pixels of a region's bounding box, as the plane stores them.
struct PictureCover: BitwiseCopyable {
    /// As large as the bounding box, in the workspace.
    let picture: Plane
    /// The position of its first pixel.
    let left: Int32
    let top: Int32

    func write(_ rect: PixelRect, to plane: Plane) {
        let target = plane.part(rect)
        let source = picture.part(rect.moved(byX: 0 &- left, y: 0 &- top))
        target.copy(target.bounds, from: source)
    }
}

extension Workspace {
    /// A new plane in the workspace, without padding.
    mutating func plane(like other: Plane, width: Int, height: Int) throws(Failure) -> Plane {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        let row = width &* other.layout.bytesPerPixel
        guard !overflow else { throw .noMemory }
        let (bytes, isTooLarge) = pixels.multipliedReportingOverflow(by: other.layout.bytesPerPixel)
        guard !isTooLarge else { throw .noMemory }
        let memory = unsafe try claim(bytes, of: UInt8.self)
        return unsafe Plane(
            base: UnsafeMutableRawPointer(memory), stride: row, width: width, height: height, layout: other.layout,
            space: other.space)
    }
}
