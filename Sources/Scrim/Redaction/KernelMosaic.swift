// SPDX-License-Identifier: MIT

/// The mosaic cover of one region on one plane.
struct MosaicTile: BitwiseCopyable {
    static func make(
        _ region: TileRegion, base: Color?, seed: UInt64, mask: borrowing PixelMask, _ workspace: inout Workspace
    ) throws(Failure) -> MosaicTile {
        throw .unsupported
    }

    func write(_ rect: PixelRect, to plane: Plane) {}
}
