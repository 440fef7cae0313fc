// SPDX-License-Identifier: MIT
import CPlatform

/// One box convolution, row by row. The sums of the columns and the sum along the row have 16 bits. So the mean of a box is up
/// to a tenth of a level off before it is rounded. Beyond the edges, the nearest pixel is repeated.
///
/// The sum of a column becomes 256 / columns of its mean. So `side` of these numbers add up to 256 times the mean of the box.
@safe
struct BoxPass: BitwiseCopyable {
    /// How far a box reaches from its middle.
    let reach: (x: Int, y: Int)
    private let channels: Int
    /// Numbers of a row.
    private let length: Int
    /// (sum · scale + half) · factor / 2^16 is the number of a column.
    private let scale: UInt16
    private let half: UInt16
    private let factor: UInt16
    /// Sums of the columns of the box.
    private let sums: UInt16Row
    /// The numbers of the columns, and on both sides as many copies of the outermost ones as a box reaches.
    private let means: UInt16Row

    /// - Parameters:
    ///   - side: The sides of the box, odd, 1 … 37. Not both are 1.
    ///   - length: Numbers of a row.
    /// - Throws: `noMemory`.
    init(
        side: (x: Int, y: Int), channels: Int, length: Int, _ workspace: inout Workspace
    ) throws(Failure) {
        reach = (side.x &>> 1, side.y &>> 1)
        self.channels = channels
        self.length = length
        (scale, half, factor) = Self.numbers(UInt32(truncatingIfNeeded: side.x), UInt32(truncatingIfNeeded: side.y))
        unsafe sums = try workspace.claim(length &+ rowSlack, of: UInt16.self)
        unsafe means = try workspace.claim(length &+ (side.x &+ 1) &* channels &+ rowSlack, of: UInt16.self)
    }

    /// Of the scales with which the largest sum fits 16 bits, the one whose factor is nearest to a whole number.
    private static func numbers(_ across: UInt32, _ down: UInt32) -> (scale: UInt16, half: UInt16, factor: UInt16) {
        // A box of one column has half of the number, and is doubled.
        let (across, down) = (max(across, 2), max(down, 1))
        let most = (65535 &- across) / (255 &* down)
        var best: (scale: UInt32, factor: UInt32, error: UInt32) = (most, 0, .max)
        for scale in steps(from: max(most / 2, 1), to: most &+ 1) {
            let divisor = max(scale &* across &* down, 1)
            let factor = (16_777_216 &+ divisor / 2) / divisor
            let product = factor &* divisor
            // Relative to 2^24.
            let error = product > 16_777_216 ? product &- 16_777_216 : 16_777_216 &- product
            if factor <= 65535, error < best.error { best = (scale, factor, error) }
        }
        return (
            UInt16(truncatingIfNeeded: best.scale), UInt16(truncatingIfNeeded: 32768 / max(best.factor, 1)),
            UInt16(truncatingIfNeeded: best.factor)
        )
    }

    // MARK: - Down the columns

    func clear() { unsafe memset(sums, 0, length &* MemoryLayout<UInt16>.size) }

    /// Adds a row to the columns.
    func add(_ row: UnsafeRawPointer) {
        let whole = length & ~15
        for x in steps(to: whole, by: 16) {
            let new = unsafe widened(row.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self))
            unsafe sums.set(x, wide: sums.wide(x) &+ new)
        }
        // Not beyond the end of the row.
        for x in steps(from: whole, to: length) {
            unsafe sums[x] &+= UInt16(row.load(fromByteOffset: x, as: UInt8.self))
        }
    }

    /// Makes a row, and moves the columns down by a row.
    ///
    /// - Parameters:
    ///   - added: The row that enters the box.
    ///   - removed: The row that leaves it.
    ///   - target: Has room for 16 more numbers.
    func makeRow(_ added: UnsafeRawPointer, _ removed: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        let first = unsafe means + (reach.x &+ 1) &* channels
        unsafe moveColumns(added, removed, first)
        unsafe means.fill(0, count: reach.x &+ 1, pixelOf: first, channels: channels)
        unsafe first.fill(
            length, count: reach.x, pixelOf: first + (length &- channels), channels: channels)
        switch channels {
        case 1: unsafe sumRow(to: target, sumsOfOneChannel, lastOfOneChannel)
        case 2: unsafe sumRow(to: target, sumsOfTwoChannels, lastOfTwoChannels)
        default: unsafe sumRow(to: target, sumsOfFourChannels, lastOfFourChannels)
        }
    }

    private func moveColumns(_ added: UnsafeRawPointer, _ removed: UnsafeRawPointer, _ means: UInt16Row) {
        let scale = SIMD16(repeating: scale)
        let half = SIMD16(repeating: half)
        let factor = SIMD16(repeating: factor)
        let whole = length & ~15
        for x in steps(to: whole, by: 16) {
            let sum = unsafe sums.wide(x)
            unsafe means.set(x, wide: highProduct(sum &* scale &+ half, factor))
            let new = unsafe widened(added.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self))
            let old = unsafe widened(removed.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self))
            unsafe sums.set(x, wide: sum &+ new &- old)
        }
        // Not beyond the end of the rows.
        unsafe means.set(whole, wide: highProduct(sums.wide(whole) &* scale &+ half, factor))
        for x in steps(from: whole, to: length) {
            let (new, old) = unsafe (
                added.load(fromByteOffset: x, as: UInt8.self), removed.load(fromByteOffset: x, as: UInt8.self)
            )
            unsafe sums[x] &+= UInt16(new) &- UInt16(old)
        }
        if reach.x == 0 {
            for x in steps(to: length) { unsafe means[x] &<<= 1 }
        }
    }

    // MARK: - Along the row

    /// The differences of neighboring boxes are added up, vector by vector.
    @inline(__always)
    private func sumRow(
        to target: UnsafeMutableRawPointer, _ sums: (SIMD16<UInt16>) -> SIMD16<UInt16>,
        _ last: (SIMD16<UInt16>) -> SIMD16<UInt16>
    ) {
        // The box before the first one, and a half to round.
        var sum = SIMD16<UInt16>(repeating: 128)
        for x in steps(to: 2 &* reach.x &+ 1) {
            unsafe sum &+= repeated(means + x &* channels)
        }
        let entering = unsafe means + (2 &* reach.x &+ 1) &* channels
        for x in steps(to: length, by: 16) {
            let change = unsafe sums(entering.wide(x) &- means.wide(x))
            unsafe (target + x).storeBytes(of: highBytes(sum &+ change), as: SIMD16<UInt8>.self)
            sum &+= last(change)
        }
    }

    /// A pixel, as often as it fits a vector.
    @inline(__always)
    private func repeated(_ pixel: UInt16Row) -> SIMD16<UInt16> {
        let (a, b, c, d) =
            switch channels {
            case 1: unsafe (pixel[0], pixel[0], pixel[0], pixel[0])
            case 2: unsafe (pixel[0], pixel[1], pixel[0], pixel[1])
            default: unsafe (pixel[0], pixel[1], pixel[2], pixel[3])
            }
        return SIMD16(a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d)
    }
}
