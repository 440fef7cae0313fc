// SPDX-License-Identifier: MIT

/// A convex polygon that was grown: it holds every point of a square about each point of the one that it was made of, of
/// sides twice the distance.
struct GrownPolygon {
    private(set) var count = 0
    private var corners = InlineArray<32, Point>(repeating: Point(x: 0, y: 0))

    init(_ polygon: ConvexPolygon, by distance: Double) {
        guard distance > 0 else {
            append(polygon)
            return
        }
        var corner = Self.quadrant(ofEdge: polygon.count &- 1, of: polygon)
        var index = 0
        while index < polygon.count {
            let next = Self.quadrant(ofEdge: index, of: polygon)
            append(polygon[index].moved(to: corner, by: distance))
            // On to the corner that is farthest out from the next edge, by those that lie between.
            while corner != next {
                corner = (corner &+ 1) & 3
                append(polygon[index].moved(to: corner, by: distance))
            }
            index &+= 1
        }
        // Rounding has left its edges in no order: what holds it anyway.
        if count == corners.count {
            count = 0
            append(ConvexPolygon(polygon.bounds.grown(by: distance)))
        }
    }

    var points: Span<Point> {
        @_lifetime(borrow self) get { corners.span.prefix(count) }
    }

    /// Whether every corner is one that may be.
    var isValid: Bool {
        var index = 0
        while index < count {
            guard corners[index & 31].isValid else { return false }
            index &+= 1
        }
        return count >= 3
    }

    /// Changes each corner by a map that keeps straight lines straight.
    mutating func map(_ body: (Point) -> Point) {
        var index = 0
        while index < count {
            corners[index & 31] = body(corners[index & 31])
            index &+= 1
        }
    }

    private mutating func append(_ polygon: ConvexPolygon) {
        var index = 0
        while index < polygon.count {
            append(polygon[index])
            index &+= 1
        }
    }

    private mutating func append(_ point: Point) {
        guard count < corners.count else { return }
        corners[count & 31] = point
        count &+= 1
    }

    /// Which corner of a square is the farthest out from an edge, counted the way that the corners go around.
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
