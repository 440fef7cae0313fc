// SPDX-License-Identifier: MIT

/// Whether content crosses the borders of regions, judged by the pixels around them. Pixels of regions are never read.
///
/// Most regions have no other one next to them and are quiet. Each of these is looked at after it was written, because the same
/// memory was needed for that. Until then, the rows above and below it are prefetched.
struct BorderCheck: ~Copyable {
    private let pixels: PixelSteps
    private let frame: PixelRect
    /// The outline of the current region, if it is not a rectangle.
    var outline = ShapeOutline()
    /// Gets all regions before the first border is checked.
    var grid: RegionGrid
    /// The pixels of all regions. Only needed if other regions are near.
    private var mask: PixelMask
    /// The same with rows for columns, so that a row of bits stands for the pixels along a side.
    private var turned: PixelMask
    private(set) var hasMask = false
    /// Regions without another one next to them.
    private var lone = Buffer<Lone>(blank: Lone(box: .empty, index: 0))
    private var isLoneSorted = true
    /// Up to here they have been looked at.
    private var next = 0
    /// What is known of each region.
    private(set) var findings = Buffer<Finding>(blank: .quiet)

    enum Finding: UInt8, BitwiseCopyable {
        case quiet
        case crossed
        /// Another region may be near enough to need the mask.
        case undecided
    }

    /// A rectangle, and the region's number.
    private struct Lone: BitwiseCopyable {
        let box: PixelRect
        let index: Int
    }

    private init(
        _ plane: Plane, _ grid: consuming RegionGrid, _ mask: consuming PixelMask, _ turned: consuming PixelMask
    ) {
        pixels = PixelSteps(plane)
        frame = plane.bounds
        self.grid = grid
        self.mask = mask
        self.turned = turned
    }

    /// - Parameters:
    ///   - plane: The plane with the colors or the luma.
    ///   - count: The number of regions.
    /// - Throws: `noMemory`.
    static func make(_ plane: Plane, count: Int) throws(Failure) -> BorderCheck {
        var check = BorderCheck(
            plane, try RegionGrid.make(plane.bounds), try PixelMask.make(.empty), try PixelMask.make(.empty))
        try check.findings.resize(count)
        return check
    }

    /// - Parameter turned: The same pixels, with rows for columns.
    mutating func setMask(_ mask: consuming PixelMask, _ turned: consuming PixelMask) {
        self.mask = mask
        self.turned = turned
        hasMask = true
    }

    // MARK: - Regions without another one next to them

    /// Adds a rectangle that has no other region next to it.
    ///
    /// - Throws: `noMemory`.
    mutating func addLone(_ box: PixelRect, _ index: Int) throws(Failure) {
        if lone.count > 0, !lone[lone.count &- 1].box.comesBefore(box) { isLoneSorted = false }
        try lone.append(Lone(box: box, index: index))
    }

    /// Sorts them as `RegionUnion` visits regions.
    ///
    /// - Throws: `noMemory`.
    mutating func sortLone() throws(Failure) {
        if isLoneSorted { return }
        var scratch = Buffer<Lone>(blank: Lone(box: .empty, index: 0))
        try lone.sort(from: 0, to: lone.count, scratch: &scratch) { $0.box.left }
        try lone.sort(from: 0, to: lone.count, scratch: &scratch) { $0.box.top }
    }

    /// Looks at those that begin before a rectangle that is about to be written, and so have been written. What is being written
    /// is still on its way to the cache.
    @inline(__always)
    mutating func pass(_ rect: PixelRect) {
        while next < lone.count, lone[next].box.comesBefore(rect) { look(lone[next]) }
    }

    /// Looks at all that are left.
    mutating func passAll() {
        while next < lone.count { look(lone[next]) }
    }

    private mutating func look(_ region: Lone) {
        next &+= 1
        if next < lone.count { prefetch(around: lone[next].box) }
        findings[region.index] = finding(region.box)
    }

    /// Finds out about a rectangle that has no other region next to it. Whether others are near is asked only if a side is stirred.
    private func finding(_ box: PixelRect) -> Finding {
        var isAlone: Bool?
        let isLoud = hasSide(box) { side in
            let near = sum(side, 1, isRectangle: true, isMasked: false)
            guard near > BorderRule.quiet else { return false }
            let alone = isAlone ?? grid.isAlone(box, within: BorderSide.depth)
            isAlone = alone
            return !alone || self.isLoud(side, near, isRectangle: true, isMasked: false)
        }
        if isAlone == false { return .undecided }
        return isLoud ? .crossed : .quiet
    }

    /// Prefetches the rows next to a rectangle that will be written.
    private func prefetch(around box: PixelRect) {
        prefetch(BorderSide(.top, of: box, in: frame), 1)
        prefetch(BorderSide(.bottom, of: box, in: frame), 1)
    }

    /// Prefetches a row of a side that runs across, if the frame has it.
    @inline(__always)
    private func prefetch(_ side: BorderSide, _ row: Int) {
        if row <= side.rowCount { pixels.prefetch(row: side.line(row), from: side.start, to: side.end) }
    }

    // MARK: - Any region

    /// Finds out with the mask whether content crosses the border of a region.
    mutating func decide(_ box: PixelRect, isRectangle: Bool, _ index: Int) {
        findings[index] = isCrossed(box, isRectangle: isRectangle, isMasked: true) ? .crossed : .quiet
    }

    private func isCrossed(_ box: PixelRect, isRectangle: Bool, isMasked: Bool) -> Bool {
        hasSide(box) { side in
            let near = sum(side, 1, isRectangle: isRectangle, isMasked: isMasked)
            return isLoud(side, near, isRectangle: isRectangle, isMasked: isMasked)
        }
    }

    /// Whether content crosses a side.
    ///
    /// - Parameter near: The sum of the row next to the region.
    private func isLoud(_ side: BorderSide, _ near: UInt64, isRectangle: Bool, isMasked: Bool) -> Bool {
        guard near > BorderRule.quiet else { return false }
        // Columns are read row by row, as they lie in memory.
        if isRectangle, !isMasked, !side.isAcross, side.rowCount == BorderSide.depth {
            let first = min(side.line(1), side.line(Int(BorderSide.depth)))
            if let sums = pixels.sums(ofColumnsFrom: first, from: side.start, to: side.end) {
                return BorderRule.isLoud(near, rows: side.rowCount) { sums[(side.line($0) &- first) & 15] }
            }
        }
        let isRow = isRectangle && side.isAcross
        for row in steps(from: 2, to: 6) where isRow { prefetch(side, row) }
        return BorderRule.isLoud(near, rows: side.rowCount) {
            if isRow { prefetch(side, $0 &+ 4) }
            return sum(side, $0, isRectangle: isRectangle, isMasked: isMasked)
        }
    }

    /// Whether a body returns true for a side that does not lie at the edge of the frame.
    @inline(__always)
    private func hasSide(_ box: PixelRect, _ body: (BorderSide) -> Bool) -> Bool {
        hasSide(.top, box, body) || hasSide(.bottom, box, body) || hasSide(.left, box, body)
            || hasSide(.right, box, body)
    }

    @inline(__always)
    private func hasSide(_ name: BorderSide.Name, _ box: PixelRect, _ body: (BorderSide) -> Bool) -> Bool {
        let side = BorderSide(name, of: box, in: frame)
        return side.rowCount > 0 && body(side)
    }

    /// The sum of the steps along a row of a side.
    private func sum(_ side: BorderSide, _ row: Int, isRectangle: Bool, isMasked: Bool) -> UInt64 {
        guard isRectangle else { return sumAlongOutline(side, row, isMasked: isMasked) }
        let line = side.line(row)
        switch (side.isAcross, isMasked) {
        case (true, false): return pixels.sum(row: line, from: side.start, to: side.end)
        case (true, true):
            var sum: UInt64 = 0
            mask.forEachGap(row: line, from: side.start, to: side.end) {
                sum &+= pixels.sum(row: line, from: $0, to: $1)
            }
            return sum
        case (false, false): return pixels.sum(column: line, from: side.start, to: side.end)
        case (false, true):
            var sum: UInt64 = 0
            turned.forEachGap(row: line, from: side.start, to: side.end) {
                sum &+= pixels.sum(column: line, from: $0, to: $1)
            }
            return sum
        }
    }

    @inline(never)
    private func sumAlongOutline(_ side: BorderSide, _ row: Int, isMasked: Bool) -> UInt64 {
        // A column without a pixel of the region is one that the frame cuts in two.
        pixels.sum(
            from: side.start, to: side.end,
            { side.pixel($0, side.line(row, from: outline.edge(side, $0))) },
            isSeen: { frame.contains($0, $1) && (!isMasked || !mask.holds($0, $1)) })
    }
}
