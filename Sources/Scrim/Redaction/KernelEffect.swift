// SPDX-License-Identifier: MIT

/// Three box blurs, saturation and tint.
enum EffectKernel {
    /// - Parameter input: As large as the region's bounds.
    static func make(
        _ region: TileRegion, _ input: Plane, _ effect: Effect, _ workspace: inout Workspace
    ) throws(Failure) -> PictureTile {
        throw .unsupported
    }
}
