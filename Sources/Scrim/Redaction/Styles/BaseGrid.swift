// SPDX-License-Identifier: MIT
import CPlatform

/// The colors that frost and tiles begin with, one for each cell, in 1/256 of a level.
///
/// A cell of the ring is the mean of the pixels next to the region that lie in no region. Inside the region, nothing is read.
/// The cells inside get their colors from the ring by pull and push (Gortler and others, The Lumigraph, 1996, 3.4). This
/// builds a pyramid of larger and larger cells, each the mean of its parts that have weight. Then each level fills the cells
/// without weight in the level below.
@safe
struct BaseGrid: BitwiseCopyable {
    let shape: GridShape
    private let cells: UnsafeMutablePointer<Levels>

    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ shape: GridShape, base: Color?, mask: borrowing PixelMask,
        _ workspace: inout Workspace
    ) throws(Failure) -> BaseGrid {
        let plane = region.source
        guard base == nil else { return try BaseGrid(shape, plane.levels(of: base ?? .black), &workspace) }
        // Two by two cells have one parent. So all levels together need less than 5/3 of the first, and a few cells more for
        // each of them.
        var (level, total) = (shape, 0)
        while level.count > 1 {
            total &+= level.count
            level = level.parent
        }
        let cells = try unsafe workspace.claim(total &+ 1, of: Levels.self)
        let weights = try unsafe workspace.claim(total &+ 1, of: Int32.self)
        // Cells inside are read before they are set, with a weight of 0.
        unsafe memset(cells, 0, (total &+ 1) &* MemoryLayout<Levels>.size)
        unsafe memset(weights, 0, (total &+ 1) &* MemoryLayout<Int32>.size)
        let first = unsafe PyramidLevel(shape, cells, weights)
        // On smaller planes, a pixel stands for two or four.
        let scale = Int32(truncatingIfNeeded: plane.shift.x &+ plane.shift.y &+ 3)
        try first.addRing(region, mask, &workspace)
        var (last, quotient) = (Int32(1), Quotient(1))
        shape.forEachOfRing { column, row in
            let (bytes, count) = first.get(column, row)
            let sum = plane.layout.hasByteLevels ? plane.layout.levels(ofBytes: bytes) : bytes
            if count != last { (last, quotient) = (count, Quotient(UInt32(bitPattern: count))) }
            let mean = plane.layout.isWide ? plane.mean(sum, Int(count)) : quotient.mean(sum, count)
            first.set(column, row, mean, min(count &<< scale, 256))
        }
        first.fill()
        return unsafe BaseGrid(shape, cells)
    }

    private init(_ shape: GridShape, _ cells: UnsafeMutablePointer<Levels>) {
        self.shape = shape
        unsafe self.cells = cells
    }

    /// One color in 1/256 everywhere.
    private init(_ shape: GridShape, _ color: Levels, _ workspace: inout Workspace) throws(Failure) {
        self.shape = shape
        unsafe cells = try workspace.claim(shape.count, of: Levels.self)
        for index in steps(to: shape.count) {
            unsafe cells[index] = color
        }
    }

    func row(_ index: Int) -> UnsafeMutablePointer<Levels> { unsafe cells + index &* shape.columns }

    /// The mean luma in 1/256.
    func luma(_ weights: (Int, Int, Int)) -> Int {
        var sum = 0
        for y in steps(to: shape.rows) {
            let row = unsafe row(y)
            // At most 16,388 cells of 65,280.
            var levels = Levels()
            for x in steps(to: shape.columns) {
                unsafe levels &+= row[x]
            }
            sum &+= Int(levels.x) &* weights.0 &+ Int(levels.y) &* weights.1 &+ Int(levels.z) &* weights.2
        }
        return Int(bitPattern: UInt(bitPattern: sum) / max(UInt(bitPattern: shape.count) &* 256, 1))
    }

    /// Softens by [1 2 1]/4 in each direction, twice. Beyond the edge, the cell at the edge is repeated.
    ///
    /// - Throws: `noMemory`.
    func smooth(_ workspace: inout Workspace) throws(Failure) {
        let above = try unsafe workspace.claim(shape.columns, of: Levels.self)
        let sums = try unsafe workspace.claim(shape.columns, of: Levels.self)
        unsafe smooth(above, sums)
        unsafe smooth(above, sums)
    }

    private func smooth(_ above: UnsafeMutablePointer<Levels>, _ sums: UnsafeMutablePointer<Levels>) {
        let last = shape.columns &- 1
        unsafe above.update(from: row(0), count: shape.columns)
        for y in steps(to: shape.rows) {
            let row = unsafe row(y)
            let below = unsafe self.row(min(y &+ 1, shape.rows &- 1))
            for x in steps(to: last &+ 1) {
                let here = unsafe row[x]
                unsafe sums[x] = (above[x] &+ here &+ here &+ below[x] &+ 2) &>> 2
                unsafe above[x] = here
            }
            var (left, here) = unsafe (sums[0], sums[0])
            for x in steps(to: last &+ 1) {
                let right = unsafe sums[min(x &+ 1, last)]
                unsafe row[x] = (left &+ here &+ here &+ right &+ 2) &>> 2
                (left, here) = (here, right)
            }
        }
    }
}

/// One level of a pyramid. Before it is filled, only cells of its ring have weight. A cell of the level below whose parent is
/// not a ring cell lies inside, too.
@safe
private struct PyramidLevel {
    private static let neutral: Int32 = 128 * 256

    let shape: GridShape
    let cells: UnsafeMutablePointer<Levels>
    /// 0 … 256. Cells that are not in the ring have 0.
    let weights: UnsafeMutablePointer<Int32>

    init(_ shape: GridShape, _ cells: UnsafeMutablePointer<Levels>, _ weights: UnsafeMutablePointer<Int32>) {
        self.shape = shape
        unsafe self.cells = cells
        unsafe self.weights = weights
    }

    func set(_ column: Int, _ row: Int, _ levels: Levels, _ weight: Int32) {
        let index = row &* shape.columns &+ column
        unsafe cells[index] = levels
        unsafe weights[index] = weight
    }

    func get(_ column: Int, _ row: Int) -> (Levels, Int32) {
        let index = row &* shape.columns &+ column
        return unsafe (cells[index], weights[index])
    }

    /// Sets the cells of the ring to the sums of their pixels, or of the bytes of their pixels, and the weights to the numbers of
    /// pixels.
    ///
    /// - Throws: `noMemory`.
    func addRing(
        _ region: CoverRegion, _ mask: borrowing PixelMask, _ workspace: inout Workspace
    ) throws(Failure) {
        let plane = region.source
        guard plane.layout.hasByteLevels else {
            return shape.forEachOfRing { column, row in
                let (sum, count) = plane.sum(shape.pixels(column, row, region), without: mask)
                set(column, row, sum, Int32(truncatingIfNeeded: count))
            }
        }
        let sums = try RingSums(plane, &workspace)
        let (right, bottom) = (shape.columns &- 1, shape.rows &- 1)
        add((0, 0), to: (right, 0), region, sums, mask)
        add((0, 1), to: (0, bottom &- 1), region, sums, mask)
        add((right, 1), to: (right, bottom &- 1), region, sums, mask)
        add((0, bottom), to: (right, bottom), region, sums, mask)
    }

    /// Adds the pixels of a row or column of cells.
    private func add(
        _ first: (column: Int, row: Int), to last: (column: Int, row: Int), _ region: CoverRegion, _ sums: RingSums,
        _ mask: borrowing PixelMask
    ) {
        var area = shape.pixels(first.column, first.row, region)
        let end = shape.pixels(last.column, last.row, region)
        (area.right, area.bottom) = (end.right, end.bottom)
        sums.add(
            area, first: first, without: mask, right: { shape.end(ofColumn: $0, region) },
            bottom: { shape.end(ofRow: $0, region) }
        ) { column, row, sum, count in
            let index = row &* shape.columns &+ column
            unsafe cells[index] &+= Levels(truncatingIfNeeded: sum)
            unsafe weights[index] &+= Int32(truncatingIfNeeded: count)
        }
    }

    /// Gives every cell a color. The recursion ends after 14 levels.
    func fill() {
        guard shape.count > 1 else {
            if unsafe weights[0] == 0 { unsafe cells[0] = Levels(repeating: Self.neutral) }
            return
        }
        let parent = unsafe PyramidLevel(shape.parent, cells + shape.count, weights + shape.count)
        parent.shape.forEachOfRing { column, row in
            let (levels, weight) = sum(column &* 2, row &* 2)
            parent.set(column, row, levels, weight)
        }
        parent.fill()
        push(from: parent)
    }

    /// The weighted mean of two by two cells.
    private func sum(_ column: Int, _ row: Int) -> (Levels, Int32) {
        var (sum, total) = (Levels(), Int32(0))
        for y in steps(from: row, to: min(row &+ 2, shape.rows)) {
            for x in steps(from: column, to: min(column &+ 2, shape.columns)) {
                let index = y &* shape.columns &+ x
                let weight = unsafe weights[index]
                unsafe sum &+= cells[index] &* Levels(repeating: weight)
                total &+= weight
            }
        }
        let quotient = Quotient(UInt32(bitPattern: total))
        func mean(_ sum: Int32) -> Int32 { quotient.of(UInt32(bitPattern: sum)) }
        return (Levels(mean(sum.x), mean(sum.y), mean(sum.z), 0), min(total, 256))
    }

    /// Fills the cells that lack weight. A cell's center lies a quarter of a parent's side from the parent's center. So in each
    /// direction the parent weighs three quarters, and its neighbor on the cell's side one quarter.
    private func push(from parent: PyramidLevel) {
        let (lastColumn, lastRow) = (parent.shape.columns &- 1, parent.shape.rows &- 1)
        for y in steps(to: shape.rows) {
            let near = y &>> 1
            let far = min(max(y & 1 == 0 ? near &- 1 : near &+ 1, 0), lastRow)
            let first = unsafe parent.cells + near &* parent.shape.columns
            let second = unsafe parent.cells + far &* parent.shape.columns
            let row = unsafe (cells: cells + y &* shape.columns, weights: weights + y &* shape.columns)
            let isWhole = y == 0 || y == shape.rows &- 1
            func tall(_ column: Int) -> Levels { unsafe first[column] &* 3 &+ second[column] }
            func put(_ column: Int, _ levels: Levels) {
                guard isWhole || column == 0 || column == shape.columns &- 1 else {
                    return unsafe row.cells[column] = levels
                }
                let weight = unsafe row.weights[column]
                let mixed = unsafe row.cells[column] &* Levels(repeating: weight)
                unsafe row.cells[column] = (mixed &+ levels &* Levels(repeating: 256 &- weight) &+ 128) &>> 8
            }
            var left = tall(0)
            var here = left
            for column in steps(to: lastColumn &+ 1) {
                let right = tall(min(column &+ 1, lastColumn))
                let middle = here &* 3 &+ 8
                put(column &* 2, (middle &+ left) &>> 4)
                if column &* 2 &+ 1 < shape.columns { put(column &* 2 &+ 1, (middle &+ right) &>> 4) }
                (left, here) = (here, right)
            }
        }
    }
}
