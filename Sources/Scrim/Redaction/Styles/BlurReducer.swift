// SPDX-License-Identifier: MIT
import CPlatform

/// Reduces every `side` rows of a plane to one row of cells. In each direction, a cell is the mean of the 2 · side pixels
/// around it. Their weights rise to the middle and fall again: 1, 3, 5 … 5, 3, 1. With equal weights, the result would show
/// the borders of the cells.
///
/// Cells are counted from 0 at the plane's corner. Cells from −1 to ⌈length / side⌉ contribute to a pixel. Outside the plane,
/// its outermost pixels are repeated.
@safe
struct BlurReducer: BitwiseCopyable {
    private let rows: ChannelRows
    private let side: Int
    /// Sums for the next row of cells: first the even bytes of every 16, then the odd ones.
    private let rising: UInt16Row
    /// Means of the rows, times 256. They begin `pad` pixels before the plane's first column.
    private let means: UInt16Row
    private let pad: Int
    /// Weights of the bytes of a cell. With three channels, weights of its pixels.
    private let weights: UInt16Row
    /// The offsets of the rows that are added up, from the first one.
    private let offsets: UnsafeMutablePointer<Int>
    /// The last 32 bytes of each of these rows, and their offsets.
    private let tails: UnsafeMutableRawPointer
    private let tailOffsets: UnsafeMutablePointer<Int>

    private static let block = 32

    /// - Parameter side: 4, 8 or 16.
    /// - Throws: `noMemory`.
    static func make(_ plane: Plane, side: Int, _ workspace: inout Workspace) throws(Failure) -> BlurReducer {
        let rows = try ChannelRows.make(plane, count: side, &workspace)
        let cells = (plane.width &+ side &- 1) / max(side, 1)
        let reducer = unsafe BlurReducer(
            rows: rows, side: side,
            rising: try workspace.claim(rows.length &+ rowSlack, of: UInt16.self),
            means: try workspace.claim((cells &+ 3) &* side &* rows.channels &+ rowSlack, of: UInt16.self),
            weights: try workspace.claim(2 &* side &* 4 &+ rowSlack, of: UInt16.self),
            offsets: try workspace.claim(side, of: Int.self),
            tails: UnsafeMutableRawPointer(try workspace.claim(side &* block, of: UInt8.self)),
            tailOffsets: try workspace.claim(side, of: Int.self))
        reducer.setWeights()
        return reducer
    }

    private init(
        rows: ChannelRows, side: Int, rising: UInt16Row, means: UInt16Row, weights: UInt16Row,
        offsets: UnsafeMutablePointer<Int>,
        tails: UnsafeMutableRawPointer, tailOffsets: UnsafeMutablePointer<Int>
    ) {
        self.rows = rows
        self.side = side
        unsafe self.rising = rising
        unsafe self.means = means
        pad = side &+ side &>> 1
        unsafe self.weights = weights
        unsafe self.offsets = offsets
        unsafe self.tails = tails
        unsafe self.tailOffsets = tailOffsets
    }

    private func setWeights() {
        // 65,536 / (2 · side²), so that the weights of a cell add up to a whole.
        let unit = 32768 &>> (2 &* side.trailingZeroBitCount)
        let repeats = rows.channels == 3 ? 1 : rows.channels
        for index in steps(to: 2 &* side &* repeats &+ 8) {
            let pixel = index / max(repeats, 1)
            let weight = pixel < side ? 2 &* pixel &+ 1 : 4 &* side &- 2 &* pixel &- 1
            unsafe weights[index] = UInt16(truncatingIfNeeded: max(weight, 0) &* unit)
        }
        for index in steps(to: side) {
            unsafe tailOffsets[index] = index &* Self.block
        }
        // What follows the last bytes has no influence, but it is read.
        unsafe memset(tails, 0, side &* Self.block)
    }

    var channels: Int { rows.channels }

    /// Reads what the row of cells before `row` shares with it. `row` is the first one that is made, at least −2.
    func begin(_ row: Int) {
        addRows(from: row &* side &- side &>> 1)
    }

    /// Makes a row of `width` + 4 cells, beginning with −2. Rows must be made in order.
    ///
    /// - Parameters:
    ///   - width: Number of cells that have pixels of the plane in their middle.
    func makeRow(_ row: Int, into cells: UInt16Row, _ width: Int) {
        addRows(from: (row &+ 1) &* side &- side &>> 1)
        unsafe reduce(into: cells, width)
    }

    // MARK: - Vertically

    /// Adds up `side` rows. With falling weights they complete one row of cells, and with rising weights they begin the next.
    private func addRows(from first: Int) {
        let last = rows.plane.height &- 1
        let (top, bottom) = (min(max(first, 0), last), min(max(first &+ side &- 1, 0), last))
        // Outside the plane, one row stands for all.
        let count = top == bottom ? 1 : side
        let base = unsafe rows.row(top, slot: 0)
        unsafe offsets[0] = 0
        for index in steps(from: 1, to: count) {
            let y = min(max(first &+ index, 0), last)
            unsafe offsets[index] = rows.row(y, slot: index) - base
        }
        // One loop for each side, so that the compiler knows its shifts and its length.
        switch count {
        case 4: unsafe addRows(base, 4, 4)
        case 8: unsafe addRows(base, 8, 8)
        case 16: unsafe addRows(base, 16, 16)
        default: unsafe addRows(base, 1, side)
        }
    }

    @inline(__always)
    private func addRows(_ base: UnsafeRawPointer, _ count: Int, _ side: Int) {
        let tail = rows.length & ~(Self.block &- 1)
        // The address of the rows after these.
        let ahead = unsafe base + count &* rows.plane.stride
        var x = 0
        while x < tail {
            if x & 63 == 0 {
                for index in steps(to: count) {
                    unsafe platform_prefetch(ahead + offsets[index] + x)
                }
            }
            unsafe addBlock(base + x, offsets, count, side, at: x)
            x &+= Self.block
        }
        guard tail < rows.length else { return }
        for index in steps(to: count) {
            unsafe memcpy(tails + index &* Self.block, base + offsets[index] + tail, rows.length &- tail)
        }
        unsafe addBlock(UnsafeRawPointer(tails), tailOffsets, count, side, at: tail)
    }

    /// Adds up 32 columns of bytes. Read as numbers of 16 bits, they are even bytes + 256 · odd bytes. The sums of the odd
    /// bytes are subtracted in the end.
    @inline(__always)
    private func addBlock(
        _ base: UnsafeRawPointer, _ offsets: UnsafeMutablePointer<Int>, _ count: Int, _ side: Int, at x: Int
    ) {
        var (a, b) = (ColumnSums(), ColumnSums())
        for index in steps(to: count) {
            let row = unsafe base + offsets[index]
            unsafe a.add(row.loadUnaligned(as: SIMD8<UInt16>.self))
            unsafe b.add(row.loadUnaligned(fromByteOffset: 16, as: SIMD8<UInt16>.self))
        }
        finish(a, count, side, at: x)
        finish(b, count, side, at: x &+ 16)
    }

    @inline(__always)
    private func finish(_ sums: ColumnSums, _ count: Int, _ side: Int, at x: Int) {
        let (even, odd) = (sums.even(count, side), sums.odd(count, side))
        unsafe means.set(
            pad &* rows.channels &+ x, even: mean(rising.vector(x), even.falling, side),
            odd: mean(rising.vector(x &+ 8), odd.falling, side))
        unsafe rising.set(x, even.rising)
        unsafe rising.set(x &+ 8, odd.rising)
    }

    /// The mean times 256, from sums of at most 255 · side².
    @inline(__always)
    private func mean(_ rising: SIMD8<UInt16>, _ falling: SIMD8<UInt16>, _ side: Int) -> SIMD8<UInt16> {
        if side == 16 { return (rising &>> 1) &+ (falling &>> 1) }
        return (rising &+ falling)
            &* SIMD8(repeating: UInt16(truncatingIfNeeded: 128 &>> (2 &* side.trailingZeroBitCount)))
    }

    // MARK: - Horizontally

    /// Makes a row of cells from means: −2 … `width` + 1. `width` cells have pixels of the plane in their middle.
    private func reduce(into cells: UInt16Row, _ width: Int) {
        let channels = rows.channels
        let end = (width &+ 3) &* side
        unsafe means.fill(0, count: pad, pixelOf: means + pad &* channels, channels: channels)
        let behind = pad &+ rows.plane.width
        unsafe means.fill(
            behind &* channels, count: end &- behind, pixelOf: means + (behind &- 1) &* channels, channels: channels)
        unsafe copyCell(0, into: cells, 0)
        // Each product is rounded down, except in an even picture. Then the cell is halved.
        let round = UInt16(truncatingIfNeeded: side &>> 1)
        switch channels {
        case 1:
            forEachCell(width, 1) {
                let sums = fold($1)
                unsafe cells[$0] = (sums[0] &+ sums[1] &+ round) &>> 1
            }
        case 2:
            forEachCell(width, 2) {
                let sums = (fold($1) &+ SIMD2(repeating: round)) &>> 1
                unsafe cells[2 &* $0] = sums[0]
                unsafe cells[2 &* $0 &+ 1] = sums[1]
            }
        case 3: forEachCell(width, 3) { unsafe cells.set(3 &* $0, half: ($1 &+ SIMD4(repeating: round)) &>> 1) }
        default: forEachCell(width, 4) { unsafe cells.set(4 &* $0, half: ($1 &+ SIMD4(repeating: round)) &>> 1) }
        }
        unsafe copyCell(end &- 1, into: cells, width &+ 3)
    }

    /// A cell that equals one pixel.
    private func copyCell(_ pixel: Int, into cells: UInt16Row, _ cell: Int) {
        for channel in steps(to: rows.channels) {
            let mean = unsafe means[pixel &* rows.channels &+ channel]
            unsafe cells[cell &* rows.channels &+ channel] = (mean &+ 1) &>> 1
        }
    }

    /// - Parameter body: Receives the mean of a cell. With fewer than four channels, the lanes hold partial sums of the channel
    ///   with their number modulo the channels. With three channels, the fourth lane is undefined.
    @inline(__always)
    private func forEachCell(_ width: Int, _ channels: Int, _ body: (_ cell: Int, _ mean: SIMD4<UInt16>) -> Void) {
        switch side {
        case 4: forEachCell(width, channels, 4, body)
        case 8: forEachCell(width, channels, 8, body)
        default: forEachCell(width, channels, 16, body)
        }
    }

    @inline(__always)
    private func forEachCell(
        _ width: Int, _ channels: Int, _ side: Int, _ body: (_ cell: Int, _ mean: SIMD4<UInt16>) -> Void
    ) {
        var (cell, start) = unsafe (1, means)
        while cell < width &+ 3 {
            unsafe body(cell, channels == 3 ? sumPixels(start, side) : sum(start, 2 &* side &* channels))
            cell &+= 1
            unsafe start += side &* channels
        }
    }

    @inline(__always)
    private func sum(_ start: UInt16Row, _ count: Int) -> SIMD4<UInt16> {
        var sum = SIMD8<UInt16>()
        for index in steps(to: count, by: 8) {
            unsafe sum &+= highProduct(start.vector(index), weights.vector(index))
        }
        return sum.lowHalf &+ sum.highHalf
    }

    @inline(__always)
    private func sumPixels(_ start: UInt16Row, _ side: Int) -> SIMD4<UInt16> {
        var sum = SIMD4<UInt16>()
        for pixel in steps(to: 2 &* side) {
            let weight = UInt16(truncatingIfNeeded: min(2 &* pixel &+ 1, 4 &* side &- 2 &* pixel &- 1))
            let unit = UInt16(truncatingIfNeeded: 32768 &>> (2 &* side.trailingZeroBitCount))
            unsafe sum &+= highProduct(start.half(3 &* pixel), SIMD4(repeating: weight &* unit))
        }
        return sum
    }

    @inline(__always)
    private func fold(_ sum: SIMD4<UInt16>) -> SIMD2<UInt16> { sum.lowHalf &+ sum.highHalf }
}

/// Sums of a column of 16 bytes, read as numbers of 16 bits, and of their upper bytes.
private struct ColumnSums {
    private var plain = SIMD8<UInt16>()
    private var plainOdd = SIMD8<UInt16>()
    /// Sums in which the first row counts as often as there are rows, and the last one once.
    private var weighted = SIMD8<UInt16>()
    private var weightedOdd = SIMD8<UInt16>()

    @inline(__always)
    mutating func add(_ bytes: SIMD8<UInt16>) {
        plain &+= bytes
        weighted &+= plain
        plainOdd &+= bytes &>> 8
        weightedOdd &+= plainOdd
    }

    @inline(__always)
    func even(_ count: Int, _ side: Int) -> (rising: SIMD8<UInt16>, falling: SIMD8<UInt16>) {
        weights(plain &- plainOdd &<< 8, weighted &- weightedOdd &<< 8, count, side)
    }

    @inline(__always)
    func odd(_ count: Int, _ side: Int) -> (rising: SIMD8<UInt16>, falling: SIMD8<UInt16>) {
        weights(plainOdd, weightedOdd, count, side)
    }

    /// The weights 1, 3, 5 … and their reverse. If one row stands for `side` rows, the sum of the weights.
    @inline(__always)
    private func weights(
        _ plain: SIMD8<UInt16>, _ weighted: SIMD8<UInt16>, _ count: Int, _ side: Int
    ) -> (rising: SIMD8<UInt16>, falling: SIMD8<UInt16>) {
        if count == 1 {
            let all = plain &* SIMD8(repeating: UInt16(truncatingIfNeeded: side &* side))
            return (all, all)
        }
        let falling = weighted &+ weighted &- plain
        return (plain &* SIMD8(repeating: UInt16(truncatingIfNeeded: 2 &* count)) &- falling, falling)
    }
}
