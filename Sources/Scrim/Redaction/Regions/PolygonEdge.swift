// SPDX-License-Identifier: MIT

/// The window that polygons are drawn in, pixels.
struct PixelWindow {
    let width: Int32
    let height: Int32
    /// Whether an edge covers the pixels, as half-open squares, that it only begins or ends at. Then a line or a point always
    /// covers something. Otherwise only the insides of pixels count, so that an aligned polygon covers nothing more.
    var holdsEnds = false

    /// The end of the columns or rows up to a coordinate.
    @inline(__always)
    func end(of value: Double) -> Int32 {
        holdsEnds ? PixelAxis.floor(value) &+ 1 : PixelAxis.ceil(value)
    }
}

/// The part of a polygon's edge that lies in the rows of a window.
///
/// In each row, the edge is taken to be 2^-22 pixels wider and longer than computed, but never beyond its ends. That is
/// 2^12 times the rounding error: all numbers lie within 2^17 pixels of the window's corner. Edges from farther away are
/// cut in higher precision first.
struct PolygonEdge {
    /// The height in pixels below which an edge counts as horizontal.
    private static var flat: Double { 0x1p-30 }
    private static var slack: Double { 0x1p-22 }
    private static var near: Double { 131_072 }
    /// The largest coordinate for which the computation is right.
    static var farthest: Double { 1e20 }

    private var firstRow: Int32 = 0
    private var endRow: Int32 = 0
    /// The rows whose middle line it crosses.
    private var firstCrossed: Int32 = 0
    private var endCrossed: Int32 = 0
    /// 1 if it leads down, -1 if it leads up.
    private let direction: Int32
    /// A point of its line, and columns per row.
    private var x = 0.0
    private var y = 0.0
    private var slope = 0.0
    /// By how much it is widened in each row. Infinite if it is nearly horizontal.
    private var slack = 0.0
    /// Its ends. Ends far outside the window are moved to directly outside of it.
    private var left = 0.0
    private var right = 0.0

    /// Nil if no row of the window meets it. No coordinate is beyond `farthest`.
    init?(from start: Point, to end: Point, in window: PixelWindow) {
        let isDown = start.y <= end.y
        let (upper, lower) = isDown ? (start, end) : (end, start)
        direction = isDown ? 1 : -1
        let height = Double(window.height)
        guard upper.y <= height, lower.y >= 0 else { return nil }
        let (top, bottom) = (max(upper.y, 0), min(lower.y, height))
        firstRow = PixelAxis.floor(top)
        endRow = min(window.end(of: bottom), window.height)
        guard firstRow < endRow else { return nil }
        firstCrossed = PixelAxis.ceil(top - 0.5)
        endCrossed = PixelAxis.ceil(bottom - 0.5)
        let edge = Double(window.width) + 1
        left = min(max(min(upper.x, lower.x), -1), edge)
        right = min(max(max(upper.x, lower.x), -1), edge)
        setLine(from: upper, to: lower, top: top, bottom: bottom)
    }

    private mutating func setLine(from upper: Point, to lower: Point, top: Double, bottom: Double) {
        // Completely on one side of the window, or vertical: it is the same between its ends.
        guard left < right else { return x = left }
        let (width, height) = (lower.x - upper.x, lower.y - upper.y)
        guard height > Self.flat else { return slack = .infinity }
        slope = width / height
        slack = Self.slack * (1 + abs(slope))
        if Self.isNear(upper) {
            (x, y) = (upper.x, upper.y)
        } else if Self.isNear(lower) {
            (x, y) = (lower.x, lower.y)
        } else {
            cut(from: upper, to: lower, top: top, bottom: bottom)
        }
    }

    private static func isNear(_ point: Point) -> Bool { abs(point.x) <= near && abs(point.y) <= near }

    /// Finds a point near the window, for an edge whose ends are both far away.
    private mutating func cut(from upper: Point, to lower: Point, top: Double, bottom: Double) {
        func column(at row: Double) -> Double {
            TwoDoubles.interpolate(from: upper.x, to: lower.x, low: upper.y, high: lower.y, at: row)
        }
        let (first, last) = (column(at: top), column(at: bottom))
        if abs(first) <= Self.near {
            (x, y) = (first, top)
        } else if abs(last) <= Self.near {
            (x, y) = (last, bottom)
        } else if (first < 0) == (last < 0) {
            // In the rows of the window it stays on one side.
            (slope, slack) = (0, 0)
            x = first < 0 ? left : right
            (left, right) = (x, x)
        } else {
            y = TwoDoubles.interpolate(from: upper.y, to: lower.y, low: upper.x, high: lower.x, at: 0)
        }
    }

    private func column(at row: Double) -> Double { x + (row - y) * slope }

    /// Its effect on one of its rows.
    private func crossing(of row: Int32, in window: PixelWindow) -> EdgeCrossing {
        let (above, below) = (column(at: Double(row)), column(at: Double(row &+ 1)))
        // The line means nothing beyond the ends of the edge, so the ends limit it in the first and the last row.
        let low = max(min(max(min(above, below) - slack, left), right), left)
        let high = max(min(max(above, below) + slack, right), left)
        let first = min(max(PixelAxis.floor(low), 0), window.width)
        let end = min(max(window.end(of: high), first), window.width)
        let isCrossed = row >= firstCrossed && row < endCrossed
        return EdgeCrossing(first: first, end: end, winding: isCrossed ? direction : 0)
    }

    /// Visits its parts: the rows of its ends, the rows outside the window, and the rows in which it moves by equal steps.
    func visitParts(in window: PixelWindow, _ body: (EdgePart) throws(Failure) -> Void) throws(Failure) {
        func visitSame(_ from: Int32, _ to: Int32) throws(Failure) {
            if from < to { try body(EdgePart(rows: from, to, crossing(of: from, in: window))) }
        }
        guard slope != 0 else {
            // It is vertical or outside, so all rows except those of the ends are the same.
            try visitSame(firstRow, firstRow &+ 1)
            try visitSame(firstRow &+ 1, endRow &- 1)
            return try visitSame(max(endRow &- 1, firstRow &+ 1), endRow)
        }
        let (first, end) = (firstRow &+ 1, endRow &- 1)
        try visitSame(firstRow, first)
        if first < end {
            let (inside, outside) = rowsInside(window, from: first, to: end)
            try visitSame(first, inside)
            if abs(slope) > EdgePart.largestStep {
                for row in steps(from: inside, to: outside) {
                    try visitSame(row, row &+ 1)
                }
            } else if inside < outside {
                try body(
                    EdgePart(
                        rows: inside, outside, winding: direction, column: column(at: Double(inside)), step: slope,
                        slack: slack))
            }
            try visitSame(outside, end)
        }
        try visitSame(max(end, first), endRow)
    }

    /// The rows in which it may be inside the window, and at most two more on each side.
    private func rowsInside(_ window: PixelWindow, from first: Int32, to end: Int32) -> (Int32, Int32) {
        let one = y + (-2 - x) / slope
        let other = y + (Double(window.width) + 2 - x) / slope
        func row(_ position: Double) -> Int32 {
            PixelAxis.floor(max(min(position, Double(end)), Double(first)))
        }
        return (row(min(one, other) - 1), row(max(one, other) + 2))
    }
}
