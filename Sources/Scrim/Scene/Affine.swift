// SPDX-License-Identifier: MIT

/// A map of the plane: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
package struct Affine: BitwiseCopyable {
    package var xx: Double
    package var yx: Double
    package var xy: Double
    package var yy: Double
    package var x0: Double
    package var y0: Double

    package init(xx: Double, yx: Double, xy: Double, yy: Double, x0: Double, y0: Double) {
        (self.xx, self.yx, self.xy, self.yy, self.x0, self.y0) = (xx, yx, xy, yy, x0, y0)
    }

    package static var identity: Affine { Affine(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0) }

    var isIdentity: Bool { xx == 1 && yx == 0 && xy == 0 && yy == 1 && x0 == 0 && y0 == 0 }

    /// Every coefficient a coordinate. One of zeros alone is more likely a field that nobody set than a wish: what is
    /// secure would silently shrink to a point.
    var isValid: Bool {
        isCoordinate(xx) && isCoordinate(yx) && isCoordinate(xy) && isCoordinate(yy) && isCoordinate(x0)
            && isCoordinate(y0) && (xx != 0 || yx != 0 || xy != 0 || yy != 0)
    }

    /// Whether a rectangle whose sides are those of the axes stays one.
    var keepsAxes: Bool { xy == 0 && yx == 0 || xx == 0 && yy == 0 }

    func map(_ x: Double, _ y: Double) -> Point { Point(x: xx * x + xy * y + x0, y: yx * x + yy * y + y0) }

    /// First a move, then this.
    func after(movingByX dx: Double, y dy: Double) -> Affine {
        let origin = map(dx, dy)
        return Affine(xx: xx, yx: yx, xy: xy, yy: yy, x0: origin.x, y0: origin.y)
    }

    /// First the other, then this.
    func after(_ other: Affine) -> Affine {
        let origin = map(other.x0, other.y0)
        return Affine(
            xx: xx * other.xx + xy * other.yx, yx: yx * other.xx + yy * other.yx,
            xy: xx * other.xy + xy * other.yy, yy: yx * other.xy + yy * other.yy, x0: origin.x, y0: origin.y)
    }

    /// What maps to a point; nothing that any rectangle contains where that is not one point.
    func unmap(_ point: Point) -> Point {
        let determinant = xx * yy - xy * yx
        let (x, y) = (point.x - x0, point.y - y0)
        // Of Doubles: a division by 0 gives no number, and no number is inside of anything.
        return Point(x: (yy * x - xy * y) / determinant, y: (xx * y - yx * x) / determinant)
    }
}

/// How far a view shows beyond its frame: shadows, focus rings, overhanging glyphs.
package struct Outsets: BitwiseCopyable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    package static var zero: Outsets { Outsets(left: 0, top: 0, right: 0, bottom: 0) }

    var isValid: Bool { isOutset(left) && isOutset(top) && isOutset(right) && isOutset(bottom) }

    private func isOutset(_ value: Double) -> Bool { value >= 0 && isCoordinate(value) }
}
