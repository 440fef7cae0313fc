// SPDX-License-Identifier: MIT

/// The frost cover of one region on one plane.
struct FrostTile: BitwiseCopyable {
    static func make(
        _ region: TileRegion, base: Color?, seed: UInt64, mask: borrowing PixelMask, _ workspace: inout Workspace
    ) throws(Failure) -> FrostTile {
        throw .unsupported
    }

    func write(_ rect: PixelRect, to plane: Plane) {}
}
