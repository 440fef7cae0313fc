// SPDX-License-Identifier: MIT

/// Finds the pixels that shapes touch. Its memory is reused from shape to shape.
///
/// A pixel counts if the shape, including its border, reaches into the inside of the pixel. So a shape that is aligned with
/// the pixels covers no pixel next to it. A polygon without an inside, a line or a point, covers the half-open squares that
/// it passes through. Coordinates in pixels are the products with the scale, rounded to Double.
///
/// No pixel that counts is missed. A pixel less than 10^-6 pixels away may be covered too. For rounded rectangles and
/// ellipses with a coordinate beyond 2^26 pixels, this distance is 2^-46 of that coordinate.
///
/// The result is rectangles that do not overlap, from top to bottom, with equal rows in one rectangle, all within the frame.
/// If a coordinate is beyond 10^20 pixels or not finite, the result is the whole frame.
package struct ShapeRaster: ~Copyable {
    private static var largestSide: Int { 81_920 }

    private var polygon = PolygonRaster()

    package init() {}

    /// Emits a shape. An empty box has no pixels.
    ///
    /// - Parameters:
    ///   - map: From points to pixels.
    ///   - width: 0 … 81,920, like the height: a frame, and a border from which dilation reaches into it.
    /// - Throws: What the body throws.
    /// - Complexity: O(1) for rectangles, else O(rows that are cut by corners).
    package mutating func emit(
        _ shape: Shape, map: PixelMap, width: Int, height: Int, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        let window = Self.window(width, height)
        let round: RoundBox
        switch shape {
        case .rectangle(let box):
            return try emit(rectangle: box, map: map, in: window, body)
        case .roundedRectangle(let box, let radius):
            guard !box.isKnownToBeEmpty else { return }
            round = RoundBox(box.mapped(by: map), radius: radius * map.scale)
        case .ellipse(let box):
            guard !box.isKnownToBeEmpty else { return }
            round = RoundBox(ellipse: box.mapped(by: map))
        }
        guard round.isFinite else { return try emitAll(window, body) }
        try round.visit(width: window.width, height: window.height, body)
    }

    /// Emits a closed polygon: everything that it winds around, in either direction.
    ///
    /// - Parameter points: Up to 65,536. Two are a line, and one is a point.
    /// - Throws: `noMemory`, or what the body throws.
    /// - Complexity: O(points + rows · width / 64 + the sum of the rows that each edge passes through + rectangles).
    package mutating func emitPolygon(
        _ points: Span<Point>, map: PixelMap, width: Int, height: Int, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        var window = Self.window(width, height)
        guard Self.areUsable(points, map: map) else { return try emitAll(window, body) }
        window.holdsEnds = Self.areOnOneLine(points)
        try polygon.visit(points, map: map, in: window, body)
    }

    /// Emits the convex hull of four points, which may come in any order.
    ///
    /// - Throws: As above.
    /// - Complexity: O(rows).
    package mutating func emitQuad(
        _ points: Span<Point>, map: PixelMap, width: Int, height: Int, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        var window = Self.window(width, height)
        guard points.count <= 4, Self.areUsable(points, map: map) else { return try emitAll(window, body) }
        window.holdsEnds = Self.areOnOneLine(points)
        try polygon.visitHull(points, map: map, in: window, body)
    }

    private static func window(_ width: Int, _ height: Int) -> PixelWindow {
        PixelWindow(
            width: Int32(truncatingIfNeeded: max(0, min(width, Self.largestSide))),
            height: Int32(truncatingIfNeeded: max(0, min(height, Self.largestSide))))
    }

    private func emitAll(
        _ window: PixelWindow, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        guard window.width > 0, window.height > 0 else { return }
        try body(PixelRect(left: 0, top: 0, right: window.width, bottom: window.height))
    }

    private func emit(
        rectangle box: Box, map: PixelMap, in window: PixelWindow, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        let mapped = box.mapped(by: map)
        guard !box.isEmpty || box.isKnownToBeEmpty else { return try emitAll(window, body) }
        guard !box.isEmpty,
            let (left, right) = PixelAxis.touched(from: mapped.left, to: mapped.right, below: window.width),
            let (top, bottom) = PixelAxis.touched(from: mapped.top, to: mapped.bottom, below: window.height)
        else { return }
        try body(PixelRect(left: left, top: top, right: right, bottom: bottom))
    }

    private static func areUsable(_ points: Span<Point>, map: PixelMap) -> Bool {
        for index in steps(to: points.count) {
            let (x, y) = (abs(points[index].x * map.scale), abs(points[index].y * map.scale))
            // False if a coordinate is not a number.
            guard x <= PolygonEdge.farthest, y <= PolygonEdge.farthest else { return false }
        }
        return true
    }

    /// Whether points are on one line, apart from rounding errors. Points that are on one line are always found.
    private static func areOnOneLine(_ points: Span<Point>) -> Bool {
        guard points.count > 2 else { return true }
        let start = points[0]
        var (far, distance) = (start, 0.0)
        for index in steps(from: 1, to: points.count) {
            let reach = max(abs(points[index].x - start.x), abs(points[index].y - start.y))
            if reach > distance { (far, distance) = (points[index], reach) }
        }
        for index in steps(from: 1, to: points.count) {
            let one = (far.x - start.x) * (points[index].y - start.y)
            let other = (far.y - start.y) * (points[index].x - start.x)
            guard abs(one - other) <= 0x1p-50 * (abs(one) + abs(other)) else { return false }
        }
        return true
    }
}

extension Box {
    /// False if an edge is not a number.
    fileprivate var isKnownToBeEmpty: Bool { left >= right || top >= bottom }

    /// Points to pixels.
    fileprivate func mapped(by map: PixelMap) -> Box {
        Box(
            left: left * map.scale + map.shift, top: top * map.scale + map.shift, right: right * map.scale + map.shift,
            bottom: bottom * map.scale + map.shift)
    }
}
