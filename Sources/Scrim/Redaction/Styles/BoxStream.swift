// SPDX-License-Identifier: MIT
import CPlatform

/// Three box convolutions one after the other, in one pass over the rows. The first two keep only as many rows of their results
/// as a box is high.
@safe
struct BoxStream: BitwiseCopyable {
    private let rows: ChannelRows
    private let first: BoxPass
    private let second: BoxPass
    private let third: BoxPass
    /// The last rows of the first and of the second box.
    private let firstRows: UnsafeMutableRawPointer
    private let secondRows: UnsafeMutableRawPointer
    private let count: Int
    private let stride: Int
    /// A row of the third box.
    private let result: UnsafeMutableRawPointer

    /// - Parameter side: The sides of the boxes, odd, 1 … 37. Not both are 1.
    /// - Throws: `noMemory`.
    init(_ rows: ChannelRows, side: (x: Int, y: Int), _ workspace: inout Workspace) throws(Failure) {
        self.rows = rows
        first = try BoxPass(side: side, channels: rows.channels, length: rows.length, &workspace)
        second = try BoxPass(side: side, channels: rows.channels, length: rows.length, &workspace)
        third = try BoxPass(side: side, channels: rows.channels, length: rows.length, &workspace)
        // The rows of a box, and the next one. Not more than there are.
        count = min(side.y &+ 1, rows.plane.height)
        // An odd number of cache lines: so the rows do not compete for the same places in the cache.
        stride = ((rows.length &+ PixelExpansion.room &+ 63) & ~63) | 64
        let (size, overflow) = count.multipliedReportingOverflow(by: stride)
        guard !overflow else { throw .noMemory }
        unsafe firstRows = UnsafeMutableRawPointer(try workspace.claim(size, of: UInt8.self))
        unsafe secondRows = UnsafeMutableRawPointer(try workspace.claim(size, of: UInt8.self))
        unsafe result = UnsafeMutableRawPointer(try workspace.claim(stride, of: UInt8.self))
    }

    /// Makes rows.
    ///
    /// - Parameter finish: Receives each row.
    func run(_ range: Rows, _ finish: (_ y: Int, _ row: UnsafeMutableRawPointer) -> Void) {
        let reach = first.reach.y
        let (firstStart, secondStart) = (max(range.start &- 2 &* reach, 0), max(range.start &- reach, 0))
        var (firstEnd, secondEnd) = (firstStart, secondStart)
        for y in steps(from: range.start, to: range.end) {
            // A pass also needs the row that enters its next box.
            while secondEnd <= inside(y &+ reach &+ 1) {
                while firstEnd <= inside(secondEnd &+ reach &+ 1) {
                    makeFirst(firstEnd, isStart: firstEnd == firstStart)
                    firstEnd &+= 1
                }
                unsafe make(
                    second, secondEnd, isStart: secondEnd == secondStart, of: firstRows, to: slot(secondRows, secondEnd)
                )
                secondEnd &+= 1
            }
            unsafe make(third, y, isStart: y == range.start, of: secondRows, to: result)
            unsafe finish(y, result)
        }
    }

    /// The nearest row of the plane.
    private func inside(_ y: Int) -> Int { min(max(y, 0), rows.plane.height &- 1) }

    private func makeFirst(_ y: Int, isStart: Bool) {
        let reach = first.reach.y
        if isStart {
            first.clear()
            for row in steps(from: y &- reach, to: y &+ reach &+ 1) {
                unsafe first.add(rows.row(inside(row), slot: 0))
            }
        }
        unsafe first.makeRow(
            rows.row(inside(y &+ reach &+ 1), slot: 0), rows.row(inside(y &- reach), slot: 1), to: slot(firstRows, y))
    }

    private func make(
        _ pass: BoxPass, _ y: Int, isStart: Bool, of source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer
    ) {
        let reach = pass.reach.y
        if isStart {
            pass.clear()
            for row in steps(from: y &- reach, to: y &+ reach &+ 1) {
                unsafe pass.add(slot(source, inside(row)))
            }
        }
        unsafe pass.makeRow(slot(source, inside(y &+ reach &+ 1)), slot(source, inside(y &- reach)), to: target)
    }

    private func slot(_ rows: UnsafeMutableRawPointer, _ y: Int) -> UnsafeMutableRawPointer {
        let index = UInt(bitPattern: y) % UInt(bitPattern: max(count, 1))
        return unsafe rows + Int(bitPattern: index) &* stride
    }
}
