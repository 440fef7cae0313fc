// SPDX-License-Identifier: MIT

/// A convex polygon: its corners in an order in which it lies on the same side of each edge.
///
/// What is lost to rounding is given back by `slack`, a distance by which every test errs on the side of "inside".
package struct ConvexPolygon: BitwiseCopyable {
    /// The most corners that are kept: a quad cut by two others that are turned. SCRIM_MAX_REGION_CORNERS.
    package static var maxCorners: Int { 12 }

    package private(set) var count = 0
    /// Room for a quad cut by all edges of the largest that is kept.
    private var corners = InlineArray<16, Point>(repeating: Point(x: 0, y: 0))

    private init() {}

    /// Four corners in their order around; nil where they are so nearly on one line that their order says nothing.
    init?(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
        let area = Self.cross(a, b, c) + Self.cross(a, c, d)
        append(a)
        append(area > 0 ? b : d)
        append(c)
        append(area > 0 ? d : b)
        let extent = bounds.extent
        // 2^-30 of the square: a line of 10,000 points that is 1/100,000 of one wide. False for what is not finite.
        guard abs(area) > extent * extent * 9.313225746154785e-10 else { return nil }
    }

    /// The corners that were put into a row.
    init(in row: borrowing Buffer<Point>, at start: Int, count: Int) {
        for index in steps(from: start, to: start &+ count) {
            append(row[index])
        }
    }

    /// Puts its corners into a row, where there is room for the most that are kept.
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

    /// What lies in both (Sutherland and Hodgman's algorithm); without corners where they do not meet.
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
                // The two differ, so this divides by no 0; and by less than `slack` only what is less still.
                let part = min(max(before / (before - distance), 0), 1)
                let (dx, dy) = (corner.x - previous.x, corner.y - previous.y)
                result.append(Point(x: previous.x + dx * part, y: previous.y + dy * part))
            }
            if distance >= -slack { result.append(corner) }
            (previous, before) = (corner, distance)
        }
        return result
    }

    /// An edge shorter than that has lost its direction to rounding: it bounds nothing, which covers more.
    private var shortestEdge: Double { bounds.extent * 3.814697265625e-06 }

    /// Twice the area of a triangle, positive where it is on the left of the way to its corners.
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

        /// Negative outside. Of an edge that has a length.
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
