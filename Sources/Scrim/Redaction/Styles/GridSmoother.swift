// SPDX-License-Identifier: MIT

/// Makes the base grids of a stream's covers follow the previous frame. The code that redacts a stream of frames provides it.
protocol GridSmoother: AnyObject {
    /// The next grids belong to this plane of the frame.
    func beginPlane(_ index: Int)

    /// Makes a grid follow its grid in the previous frame, if there was one.
    ///
    /// - Returns: By how much to move the lightness at which ink turns from dark to light, in 1/256 of a luma level.
    func smooth(_ grid: BaseGrid, of region: UInt64) -> Int

    /// Notes the ink of the grid that was smoothed last.
    func note(isLight: Bool)
}
