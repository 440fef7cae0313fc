// SPDX-License-Identifier: MIT

/// Whether content crosses the borders of regions, judged by the pixels around them.
struct BorderCheck: ~Copyable {
    private let pixels: PixelSteps
    private let frame: PixelRect
    /// The outline of the current region, if it is not a rectangle.
    var outline = ShapeOutline()
    /// The pixels of all regions. Only used if another region is near.
    private var mask: PixelMask
    private(set) var hasMask = false

    private init(_ plane: Plane, _ mask: consuming PixelMask) {
        pixels = PixelSteps(plane)
        frame = plane.bounds
        self.mask = mask
    }

    /// - Parameter plane: The plane with the colors or the luma.
    /// - Throws: `noMemory`.
    static func make(_ plane: Plane) throws(Failure) -> BorderCheck { BorderCheck(plane, try PixelMask.make(.empty)) }

    mutating func setMask(_ mask: consuming PixelMask) {
        self.mask = mask
        hasMask = true
    }

    /// Whether a row next to a region has more steps than are always allowed. No other region may be next to it.
    func isStirred(_ border: Border) -> Bool {
        hasSide(border) { side in sum(side, 1, border, isMasked: false) > BorderRule.quiet }
    }

    /// Whether content crosses a side of a region.
    ///
    /// - Parameter isMasked: Whether other regions may be near, so that the mask is needed.
    func isCrossed(_ border: Border, isMasked: Bool) -> Bool {
        hasSide(border) { side in
            BorderRule.isLoud(sum(side, 1, border, isMasked: isMasked), rows: side.rowCount) {
                sum(side, $0, border, isMasked: isMasked)
            }
        }
    }

    /// Whether a body returns true for a side that does not lie at the edge of the frame.
    @inline(__always)
    private func hasSide(_ border: Border, _ body: (BorderSide) -> Bool) -> Bool {
        hasSide(.top, border, body) || hasSide(.bottom, border, body) || hasSide(.left, border, body)
            || hasSide(.right, border, body)
    }

    @inline(__always)
    private func hasSide(_ name: BorderSide.Name, _ border: Border, _ body: (BorderSide) -> Bool) -> Bool {
        let side = BorderSide(name, of: border.box, in: frame)
        return side.rowCount > 0 && body(side)
    }

    /// The sum of the steps along a row of a side.
    private func sum(_ side: BorderSide, _ row: Int, _ border: Border, isMasked: Bool) -> UInt64 {
        guard border.isRectangle else {
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
        case (false, _):
            return pixels.sum(
                from: side.start, to: side.end, { (line, $0) }, isSeen: { !isMasked || !mask.holds($0, $1) })
        }
    }
}
