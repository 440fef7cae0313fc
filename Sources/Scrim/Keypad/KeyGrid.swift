// SPDX-License-Identifier: MIT

/// Where the keys are: an exact grid in a rectangle, so that neighbours share an edge and no point belongs to two.
///
/// Edges are rounded down to multiples of 2^-22: then a width is exact, and whoever adds it to the left edge gets the very right edge
/// that touches are measured by.
package struct KeyGrid {
    private let bounds: Rect
    private let columns: Int
    private let rows: Int
    private let columnSpacing: Double
    private let rowSpacing: Double

    /// - Throws: `invalidArgument` where a number is not finite or negative, or a key would be empty.
    package init(
        bounds: Rect, columns: Int, rows: Int, columnSpacing: Double, rowSpacing: Double
    ) throws(Failure) {
        guard bounds.isValid, isCoordinate(columnSpacing), columnSpacing >= 0, isCoordinate(rowSpacing),
            rowSpacing >= 0,
            bounds.width > columnSpacing * Double(columns &- 1), bounds.height > rowSpacing * Double(rows &- 1)
        else { throw .invalidArgument }
        self.bounds = bounds
        self.columns = columns
        self.rows = rows
        self.columnSpacing = columnSpacing
        self.rowSpacing = rowSpacing
        // Sides so small that neighbouring edges are rounded to one number leave nothing to touch.
        var place = 0
        while place < columns &* rows {
            if rect(place).isEmpty { throw .invalidArgument }
            place &+= 1
        }
    }

    package func rect(_ place: Int) -> Rect {
        let (column, row) = columns > 0 ? (place % columns, place / columns) : (0, 0)
        let (left, top) = (left(column), top(row))
        return Rect(x: left, y: top, width: right(column) - left, height: bottom(row) - top)
    }

    /// The place a point lies in, nil between keys and outside.
    package func place(at point: Point) -> Int? {
        var place = 0
        while place < columns &* rows {
            if rect(place).contains(point) { return place }
            place &+= 1
        }
        return nil
    }

    private func left(_ column: Int) -> Double { Self.rounded(x(column)) }
    private func right(_ column: Int) -> Double { Self.rounded(x(column &+ 1) - columnSpacing) }
    private func top(_ row: Int) -> Double { Self.rounded(y(row)) }
    private func bottom(_ row: Int) -> Double { Self.rounded(y(row &+ 1) - rowSpacing) }

    /// Where a column begins; of the one behind the last, where that would begin.
    private func x(_ column: Int) -> Double {
        bounds.x + (bounds.width + columnSpacing) * Double(column) / Double(columns)
    }

    private func y(_ row: Int) -> Double {
        bounds.y + (bounds.height + rowSpacing) * Double(row) / Double(rows)
    }

    private static func rounded(_ edge: Double) -> Double { (edge * 4_194_304).rounded(.down) / 4_194_304 }
}
