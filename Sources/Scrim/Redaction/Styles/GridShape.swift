// SPDX-License-Identifier: MIT

/// How a region on one plane is divided into cells, with a ring of cells around it. Cells are square in pixels of the frame or
/// of the plane.
///
/// Cells are counted from the region's corner, even if the frame cuts it off. So the drawing moves with the region.
struct GridShape: BitwiseCopyable {
    /// The width of a cell in pixels of the plane.
    let cell: Int
    let cellHeight: Int
    /// How many columns and rows of pixels the frame cuts off from the first cell inside the ring.
    let offset: (x: Int, y: Int)
    /// How many whole cells the frame cuts off before that.
    let first: (column: Int, row: Int)
    /// Numbers of columns and rows of cells, including the ring.
    let columns: Int
    let rows: Int

    /// Cells that are square in pixels of the plane.
    ///
    /// - Parameter cell: Above 0.
    init(_ region: CoverRegion, cell: Int) { self.init(region, width: cell, height: cell) }

    /// Cells that are square in pixels of the frame. So the cells of all planes cover each other.
    ///
    /// - Parameter side: In pixels of the frame, at least 2.
    init(_ region: CoverRegion, side: Int) {
        let shift = region.source.shift
        self.init(region, width: side &>> shift.x, height: side &>> shift.y)
    }

    private init(_ region: CoverRegion, width: Int, height: Int) {
        let (across, down) = (UInt(bitPattern: max(width, 1)), UInt(bitPattern: max(height, 1)))
        let (left, top) = (UInt(bitPattern: region.cut.left), UInt(bitPattern: region.cut.top))
        cell = Int(bitPattern: across)
        cellHeight = Int(bitPattern: down)
        offset = (Int(bitPattern: left % across), Int(bitPattern: top % down))
        first = (Int(bitPattern: left / across), Int(bitPattern: top / down))
        let (width, height) = (region.bounds.width &+ offset.x, region.bounds.height &+ offset.y)
        columns = Int(bitPattern: (UInt(bitPattern: width) &+ across &- 1) / across) &+ 2
        rows = Int(bitPattern: (UInt(bitPattern: height) &+ down &- 1) / down) &+ 2
    }

    private init(
        cell: Int, cellHeight: Int, offset: (x: Int, y: Int), first: (column: Int, row: Int), columns: Int, rows: Int
    ) {
        self.cell = cell
        self.cellHeight = cellHeight
        self.offset = offset
        self.first = first
        self.columns = columns
        self.rows = rows
    }

    var count: Int { columns &* rows }

    /// A grid for a pyramid, with one cell for each two by two cells of this one.
    var parent: GridShape {
        GridShape(
            cell: cell, cellHeight: cellHeight, offset: offset, first: first, columns: (columns &+ 1) &>> 1,
            rows: (rows &+ 1) &>> 1)
    }

    /// The same region in cells of half the size, counted from the same pixel.
    var halved: GridShape {
        GridShape(
            cell: cell &>> 1, cellHeight: cellHeight &>> 1, offset: offset,
            first: (first.column &* 2, first.row &* 2), columns: columns &* 2 &- 2, rows: rows &* 2 &- 2)
    }

    /// Visits the cells of the ring.
    func forEachOfRing(_ body: (_ column: Int, _ row: Int) -> Void) {
        for row in steps(to: rows) {
            let isWhole = row == 0 || row == rows &- 1
            var column = 0
            while column < columns {
                body(column, row)
                column &+= isWhole ? 1 : max(columns &- 1, 1)
            }
        }
    }

    /// The pixels of a cell. A cell of the ring has those that are within reach of the region.
    func pixels(_ column: Int, _ row: Int, _ region: CoverRegion) -> PixelRect {
        let (bounds, reach) = (region.bounds, region.reach)
        let (left, right) = Self.span(column, of: columns, (bounds.left, bounds.right), cell, offset.x, reach.x)
        let (top, bottom) = Self.span(row, of: rows, (bounds.top, bounds.bottom), cellHeight, offset.y, reach.y)
        return PixelRect(left: left, top: top, right: right, bottom: bottom)
    }

    /// The rows of cells, without the ring, that some rows of the region's pixels lie in.
    func rows(of pixels: Rows) -> Rows {
        let height = UInt(bitPattern: max(cellHeight, 1))
        let (first, last) = (UInt(bitPattern: pixels.start &+ offset.y), UInt(bitPattern: pixels.end &- 1 &+ offset.y))
        return Rows(start: Int(bitPattern: first / height), end: Int(bitPattern: last / height) &+ 1)
    }

    /// The column of pixels behind a cell.
    @inline(__always)
    func end(ofColumn column: Int, _ region: CoverRegion) -> Int {
        let (left, right) = (Int(region.bounds.left), Int(region.bounds.right))
        return column == columns &- 1
            ? right &+ region.reach.x : max(left, min(left &+ column &* cell &- offset.x, right))
    }

    /// The row of pixels below a cell.
    @inline(__always)
    func end(ofRow row: Int, _ region: CoverRegion) -> Int {
        let (top, bottom) = (Int(region.bounds.top), Int(region.bounds.bottom))
        return row == rows &- 1 ? bottom &+ region.reach.y : max(top, min(top &+ row &* cellHeight &- offset.y, bottom))
    }

    private static func span(
        _ index: Int, of count: Int, _ side: (Int32, Int32), _ cell: Int, _ offset: Int, _ reach: Int
    ) -> (Int32, Int32) {
        let reach = Int32(truncatingIfNeeded: reach)
        if index == 0 { return (side.0 &- reach, side.0) }
        if index == count &- 1 { return (side.1, side.1 &+ reach) }
        let start = side.0 &+ Int32(truncatingIfNeeded: (index &- 1) &* cell &- offset)
        return (max(start, side.0), min(start &+ Int32(truncatingIfNeeded: cell), side.1))
    }
}
