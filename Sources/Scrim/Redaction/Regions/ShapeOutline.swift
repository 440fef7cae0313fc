// SPDX-License-Identifier: MIT

/// The outermost pixels of a region that is not a rectangle: the first and the last one of each row and of each column.
struct ShapeOutline: ~Copyable {
    private var lefts = Buffer<Int32>(blank: 0)
    private var rights = Buffer<Int32>(blank: 0)
    private var tops = Buffer<Int32>(blank: 0)
    private var bottoms = Buffer<Int32>(blank: 0)
    private var bounds = PixelRect.empty

    /// Begins another region.
    ///
    /// - Parameters:
    ///   - bounds: The box around all of its rectangles.
    ///   - count: Number of rectangles.
    ///   - rect: The rectangles, those with higher top edges first. Their bottom edges are in the same order.
    /// - Throws: `noMemory`.
    mutating func trace(_ bounds: PixelRect, count: Int, _ rect: (Int) -> PixelRect) throws(Failure) {
        self.bounds = bounds
        try Self.fill(&lefts, bounds.height, .max)
        try Self.fill(&rights, bounds.height, .min)
        try Self.fill(&tops, bounds.width, .max)
        try Self.fill(&bottoms, bounds.width, .min)
        for index in steps(to: count) {
            let rect = rect(index)
            for row in steps(from: Int(rect.top &- bounds.top), to: Int(rect.bottom &- bounds.top)) {
                lefts.update(row) { $0 = min($0, rect.left) }
                rights.update(row) { $0 = max($0, rect.right &- 1) }
            }
        }
        // From the top, the first rectangle of a column has its topmost pixel. From the bottom, the same holds for the last one.
        var seen = Columns(start: 0, end: 0)
        for index in steps(to: count) {
            let rect = rect(index)
            seen.forEachNew(Int(rect.left &- bounds.left), Int(rect.right &- bounds.left)) { column in
                tops.update(column) { $0 = min($0, rect.top) }
            }
        }
        seen = Columns(start: 0, end: 0)
        for index in steps(to: count) {
            let rect = rect(count &- 1 &- index)
            seen.forEachNew(Int(rect.left &- bounds.left), Int(rect.right &- bounds.left)) { column in
                bottoms.update(column) { $0 = max($0, rect.bottom &- 1) }
            }
        }
    }

    private static func fill(_ buffer: inout Buffer<Int32>, _ count: Int, _ value: Int32) throws(Failure) {
        try buffer.resize(count)
        for index in steps(to: count) { buffer[index] = value }
    }

    /// Columns that have been seen, as one stretch. Most shapes widen it step by step, so that each column is visited once.
    private struct Columns {
        var start: Int
        var end: Int

        mutating func forEachNew(_ first: Int, _ last: Int, _ body: (Int) -> Void) {
            if start == end { (start, end) = (first, first) }
            guard first <= end, last >= start else {
                // Apart from the stretch: visited again with each such rectangle.
                for column in steps(from: first, to: last) { body(column) }
                return
            }
            for column in steps(from: first, to: start) { body(column) }
            for column in steps(from: end, to: last) { body(column) }
            (start, end) = (min(start, first), max(end, last))
        }
    }

    /// The outermost pixel of a column or row toward a side. Beyond the corners it is that of the nearest one.
    @inline(__always)
    func edge(_ side: BorderSide, _ position: Int) -> Int {
        switch side.name {
        case .top: Int(tops[Self.clamp(position &- Int(bounds.left), tops.count)])
        case .bottom: Int(bottoms[Self.clamp(position &- Int(bounds.left), bottoms.count)])
        case .left: Int(lefts[Self.clamp(position &- Int(bounds.top), lefts.count)])
        case .right: Int(rights[Self.clamp(position &- Int(bounds.top), rights.count)])
        }
    }

    private static func clamp(_ index: Int, _ count: Int) -> Int { max(0, min(index, count &- 1)) }
}
