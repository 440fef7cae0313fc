// SPDX-License-Identifier: MIT
import CPlatform

/// A narrow Gaussian: each pixel is computed from its neighbors.
@safe
struct DirectBlur: BitwiseCopyable {
    private let rows: ChannelRows
    /// The rows to make.
    private let range: Rows
    private let across: BlurTaps
    private let columns: BlurColumns
    private let output: BlurOutput
    /// A row of levels times 128, and room for its neighbors.
    private let line: UInt16Row

    /// From here on, a picture of half the width and height shows as much.
    static let end = 2.0

    /// - Parameters:
    ///   - input: As large as the region's bounds.
    ///   - deviation: σ in pixels, below `end`.
    /// - Throws: `noMemory`.
    static func make(
        _ region: CoverRegion, _ input: Plane, deviation: Double, _ workspace: inout Workspace
    ) throws(Failure) -> DirectBlur {
        let rows = try ChannelRows.make(input, count: 1, &workspace)
        // With more neighbors, no pixel would change by more than about half a level.
        let radius = Int32(exactly: ((10 * deviation - 2) / 3).rounded(.up)) ?? 0
        // A smaller variance has no influence on any pixel, and the square may even be 0.
        let taps = try BlurTaps.make(
            variance: max(deviation * deviation, 1e-6), radius: max(Int(radius), 1), &workspace)
        let columns = try BlurColumns.make(
            try taps.twin(&workspace), rows: input.height, length: rows.length, &workspace)
        taps.setNeighbours(distance: rows.channels)
        let size = rows.length &+ 2 &* taps.radius &* rows.channels &+ rowSlack
        return unsafe DirectBlur(
            rows: rows, range: region.rows, across: taps, columns: columns,
            output: try BlurOutput.make(like: input, &workspace), line: try workspace.claim(size, of: UInt16.self))
    }

    func run(to target: Plane) {
        var next = columns.first(for: range.start)
        for y in steps(from: range.start, to: range.end) {
            while next <= columns.last(for: y) {
                makeRow(next)
                next &+= 1
            }
            unsafe columns.convolve(y, as: output, to: target.pixel(0, y &- range.start))
        }
    }

    private func makeRow(_ y: Int) {
        let (length, channels) = (rows.length, rows.channels)
        let first = unsafe line + across.radius &* channels
        let row = unsafe rows.row(y, slot: 0)
        for x in steps(to: length, by: 32) {
            let bytes = unsafe rows.block(row, x)
            unsafe first.set(x, wide: widened(bytes.lowHalf) &<< 7)
            unsafe first.set(x &+ 16, wide: widened(bytes.highHalf) &<< 7)
        }
        unsafe line.fill(0, count: across.radius, pixelOf: first, channels: channels)
        unsafe first.fill(
            length, count: across.radius, pixelOf: first + (length &- channels), channels: channels)
        unsafe across.convolve(first, count: length, into: columns.slot(y))
    }
}

/// The bytes of levels times 128.
@inline(__always)
func levelBytes(_ a: SIMD16<UInt16>, _ b: SIMD16<UInt16>) -> SIMD32<UInt8> {
    clampedBytes(SIMD16<Int16>(truncatingIfNeeded: a &>> 7), SIMD16<Int16>(truncatingIfNeeded: b &>> 7))
}
