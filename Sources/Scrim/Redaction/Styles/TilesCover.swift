// SPDX-License-Identifier: MIT
import CPlatform

/// The tiles that cover one region on one plane: blocks in the colors around it, with ink on them.
@safe
struct TilesCover: BitwiseCopyable {
    private let shape: GridShape
    private let bounds: PixelRect
    private let bytesPerPixel: Int
    /// The pixel of each block, row by row, without the ring. Its first byte is the lowest.
    private let blocks: UnsafeMutablePointer<UInt64>
    /// The last row of pixels, with 15 bytes more than it needs.
    private let line: UnsafeMutableRawPointer
    private let made: UnsafeMutablePointer<Surface.Made>

    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, base: Color?, seed: UInt64, mask: borrowing PixelMask, _ workspace: inout Workspace
    ) throws(Failure) -> TilesCover {
        let shorter = min(region.size.width, region.size.height)
        let side = shorter < 40 ? 6 : shorter < 100 ? 10 : 16
        let shape = GridShape(region, side: side)
        let tile = try TilesCover(region, shape, &workspace)
        let mark = workspace.mark
        defer { workspace.release(to: mark) }
        let grid = try BaseGrid.make(region, shape, base: base, mask: mask, &workspace)
        tile.draw(grid, Contrast(grid, region, smoother: base == nil ? region.smoother : nil), region, seed)
        return tile
    }

    private init(_ region: CoverRegion, _ shape: GridShape, _ workspace: inout Workspace) throws(Failure) {
        self.shape = shape
        bounds = region.bounds
        bytesPerPixel = region.source.layout.bytesPerPixel
        unsafe blocks = try workspace.claim((shape.columns &- 2) &* (shape.rows &- 2), of: UInt64.self)
        let length = (shape.columns &- 2) &* shape.cell &* bytesPerPixel &+ 15
        unsafe line = UnsafeMutableRawPointer(try workspace.claim(length, of: UInt8.self))
        unsafe made = try workspace.claim(1, of: Surface.Made.self)
        unsafe made.initialize(to: Surface.Made(row: .min, start: 0, end: 0))
    }

    private func draw(_ grid: BaseGrid, _ contrast: Contrast, _ region: CoverRegion, _ seed: UInt64) {
        let layout = region.source.layout
        let pixel = PixelEncoder(layout, region.source.space)
        let (page, clouds) = (Page(region, seed: seed, cell: shape.cell), Clouds(region, seed: seed))
        let key = Ink.key(seed, region.id).with(UInt32(6))
        let start = shape.first.column
        let columns = CellRange(start: start, end: start &+ shape.columns &- 2)
        let drawn = shape.rows(of: region.rows)
        for y in steps(from: drawn.start, to: drawn.end) {
            let levels = unsafe grid.row(y &+ 1) + 1
            let row = shape.first.row &+ y
            let grain = key.with(row)
            func put(_ column: Int, _ levels: Levels) {
                unsafe blocks[y &* (shape.columns &- 2) &+ column &- start] = pixel(levels)
            }
            if layout.isChroma {
                for column in steps(from: columns.start, to: columns.end) {
                    put(column, unsafe levels[column &- start])
                }
            } else if Ink.isPage(region) {
                page.draw(row: row, columns: columns) { column, ink in
                    let texture = (3 &* ink &+ grain.with(column).byte) &>> 2
                    put(column, unsafe contrast.stroke(levels[column &- start], texture, amount: 144))
                }
            } else {
                clouds.draw(row: row, columns: columns) { column, noise in
                    let texture = (noise &+ grain.with(column).byte) &>> 1
                    put(column, unsafe contrast.cloud(levels[column &- start], texture, amount: 72))
                }
            }
        }
    }

    func write(_ rect: PixelRect, to plane: Plane) {
        guard !rect.isEmpty else { return }
        let (side, tall) = (UInt(bitPattern: max(shape.cell, 1)), UInt(bitPattern: max(shape.cellHeight, 1)))
        let left = Int(rect.left) &- Int(bounds.left) &+ shape.offset.x
        let first = Int(bitPattern: UInt(bitPattern: left) / side)
        let end = Int(bitPattern: UInt(bitPattern: left &+ rect.width &- 1) / side) &+ 1
        let length = rect.width &* bytesPerPixel
        var y = Int(rect.top)
        while y < Int(rect.bottom) {
            let fromTop = y &- Int(bounds.top) &+ shape.offset.y
            let row = Int(bitPattern: UInt(bitPattern: fromTop) / tall)
            make(row: row, CellRange(start: first, end: end))
            let stop = min(Int(rect.bottom), y &- fromTop &+ (row &+ 1) &* shape.cellHeight)
            while y < stop {
                unsafe Self.prefetch(plane.pixel(Int(rect.left), y) + 4 &* plane.stride, length)
                unsafe memcpy(plane.pixel(Int(rect.left), y), line + left &* bytesPerPixel, length)
                y &+= 1
            }
        }
    }

    /// Prefetches a row that will be written next. In rows longer than a page, the processor prefetches without help. Of short
    /// rows, most is in the cache since their surroundings were read.
    private static func prefetch(_ row: UnsafeMutableRawPointer, _ length: Int) {
        guard length > 256, length < 4096 else { return }
        for x in steps(to: length, by: 64) {
            unsafe platform_prefetch(row + x)
        }
    }

    /// Makes the pixels of some blocks of a row.
    private func make(row: Int, _ columns: CellRange) {
        let last = unsafe made.pointee
        if last.row == row, last.start <= columns.start, last.end >= columns.end { return }
        let size = shape.cell &* bytesPerPixel
        var next = unsafe line + columns.start &* size
        for column in steps(from: columns.start, to: columns.end) {
            let block = unsafe blocks[row &* (shape.columns &- 2) &+ column]
            if bytesPerPixel == 3 {
                for _ in steps(to: shape.cell) {
                    unsafe next.storeBytes(of: UInt32(truncatingIfNeeded: block).littleEndian, as: UInt32.self)
                    unsafe next += 3
                }
            } else {
                // Bytes that reach into the next block are overwritten by that block.
                let pixels = SIMD2(repeating: PixelLayout.repeated(block, size: bytesPerPixel).littleEndian)
                for offset in steps(to: size, by: 16) {
                    unsafe next.storeBytes(of: pixels, toByteOffset: offset, as: SIMD2<UInt64>.self)
                }
                unsafe next += size
            }
        }
        unsafe made.pointee = Surface.Made(row: row, start: columns.start, end: columns.end)
    }
}
