// SPDX-License-Identifier: MIT

/// A reversible cover that is made row by row, from top to bottom. It has claimed all of its memory, so it cannot fail.
enum RowStream: BitwiseCopyable {
    case directBlur(DirectBlur)
    case halfGridBlur(HalfGridBlur)
    case wideGridBlur(WideGridBlur)
    case pixelate(PixelateStream)
    case effect(EffectStream)

    /// Makes the rows of the region that are written.
    ///
    /// - Parameter target: These rows, as wide as the region. It may be the memory of the input: each row of the input is read
    ///   before it is overwritten.
    func run(to target: Plane) {
        switch self {
        case .directBlur(let stream): stream.run(to: target)
        case .halfGridBlur(let stream): stream.run(to: target)
        case .wideGridBlur(let stream): stream.run(to: target)
        case .pixelate(let stream): stream.run(to: target)
        case .effect(let stream): stream.run(to: target)
        }
    }
}

extension RowStream {
    /// A Gaussian blur. Narrow ones are convolved directly. The wider the blur is, the less neighboring pixels differ, and the
    /// coarser the grid on which it is made.
    ///
    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - deviation: σ in points.
    /// - Throws: `noMemory`.
    static func blur(
        _ region: CoverRegion, _ input: Plane, deviation: Double, _ workspace: inout Workspace
    ) throws(Failure) -> RowStream {
        let pixels = deviation * region.scale * (input.shift.x == 1 ? 0.5 : 1)
        if pixels < DirectBlur.end {
            return .directBlur(try DirectBlur.make(region, input, deviation: pixels, &workspace))
        }
        if pixels < HalfGridBlur.end {
            return .halfGridBlur(try HalfGridBlur.make(region, input, deviation: pixels, &workspace))
        }
        return .wideGridBlur(try WideGridBlur.make(region, input, deviation: pixels, &workspace))
    }
}
