// SPDX-License-Identifier: MIT

/// The rows of numbers that the vertical half of a blur needs at a time: as many as the taps reach. Each is kept once.
@safe
struct BlurColumns: BitwiseCopyable {
    private let taps: BlurTaps
    private let memory: UInt16Row
    private let stride: Int
    private let slots: Int
    private let rows: Int

    /// - Parameters:
    ///   - taps: Only for these columns, because this sets the distances of their neighbors.
    ///   - rows: Beyond the first and the last row, these two are repeated.
    ///   - length: Numbers of a row.
    /// - Throws: `noMemory`.
    static func make(
        _ taps: BlurTaps, rows: Int, length: Int, _ workspace: inout Workspace
    ) throws(Failure) -> BlurColumns {
        let slots = min(2 &* taps.radius &+ 1, rows)
        let stride = distance(ofRows: length)
        let (size, overflow) = slots.multipliedReportingOverflow(by: stride)
        guard !overflow else { throw .noMemory }
        let memory = unsafe try workspace.claim(size, of: UInt16.self)
        return unsafe BlurColumns(taps: taps, memory: memory, stride: stride, slots: slots, rows: rows)
    }

    private init(taps: BlurTaps, memory: UInt16Row, stride: Int, slots: Int, rows: Int) {
        self.taps = taps
        unsafe self.memory = memory
        self.stride = stride
        self.slots = slots
        self.rows = rows
    }

    /// The memory of a row. It replaces a row that is no longer needed.
    func slot(_ row: Int) -> UInt16Row { unsafe memory + offset(row) }

    /// The first and the last row that are needed to convolve a row.
    func first(for row: Int) -> Int { clamp(row &- taps.radius) }
    func last(for row: Int) -> Int { clamp(row &+ taps.radius) }

    private func clamp(_ row: Int) -> Int { min(max(row, 0), rows &- 1) }

    func convolve(_ row: Int, count: Int, into target: UInt16Row) {
        setNeighbours(row)
        unsafe taps.convolve(memory, count: count, into: target)
    }

    /// Convolves levels times 128, and writes the levels as a row of pixels.
    func convolve(_ row: Int, as output: BlurOutput, to target: UnsafeMutableRawPointer) {
        setNeighbours(row)
        unsafe taps.convolve(memory, as: output, to: target)
    }

    private func setNeighbours(_ row: Int) {
        taps.setNeighbours { offset(clamp(row &+ $0)) }
    }

    private func offset(_ row: Int) -> Int { row % max(slots, 1) &* stride }
}
