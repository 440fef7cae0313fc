// SPDX-License-Identifier: MIT
import CPlatform

/// A Gaussian that is made on every other row and column.
///
/// A cell of the grid is the mean of the pixels around one with an even row and column. Where these lie outside the plane, its
/// outermost pixels are repeated. Three variances add up: of the weights in a cell, of the Gaussian on the grid, and of the
/// weights with which cells make pixels.
@safe
struct HalfGridBlur: BitwiseCopyable {
    private let rows: ChannelRows
    /// The rows to make.
    private let range: Rows
    /// Number of cells in a row that have their pixel in the plane. There are two more on either side, which are used too.
    /// Those further away are equal to the outermost of these.
    private let width: Int
    /// For a row of pixels in which all even pixels come before the odd ones.
    private let halving: BlurTaps
    private let line: UInt16Row
    private let odd: Int
    /// Rows of pixels, halved across.
    private let pixels: BlurColumns
    private let across: BlurTaps
    private let cells: UInt16Row
    /// Rows of cells, blurred across. The first row is the second above the plane.
    private let columns: BlurColumns
    private let expander: HalfGridExpander

    /// The pixels of a row that are needed beyond either edge.
    private static let margin = 4

    /// From here on, a coarser grid does.
    static let end = 6.0

    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - deviation: σ in pixels, at least 2.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, deviation: Double, _ workspace: inout Workspace
    ) throws(Failure) -> HalfGridBlur {
        let rows = try ChannelRows.make(input, count: 1, expandsThreeBytes: true, &workspace)
        let (width, height) = ((input.width &+ 1) &>> 1, (input.height &+ 1) &>> 1)
        let channels = rows.channels
        let ratio = BlurTaps.ratio(variance: (deviation * deviation - 1.5 - HalfGridExpander.variance) / 4)
        // 3 σ on the grid, less what cells reach. More would change no pixel by more than two levels.
        let radius = Int32(exactly: (1.5 * deviation).rounded(.up)) ?? 0
        let across = try BlurTaps.make(ratio: ratio, radius: Int(radius) &- 1, &workspace)
        across.setNeighbours(distance: channels)
        let length = (width &+ 4) &* channels
        let odd = distance(ofRows: (width &+ 2 &* margin) &* channels)
        let halving = try BlurTaps.makeHalving(&workspace)
        let pixels = try BlurColumns.make(
            try halving.twin(&workspace), rows: input.height, length: length, &workspace)
        halving.setNeighbours { ($0 &>> 1) &* channels &+ ($0 & 1) &* odd }
        return unsafe HalfGridBlur(
            rows: rows, range: region.rows, width: width, halving: halving,
            line: try workspace.claim(2 &* odd, of: UInt16.self), odd: odd, pixels: pixels, across: across,
            cells: try workspace.claim(length &+ 2 &* across.radius &* channels &+ rowSlack, of: UInt16.self),
            columns: try BlurColumns.make(
                try across.twin(&workspace), rows: height &+ 4, length: length, &workspace),
            expander: try HalfGridExpander.make(like: input, channels: channels, width: width, &workspace))
    }

    func run(to target: Plane) {
        let channels = rows.channels
        let first = range.start &>> 1
        // Rows of cells are counted from two above the plane: a row of pixels needs the one above its own, and up to two below.
        var done = first &+ 1
        var next = columns.first(for: done)
        var pixel = pixels.first(for: 2 &* next &- 4)
        for half in steps(from: first, to: (range.end &+ 1) &>> 1) {
            while done <= half &+ 4 {
                while next <= columns.last(for: done) {
                    while pixel <= pixels.last(for: 2 &* next &- 4) {
                        makePixels(pixel)
                        pixel &+= 1
                    }
                    makeCells(next)
                    next &+= 1
                }
                unsafe columns.convolve(done, count: (width &+ 3) &* channels, into: expander.slot(done))
                done &+= 1
            }
            expander.expand(half &+ 1)
            for y in steps(from: max(2 &* half, range.start), to: min(2 &* half &+ 2, range.end)) {
                unsafe expander.write(isOdd: y & 1 == 1, to: target.pixel(0, y &- range.start))
            }
        }
    }

    /// Halves a row of pixels.
    private func makePixels(_ y: Int) {
        let channels = rows.channels
        let evens = unsafe line + Self.margin &* channels
        switch channels {
        case 1: unsafe split(y, into: evens, 1)
        case 2: unsafe split(y, into: evens, 2)
        default: unsafe split(y, into: evens, 4)
        }
        let odds = unsafe evens + odd
        let count = rows.plane.width
        let last = unsafe (count & 1 == 1 ? evens : odds) + (width &- 1) &* channels
        for half in steps(to: 2) {
            let start = unsafe half == 0 ? evens : odds
            let end = (count &+ 1 &- half) &>> 1
            unsafe start.fill(
                0 &- Self.margin &* channels, count: Self.margin, pixelOf: evens, channels: channels)
            unsafe start.fill(
                end &* channels, count: width &+ Self.margin &- end, pixelOf: last, channels: channels)
        }
        unsafe halving.convolve(evens + (0 &- 2 &* channels), count: (width &+ 4) &* channels, into: pixels.slot(y))
    }

    /// Even pixels, and odd ones elsewhere, as levels times 128.
    @inline(__always)
    private func split(_ y: Int, into evens: UInt16Row, _ channels: Int) {
        let odds = unsafe evens + odd
        let row = unsafe rows.row(y, slot: 0)
        for x in steps(to: rows.length, by: 32) {
            let halves = unsafe PixelPairs.split(rows.block(row, x), channels)
            unsafe evens.set(x &>> 1, wide: widened(halves.even) &<< 7)
            unsafe odds.set(x &>> 1, wide: widened(halves.odd) &<< 7)
        }
    }

    /// Makes a row of cells from rows of pixels, and blurs it across.
    private func makeCells(_ row: Int) {
        let (channels, reach) = (rows.channels, across.radius)
        let first = unsafe cells + reach &* channels
        let end = (width &+ 4) &* channels
        unsafe pixels.convolve(2 &* row &- 4, count: end, into: first)
        unsafe cells.fill(0, count: reach, pixelOf: first, channels: channels)
        unsafe first.fill(end, count: reach, pixelOf: first + (end &- channels), channels: channels)
        // Pixels need one cell before their own.
        unsafe across.convolve(first + channels, count: end &- channels, into: columns.slot(row))
    }
}
