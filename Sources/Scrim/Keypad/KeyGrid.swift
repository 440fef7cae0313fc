// SPDX-License-Identifier: MIT

/// The cells of a grid that a key covers.
package struct KeyCells: BitwiseCopyable {
    /// The most columns, and the most rows, of a grid.
    package static let most = 64

    package let column: Int
    package let row: Int
    package let columns: Int
    package let rows: Int

    package init(column: Int, row: Int, columns: Int = 1, rows: Int = 1) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    var isValid: Bool {
        let range = 0...Self.most
        return columns >= 1 && rows >= 1 && range.contains(columns) && range.contains(rows) && range.contains(column)
            && range.contains(row) && column &+ columns <= Self.most && row &+ rows <= Self.most
    }

    func overlaps(_ other: KeyCells) -> Bool {
        column < other.column &+ other.columns && other.column < column &+ columns && row < other.row &+ other.rows
            && other.row < row &+ rows
    }

    /// Whether it comes first when rows are read from the top, each from the left.
    func precedes(_ other: KeyCells) -> Bool { (row, column) < (other.row, other.column) }
}

/// The positions of the keys: an exact grid in a rectangle. Neighboring keys share an edge, and no point belongs to two.
///
/// Edges are rounded down to multiples of 2^-22, so that widths are exact. The left edge plus the width is then exactly the right
/// edge that touches are compared with.
package struct KeyGrid {
    private let bounds: Rect
    private let columns: Int
    private let rows: Int
    private let columnSpacing: Double
    private let rowSpacing: Double

    /// - Throws: `invalidArgument` if a number is negative or not finite.
    package init(
        bounds: Rect, columns: Int, rows: Int, columnSpacing: Double, rowSpacing: Double
    ) throws(Failure) {
        guard bounds.isValid, isCoordinate(columnSpacing), columnSpacing >= 0, isCoordinate(rowSpacing), rowSpacing >= 0
        else { throw .invalidArgument }
        self.bounds = bounds
        self.columns = columns
        self.rows = rows
        self.columnSpacing = columnSpacing
        self.rowSpacing = rowSpacing
    }

    /// - Throws: `invalidArgument` if a key would be empty, because the gaps are too wide or its edges round to the same number.
    func rect(_ cells: KeyCells) throws(Failure) -> Rect {
        let left = Self.rounded(x(cells.column))
        let top = Self.rounded(y(cells.row))
        let right = Self.rounded(x(cells.column &+ cells.columns) - columnSpacing)
        let bottom = Self.rounded(y(cells.row &+ cells.rows) - rowSpacing)
        let rect = Rect(x: left, y: top, width: right - left, height: bottom - top)
        if rect.isEmpty { throw .invalidArgument }
        return rect
    }

    /// The left edge of a column. Also defined for the column after the last one.
    private func x(_ column: Int) -> Double {
        bounds.x + (bounds.width + columnSpacing) * Double(column) / Double(columns)
    }

    private func y(_ row: Int) -> Double {
        bounds.y + (bounds.height + rowSpacing) * Double(row) / Double(rows)
    }

    private static func rounded(_ edge: Double) -> Double { (edge * 4_194_304).rounded(.down) / 4_194_304 }
}
