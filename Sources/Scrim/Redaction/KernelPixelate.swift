// SPDX-License-Identifier: MIT

/// The mosaic of one region's own pixels on one plane.
struct PixelateTile: BitwiseCopyable {
    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - side: Of a block, in points.
    static func make(
        _ region: TileRegion, _ input: Plane, side: Double, _ workspace: inout Workspace
    ) throws(Failure) -> PixelateTile {
        throw .unsupported
    }

    func write(_ rect: PixelRect, to plane: Plane) {}
}
