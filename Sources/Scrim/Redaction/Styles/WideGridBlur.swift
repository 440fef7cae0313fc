// SPDX-License-Identifier: MIT

/// A Gaussian that is made on a grid of cells of `step` × `step` pixels. Quadratic splines make pixels from it.
///
/// Three variances add up: of the weights in a cell, of the Gaussian on the grid, and of the spline.
@safe
struct WideGridBlur: BitwiseCopyable {
    /// The rows to make.
    private let range: Rows
    /// log2 of the step.
    private let shift: Int
    /// Number of columns of cells that have pixels of the region in their middle. There is one more on every side.
    private let width: Int
    private let reducer: BlurReducer
    private let across: BlurTaps
    private let cells: UInt16Row
    /// Rows of cells, blurred across. The first row is the second above the plane.
    private let columns: BlurColumns
    /// A row of the grid: levels times 128.
    private let row: UInt16Row
    private let expander: BlurExpander

    /// The distance of two cells in pixels.
    private static func step(for deviation: Double) -> Int {
        if deviation < 11.75 { return 4 }
        return deviation < 24 ? 8 : 16
    }

    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - deviation: σ in pixels, at least 6.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, deviation: Double, _ workspace: inout Workspace
    ) throws(Failure) -> WideGridBlur {
        let step = step(for: deviation)
        let shift = step.trailingZeroBitCount
        let (width, height) = ((input.width &+ step &- 1) &>> shift, (input.height &+ step &- 1) &>> shift)
        let reducer = try BlurReducer.make(input, side: step, &workspace)
        let channels = reducer.channels
        let square = Double(step &* step)
        let taps = try BlurTaps.make(
            variance: (deviation * deviation - square / 6 - 1.0 / 12 - square / 4) / square, &workspace)
        taps.setNeighbours(distance: channels)
        let length = (width &+ 2) &* channels
        return unsafe WideGridBlur(
            range: region.rows, shift: shift, width: width, reducer: reducer, across: taps,
            cells: try workspace.claim((width &+ 4 &+ 2 &* taps.radius) &* channels &+ rowSlack, of: UInt16.self),
            columns: try BlurColumns.make(try taps.twin(&workspace), rows: height &+ 4, length: length, &workspace),
            row: try workspace.claim(length &+ rowSlack, of: UInt16.self),
            expander: try BlurExpander.make(input, step: step, channels: channels, width: width, &workspace))
    }

    func run(to target: Plane) {
        let first = range.start &>> shift
        // A row of pixels needs the rows of cells before and after its own.
        var done = first &+ 1
        var next = columns.first(for: done)
        reducer.begin(next &- 2)
        for cell in steps(from: first, to: (range.end &- 1) &>> shift &+ 1) {
            while done <= cell &+ 3 {
                while next <= columns.last(for: done) {
                    makeCells(next)
                    next &+= 1
                }
                unsafe columns.convolve(done, count: (width &+ 2) &* reducer.channels, into: row)
                unsafe expander.expand(row, as: done, width)
                done &+= 1
            }
            let start = max(cell &<< shift, range.start)
            let end = min((cell &+ 1) &<< shift, range.end)
            let rows = Rows(start: start &- cell &<< shift, end: end &- cell &<< shift)
            expander.write(rows, around: cell &+ 2, to: target, at: start &- range.start)
        }
    }

    /// Makes a row of cells, and blurs it across.
    private func makeCells(_ row: Int) {
        let (channels, reach) = (reducer.channels, across.radius)
        let first = unsafe cells + reach &* channels
        let end = (width &+ 4) &* channels
        unsafe reducer.makeRow(row &- 2, into: first, width)
        unsafe cells.fill(0, count: reach, pixelOf: first, channels: channels)
        unsafe first.fill(end, count: reach, pixelOf: first + (end &- channels), channels: channels)
        unsafe across.convolve(first + channels, count: (width &+ 2) &* channels, into: columns.slot(row))
    }
}
