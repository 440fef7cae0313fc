// SPDX-License-Identifier: MIT
import CPlatform

/// Three box convolutions, made on a grid: the wider the boxes are, the less neighboring pixels of the result differ. The grid
/// is that of a wide Gaussian, with the weights of boxes.
@safe
struct BoxGrid: BitwiseCopyable {
    /// log2 of the step.
    private let shift: Int
    /// Number of columns of cells that have pixels of the region in their middle.
    private let width: Int
    /// Levels times 128, in rows of `stride` numbers. There is a cell more on every side.
    private let cells: UInt16Row
    private let stride: Int
    private let expander: BlurExpander
    /// As many rows of pixels as a cell is high, and room for 8 pixels after the last one.
    private let result: Plane

    /// The least side for which a grid is exact enough.
    static let leastSide = 39

    /// - Parameters:
    ///   - input: Pixels of one, two or four bytes.
    ///   - side: The sides of the boxes, odd, at least `leastSide`.
    ///   - range: The rows that will be made.
    /// - Throws: `noMemory`.
    static func make(
        _ input: Plane, side: (x: Int, y: Int), _ range: Rows, _ workspace: inout Workspace
    ) throws(Failure) -> BoxGrid {
        let step = isExact(16, for: side.x) ? 16 : isExact(8, for: side.x) ? 8 : 4
        let shift = step.trailingZeroBitCount
        let columns = try BoxWeights(length: input.width, step: step, side: side.x, &workspace)
        let rows = try BoxWeights(length: input.height, step: step, side: side.y, &workspace)
        let outputs = CellRange(start: range.start &>> shift, end: (range.end &- 1) &>> shift &+ 3)
        let inputs = rows.inputs(of: outputs)
        let maker = try BoxGridRows(input, side: side, step: step, columns, rows, &workspace)
        let stride = distance(ofRows: columns.outputs &* maker.channels)
        let (size, overflow) = stride.multipliedReportingOverflow(by: rows.outputs)
        let (room, isTooLarge) = stride.multipliedReportingOverflow(by: inputs.end &- inputs.start)
        guard !overflow, !isTooLarge else { throw .noMemory }
        let cells = unsafe try workspace.claim(size, of: UInt16.self)
        let made = unsafe try workspace.claim(room, of: UInt16.self)
        for input in steps(from: inputs.start, to: inputs.end) {
            unsafe maker.makeRow(input, isFirst: input == inputs.start, into: made + (input &- inputs.start) &* stride)
        }
        for output in steps(from: outputs.start, to: outputs.end) {
            let taps = rows[output]
            unsafe taps.convolve(
                made + (taps.first &- inputs.start) &* stride, distance: stride,
                count: columns.outputs &* maker.channels,
                into: cells + output &* stride)
        }
        return unsafe BoxGrid(
            shift: shift, width: columns.cells, cells: cells, stride: stride,
            expander: try BlurExpander.make(
                input, step: step, channels: maker.channels, width: columns.cells, &workspace),
            result: try workspace.plane(like: input, width: input.width, height: step &+ 8))
    }

    /// Whether cells of a size are small enough for a box. They may be larger if its borders are near those of cells.
    private static func isExact(_ step: Int, for side: Int) -> Bool {
        let distance = (side & (2 &* step &- 1)) &- step
        let isNear = max(distance, 0 &- distance) <= step &>> 1
        return 2 &* side >= (isNear ? 14 : 19) &* step
    }

    /// Makes rows.
    ///
    /// - Parameters:
    ///   - range: The rows that were given to `make`.
    ///   - finish: Receives each row.
    func run(_ range: Rows, _ finish: (_ y: Int, _ row: UnsafeMutableRawPointer) -> Void) {
        var y = range.start
        var expanded = y &>> shift
        while y < range.end {
            let cell = y &>> shift
            while expanded <= cell &+ 2 {
                unsafe expander.expand(cells + expanded &* stride, as: expanded, width)
                expanded &+= 1
            }
            let end = min((cell &+ 1) &<< shift, range.end)
            let rows = Rows(start: y &- cell &<< shift, end: end &- cell &<< shift)
            expander.write(rows, around: cell &+ 1, to: result, at: 0)
            for row in steps(from: y, to: end) {
                unsafe finish(row, result.pixel(0, row &- y))
            }
            y = end
        }
    }
}
