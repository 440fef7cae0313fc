// SPDX-License-Identifier: MIT

/// A shape in points of the frame. Polygons and quads are not here: their points are lent, not kept.
package enum Shape {
    case rectangle(Box)
    /// The radius is limited to half of the shorter side.
    case roundedRectangle(Box, radius: Double)
    /// The ellipse that touches all sides of the box.
    case ellipse(Box)
}

/// From points to pixels, each coordinate rounded to Double.
package struct PixelMap: BitwiseCopyable {
    /// Pixels per point, above 0.
    let scale: Double
    /// Pixels that are added, in each direction.
    let shift: Double

    package init(scale: Double, shift: Double = 0) {
        self.scale = scale
        self.shift = shift
    }

    func pixels(_ point: Point) -> Point { Point(x: point.x * scale + shift, y: point.y * scale + shift) }
}

/// The pixels of one axis.
enum PixelAxis {
    /// The largest integer not above a number between ± 2^30. It uses a sum that leaves no bits for fractions, because a
    /// conversion could trap.
    @inline(__always)
    static func floor(_ value: Double) -> Int32 {
        let nearest = Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
        return Double(nearest) > value ? nearest &- 1 : nearest
    }

    /// The smallest integer not below a number between ± 2^30.
    @inline(__always)
    static func ceil(_ value: Double) -> Int32 {
        let nearest = Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
        return Double(nearest) < value ? nearest &+ 1 : nearest
    }

    /// The pixels below `side` that an extent touches, or nil if there are none. Even the thinnest extent touches the pixel
    /// that it begins in.
    static func touched(from low: Double, to high: Double, below side: Int32) -> (first: Int32, end: Int32)? {
        let end = Double(side)
        guard low < end, high > 0 || low >= 0 else { return nil }
        let first = floor(max(low, 0))
        return (first, max(ceil(min(high, end)), first &+ 1))
    }
}
