// SPDX-License-Identifier: MIT
import CPlatform

/// The pixelation of one region's own pixels on one plane: block row by block row.
@safe
struct PixelateStream: BitwiseCopyable {
    private let columns: BlockGrid
    private let rows: BlockGrid
    /// The rows to make.
    private let range: Rows
    private let sums: BlockSums
    /// The pixels of a row of blocks. Their first byte is the lowest.
    private let means: UnsafeMutablePointer<UInt32>

    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - side: The side of a block in points.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, side: Double, _ workspace: inout Workspace
    ) throws(Failure) -> PixelateStream {
        let side = Int(exactly: (side * region.scale).rounded()) ?? 2
        let columns = BlockGrid(side: side, shift: input.shift.x, cut: region.cut.left, length: input.width)
        return unsafe PixelateStream(
            columns: columns,
            rows: BlockGrid(side: side, shift: input.shift.y, cut: region.cut.top, length: input.height),
            range: region.rows, sums: try BlockSums(input, columns, &workspace),
            means: try workspace.claim(columns.count, of: UInt32.self))
    }

    func run(to target: Plane) {
        let size = target.layout.bytesPerPixel
        var y = range.start
        while y < range.end {
            let row = rows.block(of: y)
            let (start, stop) = rows.pixels(of: row)
            unsafe sums.average(start, stop, into: means)
            let first = unsafe target.pixel(0, y &- range.start)
            unsafe writeRow(first, size)
            let end = min(stop, range.end)
            y &+= 1
            while y < end {
                unsafe memcpy(target.pixel(0, y &- range.start), first, target.width &* size)
                y &+= 1
            }
        }
    }

    private func writeRow(_ target: UnsafeMutableRawPointer, _ size: Int) {
        for column in steps(to: columns.count) {
            let (start, end) = columns.pixels(of: column)
            unsafe Self.fill(target + start &* size, with: means[column], count: end &- start, size)
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
