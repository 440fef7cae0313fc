// SPDX-License-Identifier: MIT

/// The Gaussian blur of one region on one plane.
///
/// Narrow blurs are convolved directly. Wide blurs are made on a smaller grid, because the wider the blur is, the less
/// neighboring pixels differ.
struct BlurCover: BitwiseCopyable {
    private enum Source: BitwiseCopyable {
        case picture(PictureCover)
        case grid(BlurGrid)
    }

    private let source: Source

    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - deviation: σ in points.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, deviation: Double, _ workspace: inout Workspace
    ) throws(Failure) -> BlurCover {
        let pixels = deviation * region.scale * (input.shift.x == 1 ? 0.5 : 1)
        let (left, top) = (region.bounds.left, region.bounds.top)
        let step = BlurGrid.step(for: pixels)
        guard step > 0 else {
            let picture = try DirectBlur.make(input, deviation: pixels, &workspace)
            return BlurCover(source: .picture(PictureCover(picture: picture, left: left, top: top)))
        }
        return BlurCover(
            source: .grid(
                try BlurGrid.make(input, deviation: pixels, step: step, left: Int(left), top: Int(top), &workspace)))
    }

    func write(_ rect: PixelRect, to plane: Plane) {
        switch source {
        case .picture(let tile): tile.write(rect, to: plane)
        case .grid(let grid): grid.write(rect, to: plane)
        }
    }
}
