// SPDX-License-Identifier: MIT

/// The base grids of the last frame of a stream, of which those of the next go on: what moves beside a region neither
/// flickers in its cover nor can be read from how that changes.
///
/// It holds nothing but what frames show that were handed on, so it knows no more than who has them. A region is found again
/// by its id, its cells by their distance from its corner.
package final class GridEasing {
    private static let maxGrids = 1024
    private static let maxCells = 262_144
    /// By how much in 1/256 the mean luma must be beyond the one at which ink turns, once it has turned.
    private static let hold = 12 * 256

    /// Nanoseconds in which 1 − 1/e of a change is made.
    private let constant: UInt64
    /// The number of the scene of the last frame; 0: there was none.
    private var scene: UInt64 = 0
    /// How much of what is missing is made up for in this frame: 0 … 16384.
    private var part: Int32 = 0
    /// The plane that is being covered.
    var plane = 0
    /// Where the next grid of the last frame is looked for: the regions of two frames are mostly in the same order.
    private var next = 0
    /// Of the last frame, and of this one.
    private var old = EasedGrids()
    private var new = EasedGrids()

    init(constant: UInt64) { self.constant = constant }

    // MARK: - Frames

    /// Begins a frame. One that was begun and not ended leaves no trace.
    @inline(never)
    func begin(at time: UInt64, of scene: UInt64) {
        if time < old.time || scene != self.scene { old.clear() }
        let elapsed = Double(time &- old.time) / Double(constant)
        part = Int32(exactly: (16384 - 16384 * BlurTaps.exponential(0 - elapsed)).rounded()) ?? 16384
        (self.scene, next) = (scene, 0)
        new.clear()
        new.time = time
    }

    /// Ends a frame that is going to be handed on.
    func end() { swap(&old, &new) }

    // MARK: - Grids

    /// Lets a grid go on from that of the last frame, as far as there was one. Without room it stays as it is.
    ///
    /// - Returns: How far beyond the luma at which ink turns it turns, in 1/256.
    @inline(never)
    func ease(_ grid: BaseGrid, of id: UInt64) -> Int {
        let (shape, start) = (grid.shape, new.cells.count)
        let this = EasedGrid(
            id: id, plane: plane, cell: shape.cell, column: shape.first.column, row: shape.first.row,
            columns: shape.columns, start: start)
        new.isOpen =
            id != 0 && new.grids.count < Self.maxGrids && shape.count <= Self.maxCells &- start
            && (try? new.cells.resize(start &+ shape.count)) != nil && (try? new.grids.append(this)) != nil
        guard new.isOpen else { return 0 }
        let last = find(this)
        let end = last < 0 ? start : old.end(of: last)
        let before = old.grids[last]
        // The cells of the last frame, counted from the corner of the region, of which the frame may cut off more or less.
        let (across, down) = (this.column &- before.column, this.row &- before.row)
        var place = start
        for y in steps(to: shape.rows) {
            let row = unsafe grid.row(y)
            let first = before.start &+ (y &+ down) &* before.columns
            let isThere = last >= 0 && y &+ down >= 0 && first < end
            var x = 0
            while x < shape.columns {
                var levels = unsafe row[x] &<< 8
                if isThere, x &+ across >= 0, x &+ across < before.columns {
                    levels = step(from: old.cells[first &+ across &+ x], to: levels)
                    unsafe row[x] = (levels &+ 128) &>> 8
                }
                new.cells[place] = levels
                (x, place) = (x &+ 1, place &+ 1)
            }
        }
        return last < 0 ? 0 : before.isLight ? 0 &- Self.hold : Self.hold
    }

    /// Which way the grid that has just been eased turned out to be.
    func note(isLight: Bool) {
        if new.isOpen { new.grids.update(new.grids.count &- 1) { $0.isLight = isLight } }
    }

    /// Never beyond the target: what is missing is rounded towards zero first.
    private func step(from old: Levels, to target: Levels) -> Levels {
        let missing = target &- old
        let levels = (missing &+ ((missing &>> 31) & 255)) &>> 8
        return old &+ (levels &* Levels(repeating: part)) &>> 6
    }

    /// Finds the grid of the last frame from which one goes on; below 0 where there is none. Of a view that has left places
    /// there are several, which may go on from one.
    private func find(_ grid: EasedGrid) -> Int {
        var left = old.grids.count
        while left > 0 {
            let index = next < old.grids.count ? next : 0
            next = index &+ 1
            let isIt = old.grids.read(index) { $0.id == grid.id && $0.plane == grid.plane && $0.cell == grid.cell }
            if isIt { return index }
            left &-= 1
        }
        return -1
    }
}

/// What a stream remembers of a frame.
private final class EasedGrids {
    var time: UInt64 = 0
    var grids = Buffer<EasedGrid>(blank: .none)
    /// In 1/65536.
    var cells = Buffer<Levels>(blank: Levels())
    /// Whether the last grid is that of the region being covered.
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

private struct EasedGrid: BitwiseCopyable {
    var id: UInt64
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

    static var none: EasedGrid { EasedGrid(id: 0, plane: 0, cell: 0, column: 0, row: 0, columns: 0, start: 0) }
}
