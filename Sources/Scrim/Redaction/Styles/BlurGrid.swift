// SPDX-License-Identifier: MIT

/// A blurred region as a grid of cells of `step` × `step` pixels. Quadratic splines make a picture from it.
///
/// Three variances add up: of the weights in a cell, of the Gaussian on the grid, and of the spline.
@safe
struct BlurGrid: BitwiseCopyable {
    let step: Int
    /// Number of columns of cells that have pixels of the region in their middle. There is one more on every side.
    let width: Int
    let height: Int
    let channels: Int
    /// The left edge of the region.
    let left: Int
    let top: Int
    /// Levels times 128, in rows of `stride` numbers.
    let cells: UInt16Row
    let stride: Int
    let expander: BlurExpander

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
    ) throws(Failure) -> BlurGrid {
        let step = step(for: deviation)
        let shift = step.trailingZeroBitCount
        let (width, height) = ((input.width &+ step &- 1) &>> shift, (input.height &+ step &- 1) &>> shift)
        let reducer = try BlurReducer.make(input, side: step, &workspace)
        let channels = reducer.channels
        let stride = (width &+ 2) &* channels &+ rowSlack
        let (size, overflow) = stride.multipliedReportingOverflow(by: height &+ 2)
        guard !overflow else { throw .noMemory }
        let grid = unsafe BlurGrid(
            step: step, width: width, height: height, channels: channels,
            left: Int(region.bounds.left), top: Int(region.bounds.top),
            cells: try workspace.claim(size, of: UInt16.self), stride: stride,
            expander: try BlurExpander.make(input, step: step, channels: channels, width: width, &workspace))
        let square = Double(step &* step)
        let taps = try BlurTaps.make(
            variance: (deviation * deviation - square / 6 - 1.0 / 12 - square / 4) / square, &workspace)
        // A row of pixels needs the rows of cells before and after its own. The first row of the grid is before the first cells.
        let rows = Rows(start: region.rows.start &>> shift, end: (region.rows.end &- 1) &>> shift &+ 3)
        try grid.fill(rows, reducer, taps, &workspace)
        grid.setRest(rows, input.layout)
        return grid
    }

    init(
        step: Int, width: Int, height: Int, channels: Int, left: Int, top: Int, cells: UInt16Row, stride: Int,
        expander: BlurExpander
    ) {
        self.step = step
        self.width = width
        self.height = height
        self.channels = channels
        self.left = left
        self.top = top
        unsafe self.cells = cells
        self.stride = stride
        self.expander = expander
    }

    /// Reads the input row by row, and makes some rows of the grid. Blurs each row of cells horizontally, and then the rows vertically.
    private func fill(
        _ rows: Rows, _ reducer: BlurReducer, _ taps: BlurTaps, _ workspace: inout Workspace
    ) throws(Failure) {
        let count = (width &+ 2) &* channels
        let reach = taps.radius
        let row = unsafe try workspace.claim((width &+ 4 &+ 2 &* reach) &* channels &+ rowSlack, of: UInt16.self)
        let first = unsafe row + reach &* channels
        let columns = try BlurColumns.make(try taps.twin(&workspace), rows: height &+ 4, length: count, &workspace)
        taps.setNeighbours(distance: channels)
        // The columns have one row more before the first one of the grid.
        var next = columns.first(for: rows.start &+ 1)
        reducer.begin(next &- 2)
        for done in steps(from: rows.start &+ 1, to: rows.end &+ 1) {
            while next <= columns.last(for: done) {
                unsafe reducer.makeRow(next &- 2, into: first, width)
                unsafe row.fill(0, count: reach, pixelOf: first, channels: channels)
                let last = (width &+ 3) &* channels
                unsafe first.fill(last &+ channels, count: reach, pixelOf: first + last, channels: channels)
                unsafe taps.convolve(first + channels, count: count, into: columns.slot(next))
                next &+= 1
            }
            unsafe columns.convolve(done, count: count, into: cells + (done &- 1) &* stride)
        }
    }

    /// Sets the byte of a pixel that is not a color.
    private func setRest(_ rows: Rows, _ layout: PixelLayout) {
        guard case .color4(_, _, _, let rest, let value) = layout else { return }
        for y in steps(from: rows.start, to: rows.end) {
            for x in steps(to: width &+ 2) {
                unsafe cells[y &* stride &+ x &* 4 &+ rest] = UInt16(value) &* 128
            }
        }
    }

    func write(_ rect: PixelRect, to plane: Plane) {
        guard rect.width > 0, rect.height > 0 else { return }
        expander.write(
            rect.moved(byX: Int32(truncatingIfNeeded: 0 &- left), y: Int32(truncatingIfNeeded: 0 &- top)),
            of: self, to: plane.part(rect))
    }
}
