// SPDX-License-Identifier: MIT

/// A convex polygon. Its corners are in the order in which it lies on the same side of each edge.
///
/// Every test takes a distance `slack` that makes up for rounding: points outside by no more than it count as inside.
package struct ConvexPolygon: BitwiseCopyable {
    /// The largest number of corners: a quad that is cut by two others, each rotated differently. SCRIM_MAX_REGION_CORNERS.
    package static var maxCorners: Int { 12 }

    package private(set) var count = 0
    /// Room for a quad that is cut by all edges of the largest polygon.
    private var corners = InlineArray<16, Point>(repeating: Point(x: 0, y: 0))

    private init() {}

    /// Creates a polygon from four corners in their order. Nil if they are so nearly on one line that the order is uncertain.
    init?(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
        let area = Self.cross(a, b, c) + Self.cross(a, c, d)
        append(a)
        append(area > 0 ? b : d)
        append(c)
        append(area > 0 ? d : b)
        let extent = bounds.extent
        // 2^-30 of the square: a line of 10,000 points that is 1/100,000 of a point wide. False if a corner is not finite.
        guard abs(area) > extent * extent * 9.313225746154785e-10 else { return nil }
    }

    /// Creates a polygon from corners that were written to a row.
    init(in row: borrowing Buffer<Point>, at start: Int, count: Int) {
        for index in steps(from: start, to: start &+ count) {
            append(row[index])
        }
    }

    /// Writes the corners to a row, which must have room for `maxCorners`.
    func write(to row: inout Buffer<Point>, at start: Int) {
        for index in steps(to: count) {
            row[start &+ index] = self[index]
        }
    }

    package init(_ box: Box) {
        append(Point(x: box.left, y: box.top))
        append(Point(x: box.right, y: box.top))
        append(Point(x: box.right, y: box.bottom))
        append(Point(x: box.left, y: box.bottom))
    }

    package subscript(index: Int) -> Point { corners[index & 15] }

    private mutating func append(_ point: Point) {
        guard count < 16 else { return }
        corners[count & 15] = point
        count &+= 1
    }

    var bounds: Box {
        var box = Box(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
        for index in steps(to: count) {
            let corner = self[index]
            box = Box(
                left: min(box.left, corner.x), top: min(box.top, corner.y), right: max(box.right, corner.x),
                bottom: max(box.bottom, corner.y))
        }
        return box
    }

    func contains(_ point: Point, slack: Double) -> Bool {
        let shortest = shortestEdge
        for index in steps(to: count) {
            let edge = Edge(from: self[index], to: self[index &+ 1 == count ? 0 : index &+ 1])
            if edge.length >= shortest, edge.distance(to: point) < -slack { return false }
        }
        return count >= 3
    }

    /// The intersection of two polygons, by the algorithm of Sutherland and Hodgman. It has no corners if they do not meet.
    func clipped(by other: ConvexPolygon, slack: Double) -> ConvexPolygon {
        let shortest = other.shortestEdge
        var result = self
        for index in steps(to: other.count) {
            let edge = Edge(from: other[index], to: other[index &+ 1 == other.count ? 0 : index &+ 1])
            if edge.length >= shortest { result = result.cut(by: edge, slack) }
        }
        return result.count >= 3 ? result : ConvexPolygon()
    }

    private func cut(by edge: Edge, _ slack: Double) -> ConvexPolygon {
        var result = ConvexPolygon()
        guard count > 0 else { return result }
        var previous = self[count &- 1]
        var before = edge.distance(to: previous)
        for index in steps(to: count) {
            let corner = self[index]
            let distance = edge.distance(to: corner)
            if (before < -slack) != (distance < -slack) {
                // The distances differ, so the divisor is not 0. With a slack the quotient may be outside of 0 … 1.
                let part = min(max(before / (before - distance), 0), 1)
                let (dx, dy) = (corner.x - previous.x, corner.y - previous.y)
                result.append(Point(x: previous.x + dx * part, y: previous.y + dy * part))
            }
            if distance >= -slack { result.append(corner) }
            (previous, before) = (corner, distance)
        }
        return result
    }

    /// Rounding makes the direction of a shorter edge meaningless. Such an edge is ignored, which covers more.
    private var shortestEdge: Double { bounds.extent * 3.814697265625e-06 }

    /// Twice the area of a triangle, positive if the corners go around it counterclockwise with y upwards.
    private static func cross(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    private struct Edge {
        let from: Point
        let length: Double
        private let dx: Double
        private let dy: Double

        init(from a: Point, to b: Point) {
            from = a
            (dx, dy) = (b.x - a.x, b.y - a.y)
            length = (dx * dx + dy * dy).squareRoot()
        }

        /// The distance of a point from the edge, negative outside. The edge must have a length.
        func distance(to point: Point) -> Double {
            (dx * (point.y - from.y) - dy * (point.x - from.x)) / length
        }
    }
}

extension Box {
    /// The longer side.
    var extent: Double { max(right - left, bottom - top) }

    var isFinite: Bool { left.isFinite && top.isFinite && right.isFinite && bottom.isFinite }

    func dilated(by distance: Double) -> Box {
        Box(left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance)
    }
}

private func abs(_ value: Double) -> Double { value < 0 ? 0 - value : value }
