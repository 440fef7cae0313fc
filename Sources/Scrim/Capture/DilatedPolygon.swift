// SPDX-License-Identifier: MIT

/// A convex polygon, dilated by a square: around each of its points it contains the square whose sides are twice the distance.
struct DilatedPolygon {
    private(set) var count = 0
    private var corners = InlineArray<32, Point>(repeating: Point(x: 0, y: 0))

    init(_ polygon: ConvexPolygon, by distance: Double) {
        guard distance > 0 else {
            append(polygon)
            return
        }
        var corner = Self.quadrant(ofEdge: polygon.count &- 1, of: polygon)
        for index in steps(to: polygon.count) {
            let next = Self.quadrant(ofEdge: index, of: polygon)
            append(polygon[index].moved(to: corner, by: distance))
            // Continues over the corners in between to the corner that is farthest outside of the next edge.
            while corner != next {
                corner = (corner &+ 1) & 3
                append(polygon[index].moved(to: corner, by: distance))
            }
        }
        // If rounding has disturbed the order of the edges, it becomes a box that contains it.
        if count == corners.count {
            count = 0
            append(ConvexPolygon(polygon.bounds.dilated(by: distance)))
        }
    }

    var points: Span<Point> {
        @_lifetime(borrow self) get { corners.span.prefix(count) }
    }

    /// Whether every corner is within the range of coordinates.
    var isValid: Bool {
        for index in steps(to: count) {
            guard corners[index & 31].isValid else { return false }
        }
        return count >= 3
    }

    /// Changes each corner by a map that keeps straight lines straight.
    mutating func map(_ body: (Point) -> Point) {
        for index in steps(to: count) {
            corners[index & 31] = body(corners[index & 31])
        }
    }

    private mutating func append(_ polygon: ConvexPolygon) {
        for index in steps(to: polygon.count) {
            append(polygon[index])
        }
    }

    private mutating func append(_ point: Point) {
        guard count < corners.count else { return }
        corners[count & 31] = point
        count &+= 1
    }

    /// The corner of a square that is the farthest outside of an edge. Corners are counted in the order of `moved`.
    private static func quadrant(ofEdge index: Int, of polygon: ConvexPolygon) -> Int {
        let (from, to) = (polygon[index], polygon[index &+ 1 == polygon.count ? 0 : index &+ 1])
        // The normal, outward.
        let (x, y) = (to.y - from.y, from.x - to.x)
        if x > 0, y >= 0 { return 0 }
        if x <= 0, y > 0 { return 1 }
        return x < 0 ? 2 : 3
    }
}

extension Point {
    /// Towards the corner of a square about it: 0 right and bottom, 1 left and bottom, 2 left and top, 3 right and top.
    fileprivate func moved(to corner: Int, by distance: Double) -> Point {
        Point(
            x: corner == 0 || corner == 3 ? x + distance : x - distance, y: corner <= 1 ? y + distance : y - distance)
    }
}
