// SPDX-License-Identifier: MIT

/// The pixels that a polygon touches, row by row.
///
/// A pixel counts if an edge passes through it, or if the winding number of its middle is not 0. A pixel without an edge
/// is inside or outside as a whole. No decision depends on where edges meet, so rounding there cannot do harm.
///
/// Cost: O(points + rows + the sum of the rows that each edge passes through + runs), and for each row its length / 64.
struct PolygonRaster: ~Copyable {
    private var parts = Buffer<EdgePart>(blank: .none)
    /// For sorting.
    private var scratch = Buffer<EdgePart>(blank: .none)
    /// The parts that pass through the row.
    private var active = Buffer<EdgePart>(blank: .none)
    private var crossed = CrossedRow()
    /// The corners of a hull.
    private var corners = Buffer<Point>(blank: Point(x: 0, y: 0))
    private var bands = BandMerger()

    /// Visits the pixels that a closed polygon touches.
    mutating func visit(
        _ points: Span<Point>, map: PixelMap, in window: PixelWindow, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        begin()
        try parts.reserve(3 &* points.count)
        for index in steps(to: points.count) {
            let next = index &+ 1 < points.count ? index &+ 1 : 0
            try addEdge(map.pixels(points[index]), map.pixels(points[next]), in: window)
        }
        try crossed.begin(width: window.width)
        try sort()
        try sweep(window, body) { (row, active, crossed, bands) throws(Failure) in
            crossed.add(&active, row: row)
            try crossed.take { (left, right) throws(Failure) in try bands.add(from: left, to: right) }
        }
    }

    /// Visits the pixels that the convex hull of some points touches. In each row, these are the pixels from the leftmost to
    /// the rightmost of the lines between any two points. Meant for four points. Cost: O(points² · rows).
    mutating func visitHull(
        _ points: Span<Point>, map: PixelMap, in window: PixelWindow, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        begin()
        corners.truncate(0)
        try corners.append(points)
        for index in steps(to: corners.count) {
            for other in steps(to: index) {
                try addEdge(map.pixels(corners[index]), map.pixels(corners[other]), in: window)
            }
        }
        try sort()
        try sweep(window, body) { (row, active, _, bands) throws(Failure) in
            var (left, right) = (Int32.max, Int32.min)
            active.update { part in
                let crossing = part.cross(width: window.width)
                left = min(left, crossing.first)
                right = max(right, crossing.end)
                return part.endRow > row &+ 1
            }
            if left < right { try bands.add(from: left, to: right) }
        }
    }

    private mutating func begin() {
        parts.truncate(0)
        active.truncate(0)
        bands.begin()
    }

    private mutating func addEdge(_ start: Point, _ end: Point, in window: PixelWindow) throws(Failure) {
        guard let edge = PolygonEdge(from: start, to: end, in: window) else { return }
        try edge.visitParts(in: window) { (part) throws(Failure) in try parts.append(part) }
    }

    private mutating func sort() throws(Failure) {
        try parts.sort(from: 0, to: parts.count, scratch: &scratch) { $0.firstRow }
    }

    /// - Parameter cross: Adds what a row's edges cover to its band, and drops the edges that end with the row.
    private mutating func sweep(
        _ window: PixelWindow, _ body: (PixelRect) throws(Failure) -> Void,
        _ cross: (
            _ row: Int32, inout Buffer<EdgePart>, inout CrossedRow, inout BandMerger
        ) throws(Failure) -> Void
    ) throws(Failure) {
        var (index, row) = (0, Int32(0))
        while !active.isEmpty || index < parts.count {
            if active.isEmpty { row = max(row, parts[index].firstRow) }
            while index < parts.count, parts[index].firstRow <= row {
                try active.append(parts[index])
                index &+= 1
            }
            try cross(row, &active, &crossed, &bands)
            try bands.end(row, body)
            row &+= 1
        }
        try bands.finish(body)
    }
}
