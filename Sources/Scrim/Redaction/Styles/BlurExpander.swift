// SPDX-License-Identifier: MIT
import CPlatform

/// Makes pixels from a grid of cells: along rows by weights, and down columns by adding differences.
@safe
struct BlurExpander: BitwiseCopyable {
    private let channels: Int
    let step: Int
    /// For each channel of each pixel, its weights for the cells before, around and after it.
    private let weights: UInt16Row
    private let weightStride: Int
    /// Three rows of cells, expanded to pixels.
    private let rows: UInt16Row
    private let rowStride: Int
    /// The numbers of these rows, and of their cells.
    private let state: UnsafeMutablePointer<Int>
    /// Room for 16 bytes. If the plane's pixels have 16 bits, room for `step` rows of four bytes for each pixel, and for packing.
    let bytes: UnsafeMutableRawPointer
    private let capacity: Int
    private let isPacked: Bool

    /// - Throws: `noMemory`.
    static func make(
        _ plane: Plane, step: Int, channels: Int, width: Int, _ workspace: inout Workspace
    ) throws(Failure) -> BlurExpander {
        var isPacked = false
        if case .color565 = plane.layout { isPacked = true }
        let weightStride = step &* channels &+ 8
        let rowStride = width &* step &* channels &+ rowSlack
        let capacity = isPacked ? step &* packedStride(width &* step) &+ 2 &* PixelPacking.room : 16
        let expander = unsafe BlurExpander(
            channels: channels, step: step,
            weights: try workspace.claim(3 &* weightStride, of: UInt16.self), weightStride: weightStride,
            rows: try workspace.claim(3 &* rowStride, of: UInt16.self), rowStride: rowStride,
            state: try workspace.claim(5, of: Int.self),
            bytes: UnsafeMutableRawPointer(try workspace.claim(capacity, of: UInt8.self)), capacity: capacity,
            isPacked: isPacked)
        expander.setWeights()
        return expander
    }

    private init(
        channels: Int, step: Int, weights: UInt16Row, weightStride: Int, rows: UInt16Row, rowStride: Int,
        state: UnsafeMutablePointer<Int>, bytes: UnsafeMutableRawPointer, capacity: Int,
        isPacked: Bool
    ) {
        self.channels = channels
        self.step = step
        unsafe self.weights = weights
        self.weightStride = weightStride
        unsafe self.rows = rows
        self.rowStride = rowStride
        unsafe self.state = state
        unsafe self.bytes = bytes
        self.capacity = capacity
        self.isPacked = isPacked
    }

    /// The weights of the cells before and after a pixel: the quadratic B-spline in the pixel's middle. Together with the weight
    /// of the cell around the pixel, they add up to 32,768.
    @inline(__always)
    private static func spline(_ pixel: Int, _ step: Int) -> (before: UInt16, behind: UInt16) {
        let unit = 4096 &>> (2 &* step.trailingZeroBitCount)
        let (t, rest) = (2 &* pixel &+ 1, 2 &* step &- 2 &* pixel &- 1)
        return (UInt16(truncatingIfNeeded: rest &* rest &* unit), UInt16(truncatingIfNeeded: t &* t &* unit))
    }

    private func setWeights() {
        for index in steps(to: weightStride) {
            let (before, behind) = Self.spline(min(index / max(channels, 1), step &- 1), step)
            unsafe weights[index] = before
            unsafe weights[weightStride &+ index] = 32768 &- before &- behind
            unsafe weights[2 &* weightStride &+ index] = behind
        }
        forgetRows()
        unsafe (state[3], state[4]) = (0, 0)
    }

    private func forgetRows() {
        unsafe (state[0], state[1], state[2]) = (-1, -1, -1)
    }

    /// Writes a plane.
    ///
    /// - Parameter rect: The pixels of the grid that the plane shows.
    func write(_ rect: PixelRect, of grid: BlurGrid, to plane: Plane) {
        keepCells(Int(rect.left) &>> shift, (Int(rect.right) &- 1) &>> shift &+ 1, of: grid)
        let start = unsafe (Int(rect.left) &- state[3] &* step) &* channels
        var y = Int(rect.top)
        while y < Int(rect.bottom) {
            let cell = y &>> shift
            let end = min((cell &+ 1) &* step, Int(rect.bottom))
            // The row of cells −1 is the grid's first.
            let (above, middle, below) = unsafe (
                row(cell, of: grid) + start, row(cell &+ 1, of: grid) + start, row(cell &+ 2, of: grid) + start
            )
            let first = y &- cell &* step
            if isPacked {
                let stride = Self.packedStride(rect.width)
                unsafe expand(above, middle, below, from: first, count: end &- y, stride, into: bytes, stride)
                pack(end &- y, of: plane, to: y &- Int(rect.top))
            } else {
                let target = unsafe plane.pixel(0, y &- Int(rect.top))
                unsafe expand(
                    above, middle, below, from: first, count: end &- y, rect.width &* channels, into: target,
                    plane.stride)
            }
            y = end
        }
    }

    private var shift: Int { step.trailingZeroBitCount }

    /// Bytes of a row of pixels before packing. They are whole vectors, so that the packer needs no additional room.
    private static func packedStride(_ width: Int) -> Int { (width &* 4 &+ 15) & ~15 }

    private func pack(_ count: Int, of plane: Plane, to y: Int) {
        for index in steps(to: count) {
            // Row after row: packing reads beyond the end of a row, where the next row is, or the room after the last one.
            unsafe PackedPixels.pack(
                UnsafeRawPointer(bytes + index &* Self.packedStride(plane.width)), count: plane.width,
                into: plane.pixel(0, y &+ index), room: bytes + (capacity &- PixelPacking.room))
        }
    }

    // MARK: - Rows

    /// Makes sure that the rows have these cells. In a round region, each rectangle is a little wider than the one above.
    private func keepCells(_ first: Int, _ end: Int, of grid: BlurGrid) {
        if unsafe first >= state[3] && end <= state[4] { return }
        let margin = (end &- first) &>> 2
        unsafe (state[3], state[4]) = (max(first &- margin, 0), min(end &+ margin, grid.width))
        forgetRows()
    }

    /// A row of cells, expanded to pixels: levels times 64.
    private func row(_ index: Int, of grid: BlurGrid) -> UInt16Row {
        let slot = index % 3
        let row = unsafe rows + slot &* rowStride
        if unsafe state[slot] == index { return unsafe row }
        unsafe state[slot] = index
        let (first, count) = unsafe (state[3], state[4] &- state[3])
        let cells = unsafe grid.cells + (index &* grid.stride &+ first &* channels)
        // One loop for each step, so that the compiler knows its length.
        switch step {
        case 4: unsafe expand(cells, count, into: row, 4)
        case 8: unsafe expand(cells, count, into: row, 8)
        default: unsafe expand(cells, count, into: row, 16)
        }
        return unsafe row
    }

    @inline(__always)
    private func expand(_ cells: UInt16Row, _ count: Int, into row: UInt16Row, _ step: Int) {
        switch channels {
        case 1: unsafe expand(cells, count, into: row, step, 1) { unsafe SIMD8(repeating: $0[0]) }
        case 2: unsafe expand(cells, count, into: row, step, 2) { unsafe pair($0) }
        case 3: unsafe expandPixels(cells, count, into: row, step)
        default:
            unsafe expand(cells, count, into: row, step, 4) { unsafe SIMD8(lowHalf: $0.half(0), highHalf: $0.half(0)) }
        }
    }

    @inline(__always)
    private func pair(_ cell: UInt16Row) -> SIMD8<UInt16> {
        let (a, b) = unsafe (cell[0], cell[1])
        return SIMD8(a, b, a, b, a, b, a, b)
    }

    @inline(__always)
    private func expand(
        _ cells: UInt16Row, _ count: Int, into row: UInt16Row, _ step: Int, _ channels: Int,
        _ load: (UInt16Row) -> SIMD8<UInt16>
    ) {
        var (cell, target) = unsafe (cells, row)
        var (before, middle) = unsafe (load(cell), load(cell + channels))
        for _ in steps(to: count) {
            let behind = unsafe load(cell + 2 &* channels)
            for index in steps(to: step &* channels, by: 8) {
                let sum =
                    unsafe highProduct(before, weights.vector(index))
                    &+ highProduct(middle, weights.vector(weightStride &+ index))
                    &+ highProduct(behind, weights.vector(2 &* weightStride &+ index))
                unsafe target.set(index, sum &+ 1)
            }
            (before, middle) = (middle, behind)
            unsafe cell += channels
            unsafe target += step &* channels
        }
    }

    @inline(__always)
    private func expandPixels(_ cells: UInt16Row, _ count: Int, into row: UInt16Row, _ step: Int) {
        var (cell, target) = unsafe (cells, row)
        for _ in steps(to: count) {
            let (before, middle, behind) = unsafe (cell.half(0), cell.half(3), cell.half(6))
            for pixel in steps(to: step) {
                let (first, last) = Self.spline(pixel, step)
                let sum =
                    highProduct(before, SIMD4(repeating: first))
                    &+ highProduct(middle, SIMD4(repeating: 32768 &- first &- last))
                    &+ highProduct(behind, SIMD4(repeating: last))
                unsafe target.set(3 &* pixel, half: sum &+ 1)
            }
            unsafe cell += 3
            unsafe target += 3 &* step
        }
    }
}
