// SPDX-License-Identifier: MIT
import CPlatform

/// The pixelation of one region's own pixels on one plane: block row by block row.
@safe
struct PixelateStream: BitwiseCopyable {
    private let rows: BlockGrid
    /// The rows to make.
    private let range: Rows
    private enum Sums: BitwiseCopyable {
        case bytes(BlockSums)
        case wide(WideBlockSums)
    }

    private let sums: Sums
    /// A row of pixels, with 15 bytes more than it needs.
    private let line: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - side: The side of a block in points.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, side: Double, _ workspace: inout Workspace
    ) throws(Failure) -> PixelateStream {
        let side = Int(exactly: (side * region.scale).rounded()) ?? 2
        let columns = BlockGrid(side: side, shift: input.shift.x, cut: region.cut.left, length: input.width)
        let line = try unsafe workspace.claim(input.width &* input.layout.bytesPerPixel &+ 15, of: UInt8.self)
        let sums: Sums =
            if input.layout.isWide {
                .wide(try WideBlockSums(input, columns, &workspace))
            } else {
                .bytes(try BlockSums(input, columns, &workspace))
            }
        return unsafe PixelateStream(
            rows: BlockGrid(side: side, shift: input.shift.y, cut: region.cut.top, length: input.height),
            range: region.rows, sums: sums, line: UnsafeMutableRawPointer(line))
    }

    func run(to target: Plane) {
        switch sums {
        case .bytes(let sums): run(sums, to: target)
        case .wide(let sums): run(sums, to: target)
        }
    }

    @inline(__always)
    private func run(_ sums: some BlockMeans, to target: Plane) {
        let size = target.layout.bytesPerPixel
        var y = range.start
        while y < range.end {
            let (start, stop) = rows.pixels(of: rows.block(of: y))
            sums.average(start, stop) { left, right, pixel in
                unsafe Self.repeat(pixel, size, right &- left, line + left &* size)
            }
            for y in steps(from: y, to: min(stop, range.end)) {
                unsafe memcpy(target.pixel(0, y &- range.start), line, target.width &* size)
            }
            y = stop
        }
    }

    /// Writes a pixel `count` times. Bytes that reach into the next block are overwritten by that block.
    @inline(__always)
    private static func `repeat`(_ pixel: UInt64, _ size: Int, _ count: Int, _ target: UnsafeMutableRawPointer) {
        guard size != 3 else {
            for offset in steps(to: count &* 3, by: 3) {
                unsafe target.storeBytes(
                    of: UInt32(truncatingIfNeeded: pixel).littleEndian, toByteOffset: offset, as: UInt32.self)
            }
            return
        }
        let pixels = SIMD2(repeating: PixelLayout.repeated(pixel, size: size).littleEndian)
        for offset in steps(to: count &* size, by: 16) {
            unsafe target.storeBytes(of: pixels, toByteOffset: offset, as: SIMD2<UInt64>.self)
        }
    }
}
