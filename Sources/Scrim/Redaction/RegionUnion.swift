// SPDX-License-Identifier: MIT

/// A half-open rectangle of pixels.
package struct PixelRect: BitwiseCopyable {
    package var left: Int32
    package var top: Int32
    package var right: Int32
    package var bottom: Int32

    package init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    package var pixels: UInt64 { UInt64(bitPattern: (Int64(right) &- Int64(left)) &* (Int64(bottom) &- Int64(top))) }
}

/// The union of rectangles as rectangles that do not overlap, so that each pixel is treated once however many regions hold it.
///
/// A range of rows is cut in two, at the edge nearest to its middle, until each region crosses all of its rows or none: there the
/// union is a list of runs of columns. What crosses all rows of a range is merged into runs once, for everything further down.
///
/// Cost: O(n log n + pixels covered), whatever the regions. A region is cut at most twice on each of O(log rows) levels, and a
/// run is handled once for each pixel of it at most, as ranges halve from level to level.
package struct RegionUnion: ~Copyable {
    private struct Region: BitwiseCopyable {
        var rect: PixelRect
        /// Larger for later ones. Neighbours of one style share it; its lowest 8 bits are the style.
        var key: UInt32
    }

    /// Regions: all in the order of their left edges and then, as a stack, those of each range that is being cut.
    private var regions = Buffer<Region>(blank: Region(rect: PixelRect(left: 0, top: 0, right: 0, bottom: 0), key: 0))
    /// A stack as well: the runs of each range that is being cut.
    private var runs = RunMerger()
    private var lastKey: UInt32 = 0

    package init() {}

    /// The regions that were added.
    package var count: Int { regions.count }

    /// Adds a region that is not empty.
    ///
    /// - Parameters:
    ///   - rect: Within 0 …< 65,536 columns and rows.
    ///   - style: 0 … 255.
    /// - Throws: `noMemory`.
    package mutating func add(_ rect: PixelRect, style: Int) throws(Failure) {
        let style = UInt32(truncatingIfNeeded: style & 255)
        if regions.isEmpty || lastKey & 255 != style { lastKey = (lastKey >> 8 &+ 1) << 8 | style }
        try regions.append(Region(rect: rect, key: lastKey))
    }

    /// Visits the union, part by part, each with the style of the last region that covers it.
    ///
    /// - Throws: `noMemory`.
    package mutating func visit(_ body: (PixelRect, _ style: Int) -> Void) throws(Failure) {
        guard !regions.isEmpty else { return }
        try sortByLeftEdge()
        var (top, bottom, index) = (Int32.max, Int32.min, 0)
        while index < regions.count {
            top = min(top, regions[index].rect.top)
            bottom = max(bottom, regions[index].rect.bottom)
            index &+= 1
        }
        var band = Band(top: top, bottom: bottom, start: 0)
        while band.end < regions.count { band.add(regions[band.end].rect) }
        try visit(band, List(start: 0, end: 0), body)
    }

    /// A part of the stack of runs.
    struct List {
        var start: Int
        var end: Int
        var isEmpty: Bool { start >= end }
    }

    /// A range of rows, with the part of the stack that holds the regions which meet it.
    private struct Band {
        let top: Int32
        let bottom: Int32
        let start: Int
        var end: Int
        /// The edge nearest to the middle; `top` where no edge lies between the rows.
        var cut: Int32
        /// How far that is from the middle.
        private var distance = Int32.max
        /// Whether a region crosses all rows.
        var isCrossed = false

        init(top: Int32, bottom: Int32, start: Int) {
            self.top = top
            self.bottom = bottom
            self.start = start
            end = start
            cut = top
        }

        func isCrossed(by rect: PixelRect) -> Bool { rect.top <= top && rect.bottom >= bottom }

        /// Counts the next region in.
        mutating func add(_ rect: PixelRect) {
            end &+= 1
            if isCrossed(by: rect) { isCrossed = true }
            if rect.top > top { offer(rect.top) }
            if rect.bottom < bottom { offer(rect.bottom) }
        }

        private mutating func offer(_ row: Int32) {
            let offset = row &* 2 &- top &- bottom
            let distance = max(offset, 0 &- offset)
            if distance < self.distance { (cut, self.distance) = (row, distance) }
        }
    }

    /// Visits the rows of a band.
    ///
    /// - Parameter above: The runs of the regions that cross all of a larger band.
    private mutating func visit(
        _ band: Band, _ above: List, _ body: (PixelRect, _ style: Int) -> Void
    ) throws(Failure) {
        let runsBefore = runs.count
        defer { runs.truncate(runsBefore) }
        let here = band.isCrossed ? try merge(band, above) : above
        guard band.cut > band.top else {
            var index = here.start
            while index < here.end {
                let run = runs[index]
                body(
                    PixelRect(left: run.left, top: band.top, right: run.right, bottom: band.bottom), Int(run.key & 255))
                index &+= 1
            }
            return
        }
        // The recursion is no deeper than 34: each cut halves one part, and where the other is larger, the next one halves that.
        try visit(Band(top: band.top, bottom: band.cut, start: regions.count), of: band, here, body)
        try visit(Band(top: band.cut, bottom: band.bottom, start: regions.count), of: band, here, body)
    }

    /// Visits a part of a band whose crossing regions were merged into `above`.
    private mutating func visit(
        _ part: Band, of whole: Band, _ above: List, _ body: (PixelRect, _ style: Int) -> Void
    ) throws(Failure) {
        defer { regions.truncate(part.start) }
        var part = part
        var index = whole.start
        while index < whole.end {
            let region = regions[index]
            index &+= 1
            guard region.rect.top < part.bottom, region.rect.bottom > part.top, !whole.isCrossed(by: region.rect)
            else { continue }
            try regions.append(region)
            part.add(region.rect)
        }
        try visit(part, above, body)
    }

    /// Merges the regions that cross all rows with the runs above.
    private mutating func merge(_ band: Band, _ above: List) throws(Failure) -> List {
        runs.begin(above)
        var index = band.start
        while index < band.end {
            let region = regions[index]
            if band.isCrossed(by: region.rect) {
                try runs.add(Run(left: region.rect.left, right: region.rect.right, key: region.key))
            }
            index &+= 1
        }
        return try runs.finish()
    }

    /// A stable radix sort: two passes of a byte each.
    private mutating func sortByLeftEdge() throws(Failure) {
        guard regions.count > 1 else { return }
        var other = Buffer<Region>(blank: regions[-1])
        try other.resize(regions.count)
        Self.distribute(regions, &other, shift: 0)
        Self.distribute(other, &regions, shift: 8)
    }

    private static func distribute(_ source: borrowing Buffer<Region>, _ target: inout Buffer<Region>, shift: Int32) {
        var places = InlineArray<256, Int>(repeating: 0)
        var index = 0
        while index < source.count {
            places[Int(source[index].rect.left >> shift) & 255] &+= 1
            index &+= 1
        }
        var (byte, place) = (0, 0)
        while byte < 256 {
            let count = places[byte]
            places[byte] = place
            place &+= count
            byte &+= 1
        }
        index = 0
        while index < source.count {
            let byte = Int(source[index].rect.left >> shift) & 255
            target[places[byte]] = source[index]
            places[byte] &+= 1
            index &+= 1
        }
    }
}
