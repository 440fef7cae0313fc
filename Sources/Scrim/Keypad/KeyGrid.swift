// SPDX-License-Identifier: MIT

/// Where the keys are: an exact grid in a rectangle, so that neighbours share an edge and no point belongs to two.
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
        guard bounds.isValid, isCoordinate(columnSpacing), columnSpacing >= 0, isCoordinate(rowSpacing), rowSpacing >= 0,
            bounds.width > columnSpacing * Double(columns &- 1), bounds.height > rowSpacing * Double(rows &- 1)
        else { throw .invalidArgument }
        self.bounds = bounds
        self.columns = columns
        self.rows = rows
        self.columnSpacing = columnSpacing
        self.rowSpacing = rowSpacing
        // Sides so small that neighbouring edges are one number leave nothing to touch.
        var place = 0
        while place < columns &* rows {
            if rect(place).isEmpty { throw .invalidArgument }
            place &+= 1
        }
    }

    package func rect(_ place: Int) -> Rect {
        let (column, row) = columns > 0 ? (place % columns, place / columns) : (0, 0)
        let (left, top) = (x(column), y(row))
        return Rect(
            x: left, y: top, width: x(column &+ 1) - columnSpacing - left, height: y(row &+ 1) - rowSpacing - top)
    }

    /// The place a point lies in, nil between keys and outside.
    package func place(at point: Point) -> Int? {
        var row = 0
        while row < rows {
            var column = 0
            while column < columns {
                if point.x >= x(column), point.x < x(column &+ 1) - columnSpacing, point.y >= y(row),
                    point.y < y(row &+ 1) - rowSpacing
                {
                    return row &* columns &+ column
                }
                column &+= 1
            }
            row &+= 1
        }
        return nil
    }

    /// The left edge of a column; of the one behind the last, where that would begin.
    private func x(_ column: Int) -> Double {
        bounds.x + (bounds.width + columnSpacing) * Double(column) / Double(columns)
    }

    private func y(_ row: Int) -> Double {
        bounds.y + (bounds.height + rowSpacing) * Double(row) / Double(rows)
    }
}
