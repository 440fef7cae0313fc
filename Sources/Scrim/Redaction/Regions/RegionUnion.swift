// SPDX-License-Identifier: MIT

/// The union of rectangles as rectangles that do not overlap. So each pixel is treated once, even if many regions hold it.
///
/// Regions are taken in groups that have no row in common. The rows of a group are cut in two, at the edge nearest to their
/// middle. This ends when no regions of a range share a column, or when each crosses all rows of the range. There, the union is
/// a list of runs of columns. Regions that cross all rows of a range are merged into runs once, before the range is cut.
///
/// Cost: O(n log n + pixels covered), for any regions. A region is cut at most twice on each of O(log rows) levels. A run is
/// handled at most once for each of its pixels, because ranges halve from level to level.
package struct RegionUnion: ~Copyable {
    private struct Region: BitwiseCopyable {
        var rect: PixelRect
        /// The layer. Larger numbers lie in front.
        var key: UInt32

        var layer: Int { Int(key) }
    }

    /// All regions in the order of groups, and then, as a stack, the regions of each range that is being cut.
    private var regions = Buffer<Region>(blank: Region(rect: PixelRect(left: 0, top: 0, right: 0, bottom: 0), key: 0))
    /// For sorting.
    private var scratch = Buffer<Region>(blank: Region(rect: PixelRect(left: 0, top: 0, right: 0, bottom: 0), key: 0))
    /// A stack as well: the runs of each range that is being cut.
    private var runs = RunMerger()
    /// The cost of a visit without sorting: how often a region or a run was looked at.
    package private(set) var visits = 0

    package init() {}

    /// The regions that were added.
    package var count: Int { regions.count }

    /// Adds a region that is not empty.
    ///
    /// - Parameters:
    ///   - rect: Within 0 …< 65,536 columns and rows.
    ///   - layer: Of regions that overlap, the one of the highest layer is seen; side by side, regions of one layer may be
    ///     visited as one.
    /// - Throws: `noMemory`.
    package mutating func add(_ rect: PixelRect, layer: UInt32) throws(Failure) {
        try regions.append(Region(rect: rect, key: layer))
    }

    /// Visits the union, part by part, each with the highest layer that covers it.
    ///
    /// - Throws: `noMemory`.
    package mutating func visit(_ body: (PixelRect, _ layer: Int) -> Void) throws(Failure) {
        let end = regions.count
        try regions.sort(from: 0, to: end, scratch: &scratch) { $0.rect.left }
        try regions.sort(from: 0, to: end, scratch: &scratch) { $0.rect.top }
        var index = 0
        while index < end {
            let first = regions[index].rect
            var group = Band(top: first.top, bottom: first.bottom, start: index)
            // Regions with the same top row come in the order of their left edges.
            var (isLine, reach) = (true, first.left)
            repeat {
                let rect = regions[index].rect
                guard rect.top < group.bottom else { break }
                if rect.top != group.top || rect.left < reach { isLine = false }
                group.bottom = max(group.bottom, rect.bottom)
                reach = rect.right
                index &+= 1
            } while index < end
            group.end = index
            if isLine {
                regions.forEach(from: group.start, to: group.end) { body($0.rect, $0.layer) }
            } else {
                try regions.sort(from: group.start, to: group.end, scratch: &scratch) { $0.rect.left }
                try visit(group, List(start: 0, end: 0), body)
            }
        }
    }

    /// A part of the stack of runs.
    struct List {
        var start: Int
        var end: Int
        var isEmpty: Bool { start >= end }
    }

    /// A range of rows, with the part of the regions that meets it, in the order of their left edges.
    private struct Band {
        let top: Int32
        var bottom: Int32
        let start: Int
        var end: Int

        init(top: Int32, bottom: Int32, start: Int) {
            self.top = top
            self.bottom = bottom
            self.start = start
            end = start
        }

        func isCrossed(by rect: PixelRect) -> Bool { rect.top <= top && rect.bottom >= bottom }

        func meets(_ rect: PixelRect) -> Bool { rect.top < bottom && rect.bottom > top }

        /// The part of a rectangle that lies between the rows.
        func part(of rect: PixelRect) -> PixelRect {
            PixelRect(left: rect.left, top: max(rect.top, top), right: rect.right, bottom: min(rect.bottom, bottom))
        }
    }

    /// How the regions of a band lie.
    private struct Survey {
        /// Whether no two of them share a column.
        var areApart = true
        var isCrossed = false
        /// The edge nearest to the middle. The band's `top` if no edge lies between its rows.
        var cut: Int32
        /// Its distance from the middle, doubled.
        private var distance = Int32.max
        private var reach = Int32.min

        init(_ band: Band) { cut = band.top }

        mutating func add(_ rect: PixelRect, in band: Band) {
            if rect.left < reach { areApart = false }
            reach = max(reach, rect.right)
            if band.isCrossed(by: rect) { isCrossed = true }
            if rect.top > band.top { offer(rect.top, in: band) }
            if rect.bottom < band.bottom { offer(rect.bottom, in: band) }
        }

        private mutating func offer(_ row: Int32, in band: Band) {
            let offset = row &* 2 &- band.top &- band.bottom
            let distance = max(offset, 0 &- offset)
            if distance < self.distance { (cut, self.distance) = (row, distance) }
        }
    }

    /// Visits the rows of a band.
    ///
    /// - Parameter above: The runs of the regions that cross all of a larger band.
    private mutating func visit(
        _ band: Band, _ above: List, _ body: (PixelRect, _ layer: Int) -> Void
    ) throws(Failure) {
        visits &+= band.end &- band.start &+ above.end &- above.start
        var survey = Survey(band)
        regions.forEach(from: band.start, to: band.end) { survey.add($0.rect, in: band) }
        if survey.areApart, areApart(band, above) {
            regions.forEach(from: band.start, to: band.end) { body(band.part(of: $0.rect), $0.layer) }
            return visit(above, in: band, body)
        }
        let runsBefore = runs.count
        defer { runs.truncate(runsBefore) }
        let here = survey.isCrossed ? try merge(band, above) : above
        guard survey.cut > band.top else { return visit(here, in: band, body) }
        // The recursion is at most 34 deep: each cut halves one part, and if the other is larger, the next cut halves it.
        try visit(Band(top: band.top, bottom: survey.cut, start: regions.count), of: band, here, body)
        try visit(Band(top: survey.cut, bottom: band.bottom, start: regions.count), of: band, here, body)
    }

    /// Visits a part of a band whose crossing regions were merged into `above`.
    private mutating func visit(
        _ part: Band, of whole: Band, _ above: List, _ body: (PixelRect, _ layer: Int) -> Void
    ) throws(Failure) {
        defer { regions.truncate(part.start) }
        try regions.appendCopies(from: whole.start, to: whole.end) {
            part.meets($0.rect) && !whole.isCrossed(by: $0.rect)
        }
        var part = part
        part.end = regions.count
        try visit(part, above, body)
    }

    /// Visits runs, through all rows of a band.
    private func visit(_ list: List, in band: Band, _ body: (PixelRect, _ layer: Int) -> Void) {
        runs.forEach(in: list) {
            body(PixelRect(left: $0.left, top: band.top, right: $0.right, bottom: band.bottom), Int($0.key))
        }
    }

    /// Whether no region of a band has a column in common with a run.
    private func areApart(_ band: Band, _ list: List) -> Bool {
        var (region, run) = (band.start, list.start)
        while region < band.end, run < list.end {
            let (rect, columns) = (regions[region].rect, runs[run])
            if rect.right <= columns.left {
                region &+= 1
            } else if columns.right <= rect.left {
                run &+= 1
            } else {
                return false
            }
        }
        return true
    }

    /// Merges the regions that cross all rows with the runs above.
    private mutating func merge(_ band: Band, _ above: List) throws(Failure) -> List {
        runs.begin(above)
        for index in steps(from: band.start, to: band.end) {
            let region = regions[index]
            if band.isCrossed(by: region.rect) {
                try runs.add(Run(left: region.rect.left, right: region.rect.right, key: region.key))
            }
        }
        return try runs.finish()
    }
}
