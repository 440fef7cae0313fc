// SPDX-License-Identifier: MIT
import CPlatform

/// The input of a reversible style: the pixels of a region that it may show. Other pixels of the bounding box are replaced by
/// the nearest of these.
enum ClampedInput {
    /// - Parameters:
    ///   - isRectangle: Whether the region fills its bounds.
    ///   - rects: Visits the region's rectangles on the source plane.
    ///   - hidden: Pixels that belong to irreversible regions.
    /// - Returns: A plane as large as the bounds, either a part of the source or in the workspace.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, isRectangle: Bool, hidden: borrowing PixelMask, _ workspace: inout Workspace,
        _ rects: ((PixelRect) -> Void) -> Void
    ) throws(Failure) -> Plane {
        let bounds = region.bounds
        if isRectangle, hidden.isDisjoint(bounds) { return region.source.part(bounds) }
        let shown = try PixelMask.make(bounds)
        rects { shown.add($0) }
        let picture = try workspace.plane(like: region.source, width: bounds.width, height: bounds.height)
        let source = region.source.part(bounds)
        var filled = -1
        for y in steps(to: bounds.height) {
            let isFilled = fillRow(y, of: picture, from: source) { x in
                shown.word(Int(bounds.left) &+ x, Int(bounds.top) &+ y)
                    & ~hidden.word(Int(bounds.left) &+ x, Int(bounds.top) &+ y)
            }
            if isFilled {
                // Rows above the first row that shows something are copies of it.
                if filled < 0 { copyRow(y, to: 0, y, of: picture) }
                filled = y
            } else if filled >= 0 {
                copyRow(filled, to: y, y &+ 1, of: picture)
            }
        }
        if filled < 0 {
            let gray = Color(red: 128, green: 128, blue: 128)
            picture.fill(picture.bounds, Pattern(gray, picture.layout, picture.space))
        }
        return picture
    }

    /// Copies the pixels of a row that may be shown. Each other pixel gets the one on its left, or on its right if there is none
    /// on the left.
    ///
    /// - Returns: Whether the row has a pixel that may be shown.
    private static func fillRow(
        _ y: Int, of picture: Plane, from source: Plane, _ shown: (Int) -> UInt64
    ) -> Bool {
        let size = picture.layout.bytesPerPixel
        var (x, last) = (0, -1)
        while x < picture.width {
            var word = shown(x)
            let end = min(x &+ 64, picture.width)
            while x < end {
                if word & 1 == 1 {
                    unsafe memcpy(picture.pixel(x, y), source.pixel(x, y), size)
                    if last < 0 { fill(0, x, with: x, y, of: picture) }
                    last = x
                } else if last >= 0 {
                    unsafe memcpy(picture.pixel(x, y), picture.pixel(last, y), size)
                }
                word &>>= 1
                x &+= 1
            }
        }
        return last >= 0
    }

    private static func fill(_ start: Int, _ end: Int, with x: Int, _ y: Int, of picture: Plane) {
        for target in steps(from: start, to: end) {
            unsafe memcpy(picture.pixel(target, y), picture.pixel(x, y), picture.layout.bytesPerPixel)
        }
    }

    private static func copyRow(_ y: Int, to first: Int, _ end: Int, of picture: Plane) {
        for row in steps(from: first, to: end) {
            unsafe memcpy(picture.pixel(0, row), picture.pixel(0, y), picture.width &* picture.layout.bytesPerPixel)
        }
    }
}
