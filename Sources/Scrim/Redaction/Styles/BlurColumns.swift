// SPDX-License-Identifier: MIT

/// The rows of numbers that the vertical half of a blur needs at a time: as many as the taps reach. Each is kept once.
@safe
struct BlurColumns: BitwiseCopyable {
    private let taps: BlurTaps
    private let memory: UInt16Row
    private let stride: Int
    /// A power of two, minus one.
    private let mask: Int
    private let rows: Int

    /// - Parameters:
    ///   - taps: Only for these columns, because this sets the distances of their neighbors.
    ///   - rows: Beyond the first and the last row, these two are repeated.
    ///   - length: Numbers of a row.
    /// - Throws: `noMemory`.
    static func make(
        _ taps: BlurTaps, rows: Int, length: Int, _ workspace: inout Workspace
    ) throws(Failure) -> BlurColumns {
        var slots = 1
        while slots < min(2 &* taps.radius &+ 1, rows) { slots &*= 2 }
        let stride = length &+ rowSlack
        let (size, overflow) = slots.multipliedReportingOverflow(by: stride)
        guard !overflow else { throw .noMemory }
        let memory = unsafe try workspace.claim(size, of: UInt16.self)
        return unsafe BlurColumns(taps: taps, memory: memory, stride: stride, mask: slots &- 1, rows: rows)
    }

    private init(taps: BlurTaps, memory: UInt16Row, stride: Int, mask: Int, rows: Int) {
        self.taps = taps
        unsafe self.memory = memory
        self.stride = stride
        self.mask = mask
        self.rows = rows
    }

    /// The memory of a row. It replaces a row that is no longer needed.
    func slot(_ row: Int) -> UInt16Row { unsafe memory + offset(row) }

    /// The last row that is needed to convolve a row.
    func last(for row: Int) -> Int { min(row &+ taps.radius, rows &- 1) }

    func convolve(_ row: Int, count: Int, into target: UInt16Row, rounding: UInt16 = 0) {
        taps.setNeighbours { offset(min(max(row &+ $0, 0), rows &- 1)) }
        unsafe taps.convolve(memory, count: count, into: target, rounding: rounding)
    }

    private func offset(_ row: Int) -> Int { (row & mask) &* stride }
}
