// SPDX-License-Identifier: MIT

/// Whether content crosses the borders of regions, judged by the pixels around them. Pixels of regions are never read.
///
/// Most regions have no other one next to them and are quiet. These are looked at while regions are written, because the same
/// memory is needed then.
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
        try lone.append(Lone(box: box, index: index))
    }

    /// Sorts them as `RegionUnion` visits regions.
    ///
    /// - Throws: `noMemory`.
    mutating func sortLone() throws(Failure) {
        var scratch = Buffer<Lone>(blank: Lone(box: .empty, index: 0))
        try lone.sort(from: 0, to: lone.count, scratch: &scratch) { $0.box.left }
        try lone.sort(from: 0, to: lone.count, scratch: &scratch) { $0.box.top }
    }

    /// Looks at the next ones, up to a rectangle that is about to be written.
    @inline(__always)
    mutating func pass(_ rect: PixelRect) {
        while next < lone.count {
            let region = lone[next]
            guard region.box.top < rect.top || region.box.top == rect.top && region.box.left <= rect.left else {
                return
            }
            look(region)
        }
    }

    /// Looks at all that are left.
    mutating func passAll() {
        while next < lone.count { look(lone[next]) }
    }

    private mutating func look(_ region: Lone) {
        next &+= 1
        guard isStirred(region.box) else { return }
        let isAlone = grid.isAlone(region.box, within: BorderSide.depth)
        let isLoud = isAlone && isCrossed(region.box, isRectangle: true, isMasked: false)
        findings[region.index] = isLoud ? .crossed : isAlone ? .quiet : .undecided
    }

    /// Whether a row next to a region has more steps than are always allowed. No other region may be next to it.
    private func isStirred(_ box: PixelRect) -> Bool {
        hasSide(box) { side in sum(side, 1, isRectangle: true, isMasked: false) > BorderRule.quiet }
    }

    // MARK: - Any region

    /// Finds out with the mask whether content crosses the border of a region.
    mutating func decide(_ box: PixelRect, isRectangle: Bool, _ index: Int) {
        findings[index] = isCrossed(box, isRectangle: isRectangle, isMasked: true) ? .crossed : .quiet
    }

    private func isCrossed(_ box: PixelRect, isRectangle: Bool, isMasked: Bool) -> Bool {
        hasSide(box) { side in
            BorderRule.isLoud(sum(side, 1, isRectangle: isRectangle, isMasked: isMasked), rows: side.rowCount) {
                sum(side, $0, isRectangle: isRectangle, isMasked: isMasked)
            }
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
    @inline(__always)
    private func sum(_ side: BorderSide, _ row: Int, isRectangle: Bool, isMasked: Bool) -> UInt64 {
        guard isRectangle else {
            // A column without a pixel of the region is one that the frame cuts in two.
            return pixels.sum(
                from: side.start, to: side.end,
                { side.pixel($0, side.line(row, from: outline.edge(side, $0))) },
                isSeen: { frame.contains($0, $1) && (!isMasked || !mask.holds($0, $1)) })
        }
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
}
