// SPDX-License-Identifier: MIT

extension Frame {
    package var rows: Rows { Rows(start: 0, end: height) }

    /// A band of the frame.
    ///
    /// - Parameter count: 0: all rows from the first one on.
    /// - Throws: `invalidArgument` if the frame does not have all of these rows, or if two rows that share their chroma would
    ///   belong to different bands.
    package func rows(from first: UInt32, count: UInt32) throws(Failure) -> Rows {
        let start = Int(first)
        let end = count == 0 ? height : start &+ Int(count)
        guard start < height, end <= height else { throw .invalidArgument }
        let isWhole = start & 1 == 0 && (end & 1 == 0 || end == height)
        guard isWhole || !sharesChromaRows else { throw .invalidArgument }
        return Rows(start: start, end: end)
    }

    private var sharesChromaRows: Bool {
        for index in steps(to: planeCount) where plane(index).height < height { return true }
        return false
    }

    /// All pixels of some rows.
    func area(_ rows: Rows) -> PixelRect {
        PixelRect(
            left: 0, top: Int32(truncatingIfNeeded: rows.start), right: Int32(truncatingIfNeeded: width),
            bottom: Int32(truncatingIfNeeded: rows.end))
    }
}
