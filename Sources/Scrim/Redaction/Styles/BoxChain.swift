// SPDX-License-Identifier: MIT
import CPlatform

/// The steps of `BoxWeights`, from the last one back to the first: it has the weights of what a step makes, and finds those of
/// what the step is made from. All numbers are computed with basic operations, so that all machines agree to the last bit.
@safe
struct BoxChain: BitwiseCopyable {
    private typealias Numbers = UnsafeMutablePointer<Double>

    private let cells: Int
    private let length: Int
    private let step: Int
    private let side: Int
    /// How many cells have their middle between the first and the last pixel. With these two pixels, they are the knots of the
    /// functions that the boxes make.
    private let inner: Int
    /// The box around the middle of each cell −2 … `cells` + 1, and around the first and the last pixel: integrals over the
    /// function, as weights of its knots.
    private let boxes: Numbers
    /// Of each of these, the first and the last knot with a weight.
    private let spans: UnsafeMutablePointer<CellRange>
    /// A box on the grid has the weight `share` on all cells of its `reach`, and `rest` on one more on either side.
    private let reach: Int
    private let share: Double
    private let rest: Double
    /// Weights of the cells −3 … `cells` + 2, of the cells −2 … `cells` + 1, and of the knots.
    private let centers: Numbers
    private let means: Numbers
    private let knots: Numbers

    init(cells: Int, length: Int, step: Int, side: Int, _ workspace: inout Workspace) throws(Failure) {
        self.cells = cells
        self.length = length
        self.step = step
        self.side = side
        var inner = 0
        while inner < cells, 2 &* (inner &* step) &+ step < 2 &* length &- 2 { inner &+= 1 }
        self.inner = inner
        // With these weights, the box on the grid has the variance of the box of pixels.
        let variance = Double(side &* side &- 1) / Double(12 &* step &* step)
        func count(_ reach: Int) -> Double { Double(2 &* reach &+ 1) }
        var reach = 0
        while (count(reach &+ 1) * count(reach &+ 1) - 1) / 12 < variance { reach &+= 1 }
        let next = Double(reach &+ 1)
        let part =
            (Double(reach) * next * count(reach) / 3 - variance * count(reach)) / (2 * variance - 2 * next * next)
        self.reach = reach
        let total = count(reach) + 2 * part
        (share, rest) = (1 / total, part / total)
        unsafe boxes = try workspace.claim((cells &+ 6) &* (inner &+ 2), of: Double.self)
        unsafe spans = try workspace.claim(cells &+ 6, of: CellRange.self)
        unsafe centers = try workspace.claim(cells &+ 6, of: Double.self)
        unsafe means = try workspace.claim(cells &+ 4, of: Double.self)
        unsafe knots = try workspace.claim(inner &+ 2, of: Double.self)
        for cell in steps(to: cells &+ 4) {
            setBox(cell, around: middle(of: cell &- 2))
        }
        setBox(cells &+ 4, around: 0)
        setBox(cells &+ 5, around: Double(length &- 1))
    }

    private func middle(of cell: Int) -> Double { Double(2 &* cell &* step &+ step &- 1) / 2 }

    private func knot(_ index: Int) -> Double {
        if index == 0 { return 0 }
        return index > inner ? Double(length &- 1) : middle(of: index &- 1)
    }

    // MARK: - Boxes

    /// Beyond the first and the last knot, the function stays as it is there.
    private func setBox(_ index: Int, around center: Double) {
        let row = unsafe boxes + index &* (inner &+ 2)
        let size = Double(side)
        let (low, high) = (center - size / 2, center + size / 2)
        let last = inner &+ 1
        for knot in steps(to: inner &+ 2) { unsafe row[knot] = 0 }
        if low < 0 { unsafe row[0] += min(high, 0) - low }
        if high > knot(last) { unsafe row[last] += high - max(low, knot(last)) }
        for left in steps(to: last) {
            let (start, end) = (knot(left), knot(left &+ 1))
            let (from, to) = (max(low, start), min(high, end))
            guard from < to else { continue }
            // The mean over this part is the value in its middle.
            let right = ((from + to) / 2 - start) / (end - start) * (to - from)
            unsafe row[left] += (to - from) - right
            unsafe row[left &+ 1] += right
        }
        var (first, end) = (0, inner &+ 2)
        while first < last, unsafe row[first] == 0 { first &+= 1 }
        while end > first &+ 1, unsafe row[end &- 1] == 0 { end &-= 1 }
        for knot in steps(from: first, to: end) { unsafe row[knot] /= size }
        unsafe spans[index] = CellRange(start: first, end: end)
    }

    private func addBox(_ index: Int, times weight: Double) {
        guard weight != 0 else { return }
        let row = unsafe boxes + index &* (inner &+ 2)
        let span = unsafe spans[index]
        for knot in steps(from: span.start, to: span.end) {
            unsafe knots[knot] += weight * row[knot]
        }
    }

    // MARK: - Steps

    /// Finds the weights of the inputs of an output.
    ///
    /// - Returns: The inputs with a weight.
    func weights(of output: Int, into target: UnsafeMutablePointer<Int16>) -> CellRange {
        // A spline is softer than its coefficients, by an eighth of the second difference.
        clearCenters()
        addSharp(output &- 1, 1, by: 1.0 / 8)
        // The third box, from the function that the second one made.
        clearKnots()
        for cell in steps(to: cells &+ 4) { unsafe addBox(cell, times: centers[cell &+ 1]) }
        sharpenKnots()
        // The second box, from the function that the first one made.
        let (first, last) = unsafe (knots[0], knots[inner &+ 1])
        clearKnots()
        addBox(cells &+ 4, times: first)
        addBox(cells &+ 5, times: last)
        for cell in steps(to: cells &+ 4) { unsafe addBox(cell, times: centers[cell &+ 1]) }
        sharpenKnots()
        return unsafe setInputs(target)
    }

    private func clearCenters() {
        for cell in steps(to: cells &+ 6) { unsafe centers[cell] = 0 }
    }

    private func clearKnots() {
        for knot in steps(to: inner &+ 2) { unsafe knots[knot] = 0 }
    }

    /// Adds a cell, from −1 to `cells`, and subtracts a part of its second difference.
    private func addSharp(_ cell: Int, _ weight: Double, by part: Double) {
        unsafe centers[cell &+ 2] -= weight * part
        unsafe centers[cell &+ 3] += weight * (1 + 2 * part)
        unsafe centers[cell &+ 4] -= weight * part
    }

    /// From knots in the middles of cells to cells. A function that is linear between them is softer, by a twelfth of the second
    /// difference.
    private func sharpenKnots() {
        clearCenters()
        for knot in steps(from: 1, to: inner &+ 1) { unsafe addSharp(knot &- 1, knots[knot], by: 1.0 / 12) }
    }

    /// The first box, from cells. The means of the boxes around the first and the last pixel are the outermost knots.
    private func setInputs(_ target: UnsafeMutablePointer<Int16>) -> CellRange {
        let last = cells &+ 3
        for cell in steps(to: cells &+ 4) { unsafe means[cell] = 0 }
        for cell in steps(from: 1, to: last) {
            let weight = unsafe centers[cell &+ 1]
            guard weight != 0 else { continue }
            for other in steps(from: cell &- reach &- 1, to: cell &+ reach &+ 2) {
                let isNext = other < cell &- reach || other > cell &+ reach
                unsafe means[min(max(other, 0), last)] += weight * (isNext ? rest : share)
            }
        }
        // A cell is softer than its middle. The outermost cells are pixels.
        clearCenters()
        unsafe (centers[1], centers[last &+ 1]) = (means[0], means[last])
        for cell in steps(from: 1, to: last) { unsafe addSharp(cell &- 2, means[cell], by: 1.0 / 12) }
        return unsafe quantize(target)
    }

    private func quantize(_ target: UnsafeMutablePointer<Int16>) -> CellRange {
        let count = cells &+ 8
        var (total, largest) = (0, 2)
        func set(_ input: Int, _ weight: Int) {
            unsafe target[input] = Int16(truncatingIfNeeded: min(max(weight, -32768), 32767))
            unsafe total &+= Int(target[input])
        }
        func set(_ input: Int, twice weight: Double) {
            let whole = Int(exactly: (weight * 65536).rounded()) ?? 0
            set(input, whole &>> 1)
            set(input &+ 1, whole &- whole &>> 1)
        }
        unsafe set(0, twice: knots[0])
        unsafe set(count &- 2, twice: knots[inner &+ 1])
        for cell in steps(to: cells &+ 4) {
            let input = cell &+ 2
            unsafe set(input, Int(exactly: (centers[cell &+ 1] * 65536).rounded()) ?? 0)
            if unsafe target[input] > target[largest] { largest = input }
        }
        unsafe target[largest] = Int16(truncatingIfNeeded: Int(target[largest]) &+ 65536 &- total)
        var (first, end) = (0, count)
        while first < count &- 1, unsafe target[first] == 0 { first &+= 1 }
        while end > first &+ 1, unsafe target[end &- 1] == 0 { end &-= 1 }
        return CellRange(start: first, end: end)
    }
}
