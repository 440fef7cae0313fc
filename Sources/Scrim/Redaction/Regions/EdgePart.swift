// SPDX-License-Identifier: MIT

/// Rows of a polygon's edge in which it moves by the same step, in fixed point. This is small and fast, because large
/// polygons have tens of thousands of edges in each row.
struct EdgePart: BitwiseCopyable {
    /// Bits after the binary point. Before it are columns of ± 2^17. Over 81,920 rows, the errors of the steps reach 2^-31.
    private static var fraction: Int64 { 46 }
    /// A larger step, in columns for each row, could leave ± 2^17.
    static var largestStep: Double { 16_384 }

    let firstRow: Int32
    let endRow: Int32
    /// 1 or -1 if it crosses the middle line of its rows, otherwise 0.
    private let winding: Int32
    /// The left end in the next row, and the distance of the right end from it.
    private var left: Int64
    private let length: Int64
    private let step: Int64

    static var none: EdgePart {
        EdgePart(rows: 0, 0, EdgeCrossing(first: 0, end: 0, winding: 0))
    }

    /// Rows in which the edge crosses the same pixels.
    init(rows first: Int32, _ end: Int32, _ crossing: EdgeCrossing) {
        (firstRow, endRow) = (first, end)
        winding = crossing.winding
        left = Int64(crossing.first) &<< Self.fraction
        length = (Int64(crossing.end) &- Int64(crossing.first)) &<< Self.fraction &- 1
        step = 0
    }

    /// Rows whose middle lines it crosses.
    ///
    /// - Parameters:
    ///   - column: Its position at the upper border of the first row. No row ends beyond 2^17.
    ///   - step: How far it moves in each row.
    ///   - slack: How much wider it is made on both sides.
    init(rows first: Int32, _ end: Int32, winding: Int32, column: Double, step: Double, slack: Double) {
        (firstRow, endRow) = (first, end)
        self.winding = winding
        self.step = Self.fixed(step)
        left = Self.fixed(column + min(step, 0) - slack)
        length = Self.fixed(abs(step) + 2 * slack)
    }

    /// Rounded down.
    private static func fixed(_ value: Double) -> Int64 {
        let whole = PixelAxis.floor(value)
        let upper = (value - Double(whole)) * 0x1p23
        let middle = PixelAxis.floor(upper)
        let lower = PixelAxis.floor((upper - Double(middle)) * 0x1p23)
        return Int64(whole) &<< 46 &+ Int64(middle) &<< 23 &+ Int64(lower)
    }

    /// Crosses the next row.
    @inline(__always)
    mutating func cross(width: Int32) -> EdgeCrossing {
        let first = Int32(truncatingIfNeeded: left &>> Self.fraction)
        let end = Int32(truncatingIfNeeded: (left &+ length) &>> Self.fraction) &+ 1
        left &+= step
        return EdgeCrossing(
            first: max(min(first, width), 0), end: max(min(end, width), 0), winding: winding)
    }
}

/// The effect of an edge on a row.
struct EdgeCrossing {
    /// The pixels that it passes through.
    let first: Int32
    /// Pixels from here have the edge on their left.
    let end: Int32
    /// The change of their winding number.
    let winding: Int32
}
