// SPDX-License-Identifier: MIT

/// The Gaussian blur of one region on one plane.
struct BlurTile: BitwiseCopyable {
    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - deviation: σ in points.
    static func make(
        _ region: TileRegion, _ input: Plane, deviation: Double, _ workspace: inout Workspace
    ) throws(Failure) -> BlurTile {
        throw .unsupported
    }

    func write(_ rect: PixelRect, to plane: Plane) {}
}
