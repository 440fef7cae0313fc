// SPDX-License-Identifier: MIT

/// Makes the base grids of a stream's frames follow the grids of the previous frame. So something that moves next to a region does
/// not make its cover flicker, and cannot be read from how the cover changes.
///
/// It stores only colors that are visible in frames that were handed on, so it knows no more than the people who have the frames. A
/// region is recognized by its id, and a cell by its distance from the region's corner.
final class GridSmoothing: GridSmoother {
    private static let maxGrids = 1024
    private static let maxCells = 262_144
    /// After ink has changed between dark and light, how far the mean luma must go back for it to change again, in 1/256 of a level.
    private static let hysteresis = 12 * 256

    /// Nanoseconds in which 1 − 1/e of a change is made.
    private let timeConstant: UInt64
    /// The part of the difference that this frame makes up for, 0 … 16384.
    private var part: Int32 = 0
    /// The plane that is being covered.
    private var plane = 0
    /// Where the search for the next grid begins: the regions of two frames are mostly in the same order.
    private var next = 0
    /// The grids of the last frame, and of this one.
    private var old = SmoothedGrids()
    private var new = SmoothedGrids()

    init(timeConstant: UInt64) { self.timeConstant = timeConstant }

    // MARK: - Frames

    /// Begins a frame. A frame that is begun and not ended leaves no trace.
    func beginFrame(at time: UInt64) {
        if time < old.time { old.clear() }
        let elapsed = Double(time &- old.time) / Double(timeConstant)
        part = Int32(exactly: (16384 - 16384 * BlurTaps.exponential(0 - elapsed)).rounded()) ?? 16384
        next = 0
        new.clear()
        new.time = time
    }

    /// Ends a frame that is going to be handed on.
    func endFrame() { swap(&old, &new) }

    /// Forgets all frames.
    func forgetAll() { old.clear() }

    func beginPlane(_ index: Int) { plane = index }

    // MARK: - Grids

    /// If there is no room for the grid's cells, the grid is not changed.
    @inline(never)
    func smooth(_ grid: BaseGrid, of region: UInt64) -> Int {
        let (shape, start) = (grid.shape, new.cells.count)
        let this = SmoothedGrid(
            region: region, plane: plane, cell: shape.cell, column: shape.first.column, row: shape.first.row,
            columns: shape.columns, start: start)
        new.isOpen =
            region != 0 && new.grids.count < Self.maxGrids && shape.count <= Self.maxCells &- start
            && (try? new.cells.resize(start &+ shape.count)) != nil && (try? new.grids.append(this)) != nil
        guard new.isOpen else { return 0 }
        let last = find(this)
        let end = last < 0 ? start : old.end(of: last)
        let before = old.grids[last]
        // The cells of the last frame, counted from the region's corner. The frame may cut off more of them now, or fewer.
        let (across, down) = (this.column &- before.column, this.row &- before.row)
        var cell = start
        for y in steps(to: shape.rows) {
            let row = unsafe grid.row(y)
            let first = before.start &+ (y &+ down) &* before.columns
            let isKnown = last >= 0 && y &+ down >= 0 && first < end
            for x in steps(to: shape.columns) {
                var levels = unsafe row[x] &<< 8
                if isKnown, x &+ across >= 0, x &+ across < before.columns {
                    levels = step(from: old.cells[first &+ across &+ x], to: levels)
                    unsafe row[x] = (levels &+ 128) &>> 8
                }
                new.cells[cell] = levels
                cell &+= 1
            }
        }
        return last < 0 ? 0 : before.isLight ? 0 &- Self.hysteresis : Self.hysteresis
    }

    func note(isLight: Bool) {
        if new.isOpen { new.grids.update(new.grids.count &- 1) { $0.isLight = isLight } }
    }

    /// Never goes beyond the target, because the difference is rounded towards zero first.
    private func step(from old: Levels, to target: Levels) -> Levels {
        let missing = target &- old
        let levels = (missing &+ ((missing &>> 31) & 255)) &>> 8
        return old &+ (levels &* Levels(repeating: part)) &>> 6
    }

    /// Finds the grid of the last frame that a grid follows; below 0 if there is none. A view that has moved has several regions,
    /// which may follow the same.
    private func find(_ grid: SmoothedGrid) -> Int {
        var left = old.grids.count
        while left > 0 {
            let index = next < old.grids.count ? next : 0
            next = index &+ 1
            let isSame = old.grids.read(index) {
                $0.region == grid.region && $0.plane == grid.plane && $0.cell == grid.cell
            }
            if isSame { return index }
            left &-= 1
        }
        return -1
    }
}

/// The grids of one frame.
private final class SmoothedGrids {
    var time: UInt64 = 0
    var grids = Buffer<SmoothedGrid>(blank: .none)
    /// In 1/65536.
    var cells = Buffer<Levels>(blank: Levels())
    /// Whether the last grid belongs to the region that is being covered.
    var isOpen = false

    func clear() {
        grids.truncate(0)
        cells.truncate(0)
    }

    /// Where the cells of a grid end.
    func end(of index: Int) -> Int {
        index &+ 1 < grids.count ? grids.read(index &+ 1) { $0.start } : cells.count
    }
}

private struct SmoothedGrid: BitwiseCopyable {
    var region: UInt64
    var plane: Int
    /// The side of a cell.
    var cell: Int
    /// How many cells the frame cuts off.
    var column: Int
    var row: Int
    var columns: Int
    /// Where its cells begin.
    var start: Int
    var isLight = false

    static var none: SmoothedGrid {
        SmoothedGrid(region: 0, plane: 0, cell: 0, column: 0, row: 0, columns: 0, start: 0)
    }
}
