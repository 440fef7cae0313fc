// SPDX-License-Identifier: MIT
import CPlatform

/// Sums of 16 bytes of some rows, number by number.
protocol RowSums {
    /// Holds a sum.
    associatedtype Number

    /// Adds the 16 bytes of a row.
    mutating func add(_ bytes: UnsafeRawPointer)

    /// Writes a sum for each number.
    ///
    /// - Parameters:
    ///   - x: The first of the bytes.
    ///   - colorLength: The distance of the colors of a pixel, if they are not side by side.
    func store(_ target: UnsafeMutablePointer<Number>, _ x: Int, _ colorLength: Int)
}

extension Plane {
    /// Sums up the rows from `start` to `end`.
    ///
    /// - Parameters:
    ///   - empty: Sums of no row.
    ///   - target: Receives the sums, at least as many as 16 bytes have.
    ///   - colorLength: Where the sums of the next color begin, if the colors of a pixel are not side by side.
    func sumRows<Sums: RowSums>(
        _ start: Int, _ end: Int, _ empty: Sums, into target: UnsafeMutablePointer<Sums.Number>, colorLength: Int
    ) {
        let length = width &* layout.bytesPerPixel
        let (first, rows) = unsafe (UnsafeRawPointer(pixel(0, start)), end &- start)
        guard length >= 16 else {
            return unsafe sumShortRows(first, rows, length, empty, into: target, colorLength: colorLength)
        }
        var x = 0
        while x <= length &- 64 {
            unsafe sumLine(first + x, rows, x, empty, into: target, colorLength: colorLength)
            x &+= 64
        }
        while x < length {
            // The last ones, together with sums that are already right.
            x = min(x, length &- 16)
            var (sums, row) = unsafe (empty, first + x)
            for _ in steps(to: rows) {
                unsafe sums.add(row)
                unsafe row += stride
            }
            unsafe sums.store(target, x, colorLength)
            x &+= 16
        }
    }

    /// Sums up 64 columns of bytes. This is a line of the cache, so each line is prefetched once, well before it is used.
    @inline(__always)
    private func sumLine<Sums: RowSums>(
        _ first: UnsafeRawPointer, _ rows: Int, _ x: Int, _ empty: Sums,
        into target: UnsafeMutablePointer<Sums.Number>, colorLength: Int
    ) {
        var (a, b, c, d) = (empty, empty, empty, empty)
        var row = unsafe first
        for _ in steps(to: rows) {
            unsafe a.add(row)
            unsafe b.add(row + 16)
            unsafe c.add(row + 32)
            unsafe d.add(row + 48)
            unsafe platform_prefetch(row + rows &* stride)
            unsafe row += stride
        }
        unsafe a.store(target, x, colorLength)
        unsafe b.store(target, x &+ 16, colorLength)
        unsafe c.store(target, x &+ 32, colorLength)
        unsafe d.store(target, x &+ 48, colorLength)
    }

    /// Sums up rows of fewer than 16 bytes.
    private func sumShortRows<Sums: RowSums>(
        _ first: UnsafeRawPointer, _ rows: Int, _ length: Int, _ empty: Sums,
        into target: UnsafeMutablePointer<Sums.Number>, colorLength: Int
    ) {
        var (sums, bytes) = (empty, SIMD16<UInt8>())
        for y in steps(to: rows) {
            unsafe withUnsafeMutableBytes(of: &bytes) { row in
                guard let row = row.baseAddress else { return }
                unsafe memcpy(row, first + y &* stride, length)
                unsafe sums.add(UnsafeRawPointer(row))
            }
        }
        unsafe sums.store(target, 0, colorLength)
    }
}
