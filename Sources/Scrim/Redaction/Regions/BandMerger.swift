// SPDX-License-Identifier: MIT

/// Makes rectangles from rows of runs. Equal rows that follow each other become one band.
struct BandMerger: ~Copyable {
    private struct Columns: BitwiseCopyable, Equatable {
        var left: Int32
        var right: Int32
    }

    /// The band that has not been passed on yet.
    private var band = Buffer<Columns>(blank: Columns(left: 0, right: 0))
    private var top: Int32 = 0
    private var bottom: Int32 = 0
    /// The row that is being built.
    private var row = Buffer<Columns>(blank: Columns(left: 0, right: 0))

    mutating func begin() {
        band.truncate(0)
        row.truncate(0)
    }

    /// Adds a run to the row. Runs come from left to right and do not touch each other.
    mutating func add(from left: Int32, to right: Int32) throws(Failure) {
        try row.append(Columns(left: left, right: right))
    }

    /// Ends a row. Rows come from top to bottom.
    mutating func end(
        _ number: Int32, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        if bottom != number || !rowIsAsBand() {
            try finish(body)
            swap(&band, &row)
            top = number
        }
        bottom = number &+ 1
        row.truncate(0)
    }

    /// Passes on the last band.
    mutating func finish(_ body: (PixelRect) throws(Failure) -> Void) throws(Failure) {
        for index in steps(to: band.count) {
            let columns = band[index]
            try body(PixelRect(left: columns.left, top: top, right: columns.right, bottom: bottom))
        }
        band.truncate(0)
    }

    private func rowIsAsBand() -> Bool {
        guard row.count == band.count else { return false }
        for index in steps(to: row.count) {
            if row[index] != band[index] { return false }
        }
        return true
    }
}
