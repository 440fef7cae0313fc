// SPDX-License-Identifier: MIT

/// Makes the means of the blocks of one plane.
protocol BlockMeans {
    /// Averages the blocks of the rows from `start` to `end`, and passes on the pixels of each. A pixel's first byte is the
    /// lowest.
    func average(_ start: Int, _ end: Int, _ body: (_ start: Int, _ end: Int, _ pixel: UInt64) -> Void)
}
