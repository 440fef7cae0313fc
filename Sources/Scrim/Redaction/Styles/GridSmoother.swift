// SPDX-License-Identifier: MIT

/// Has the base grids of a stream's covers follow those of the frame before. Whoever redacts a stream of frames provides it.
protocol GridSmoother: AnyObject {
    /// The grids from now on are of this plane of the frame.
    func beginPlane(_ index: Int)

    /// Has a grid follow that of the last frame, if there was one.
    ///
    /// - Returns: How far the limit is moved at which ink turns from dark to light, in 1/256 of a luma level.
    func smooth(_ grid: BaseGrid, of region: UInt64) -> Int

    /// Notes which ink the grid takes that was just smoothed.
    func note(isLight: Bool)
}
