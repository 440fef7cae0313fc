// SPDX-License-Identifier: MIT
import CPlatform

/// Makes pixels of a grid of cells: those of a row by weights, those of a column by adding differences.
@safe
struct BlurExpander: BitwiseCopyable {
    private let channels: Int
    /// Numbers of a pixel's channels, or with three of them four.
    private let lanes: Int
    let step: Int
    /// A pixel's weights for the cells before, around and behind it, for each channel; then those of the next.
    private let weights: Words
    private let weightStride: Int
    /// Three rows of cells, expanded to pixels.
    private let rows: Words
    private let rowStride: Int
    /// Which rows and which cells of them those are.
    private let state: UnsafeMutablePointer<Int>
    /// Room for `step` rows of three bytes a pixel, and for 16 bytes, where the plane's pixels are others.
    let bytes: UnsafeMutableRawPointer
    private let isPacked: Bool

    /// - Throws: `noMemory`.
    static func make(
        _ plane: Plane, step: Int, channels: Int, width: Int, _ workspace: inout Workspace
    ) throws(Failure) -> BlurExpander {
        var isPacked = false
        if case .color565 = plane.layout { isPacked = true }
        let lanes = channels == 3 ? 4 : channels
        let weightStride = step &* lanes &+ 8
        let rowStride = width &* step &* channels &+ wordSlack
        let expander = unsafe BlurExpander(
            channels: channels, lanes: lanes, step: step,
            weights: try workspace.claim(3 &* weightStride, of: UInt16.self), weightStride: weightStride,
            rows: try workspace.claim(3 &* rowStride, of: UInt16.self), rowStride: rowStride,
            state: try workspace.claim(5, of: Int.self),
            bytes: UnsafeMutableRawPointer(
                try workspace.claim(isPacked ? step &* width &* step &* 3 &+ 16 : 16, of: UInt8.self)),
            isPacked: isPacked)
        expander.setWeights()
        return expander
    }

    private init(
        channels: Int, lanes: Int, step: Int, weights: Words, weightStride: Int, rows: Words, rowStride: Int,
        state: UnsafeMutablePointer<Int>, bytes: UnsafeMutableRawPointer, isPacked: Bool
    ) {
        self.channels = channels
        self.lanes = lanes
        self.step = step
        unsafe self.weights = weights
        self.weightStride = weightStride
        unsafe self.rows = rows
        self.rowStride = rowStride
        unsafe self.state = state
        unsafe self.bytes = bytes
        self.isPacked = isPacked
    }

    /// The quadratic B-spline in the middle of pixels; all three are 32,768.
    private func setWeights() {
        let unit = 4096 &>> (2 &* step.trailingZeroBitCount)
        var index = 0
        while index < weightStride {
            let t = 2 &* (min(index / max(lanes, 1), step &- 1)) &+ 1
            let (before, behind) = ((2 &* step &- t) &* (2 &* step &- t) &* unit, t &* t &* unit)
            unsafe weights[index] = UInt16(truncatingIfNeeded: before)
            unsafe weights[weightStride &+ index] = UInt16(truncatingIfNeeded: 32768 &- before &- behind)
            unsafe weights[2 &* weightStride &+ index] = UInt16(truncatingIfNeeded: behind)
            index &+= 1
        }
        forgetRows()
        unsafe (state[3], state[4]) = (0, 0)
    }

    private func forgetRows() {
        unsafe (state[0], state[1], state[2]) = (-1, -1, -1)
    }

    /// Writes a plane.
    ///
    /// - Parameter rect: What of the grid's pixels it is.
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
            let target = unsafe plane.pixel(0, y &- Int(rect.top))
            if isPacked {
                unsafe expand(above, middle, below, first..<(first &+ end &- y), rect.width &* 3, bytes, rect.width &* 3)
                pack(end &- y, of: plane, to: y &- Int(rect.top))
            } else {
                unsafe expand(
                    above, middle, below, first..<(first &+ end &- y), rect.width &* channels, target, plane.stride)
            }
            y = end
        }
    }

    private var shift: Int { step.trailingZeroBitCount }

    private func pack(_ count: Int, of plane: Plane, to y: Int) {
        var index = 0
        while index < count {
            unsafe BlurRows.pack(
                UnsafeRawPointer(bytes + index &* plane.width &* 3), count: plane.width,
                into: plane.pixel(0, y &+ index))
            index &+= 1
        }
    }

    // MARK: - Rows

    /// Sees to it that rows have these cells. Rectangles that follow one another down a round region are each a bit wider.
    private func keepCells(_ first: Int, _ end: Int, of grid: BlurGrid) {
        if unsafe first >= state[3] && end <= state[4] { return }
        let margin = (end &- first) &>> 2
        unsafe (state[3], state[4]) = (max(first &- margin, 0), min(end &+ margin, grid.width))
        forgetRows()
    }

    /// A row of cells as pixels: levels times 64.
    private func row(_ index: Int, of grid: BlurGrid) -> Words {
        let slot = index % 3
        let row = unsafe rows + slot &* rowStride
        if unsafe state[slot] == index { return unsafe row }
        unsafe state[slot] = index
        let (first, count) = unsafe (state[3], state[4] &- state[3])
        let cells = unsafe grid.cells + (index &* grid.stride &+ first &* channels)
        switch channels {
        case 1: unsafe expand(cells, count, into: row) { unsafe SIMD8(repeating: $0[0]) }
        case 2: unsafe expand(cells, count, into: row) { unsafe pair($0) }
        case 3: unsafe expandPixels(cells, count, into: row)
        default: unsafe expand(cells, count, into: row) { unsafe SIMD8(lowHalf: $0.half(0), highHalf: $0.half(0)) }
        }
        return unsafe row
    }

    @inline(__always)
    private func pair(_ cell: Words) -> SIMD8<UInt16> {
        let (a, b) = unsafe (cell[0], cell[1])
        return SIMD8(a, b, a, b, a, b, a, b)
    }

    @inline(__always)
    private func expand(_ cells: Words, _ count: Int, into row: Words, _ load: (Words) -> SIMD8<UInt16>) {
        var (cell, target) = unsafe (cells, row)
        var left = count
        while left > 0 {
            let (before, middle, behind) = unsafe (load(cell), load(cell + channels), load(cell + 2 &* channels))
            var index = 0
            while index < step &* channels {
                let sum = unsafe highProduct(before, weights.vector(index))
                    &+ highProduct(middle, weights.vector(weightStride &+ index))
                    &+ highProduct(behind, weights.vector(2 &* weightStride &+ index))
                unsafe target.set(index, sum &+ 1)
                index &+= 8
            }
            unsafe cell += channels
            unsafe target += step &* channels
            left &-= 1
        }
    }

    private func expandPixels(_ cells: Words, _ count: Int, into row: Words) {
        var (cell, target) = unsafe (cells, row)
        var left = count
        while left > 0 {
            let (before, middle, behind) = unsafe (cell.half(0), cell.half(3), cell.half(6))
            var index = 0
            while index < 4 &* step {
                let sum = unsafe highProduct(before, weights.half(index))
                    &+ highProduct(middle, weights.half(weightStride &+ index))
                    &+ highProduct(behind, weights.half(2 &* weightStride &+ index))
                unsafe target.set(0, half: sum &+ 1)
                unsafe target += 3
                index &+= 4
            }
            unsafe cell += 3
            left &-= 1
        }
    }
}
