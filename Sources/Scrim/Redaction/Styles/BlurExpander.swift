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
    /// The byte that is not a color, and its value as levels times 128.
    private let rest: (position: Int, level: UInt16)?
    /// Room for 16 bytes. If the plane's pixels are expanded, room for `step` rows of four bytes for each pixel, and for packing.
    let bytes: UnsafeMutableRawPointer
    private let capacity: Int
    private let expansion: PixelExpansion

    /// - Throws: `noMemory`.
    static func make(
        _ plane: Plane, step: Int, channels: Int, width: Int, _ workspace: inout Workspace
    ) throws(Failure) -> BlurExpander {
        let expansion = PixelExpansion(plane.layout, expandsThreeBytes: false)
        let weightStride = step &* channels &+ 8
        let rowStride = distance(ofRows: width &* step &* channels)
        let capacity =
            expansion == .none ? 16 : step &* expandedStride(width &* step) &+ 2 &* PixelExpansion.room
        let expander = unsafe BlurExpander(
            channels: channels, step: step,
            weights: try workspace.claim(3 &* weightStride, of: UInt16.self), weightStride: weightStride,
            rows: try workspace.claim(3 &* rowStride, of: UInt16.self), rowStride: rowStride,
            rest: plane.layout.rest.map { ($0.position, UInt16($0.value) &* 128) },
            bytes: UnsafeMutableRawPointer(try workspace.claim(capacity, of: UInt8.self)), capacity: capacity,
            expansion: expansion)
        expander.setWeights()
        return expander
    }

    private init(
        channels: Int, step: Int, weights: UInt16Row, weightStride: Int, rows: UInt16Row, rowStride: Int,
        rest: (position: Int, level: UInt16)?, bytes: UnsafeMutableRawPointer, capacity: Int,
        expansion: PixelExpansion
    ) {
        self.channels = channels
        self.step = step
        unsafe self.weights = weights
        self.weightStride = weightStride
        unsafe self.rows = rows
        self.rowStride = rowStride
        self.rest = rest
        unsafe self.bytes = bytes
        self.capacity = capacity
        self.expansion = expansion
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
    }

    /// Writes pixels of a row of cells.
    ///
    /// - Parameters:
    ///   - pixels: Rows of pixels, counted from the first one of the row of cells.
    ///   - index: The number of that row. It, the one above and the one below must have been expanded.
    ///   - y: The row of the plane that the first row of pixels is written to.
    func write(_ pixels: Rows, around index: Int, to plane: Plane, at y: Int) {
        let (above, middle) = unsafe (row(index &- 1), row(index))
        let below = unsafe row(index &+ 1)
        guard expansion != .none else {
            return unsafe expand(
                above, middle, below, from: pixels.start, count: pixels.count, plane.width &* channels,
                into: plane.pixel(0, y), plane.stride)
        }
        let stride = Self.expandedStride(plane.width)
        unsafe expand(above, middle, below, from: pixels.start, count: pixels.count, stride, into: bytes, stride)
        for index in steps(to: pixels.count) {
            // Row after row: packing reads beyond the end of a row, where the next row is, or the room after the last one.
            unsafe expansion.pack(
                UnsafeRawPointer(bytes + index &* stride), count: plane.width, into: plane.pixel(0, y &+ index),
                room: bytes + (capacity &- PixelExpansion.room))
        }
    }

    /// Bytes of a row of expanded pixels. They are whole vectors, so that packing needs no additional room.
    private static func expandedStride(_ width: Int) -> Int { (width &* 4 &+ 15) & ~15 }

    // MARK: - Rows

    /// The memory of a row.
    private func row(_ index: Int) -> UInt16Row { unsafe rows + index % 3 &* rowStride }

    /// Expands a row of cells to pixels, levels times 64. It replaces the third row above.
    ///
    /// - Parameters:
    ///   - cells: With one cell more on either side. The byte that is not a color becomes its value.
    ///   - index: The number of the row.
    func expand(_ cells: UInt16Row, as index: Int, _ count: Int) {
        if let rest {
            for x in steps(to: count &+ 2) {
                unsafe cells[x &* 4 &+ rest.position] = rest.level
            }
        }
        let row = unsafe row(index)
        // One loop for each step, so that the compiler knows its length.
        switch step {
        case 4: unsafe expand(cells, count, into: row, 4)
        case 8: unsafe expand(cells, count, into: row, 8)
        default: unsafe expand(cells, count, into: row, 16)
        }
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
