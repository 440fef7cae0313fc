// SPDX-License-Identifier: MIT
import CPlatform

/// Three boxes along one side of a grid, as weights of its cells: what makes the coefficients of a quadratic spline from them.
///
/// The cells are means under a triangle (`BlurReducer`), so a box of cells is softer than a box of pixels. The functions that
/// the first and the second box make are taken for linear between the middles of the cells, which makes them softer, too.
/// Each time, the numbers are made sharper to the same degree.
///
/// Each box repeats the outermost value of the one before, as it does with pixels. Here, a mean of cells would not be sharp
/// enough. So the exact means of the boxes around the first and the last pixel are given, and count like cells.
@safe
struct BoxWeights: BitwiseCopyable {
    /// Number of cells that have pixels of the plane in their middle.
    let cells: Int
    /// The inputs are the mean of the first box, twice, the cells −2 … `cells` + 1, and the mean of the last box, twice. A mean
    /// has more than half of the weight at times, which would not fit 16 bits.
    var inputs: Int { cells &+ 8 }
    /// The outputs are the coefficients of the cells −1 … `cells`.
    var outputs: Int { cells &+ 2 }
    /// How many outputs on either side have other weights than the outputs between them, which all have the same.
    private let edge: Int
    /// How many cells more there are than are needed to have all weights.
    private let skipped: Int
    /// Weights of the inputs from `first` on. All together are 65,536.
    private let weights: UnsafeMutablePointer<Int16>
    private let stride: Int
    /// The largest number of weights.
    var most: Int { stride }
    private let spans: UnsafeMutablePointer<CellRange>

    /// The weights of one output.
    @safe
    struct Taps: BitwiseCopyable {
        /// The first input.
        let first: Int
        let count: Int
        let weights: UnsafeMutablePointer<Int16>

        /// Whether the weights are the same in both directions from the middle.
        let isSymmetric: Bool

        /// Convolves `count` numbers, and up to 31 numbers after them.
        ///
        /// - Parameter distance: The distance of two inputs of an output.
        func convolve(_ source: UInt16Row, distance: Int, count: Int, into target: UInt16Row) {
            // Products are rounded down, by a half on average.
            var loss = 0
            let products = isSymmetric ? self.count &>> 1 &+ 1 : self.count
            for index in steps(to: products) {
                unsafe loss &+= isSymmetric && weights[index] < 0 ? -1 : 1
            }
            let start = SIMD16(repeating: Int16(truncatingIfNeeded: loss &>> 1))
            for x in steps(to: count, by: 32) {
                var (a, b) = (start, start)
                if isSymmetric {
                    unsafe addPairs(source + x, distance, &a, &b)
                } else {
                    unsafe add(source + x, distance, &a, &b)
                }
                unsafe target.set(x, wide: BoxWeights.clamped(a))
                unsafe target.set(x &+ 16, wide: BoxWeights.clamped(b))
            }
        }

        @inline(__always)
        private func add(_ source: UInt16Row, _ distance: Int, _ a: inout SIMD16<Int16>, _ b: inout SIMD16<Int16>) {
            var input = unsafe source
            for index in steps(to: count) {
                let weight = unsafe SIMD16(repeating: weights[index])
                unsafe a &+= highProduct(BoxWeights.signed(input.wide(0)), weight)
                unsafe b &+= highProduct(BoxWeights.signed(input.wide(16)), weight)
                unsafe input += distance
            }
        }

        /// Two inputs of the same weight are added first. Their sum needs all 16 bits, so negative products are subtracted.
        @inline(__always)
        private func addPairs(_ source: UInt16Row, _ distance: Int, _ a: inout SIMD16<Int16>, _ b: inout SIMD16<Int16>)
        {
            var (first, last) = unsafe (source, source + (count &- 1) &* distance)
            for index in steps(to: count &>> 1) {
                let weight = unsafe weights[index]
                let size = SIMD16(repeating: UInt16(bitPattern: weight < 0 ? 0 &- weight : weight))
                let low = unsafe BoxWeights.signed(highProduct(first.wide(0) &+ last.wide(0), size))
                let high = unsafe BoxWeights.signed(highProduct(first.wide(16) &+ last.wide(16), size))
                if weight < 0 {
                    a &-= low
                    b &-= high
                } else {
                    a &+= low
                    b &+= high
                }
                unsafe first += distance
                unsafe last += 0 &- distance
            }
            let weight = unsafe SIMD16(repeating: weights[count &>> 1])
            unsafe a &+= highProduct(BoxWeights.signed(first.wide(0)), weight)
            unsafe b &+= highProduct(BoxWeights.signed(first.wide(16)), weight)
        }
    }

    /// The largest level, times 128.
    static var white: Int16 { 32640 }

    @inline(__always)
    static func signed(_ numbers: SIMD16<UInt16>) -> SIMD16<Int16> {
        unsafe unsafeBitCast(numbers, to: SIMD16<Int16>.self)
    }

    /// The nearest numbers that are levels. The weights are negative here and there.
    @inline(__always)
    private static func clamped(_ numbers: SIMD16<Int16>) -> SIMD16<UInt16> {
        let levels = smaller(larger(numbers, SIMD16()), SIMD16(repeating: white))
        return unsafe unsafeBitCast(levels, to: SIMD16<UInt16>.self)
    }

    /// - Parameters:
    ///   - length: The pixels of a side.
    ///   - step: The pixels of a cell.
    ///   - side: The side of the boxes, at least seven times the step.
    /// - Throws: `noMemory`.
    init(length: Int, step: Int, side: Int, _ workspace: inout Workspace) throws(Failure) {
        let shift = step.trailingZeroBitCount
        cells = (length &+ step &- 1) &>> shift
        // Three halves of a box, and the cells on which the steps in between reach farther.
        edge = (3 &* side &+ 2 &* step &- 1) &>> (shift &+ 1) &+ 9
        let shown = min(cells, 2 &* edge &+ 1)
        skipped = cells &- shown
        stride = shown &+ 8
        unsafe weights = try workspace.claim((shown &+ 2) &* stride, of: Int16.self)
        unsafe spans = try workspace.claim(shown &+ 2, of: CellRange.self)
        let mark = workspace.mark
        let chain = try BoxChain(
            cells: shown, length: length &- skipped &* step, step: step, side: side, &workspace)
        for output in steps(to: shown &+ 2) {
            unsafe spans[output] = chain.weights(of: output, into: weights + output &* stride)
        }
        workspace.release(to: mark)
        if skipped > 0 { mirrorMiddle() }
    }

    /// Makes the weights of the outputs in the middle exactly symmetric.
    private func mirrorMiddle() {
        let center = edge &+ 3
        let row = unsafe weights + edge &* stride
        let span = unsafe spans[edge]
        let reach = max(center &- span.start, span.end &- 1 &- center)
        var rest = 65536
        for distance in steps(from: 1, to: reach &+ 1) {
            unsafe row[center &+ distance] = row[center &- distance]
            unsafe rest &-= 2 &* Int(row[center &- distance])
        }
        unsafe row[center] = Int16(truncatingIfNeeded: rest)
        unsafe spans[edge] = CellRange(start: center &- reach, end: center &+ reach &+ 1)
    }

    subscript(output: Int) -> Taps {
        var (index, moved) = (output, 0)
        if skipped > 0, output >= edge {
            // All in the middle are the same.
            moved = min(output &- edge, skipped)
            index = output &- moved
        }
        let span = unsafe spans[index]
        return unsafe Taps(
            first: span.start &+ moved, count: span.end &- span.start,
            weights: weights + (index &* stride &+ span.start),
            isSymmetric: skipped > 0 && index == edge)
    }

    /// The inputs that outputs need.
    func inputs(of outputs: CellRange) -> CellRange {
        var (first, end) = (inputs, 0)
        for output in steps(from: outputs.start, to: outputs.end) {
            let taps = self[output]
            first = min(first, taps.first)
            end = max(end, taps.first &+ taps.count)
        }
        return CellRange(start: first, end: end)
    }

    /// The outputs that have the same weights, each for the inputs after those of the one before.
    var middle: CellRange {
        skipped > 0 ? CellRange(start: edge, end: edge &+ skipped &+ 1) : CellRange(start: 0, end: 0)
    }
}
