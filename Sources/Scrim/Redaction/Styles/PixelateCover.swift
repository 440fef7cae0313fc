// SPDX-License-Identifier: MIT
import CPlatform

/// The pixelation of one region's own pixels on one plane.
@safe
struct PixelateCover: BitwiseCopyable {
    private let columns: BlockGrid
    private let rows: BlockGrid
    private let left: Int
    private let top: Int
    /// The pixel of every block, row by row. Its first byte is the lowest.
    private let means: UnsafeMutablePointer<UInt32>

    /// Needs four bytes of memory for each block.
    ///
    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - side: The side of a block in points.
    static func make(
        _ region: CoverRegion, _ input: Plane, side: Double, _ workspace: inout Workspace
    ) throws(Failure) -> PixelateCover {
        let side = Int(exactly: (side * region.scale).rounded()) ?? 2
        let columns = BlockGrid(side: side, shift: input.shift, cut: region.cut.left, length: input.width)
        let rows = BlockGrid(side: side, shift: input.shift, cut: region.cut.top, length: input.height)
        // Sides are at most 65,536, so the product does not overflow.
        let means = unsafe try workspace.claim(columns.count &* rows.count, of: UInt32.self)
        let sums = try BlockSums(input, columns, &workspace)
        for row in steps(to: rows.count) {
            let (start, end) = rows.pixels(of: row)
            unsafe sums.average(start, end, into: means + row &* columns.count)
        }
        return unsafe PixelateCover(
            columns: columns, rows: rows, left: Int(region.bounds.left), top: Int(region.bounds.top), means: means)
    }

    func write(_ rect: PixelRect, to plane: Plane) {
        guard rect.width > 0, rect.height > 0 else { return }
        let size = plane.layout.bytesPerPixel
        var y = Int(rect.top)
        while y < Int(rect.bottom) {
            let row = rows.block(of: y &- top)
            let end = min(rows.pixels(of: row).end &+ top, Int(rect.bottom))
            let first = unsafe plane.pixel(Int(rect.left), y)
            unsafe writeRow(row, Int(rect.left), Int(rect.right), first, size)
            y &+= 1
            while y < end {
                unsafe memcpy(plane.pixel(Int(rect.left), y), first, rect.width &* size)
                y &+= 1
            }
        }
    }

    /// One row of pixels, from column `start` of the plane to `end`.
    private func writeRow(_ row: Int, _ start: Int, _ end: Int, _ target: UnsafeMutableRawPointer, _ size: Int) {
        let means = unsafe means + row &* columns.count
        var target = unsafe target
        var x = start
        var column = columns.block(of: start &- left)
        while x < end {
            let next = min(columns.pixels(of: column).end &+ left, end)
            let mean = unsafe means[column]
            unsafe Self.fill(target, with: mean, count: next &- x, size)
            unsafe target += (next &- x) &* size
            x = next
            column &+= 1
        }
    }

    /// Writes a pixel `count` times.
    private static func fill(_ target: UnsafeMutableRawPointer, with pixel: UInt32, count: Int, _ size: Int) {
        switch size {
        case 1: unsafe memset(target, Int32(pixel & 255), count)
        case 2: unsafe fill(target, with: UInt16(truncatingIfNeeded: pixel).littleEndian, count)
        case 4: unsafe fill(target, with: pixel.littleEndian, count)
        default:
            for offset in steps(to: count &* 3, by: 3) {
                unsafe target.storeBytes(
                    of: UInt16(truncatingIfNeeded: pixel).littleEndian, toByteOffset: offset, as: UInt16.self)
                unsafe target.storeBytes(
                    of: UInt8(truncatingIfNeeded: pixel &>> 16), toByteOffset: offset &+ 2, as: UInt8.self)
            }
        }
    }

    private static func fill<Pixel: FixedWidthInteger & SIMDScalar & BitwiseCopyable>(
        _ target: UnsafeMutableRawPointer, with pixel: Pixel, _ count: Int
    ) {
        let size = MemoryLayout<Pixel>.size
        let vector = SIMD4(repeating: pixel)
        var x = 0
        while x <= count &- 4 {
            unsafe target.storeBytes(of: vector, toByteOffset: x &* size, as: SIMD4<Pixel>.self)
            x &+= 4
        }
        while x < count {
            unsafe target.storeBytes(of: pixel, toByteOffset: x &* size, as: Pixel.self)
            x &+= 1
        }
    }
}
