// SPDX-License-Identifier: MIT
import CPlatform

/// How ink changes the colors of a region, chosen by their mean luma. The whole region uses one way, because a change would
/// show as a seam.
struct Contrast: BitwiseCopyable {
    private let luma: Int32
    private let black: Int32
    private let white: Int32
    /// The color of full ink.
    private let ink: Levels

    /// - Parameter smoother: For a stream: first smooths the grid and its lightness.
    init(_ grid: BaseGrid, _ region: CoverRegion, smoother: (any GridSmoother)?) {
        let plane = region.source
        let limit = 115 * 256 &+ (smoother?.smooth(grid, of: region.id) ?? 0)
        let mean = grid.luma(plane.layout.lumaWeights)
        smoother?.note(isLight: mean >= limit)
        luma = Int32(truncatingIfNeeded: mean &>> 8)
        let isLimited =
            if case .luma = plane.layout { plane.space.range == .limited } else { false }
        (black, white) = isLimited ? (16, 235) : (0, 255)
        ink = Levels(repeating: (mean >= limit ? black : white) &<< 8)
    }

    /// Strokes: toward black on a light region, and toward white on a dark one.
    ///
    /// - Parameters:
    ///   - texture: 0 … 255.
    ///   - amount: The strength of a texture of 255, in 1/256.
    func stroke(_ levels: Levels, _ texture: Int, amount: Int) -> Levels {
        let part = Int32(truncatingIfNeeded: (texture &* amount) &>> 8)
        return levels &+ ((ink &- levels) &* Levels(repeating: part)) &>> 8
    }

    /// Clouds: only darker ones on white, only lighter ones on black, and both on colors between.
    ///
    /// - Parameters:
    ///   - noise: 0 … 255.
    ///   - amount: The difference of 0 and 255, in levels.
    func cloud(_ levels: Levels, _ noise: Int, amount: Int32) -> Levels {
        let level = black &+ (Int32(truncatingIfNeeded: noise) &* (white &- black &+ 1)) &>> 8
        let changed = levels &+ Levels(repeating: (level &- luma) &* amount)
        return pointwiseMin(pointwiseMax(changed, Levels(repeating: black &<< 8)), Levels(repeating: white &<< 8))
    }
}

/// The ink that frost draws on the colors of its cells. Chroma has no ink.
@safe
struct FrostTexture: BitwiseCopyable {
    private enum Kind: BitwiseCopyable {
        case plain
        case page
        case clouds(Clouds)
    }

    private let shape: GridShape
    private let contrast: Contrast
    private let order: LevelOrder
    private let kind: Kind
    /// The softened ink of each cell of a page.
    private let ink: UnsafeMutablePointer<UInt8>

    /// - Parameter rows: The rows of cells, including the ring, that will be put.
    /// - Throws: `noMemory`.
    init(
        _ region: CoverRegion, _ shape: GridShape, _ rows: Rows, seed: UInt64, _ contrast: Contrast,
        _ workspace: inout Workspace
    ) throws(Failure) {
        self.shape = shape
        self.contrast = contrast
        order = LevelOrder(region.source.layout, one: 256)
        if region.source.layout.isChroma {
            kind = .plain
        } else if Ink.isPage(region) {
            kind = .page
        } else {
            kind = .clouds(Clouds(region, seed: seed))
        }
        guard case .page = kind else {
            unsafe ink = try workspace.claim(1, of: UInt8.self)
            return
        }
        unsafe ink = try workspace.claim(shape.count, of: UInt8.self)
        let above = try unsafe workspace.claim(shape.columns, of: UInt8.self)
        draw(Page(region, seed: seed, cell: shape.cell), rows)
        unsafe soften(above, rows)
    }

    /// The ring gets no ink, so that strokes fade at the edge of the region.
    private func draw(_ page: Page, _ rows: Rows) {
        let (first, end) = (max(rows.start &- 1, 0), min(rows.end &+ 1, shape.rows))
        unsafe memset(ink + first &* shape.columns, 0, (end &- first) &* shape.columns)
        for y in steps(from: max(first, 1), to: min(end, shape.rows &- 1)) {
            let row = unsafe ink + (y &* shape.columns &+ 1)
            let start = shape.first.column
            let columns = CellRange(start: start, end: start &+ shape.columns &- 2)
            page.draw(row: shape.first.row &+ y &- 1, columns: columns) { column, value in
                unsafe row[column &- start] = UInt8(truncatingIfNeeded: value)
            }
        }
    }

    /// Softens by [1 2 1]/4 in each direction. Beyond the edge, the cell at the edge is repeated.
    private func soften(_ above: UnsafeMutablePointer<UInt8>, _ rows: Rows) {
        unsafe above.update(from: ink + max(rows.start &- 1, 0) &* shape.columns, count: shape.columns)
        for y in steps(from: rows.start, to: rows.end) {
            let row = unsafe ink + y &* shape.columns
            let below = unsafe ink + min(y &+ 1, shape.rows &- 1) &* shape.columns
            func tall(_ x: Int) -> Int {
                unsafe (Int(above[x]) &+ 2 &* Int(row[x]) &+ Int(below[x]) &+ 2) &>> 2
            }
            var here = tall(0)
            var left = here
            for x in steps(to: shape.columns) {
                let right = x &+ 1 < shape.columns ? tall(x &+ 1) : here
                unsafe above[x] = row[x]
                unsafe row[x] = UInt8(truncatingIfNeeded: (left &+ 2 &* here &+ right &+ 2) &>> 2)
                (left, here) = (here, right)
            }
        }
    }

    /// Makes the points of a row from its colors. Row 0 is the row of the ring.
    func put(_ levels: UnsafeMutablePointer<Levels>, row: Int, on lattice: Lattice) {
        func set(_ column: Int, _ levels: Levels) { lattice.set(column, row, order(levels)) }
        switch kind {
        case .clouds(let clouds):
            let start = shape.first.column &- 1
            let columns = CellRange(start: start, end: start &+ shape.columns)
            clouds.draw(row: shape.first.row &+ row &- 1, columns: columns) { column, noise in
                set(column &- start, unsafe contrast.cloud(levels[column &- start], noise, amount: 56))
            }
        case .page:
            let ink = unsafe ink + row &* shape.columns
            for x in steps(to: shape.columns) {
                set(x, unsafe contrast.stroke(levels[x], Int(ink[x]), amount: 176))
            }
        case .plain:
            for x in steps(to: shape.columns) {
                set(x, unsafe levels[x])
            }
        }
    }
}
