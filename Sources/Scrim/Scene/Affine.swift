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

    /// Whether all coefficients are coordinates, and xx, yx, xy and yy are not all 0. A map of zeros is most likely a field that
    /// nobody set, and would silently shrink what is secure to a point.
    var isValid: Bool {
        isCoordinate(xx) && isCoordinate(yx) && isCoordinate(xy) && isCoordinate(yy) && isCoordinate(x0)
            && isCoordinate(y0) && (xx != 0 || yx != 0 || xy != 0 || yy != 0)
    }

    /// Whether the map keeps rectangles whose sides are parallel to the axes.
    var keepsAxes: Bool { xy == 0 && yx == 0 || xx == 0 && yy == 0 }

    func map(_ x: Double, _ y: Double) -> Point { Point(x: xx * x + xy * y + x0, y: yx * x + yy * y + y0) }

    /// The map that first moves a point, then applies this map.
    func after(movingByX dx: Double, y dy: Double) -> Affine {
        let origin = map(dx, dy)
        return Affine(xx: xx, yx: yx, xy: xy, yy: yy, x0: origin.x, y0: origin.y)
    }

    /// The map that first applies the other map, then this one.
    func after(_ other: Affine) -> Affine {
        let origin = map(other.x0, other.y0)
        return Affine(
            xx: xx * other.xx + xy * other.yx, yx: yx * other.xx + yy * other.yx,
            xy: xx * other.xy + xy * other.yy, yy: yx * other.xy + yy * other.yy, x0: origin.x, y0: origin.y)
    }

    /// The point that maps to a given point. If there is not exactly one, the result is a point that no rectangle contains.
    func unmap(_ point: Point) -> Point {
        let determinant = xx * yy - xy * yx
        let (x, y) = (point.x - x0, point.y - y0)
        // Dividing by 0 results in NaN or infinity, and no rectangle contains such a point.
        return Point(x: (yy * x - xy * y) / determinant, y: (xx * y - yx * x) / determinant)
    }
}

/// How far a view draws beyond its frame: shadows, focus rings, overhanging glyphs.
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
