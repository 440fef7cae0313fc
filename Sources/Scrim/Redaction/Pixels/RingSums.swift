// SPDX-License-Identifier: MIT
import CPlatform

/// Sums of the pixels in a row of cells that are not in a mask, for pixels of 1 to 4 bytes that are colors themselves. Rows of
/// pixels with the same mask are added up first, byte by byte, and then the columns of each cell.
@safe
struct RingSums {
    /// Columns that are looked at together: the bits of a word of the mask.
    private static let width = 64

    private let plane: Plane
    private let size: Int
    /// A number for each byte of 64 pixels, and 16 more.
    private let columns: UInt16Row

    /// - Throws: `noMemory`.
    init(_ plane: Plane, _ workspace: inout Workspace) throws(Failure) {
        self.plane = plane
        size = plane.layout.bytesPerPixel
        unsafe columns = try workspace.claim(Self.width &* 4 &+ 16, of: UInt16.self)
    }

    /// Passes on the sums of parts of cells, by the position of the byte in a pixel, and the number of pixels.
    ///
    /// - Parameters:
    ///   - area: The pixels of a block of cells, each of at most 256 rows.
    ///   - first: The first of these cells.
    ///   - right: The column of pixels behind a column of cells.
    ///   - bottom: The row of pixels below a row of cells.
    @inline(__always)
    func add(
        _ area: PixelRect, first: (column: Int, row: Int), without mask: borrowing PixelMask, right: (Int) -> Int,
        bottom: (Int) -> Int, _ body: (_ column: Int, _ row: Int, _ sum: SIMD4<UInt32>, _ count: Int) -> Void
    ) {
        let area = area.intersection(plane.bounds)
        guard !area.isEmpty else { return }
        let areaEnd = Int(area.bottom)
        var first = first
        for x in steps(from: Int(area.left), to: Int(area.right), by: Self.width) {
            while right(first.column) <= x { first.column &+= 1 }
            let inside = ~UInt64(0) &>> UInt64(Self.width &- min(Int(area.right) &- x, Self.width))
            var words = mask.words(x, from: Int(area.top))
            var (y, open) = (Int(area.top), ~words() & inside)
            var row = first.row
            while y < areaEnd {
                while bottom(row) <= y { row &+= 1 }
                // Rows of one cell with the same mask.
                let rowEnd = min(bottom(row), areaEnd)
                var (next, after) = (y &+ 1, ~words() & inside)
                while next < rowEnd, after == open { (next, after) = (next &+ 1, ~words() & inside) }
                var (column, last) = (first.column, right(first.column) &- x)
                forEachRun(of: open) { start, end in
                    addRows(x &+ start, y, next, end &- start, to: start)
                    var start = start
                    while start < end {
                        while last <= start { (column, last) = (column &+ 1, right(column &+ 1) &- x) }
                        let part = min(last, end)
                        body(column, row, sum(start, part &- start), (part &- start) &* (next &- y))
                        start = part
                    }
                }
                (y, open) = (next, after)
            }
        }
    }

    @inline(__always)
    private func forEachRun(of bits: UInt64, _ body: (_ start: Int, _ end: Int) -> Void) {
        var (bits, start) = (bits, 0)
        while bits != 0 {
            let skipped = bits.trailingZeroBitCount
            bits &>>= UInt64(skipped)
            let run = (~bits).trailingZeroBitCount
            // A run of 64 leaves none: the shift would be 0.
            bits = run == 64 ? 0 : bits &>> UInt64(run)
            start &+= skipped
            body(start, start &+ run)
            start &+= run
        }
    }

    /// Sums the columns of `count` pixels.
    private func addRows(_ x: Int, _ start: Int, _ end: Int, _ count: Int, to index: Int) {
        unsafe add(
            plane.base + (start &* plane.stride &+ x &* size), end &- start, count &* size, to: columns + index &* size)
    }

    private func add(_ first: UnsafeMutableRawPointer, _ rows: Int, _ length: Int, to target: UInt16Row) {
        guard length >= 16 else { return unsafe addShort(first, rows, length, to: target) }
        var x = 0
        while true {
            var sums = ByteColumnSums()
            var row = unsafe UnsafeRawPointer(first + x)
            for _ in steps(to: rows) {
                unsafe sums.add(row.loadUnaligned(as: SIMD8<UInt16>.self))
                unsafe row += plane.stride
            }
            unsafe sums.store(target + x)
            if x &+ 16 >= length { return }
            // The last ones, together with sums that are already right.
            x = min(x &+ 16, length &- 16)
        }
    }

    /// The sums of fewer than 16 bytes, and zeros behind them.
    private func addShort(_ first: UnsafeMutableRawPointer, _ rows: Int, _ length: Int, to target: UInt16Row) {
        var sums = ByteColumnSums()
        for y in steps(to: rows) {
            let row = unsafe UnsafeRawPointer(first + y &* plane.stride)
            var bytes = SIMD2<UInt64>()
            var offset = 0
            if length & 8 != 0 {
                bytes.x = unsafe row.loadUnaligned(as: UInt64.self)
                offset = 8
            }
            var rest: UInt64 = 0
            var bits: UInt64 = 0
            if length & 4 != 0 {
                rest = UInt64(unsafe row.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                (offset, bits) = (offset &+ 4, 32)
            }
            if length & 2 != 0 {
                rest |= UInt64(unsafe row.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) &<< bits
                (offset, bits) = (offset &+ 2, bits &+ 16)
            }
            if length & 1 != 0 { rest |= UInt64(unsafe row.load(fromByteOffset: offset, as: UInt8.self)) &<< bits }
            if length & 8 != 0 { bytes.y = rest } else { bytes.x = rest }
            sums.add(unsafe unsafeBitCast(bytes, to: SIMD8<UInt16>.self))
        }
        unsafe sums.store(target)
    }

    private func sum(_ start: Int, _ count: Int) -> SIMD4<UInt32> {
        switch size {
        case 1: unsafe (columns + start).channelSums(count, 1)
        case 2: unsafe (columns + start &* 2).channelSums(count &* 2, 2)
        case 3: unsafe (columns + start &* 3).channelSums(count &* 3, 3)
        default: unsafe (columns + start &* 4).channelSums(count &* 4, 4)
        }
    }
}
