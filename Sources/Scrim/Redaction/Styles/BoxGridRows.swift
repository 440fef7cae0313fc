// SPDX-License-Identifier: MIT
import CPlatform

/// The rows of a grid that are the inputs of `BoxWeights` down the columns, convolved along the row.
@safe
struct BoxGridRows: BitwiseCopyable {
    let channels: Int
    private let input: Plane
    private let side: (x: Int, y: Int)
    private let step: Int
    private let columns: BoxWeights
    private let rows: BoxWeights
    private let reducer: BlurReducer
    /// The inputs of a row, in levels times 128.
    private let line: UInt16Row
    /// The weights of each output, those of the middle excepted: one for each channel, and 0 up to a whole vector.
    private let weights: UnsafeMutablePointer<Int16>
    private let stride: Int
    /// For each row of pixels, the sums of the boxes around the first and around the last pixel.
    private let ends: UnsafeMutablePointer<UInt32>
    /// The sums of the boxes around the first or the last row.
    private let sums: UnsafeMutablePointer<UInt32>

    /// - Throws: `noMemory`.
    init(
        _ input: Plane, side: (x: Int, y: Int), step: Int, _ columns: BoxWeights, _ rows: BoxWeights,
        _ workspace: inout Workspace
    ) throws(Failure) {
        self.input = input
        self.side = side
        self.step = step
        self.columns = columns
        self.rows = rows
        reducer = try BlurReducer.make(input, side: step, &workspace)
        channels = reducer.channels
        stride = (columns.most &* channels &+ 15) & ~15
        let count = columns.inputs &* channels &+ rowSlack
        unsafe line = try workspace.claim(count, of: UInt16.self)
        unsafe weights = try workspace.claim((columns.outputs &- columns.middle.count) &* stride, of: Int16.self)
        unsafe ends = try workspace.claim(2 &* channels &* input.height, of: UInt32.self)
        unsafe sums = try workspace.claim(input.width &* channels, of: UInt32.self)
        unsafe memset(line, 0, count &* MemoryLayout<UInt16>.size)
        unsafe forEachEnd { output, row in
            let taps = columns[output]
            for index in steps(to: stride) {
                unsafe row[index] = index < taps.count &* channels ? taps.weights[index / max(channels, 1)] : 0
            }
        }
    }

    /// Visits the outputs outside the middle, and their weights.
    private func forEachEnd(_ body: (_ output: Int, _ row: UnsafeMutablePointer<Int16>) -> Void) {
        var row = unsafe weights
        for output in steps(to: columns.outputs) where output < columns.middle.start || output >= columns.middle.end {
            unsafe body(output, row)
            unsafe row += stride
        }
    }

    /// Makes a row of `columns.outputs` cells. Rows must be made in order.
    ///
    /// - Parameter index: The input of `rows`.
    func makeRow(_ index: Int, isFirst: Bool, into target: UInt16Row) {
        if index < 2 || index >= rows.inputs &- 2 {
            sumColumns(around: index < 2 ? 0 : input.height &- 1)
            reduceSums()
        } else {
            let cell = index &- 4
            let isFirst = isFirst || cell == -2
            if isFirst { reducer.begin(cell) }
            unsafe reducer.makeRow(cell, into: line + 2 &* channels, columns.cells)
            setEnds(cell, isFirst: isFirst)
        }
        if columns.middle.count > 0 {
            let taps = columns[columns.middle.start]
            unsafe taps.convolve(
                line + taps.first &* channels, distance: channels, count: columns.middle.count &* channels,
                into: target + columns.middle.start &* channels)
        }
        unsafe forEachEnd { output, row in
            let taps = columns[output]
            unsafe convolve(line + taps.first &* channels, row, taps.count, into: target + output &* channels)
        }
    }

    /// Makes one output.
    private func convolve(
        _ source: UInt16Row, _ weights: UnsafeMutablePointer<Int16>, _ count: Int, into target: UInt16Row
    ) {
        var sum = SIMD16<Int16>()
        for index in steps(to: count &* channels, by: 16) {
            let weight = unsafe UnsafeRawPointer(weights + index).loadUnaligned(as: SIMD16<Int16>.self)
            unsafe sum &+= highProduct(BoxWeights.signed(source.wide(index)), weight)
        }
        let loss = Int16(truncatingIfNeeded: count &>> 1)
        let four = (sum.lowHalf &+ sum.highHalf).lowHalf &+ (sum.lowHalf &+ sum.highHalf).highHalf
        let two = four.lowHalf &+ four.highHalf
        for channel in steps(to: channels) {
            let total = channels == 4 ? four[channel & 3] : channels == 2 ? two[channel & 1] : two[0] &+ two[1]
            unsafe target[channel] = UInt16(bitPattern: min(max(total &+ loss, 0), BoxWeights.white))
        }
    }

    // MARK: - Exact boxes

    /// The mean of a cell, times 128, from sums of `count` pixels each.
    private func mean(_ cell: Int, last: Int, of count: Int, _ sum: (Int) -> UInt32) -> UInt16 {
        // The outermost cells are pixels.
        if cell == -2 { return level(Int(sum(0)), of: count) }
        if cell &* step &- step &>> 1 > last { return level(Int(sum(last)), of: count) }
        var total = 0
        for index in steps(to: 2 &* step) {
            let weight = min(2 &* index &+ 1, 4 &* step &- 2 &* index &- 1)
            total &+= weight &* Int(sum(min(max(cell &* step &- step &>> 1 &+ index, 0), last)))
        }
        return level(total, of: 2 &* step &* step &* count)
    }

    private func level(_ sum: Int, of count: Int) -> UInt16 {
        UInt16(exactly: (Double(sum) * 128 / Double(count)).rounded()) ?? 0
    }

    /// Sets the means of the boxes around the first and the last pixel in a row of cells.
    private func setEnds(_ cell: Int, isFirst: Bool) {
        let (last, first) = (input.height &- 1, cell &* step &- step &>> 1)
        // The row before has summed up the first rows of this one.
        let start = isFirst ? first : first &+ step
        for y in steps(from: min(max(start, 0), last), to: min(max(first &+ 2 &* step &- 1, 0), last) &+ 1) {
            sumEnds(of: y)
        }
        let cells = columns.inputs &- 2
        for channel in steps(to: channels) {
            for end in steps(to: 2) {
                let mean = mean(cell, last: last, of: side.x) {
                    unsafe ends[(2 &* $0 &+ end) &* channels &+ channel]
                }
                let place = (end == 0 ? 0 : cells) &* channels &+ channel
                unsafe line[place] = mean
                unsafe line[place &+ channels] = mean
            }
        }
    }

    private func sumEnds(of y: Int) {
        let row = unsafe input.pixel(0, y).assumingMemoryBound(to: UInt8.self)
        let (reach, last) = (side.x &>> 1, input.width &- 1)
        let target = unsafe ends + 2 &* y &* channels
        for channel in steps(to: channels) {
            let (first, final) = unsafe (UInt32(row[channel]), UInt32(row[last &* channels &+ channel]))
            // Where the plane is narrower than half a box, the other end is repeated too.
            let outside = UInt32(truncatingIfNeeded: reach &+ 1)
            let beyond = UInt32(truncatingIfNeeded: max(reach &- last, 0))
            var left = first &* outside &+ final &* beyond
            var right = final &* outside &+ first &* beyond
            for x in steps(from: 1, to: min(reach, last) &+ 1) {
                unsafe left &+= UInt32(row[x &* channels &+ channel])
                unsafe right &+= UInt32(row[(last &- x) &* channels &+ channel])
            }
            unsafe target[channel] = left
            unsafe target[channels &+ channel] = right
        }
    }

    /// Sums up the box around a row in each column.
    private func sumColumns(around y: Int) {
        let (reach, last) = (side.y &>> 1, input.height &- 1)
        unsafe memset(sums, 0, input.width &* channels &* MemoryLayout<UInt32>.size)
        let (start, end) = (max(y &- reach, 0), min(y &+ reach, last))
        for row in steps(from: start, to: end &+ 1) {
            var times = 1
            if row == 0 { times &+= max(reach &- y, 0) }
            if row == last { times &+= max(y &+ reach &- last, 0) }
            let bytes = unsafe input.pixel(0, row).assumingMemoryBound(to: UInt8.self)
            let weight = UInt32(truncatingIfNeeded: times)
            let (length, weights) = (input.width &* channels, SIMD8(repeating: weight))
            for x in steps(to: length & ~7, by: 8) {
                let eight = unsafe UnsafeRawPointer(bytes + x).loadUnaligned(as: SIMD8<UInt8>.self)
                let sum = unsafe UnsafeRawPointer(sums + x).loadUnaligned(as: SIMD8<UInt32>.self)
                let new = sum &+ SIMD8<UInt32>(truncatingIfNeeded: eight) &* weights
                unsafe UnsafeMutableRawPointer(sums + x).storeBytes(of: new, as: SIMD8<UInt32>.self)
            }
            for x in steps(from: length & ~7, to: length) {
                unsafe sums[x] &+= UInt32(bytes[x]) &* weight
            }
        }
    }

    /// Makes a row of inputs from the sums of columns.
    private func reduceSums() {
        let (reach, last) = (side.x &>> 1, input.width &- 1)
        for channel in steps(to: channels) {
            func sum(_ x: Int) -> UInt32 { unsafe sums[x &* channels &+ channel] }
            for cell in steps(from: -2, to: columns.cells &+ 2) {
                unsafe line[(cell &+ 4) &* channels &+ channel] = mean(cell, last: last, of: side.y, sum)
            }
            for end in steps(to: 2) {
                var total = 0
                for x in steps(from: 0 &- reach, to: reach &+ 1) {
                    total &+= Int(sum(min(max(end &* last &+ x, 0), last)))
                }
                let place = (end == 0 ? 0 : columns.inputs &- 2) &* channels &+ channel
                let mean = level(total, of: side.x &* side.y)
                unsafe line[place] = mean
                unsafe line[place &+ channels] = mean
            }
        }
    }
}
