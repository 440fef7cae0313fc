// SPDX-License-Identifier: MIT

/// The control points of a smooth surface, one for each cell, in 1/128 of a level, plus half a step. So truncation rounds.
///
/// The surface comes from cutting corners twice in each direction (Chaikin, An Algorithm for High-Speed Curve Generation,
/// 1974), and is straight in between. That is within a level of the quadratic B-spline and needs no multiplication. Numbers
/// never leave 16 bits, because each lies between two earlier ones.
@safe
struct Lattice: BitwiseCopyable {
    typealias Point = SIMD4<Int16>

    /// Points in a row: one more than the shape has cells. The last one is read, but has no influence on visible pixels.
    let columns: Int
    /// log2 of a cell's side: 2, 3 or 4.
    let bits: Int
    private let points: UnsafeMutablePointer<Point>

    /// - Throws: `noMemory`.
    init(_ shape: GridShape, _ workspace: inout Workspace) throws(Failure) {
        columns = shape.columns &+ 1
        bits = shape.cell == 16 ? 4 : shape.cell == 8 ? 3 : 2
        unsafe points = try workspace.claim(columns &* shape.rows, of: Point.self)
    }

    /// A row of points. The first point belongs to the ring.
    func row(_ index: Int) -> UnsafeMutablePointer<Point> { unsafe points + index &* columns }

    /// - Parameter levels: In 1/256, in the order of the pixel's bytes.
    func set(_ column: Int, _ row: Int, _ levels: Levels) {
        let point = Point(truncatingIfNeeded: levels &>> 1 &+ 64)
        unsafe self.row(row)[column] = point
        if column == columns &- 2 { unsafe self.row(row)[column &+ 1] = point }
    }

    /// log2 of the distance in pixels of the surface's points, after both cuts.
    var stepBits: Int { bits &- 2 }

    /// The rows of points, including the ring, from which some rows of the region's pixels are made.
    func rows(of pixels: Rows, _ shape: GridShape) -> Rows {
        let half = (1 &<< stepBits) &>> 1
        let first = (pixels.start &+ shape.offset.y &- half) &>> bits
        let last = ((pixels.end &- 1 &+ shape.offset.y &- half) &>> stepBits &+ 1) &>> 2
        return Rows(start: max(first, 0), end: min(last &+ 3, shape.rows))
    }

    /// Cuts the rows of points. Each row of cells has four rows of the surface. The adjacent rows of the ring count too.
    ///
    /// - Parameters:
    ///   - index: Four times the row of cells, without the ring, plus 0 … 3.
    ///   - columns: Columns of points, including the ring.
    func cutRows(_ index: Int, _ columns: CellRange, into target: UnsafeMutablePointer<Point>) {
        let here = unsafe row(index &>> 2 &+ 1)
        let above = unsafe row(index &>> 2), below = unsafe row(index &>> 2 &+ 2)
        var x = columns.start
        switch index & 3 {
        case 0: while x < columns.end { unsafe target[x] = outer(here[x], above[x]); x &+= 1 }
        case 1: while x < columns.end { unsafe target[x] = inner(here[x], above[x], below[x]); x &+= 1 }
        case 2: while x < columns.end { unsafe target[x] = inner(here[x], below[x], above[x]); x &+= 1 }
        default: while x < columns.end { unsafe target[x] = outer(here[x], below[x]); x &+= 1 }
        }
    }
}

/// The first cut: a quarter of the way from one point to another.
private func quarter(_ near: Lattice.Point, _ far: Lattice.Point) -> Lattice.Point { near &+ (far &- near) &>> 2 }

/// The point nearest to a neighbor, of a cell's four points after both cuts.
private func outer(_ here: Lattice.Point, _ beside: Lattice.Point) -> Lattice.Point {
    quarter(quarter(here, beside), quarter(beside, here))
}

/// The point after the nearest one.
private func inner(_ here: Lattice.Point, _ beside: Lattice.Point, _ beyond: Lattice.Point) -> Lattice.Point {
    quarter(quarter(here, beside), quarter(here, beyond))
}

extension Lattice {
    /// Makes the pixels of some cells of a row that cutRows() made.
    ///
    /// A pixel is drawn half a step to the right of its position, in whole pixels. The first pixels lie to the left of the first
    /// cell.
    ///
    /// - Parameters:
    ///   - cells: Without the ring.
    ///   - channels: Number of values to write for a pixel.
    ///   - target: Room for `cells.end` cells, and for three numbers more.
    func spread(
        _ row: UnsafeMutablePointer<Point>, cells: CellRange, channels: Int, into target: UnsafeMutablePointer<Int16>
    ) {
        switch (stepBits, channels) {
        case (2, 1): unsafe spreadSingle(row, cells, target)
        case (2, 4): unsafe spread(row, cells, 4, bits: 2, target)
        case (2, _): unsafe spread(row, cells, channels, bits: 2, target)
        case (1, _): unsafe spread(row, cells, channels, bits: 1, target)
        default: unsafe spread(row, cells, channels, bits: 0, target)
        }
    }

    @inline(__always)
    private func spread(
        _ row: UnsafeMutablePointer<Point>, _ cells: CellRange, _ channels: Int, bits: Int,
        _ target: UnsafeMutablePointer<Int16>
    ) {
        var next = unsafe UnsafeMutableRawPointer(target + (cells.start &<< (bits &+ 2)) &* channels)
        func put(_ point: Point) {
            unsafe next.storeBytes(of: point, as: Point.self)
            unsafe next += channels &* 2
        }
        func line(_ from: Point, _ to: Point) {
            let part = (to &- from) &>> Point(repeating: Int16(truncatingIfNeeded: bits &+ 1))
            var point = from &+ part
            for _ in steps(to: 1 &<< bits) {
                put(point)
                point &+= part &+ part
            }
        }
        for cell in steps(from: cells.start, to: cells.end) {
            let (before, here, after) = unsafe (row[cell], row[cell &+ 1], row[cell &+ 2])
            let (first, second) = (outer(here, before), inner(here, before, after))
            let (third, fourth) = (inner(here, after, before), outer(here, after))
            if bits == 0 {
                put(first)
                put(second)
                put(third)
                put(fourth)
            } else {
                line(outer(before, here), first)
                line(first, second)
                line(second, third)
                line(third, fourth)
            }
        }
    }

    /// One number for each pixel and sixteen pixels for each cell, four at once.
    private func spreadSingle(
        _ row: UnsafeMutablePointer<Point>, _ cells: CellRange, _ target: UnsafeMutablePointer<Int16>
    ) {
        func quarter(_ near: Int32, _ far: Int32) -> Int32 { near &+ (far &- near) &>> 2 }
        var next = unsafe UnsafeMutableRawPointer(target + cells.start &<< 4)
        func line(_ from: Int32, _ to: Int32) {
            let part = Int16(truncatingIfNeeded: (to &- from) &>> 3)
            let start = Point(repeating: Int16(truncatingIfNeeded: from))
            unsafe next.storeBytes(of: start &+ Point(repeating: part) &* Point(1, 3, 5, 7), as: Point.self)
            unsafe next += 8
        }
        var cell = cells.start
        let before = unsafe Int32(row[cell].x)
        var here = unsafe Int32(row[cell &+ 1].x)
        // The two ends of each cell after the first cut, and then the four points.
        var (end, start) = (quarter(before, here), quarter(here, before))
        var last = quarter(end, start)
        while cell < cells.end {
            let after = Int32(unsafe row[cell &+ 2].x)
            let middle = quarter(here, after)
            let next = quarter(after, here)
            let points = (quarter(start, end), quarter(start, middle), quarter(middle, start), quarter(middle, next))
            line(last, points.0)
            line(points.0, points.1)
            line(points.1, points.2)
            line(points.2, points.3)
            (here, end, start, last) = (after, middle, next, points.3)
            cell &+= 1
        }
    }
}
