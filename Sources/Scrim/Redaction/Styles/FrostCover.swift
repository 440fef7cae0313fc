// SPDX-License-Identifier: MIT

/// The frost cover of one region on one plane: the colors around the region, with ink on them, as one smooth surface.
struct FrostCover: BitwiseCopyable {
    private let surface: Surface

    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, base: Color?, seed: UInt64, mask: borrowing PixelMask, _ workspace: inout Workspace
    ) throws(Failure) -> FrostCover {
        let sides = cells(region)
        let coarse = GridShape(region, cell: sides.base)
        let shape = sides.ink == sides.base ? coarse : coarse.halved
        let lattice = try Lattice(shape, &workspace)
        let surface = try Surface(region, shape, lattice, &workspace)
        // Keeps only the memory that is needed for writing, because there may be many regions.
        let mark = workspace.mark
        defer { workspace.release(to: mark) }
        let grid = try BaseGrid.make(region, coarse, base: base, mask: mask, &workspace)
        if base == nil { try grid.smooth(&workspace) }
        let contrast = Contrast(grid, region, smoother: base == nil ? region.smoother : nil)
        let rows = lattice.rows(of: region.rows, shape)
        let texture = try FrostTexture(region, shape, rows, seed: seed, contrast, &workspace)
        if shape.cell == coarse.cell {
            for y in steps(from: rows.start, to: rows.end) {
                unsafe texture.put(grid.row(y), row: y, on: lattice)
            }
        } else {
            try unsafe halve(grid, shape, rows, &workspace) { levels, y in
                unsafe texture.put(levels, row: y, on: lattice)
            }
        }
        return FrostCover(surface: surface)
    }

    /// The sides of the cells of the base grid, and of the ink.
    private static func cells(_ region: CoverRegion) -> (base: Int, ink: Int) {
        let (width, height) = region.size
        let isLarge = !Ink.isPage(region) && min(width, height) >= Ink.pageHeight
        let base = isLarge ? 16 : 8
        // Chroma has no ink, so on large regions its cells can be twice as far apart as those of luma.
        if region.source.shift.x == 1 { return isLarge ? (16, 16) : (4, 4) }
        return (base, Ink.isPage(region) && height < 60 ? 4 : base)
    }

    /// Cuts corners once each way: the same surface in cells of half the size.
    private static func halve(
        _ grid: BaseGrid, _ shape: GridShape, _ rows: Rows, _ workspace: inout Workspace,
        _ body: (UnsafeMutablePointer<Levels>, _ row: Int) -> Void
    ) throws(Failure) {
        let tall = try unsafe workspace.claim(grid.shape.columns, of: Levels.self)
        let line = try unsafe workspace.claim(shape.columns, of: Levels.self)
        // Cell 0 is the second half of the ring's cell, cell 1 is the first half of the next one, and so on.
        func neighbors(_ index: Int) -> (near: Int, far: Int) {
            let near = (index &+ 1) &>> 1
            return (near, index & 1 == 0 ? near &+ 1 : near &- 1)
        }
        for y in steps(from: rows.start, to: rows.end) {
            let (near, far) = unsafe (grid.row(neighbors(y).near), grid.row(neighbors(y).far))
            for x in steps(to: grid.shape.columns) {
                unsafe tall[x] = (near[x] &* 3 &+ far[x] &+ 2) &>> 2
            }
            for x in steps(to: shape.columns) {
                let (near, far) = neighbors(x)
                unsafe line[x] = (tall[near] &* 3 &+ tall[far] &+ 2) &>> 2
            }
            unsafe body(line, y)
        }
    }

    func write(_ rect: PixelRect, to plane: Plane) { surface.write(rect, to: plane) }
}
