// SPDX-License-Identifier: MIT

/// One region on one plane: what a style's kernel makes its tile from.
struct CoverRegion {
    /// Where its pixels are read; distances halve where `source.shift` is 1.
    let source: Plane
    /// Its bounding box on that plane, inside of it.
    let bounds: PixelRect
    /// The width and height of its bounding box in pixels of the frame, before halving and with what the frame cuts off.
    let size: (width: Int, height: Int)
    /// How many pixels of the plane the region begins left of and above `bounds`, where the frame cuts it off.
    let cut: (left: Int, top: Int)
    /// How far around the bounds, in pixels of the plane, frost and tiles look, the sampling gap included.
    let reach: Int
    /// Pixels of the frame per point.
    let scale: Double
    /// What the caller knows the region by. It is mixed into the seed.
    let id: UInt64
    /// For a stream: smooths the base grids of frost and covers.
    let smoother: (any GridSmoother)?
}

/// A region's cover on one plane, ready to be written: whatever of the frame it needs has been read.
///
/// A tile owns nothing: what it points to lives in the workspace of its redaction, or is the source.
enum Cover: BitwiseCopyable {
    case solid(Pattern)
    /// The source's own pixels, where a copy is made.
    case copy(Plane)
    case frost(FrostCover)
    case tiles(TilesCover)
    case blur(BlurCover)
    case pixelate(PixelateCover)
    /// A picture of the bounding box.
    case picture(PictureCover)

    /// Writes the pixels of a rectangle, which lies in the region's bounding box and in the plane.
    func write(_ rect: PixelRect, to plane: Plane) {
        switch self {
        case .solid(let pattern): plane.fill(rect, pattern)
        case .copy(let source): plane.copy(rect, from: source)
        case .frost(let tile): tile.write(rect, to: plane)
        case .tiles(let tile): tile.write(rect, to: plane)
        case .blur(let tile): tile.write(rect, to: plane)
        case .pixelate(let tile): tile.write(rect, to: plane)
        case .picture(let tile): tile.write(rect, to: plane)
        }
    }
}
