// SPDX-License-Identifier: MIT

/// The Gaussian blur of one region on one plane.
///
/// Narrow blurs are convolved directly. The wider the blur is, the less neighboring pixels differ, and the coarser the grid on
/// which it is made.
enum BlurCover: BitwiseCopyable {
    case stream(RowStream)
    case grid(BlurGrid)

    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - deviation: σ in points.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, deviation: Double, _ workspace: inout Workspace
    ) throws(Failure) -> BlurCover {
        let pixels = deviation * region.scale * (input.shift.x == 1 ? 0.5 : 1)
        if pixels < DirectBlur.end {
            return .stream(.directBlur(try DirectBlur.make(region, input, deviation: pixels, &workspace)))
        }
        if pixels < HalfGridBlur.end {
            return .stream(.halfGridBlur(try HalfGridBlur.make(region, input, deviation: pixels, &workspace)))
        }
        return .grid(try BlurGrid.make(region, input, deviation: pixels, &workspace))
    }
}
