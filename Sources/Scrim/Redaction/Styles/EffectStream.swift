// SPDX-License-Identifier: MIT

/// Three box blurs, saturation and tint, in this order: the steps of Apple's UIImage+ImageEffects 1.0 (2013). The result is
/// opaque and replaces the pixels. Before the colors, it is within one level of three convolutions that are exact and rounded
/// once each, and within two levels in the corners.
struct EffectStream: BitwiseCopyable {
    private enum Blur: BitwiseCopyable {
        /// No blur: the rows as they are.
        case none(ChannelRows)
        case boxes(BoxStream)
        case grid(BoxGrid)
    }

    private let rows: ChannelRows
    private let range: Rows
    private let colors: EffectColors
    private let blur: Blur

    /// - Parameter input: As large as the region's bounds.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, _ effect: Effect, _ workspace: inout Workspace
    ) throws(Failure) -> EffectStream {
        let side = (
            x: Self.side(effect, scale: region.scale, shift: input.shift.x),
            y: Self.side(effect, scale: region.scale, shift: input.shift.y)
        )
        let rows = try ChannelRows.make(input, count: 2, expandsThreeBytes: true, &workspace)
        return EffectStream(
            rows: rows, range: region.rows, colors: try EffectColors(effect, input, &workspace),
            blur: try blur(rows, side, region.rows, &workspace))
    }

    private static func blur(
        _ rows: ChannelRows, _ side: (x: Int, y: Int), _ range: Rows, _ workspace: inout Workspace
    ) throws(Failure) -> Blur {
        if max(side.x, side.y) == 1 { return .none(rows) }
        if side.x < BoxGrid.leastSide { return .boxes(try BoxStream(rows, side: side, &workspace)) }
        return .grid(try BoxGrid.make(try rows.expandedPlane(&workspace), side: side, range, &workspace))
    }

    func run(to target: Plane) {
        switch blur {
        case .none(let rows):
            for y in steps(from: range.start, to: range.end) {
                unsafe rows.finish(y, colors, to: target.pixel(0, y &- range.start))
            }
        case .boxes(let boxes):
            unsafe boxes.run(range) { y, row in
                unsafe rows.finish(row, colors, to: target.pixel(0, y &- range.start))
            }
        case .grid(let grid):
            unsafe grid.run(range) { y, row in
                unsafe rows.finish(row, colors, to: target.pixel(0, y &- range.start))
            }
        }
    }

    /// The side of the boxes. Three of them approximate a Gaussian: SVG 1.1 (second edition) 15.17, but an even side is
    /// increased by one.
    private static func side(_ effect: Effect, scale: Double, shift: Int) -> Int {
        guard effect.radius > Double(Float.ulpOfOne) else { return 1 }
        let pixels = shift == 1 ? effect.radius * scale / 2 : effect.radius * scale
        // 3 · √(2π) / 4
        let side = Int(exactly: (pixels * 1.8799712059732503 + 0.5).rounded(.down)) ?? largestSide
        return min(side, largestSide) | 1
    }

    private static var largestSide: Int { 963 }
}
