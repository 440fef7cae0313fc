// SPDX-License-Identifier: MIT

/// The edges that cross a row, by columns; what it costs to go through them grows with their number and with the row's
/// length / 64.
struct CrossedRow: ~Copyable {
    /// In the lower half, how many more edges than before lie in a column; in the upper half, what the winding number
    /// changes by, in the pixels from here on that no edge lies in. Both stay far below their 32 bits.
    private var cells = Buffer<Int64>(blank: 0)
    /// A bit for each cell that may not be 0.
    private var marks = Buffer<UInt64>(blank: 0)
    private var width: Int32 = 0

    /// Makes room for a row; whatever was left is forgotten.
    mutating func begin(width: Int32) throws(Failure) {
        self.width = width
        cells.truncate(0)
        marks.truncate(0)
        try cells.resize(Int(width) &+ 1)
        try marks.resize(Int(width) / 64 &+ 1)
    }

    /// Adds the parts of edges that pass through a row, and drops those that end with it.
    mutating func add(_ parts: inout Buffer<EdgePart>, row: Int32) {
        // As variables of this function, they stay in registers.
        var cells = Buffer<Int64>(blank: 0)
        var marks = Buffer<UInt64>(blank: 0)
        swap(&cells, &self.cells)
        swap(&marks, &self.marks)
        // With a part for every other column it is quicker to mark all.
        let isSparse = parts.count < Int(width) / 2
        if isSparse {
            parts.update { part in
                let crossing = part.cross(width: width)
                let (first, end) = (Int(crossing.first), Int(crossing.end))
                Self.add(crossing, to: &cells)
                marks.update(first &>> 6) { $0 |= 1 &<< UInt64(truncatingIfNeeded: first & 63) }
                marks.update(end &>> 6) { $0 |= 1 &<< UInt64(truncatingIfNeeded: end & 63) }
                return part.endRow > row &+ 1
            }
        } else {
            parts.update { part in
                Self.add(part.cross(width: width), to: &cells)
                return part.endRow > row &+ 1
            }
            for word in steps(to: marks.count) {
                marks[word] = .max
            }
        }
        swap(&cells, &self.cells)
        swap(&marks, &self.marks)
    }

    @inline(__always)
    private static func add(_ crossing: EdgeCrossing, to cells: inout Buffer<Int64>) {
        // Where it passes through no pixel, what is added here is taken away again.
        cells.update(Int(crossing.first)) { $0 &+= 1 }
        cells.update(Int(crossing.end)) { $0 &+= Int64(crossing.winding) &<< 32 &- 1 }
    }

    /// Takes the runs that are covered, and leaves an empty row. What is closed ends no later than the row: edges to the
    /// right of it count at its end.
    mutating func take(_ body: (_ left: Int32, _ right: Int32) throws(Failure) -> Void) throws(Failure) {
        var (sum, start) = (Int64(0), Int32(-1))
        for word in steps(to: marks.count) {
            let bits = marks[word]
            if bits != 0 { marks[word] = 0 }
            for bit in SetBits(of: bits) {
                let index = word &<< 6 &+ bit
                sum &+= cells[index]
                cells[index] = 0
                // Covers are never below 0, so that they borrow nothing from the winding number.
                if sum != 0, start < 0 {
                    start = Int32(truncatingIfNeeded: index)
                } else if sum == 0, start >= 0 {
                    try body(start, Int32(truncatingIfNeeded: index))
                    start = -1
                }
            }
        }
    }
}
