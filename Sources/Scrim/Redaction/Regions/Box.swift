// SPDX-License-Identifier: MIT

/// A half-open rectangle by its four edges. Clipping it rounds nothing, unlike an origin and a size.
package struct Box: BitwiseCopyable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// A rectangle whose coordinates count from `origin`.
    package init(_ rect: Rect, from origin: Point = Point(x: 0, y: 0)) {
        left = origin.x + rect.x
        top = origin.y + rect.y
        // A side that is too short for the precision of these numbers does not become empty.
        right = rect.width > 0 ? max(left + rect.width, left.nextUp) : left
        bottom = rect.height > 0 ? max(top + rect.height, top.nextUp) : top
    }

    /// The smallest box around some points. Nil if there are no points, or if one is not finite. A half-open rectangle holds
    /// only its left and top edges, so a box without width or height becomes as thin as numbers allow.
    init?(around points: Span<Point>) {
        guard points.count > 0 else { return nil }
        var (low, high) = (points[0], points[0])
        for index in steps(to: points.count) {
            let point = points[index]
            guard point.isValid else { return nil }
            low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        self.init(left: low.x, top: low.y, right: max(high.x, low.x.nextUp), bottom: max(high.y, low.y.nextUp))
    }

    /// The whole plane.
    package static var everything: Box {
        Box(left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)
    }

    package var isEmpty: Bool { !(left < right && top < bottom) }

    package func contains(_ point: Point) -> Bool {
        point.x >= left && point.x < right && point.y >= top && point.y < bottom
    }

    package func intersection(_ other: Box) -> Box {
        Box(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    package func moved(byX dx: Double, y dy: Double) -> Box {
        Box(left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy)
    }
}
