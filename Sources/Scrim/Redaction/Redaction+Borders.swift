// SPDX-License-Identifier: MIT

// Which regions have content that crosses their border: a look at the pixels around each region. Nobody writes these pixels.

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

    /// Begins to check the border of each region whose topmost row the call writes. In a call for a band, other threads may be writing
    /// the regions, so that only pixels outside of all regions may be read.
    ///
    /// - Returns: Nil if nobody wants to know.
    /// - Throws: `noMemory`.
    func makeBorderCheck() throws(Failure) -> BorderCheck? {
        guard crossed != nil else { return nil }
        var check = try BorderCheck.make(source.plane(0), count: borders.count)
        borders.forEach(from: 0, to: borders.count) { check.grid.add($0.box) }
        for index in steps(to: borders.count) {
            let border = borders[index]
            guard Int(border.box.top) >= rows.start, Int(border.box.top) < rows.end else { continue }
            if border.isRectangle, check.grid.isAlone(border.box, within: 1) {
                try check.addLone(border.box, index)
            } else {
                try decide(border, index, &check)
            }
        }
        try check.sortLone()
        return check
    }

    /// Reports the regions whose border content crosses.
    ///
    /// - Throws: `noMemory`.
    mutating func finish(_ check: consuming BorderCheck) throws(Failure) {
        check.passAll()
        for index in steps(to: borders.count) {
            let border = borders[index]
            if check.findings[index] == .undecided { try decide(border, index, &check) }
            if check.findings[index] == .crossed { crossed?.add(border.region) }
        }
        report.regionsCrossed = crossed?.count ?? 0
    }

    /// Finds out whether content crosses the border of a region that may have others near it.
    private func decide(_ border: Border, _ index: Int, _ check: inout BorderCheck) throws(Failure) {
        if !check.hasMask { try makeMask(&check) }
        if !border.isRectangle {
            try check.outline.trace(border.box, count: border.end &- border.start) {
                let rect = border.start &+ $0
                return border.isReversible ? reversible.rect(rect) : irreversible.rect(rect)
            }
        }
        check.decide(border.box, isRectangle: border.isRectangle, index)
    }

    /// Marks the pixels of all regions. They are added once each, even if many regions hold them.
    private func makeMask(_ check: inout BorderCheck) throws(Failure) {
        var union = RegionUnion()
        var area = PixelRect.empty
        borders.forEach(from: 0, to: borders.count) { area = area.union($0.box) }
        try reversible.add(to: &union, on: source.plane(0), within: area, gap: 0)
        try irreversible.add(to: &union, on: source.plane(0), within: area, gap: 0)
        let mask = try PixelMask.make(area)
        let turned = try PixelMask.make(area.turned)
        try union.visit { rect, _ in
            mask.add(rect)
            turned.add(rect.turned)
        }
        check.setMask(mask, turned)
    }
}
