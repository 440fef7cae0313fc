// SPDX-License-Identifier: MIT

// Which regions have content that crosses their border: a look at the pixels around each region, before anything is written.

/// The border of a region.
struct Border: BitwiseCopyable {
    /// The region's number, in the order in which regions were added.
    let region: UInt64
    /// The box around the region, cut off at the edges of the frame.
    let box: PixelRect
    /// Its rectangles in the list of its kind.
    let start: Int
    let end: Int
    let isReversible: Bool

    /// Whether it fills its box.
    var isRectangle: Bool { end &- start == 1 }

    static var none: Border { Border(region: 0, box: .empty, start: 0, end: 0, isReversible: false) }
}

extension Redaction {
    /// Notes a region whose rectangles were added last.
    ///
    /// - Parameter count: The number of its rectangles.
    /// - Throws: `noMemory`.
    mutating func addBorder(_ box: PixelRect, isReversible: Bool, count: Int) throws(Failure) {
        let end = isReversible ? reversible.rectCount : irreversible.rectCount
        try borders.append(
            Border(
                region: report.regions &- 1, box: box, start: end &- count, end: end, isReversible: isReversible))
    }

    /// Checks the border of each region whose topmost row the call writes. Only pixels outside of all regions are read. In a call for a
    /// band, other threads may be writing the others.
    ///
    /// - Throws: `noMemory`.
    mutating func checkBorders() throws(Failure) {
        var grid = try RegionGrid.make(bounds)
        borders.forEach(from: 0, to: borders.count) { grid.add($0.box) }
        var check = try BorderCheck.make(source.plane(0))
        for index in steps(to: borders.count) {
            let border = borders[index]
            guard Int(border.box.top) >= rows.start, Int(border.box.top) < rows.end else { continue }
            if !border.isRectangle {
                try check.outline.trace(border.box, count: border.end &- border.start) {
                    let rect = border.start &+ $0
                    return border.isReversible ? reversible.rect(rect) : irreversible.rect(rect)
                }
            }
            let isAlone = grid.isAlone(border.box, within: 1)
            if isAlone, !check.isStirred(border) { continue }
            if !isAlone || !grid.isAlone(border.box, within: BorderSide.depth) {
                if !check.hasMask { try makeMask(&check) }
                if check.isCrossed(border, isMasked: true) { crossed?.add(border.region) }
            } else if check.isCrossed(border, isMasked: false) {
                crossed?.add(border.region)
            }
        }
        report.regionsCrossed = crossed?.count ?? 0
    }

    /// Marks the pixels of all regions. They are added once each, even if many regions hold them.
    private func makeMask(_ check: inout BorderCheck) throws(Failure) {
        var union = RegionUnion()
        var area = PixelRect.empty
        borders.forEach(from: 0, to: borders.count) { area = area.union($0.box) }
        try reversible.add(to: &union, from: 0) { $0 }
        try irreversible.add(to: &union, from: 0) { $0 }
        let mask = try PixelMask.make(area)
        try union.visit { rect, _ in mask.add(rect) }
        check.setMask(mask)
    }
}
