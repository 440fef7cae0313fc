// SPDX-License-Identifier: MIT

/// A reversible cover that is made row by row, from top to bottom. It has claimed all of its memory, so it cannot fail.
enum RowStream: BitwiseCopyable {
    case directBlur(DirectBlur)
    case halfGridBlur(HalfGridBlur)
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
        case .pixelate(let stream): stream.run(to: target)
        case .effect(let stream): stream.run(to: target)
        }
    }
}
