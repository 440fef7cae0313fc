// SPDX-License-Identifier: MIT

/// The edges that cross a row, by columns. Visiting them takes O(edges + length of the row / 64).
struct CrossedRow: ~Copyable {
    /// Lower half: by how much the number of edges in a pixel changes at this column. Upper half: by how much the winding
    /// number changes, for pixels without an edge. Both stay far below 32 bits.
    private var cells = Buffer<Int64>(blank: 0)
    /// A bit for each cell that may not be 0.
    private var marks = Buffer<UInt64>(blank: 0)
    private var width: Int32 = 0

    /// Makes room for a row, and forgets the previous one.
    mutating func begin(width: Int32) throws(Failure) {
        self.width = width
        cells.truncate(0)
        marks.truncate(0)
        try cells.resize(Int(width) &+ 1)
        try marks.resize(Int(width) / 64 &+ 1)
    }

    /// Adds the parts of edges that pass through a row, and drops the parts that end in it.
    mutating func add(_ parts: inout Buffer<EdgePart>, row: Int32) {
        // Variables of this function stay in registers.
        var cells = Buffer<Int64>(blank: 0)
        var marks = Buffer<UInt64>(blank: 0)
        swap(&cells, &self.cells)
        swap(&marks, &self.marks)
        // If there is a part for every other column, marking all cells is faster.
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
        // If the edge passes through no pixel, the next line takes this away again.
        cells.update(Int(crossing.first)) { $0 &+= 1 }
        cells.update(Int(crossing.end)) { $0 &+= Int64(crossing.winding) &<< 32 &- 1 }
    }

    /// Takes the covered runs and leaves an empty row. Every run ends within the row, because edges to the right of it count
    /// at its end.
    mutating func take(_ body: (_ left: Int32, _ right: Int32) throws(Failure) -> Void) throws(Failure) {
        var (sum, start) = (Int64(0), Int32(-1))
        for word in steps(to: marks.count) {
            let bits = marks[word]
            if bits != 0 { marks[word] = 0 }
            for bit in SetBits(of: bits) {
                let index = word &<< 6 &+ bit
                sum &+= cells[index]
                cells[index] = 0
                // The lower half is never below 0, so it borrows nothing from the winding number.
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
