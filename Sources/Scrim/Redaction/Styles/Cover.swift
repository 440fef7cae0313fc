// SPDX-License-Identifier: MIT

/// One region on one plane, from which a style's kernel makes the cover.
struct CoverRegion {
    /// The plane that is read. `source.shift` says on which sides distances are halved.
    let source: Plane
    /// Its bounding box on that plane, inside of it.
    let bounds: PixelRect
    /// The rows that are written, counted from the top of the bounds. A cover gives the same bytes for them as for all rows.
    let rows: Rows
    /// The width and height of its bounding box in pixels of the frame, not halved, and including the part that the frame cuts
    /// off.
    let size: (width: Int, height: Int)
    /// How many pixels of the plane are cut off by the frame, on the left and above.
    let cut: (left: Int, top: Int)
    /// How far around the bounds frost and tiles read, across and down, in pixels of the plane. This includes the sampling gap.
    let reach: (x: Int, y: Int)
    /// Pixels of the frame per point.
    let scale: Double
    /// The caller's id of the region. It is mixed into the seed.
    let id: UInt64
    /// For a stream: smooths the base grids of frost and covers.
    let smoother: (any GridSmoother)?
}

/// A region's cover on one plane, ready to be written. It has already read everything that it needs of the frame, except for a
/// stream.
///
/// A cover owns no memory: its pointers refer to the workspace of the redaction or to the source.
enum Cover: BitwiseCopyable {
    case solid(Pattern)
    /// The source's pixels, when a copy is made.
    case copy(Plane)
    case frost(FrostCover)
    case tiles(TilesCover)
    /// Makes its pixels while it writes them. Its only rectangle is the part of its bounds that is written.
    case stream(RowStream)
    /// A picture of the bounding box.
    case picture(PictureCover)
    /// Its pixels have been written.
    case written

    /// Writes the pixels of a rectangle, which lies in the region's bounding box and in the plane.
    func write(_ rect: PixelRect, to plane: Plane) {
        switch self {
        case .solid(let pattern): plane.fill(rect, pattern)
        case .copy(let source): plane.copy(rect, from: source)
        case .frost(let tile): tile.write(rect, to: plane)
        case .tiles(let tile): tile.write(rect, to: plane)
        case .stream(let stream): stream.run(to: plane.part(rect))
        case .picture(let tile): tile.write(rect, to: plane)
        case .written: break
        }
    }
}
