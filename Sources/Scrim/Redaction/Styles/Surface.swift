// SPDX-License-Identifier: MIT
import CPlatform

/// A lattice's surface as pixels of a layout, row by row.
@safe
struct Surface: BitwiseCopyable {
    private let lattice: Lattice
    private let layout: PixelLayout
    private let channels: Int
    private let scale: SampleScale
    private let bounds: PixelRect
    private let offset: (x: Int, y: Int)
    /// The last two rows of spread points. Row n is in slot n mod 2.
    private let rows: UnsafeMutablePointer<Int16>
    private let rowLength: Int
    private let points: UnsafeMutablePointer<Lattice.Point>
    private let made: UnsafeMutablePointer<Made>

    /// The number of a row, and the cells for which it was made.
    struct Made: BitwiseCopyable {
        var row: Int
        var start: Int
        var end: Int
    }

    /// - Throws: `noMemory`.
    init(_ region: CoverRegion, _ shape: GridShape, _ lattice: Lattice, _ workspace: inout Workspace) throws(Failure) {
        self.lattice = lattice
        layout = region.source.layout
        channels = layout.channels
        scale = SampleScale(layout, region.source.space)
        bounds = region.bounds
        offset = shape.offset
        // The last cell may belong to the ring. The first half of its first step is visible.
        rowLength = (shape.columns &- 1) &* shape.cell &* channels &+ 4
        unsafe rows = try workspace.claim(2 &* rowLength, of: Int16.self)
        unsafe points = try workspace.claim(lattice.columns, of: Lattice.Point.self)
        unsafe made = try workspace.claim(2, of: Made.self)
        unsafe made[0] = Made(row: .min, start: 0, end: 0)
        unsafe made[1] = Made(row: .min, start: 0, end: 0)
    }

    func write(_ rect: PixelRect, to plane: Plane) {
        guard !rect.isEmpty else { return }
        let step = lattice.stepBits
        let half = (1 &<< step) &>> 1
        let left = Int(rect.left) &- Int(bounds.left) &+ offset.x &+ half
        let last = (left &+ rect.width &- 1) &>> lattice.bits
        let cells = CellRange(start: left &>> lattice.bits, end: last &+ 1)
        var y = Int(rect.top)
        while y < Int(rect.bottom) {
            let fromTop = y &- Int(bounds.top) &+ offset.y &- half
            let (row, part) = (fromTop &>> step, fromTop & (1 &<< step &- 1))
            let near = unsafe self.row(row, cells) + left &* channels
            let far = unsafe step == 0 ? near : self.row(row &+ 1, cells) + left &* channels
            let count = min(1 &<< step &- part, Int(rect.bottom) &- y)
            let blend = unsafe RowBlend(near: near, far: far, length: rect.width &* channels, step: step)
            let target = unsafe plane.pixel(Int(rect.left), y)
            switch layout {
            case .color565: unsafe blend.write565(part, count, to: target, stride: plane.stride)
            case .color10: unsafe blend.writeColor10(part, count, to: target, stride: plane.stride, layout, scale)
            case _ where layout.isWide:
                unsafe blend.writeNumbers(part, count, to: target, stride: plane.stride, layout.depth, scale)
            default: unsafe blend.write(part, count, to: target, stride: plane.stride)
            }
            y &+= count
        }
    }

    /// A row of points, spread over pixels, for at least these cells.
    private func row(_ index: Int, _ cells: CellRange) -> UnsafeMutablePointer<Int16> {
        let target = unsafe rows + (index & 1) &* rowLength
        let last = unsafe made[index & 1]
        if last.row == index, last.start <= cells.start, last.end >= cells.end { return unsafe target }
        unsafe lattice.cutRows(index, CellRange(start: cells.start, end: cells.end &+ 2), into: points)
        unsafe lattice.spread(points, cells: cells, channels: channels, into: target)
        unsafe made[index & 1] = Made(row: index, start: cells.start, end: cells.end)
        return unsafe target
    }
}
