// SPDX-License-Identifier: MIT
import CPlatform

extension BlurExpander {
    /// Writes the pixels of a row of cells, from its row and the rows above and below.
    ///
    /// - Parameters:
    ///   - first: The first of the `step` rows of pixels that is written, `count` of them.
    ///   - length: Bytes of a row.
    func expand(
        _ above: UInt16Row, _ middle: UInt16Row, _ below: UInt16Row, from first: Int, count: Int, _ length: Int,
        into target: UnsafeMutableRawPointer, _ stride: Int
    ) {
        // One loop for each step, so that the compiler knows its shifts and its length.
        switch count == step && length >= 16 ? step : 0 {
        case 4: unsafe expand(above, middle, below, length, BlurSlope(4), 0, 4, target, stride)
        case 8: unsafe expand(above, middle, below, length, BlurSlope(8), 0, 8, target, stride)
        case 16: unsafe expand(above, middle, below, length, BlurSlope(16), 0, 16, target, stride)
        default:
            let slope = BlurSlope(step)
            if length >= 16 {
                unsafe expand(above, middle, below, length, slope, first, count, target, stride)
            } else {
                unsafe expandShort(above, middle, below, length, slope, first, count, target, stride)
            }
        }
    }

    /// - Parameter length: At least 16.
    @inline(__always)
    private func expand(
        _ above: UInt16Row, _ middle: UInt16Row, _ below: UInt16Row, _ length: Int, _ slope: BlurSlope, _ first: Int,
        _ count: Int,
        _ target: UnsafeMutableRawPointer, _ stride: Int
    ) {
        var x = 0
        while x < length {
            // The last ones, together with bytes that are already right.
            x = min(x, length &- 16)
            unsafe expandBlock(above + x, middle + x, below + x, slope, first, count, target + x, stride)
            x &+= 16
        }
    }

    @inline(__always)
    private func expandBlock(
        _ above: UInt16Row, _ middle: UInt16Row, _ below: UInt16Row, _ slope: BlurSlope, _ first: Int,
        _ count: Int,
        _ target: UnsafeMutableRawPointer, _ stride: Int
    ) {
        var column = unsafe slope.start(above.wide(0), middle.wide(0), below.wide(0))
        var index = 0
        while index < first {
            column.step()
            index &+= 1
        }
        var offset = 0
        while index < first &+ count {
            unsafe (target + offset).storeBytes(of: highBytes(column.level), as: SIMD16<UInt8>.self)
            column.step()
            index &+= 1
            offset &+= stride
        }
    }

    private func expandShort(
        _ above: UInt16Row, _ middle: UInt16Row, _ below: UInt16Row, _ length: Int, _ slope: BlurSlope, _ first: Int,
        _ count: Int,
        _ target: UnsafeMutableRawPointer, _ stride: Int
    ) {
        var index = first
        var row = unsafe target
        while index < first &+ count {
            unsafe expandBlock(above, middle, below, slope, index, 1, bytes, 0)
            unsafe memcpy(row, bytes, length)
            index &+= 1
            if index < first &+ count { unsafe row += stride }
        }
    }
}

/// The differences from row to row along a quadratic spline.
struct BlurSlope {
    private let first: UInt16
    private let second: UInt16
    private let round: Int16
    private let half: Int16
    private let middle: Int16
    private let back: Int16

    @inline(__always)
    init(_ step: Int) {
        let shift = UInt16(truncatingIfNeeded: step.trailingZeroBitCount)
        first = shift &- 1
        second = 2 &* shift &- 2
        round = (1 &<< Int16(bitPattern: second)) &>> 1
        let side = Int16(truncatingIfNeeded: step)
        half = side &- 1
        middle = (side &* (side &- 2)) &>> 3
        back = (side &- 2) &>> 1
    }

    /// Levels times 256, plus half a level.
    struct Column {
        var value: SIMD16<Int16>
        var difference: SIMD16<Int16>
        let second: SIMD16<Int16>

        var level: SIMD16<UInt16> { SIMD16(truncatingIfNeeded: value) }

        @inline(__always)
        mutating func step() {
            value &+= difference
            difference &+= second
        }
    }

    /// The value in the first of the rows around `b`. It is computed from their middle, so that the errors of the differences
    /// add up over only half of the rows.
    ///
    /// - Parameter a: Levels times 64, as all three.
    @inline(__always)
    func start(_ a: SIMD16<UInt16>, _ b: SIMD16<UInt16>, _ c: SIMD16<UInt16>) -> Column {
        let (a, b, c) = (
            SIMD16<Int16>(truncatingIfNeeded: a), SIMD16<Int16>(truncatingIfNeeded: b),
            SIMD16<Int16>(truncatingIfNeeded: c)
        )
        let curve = a &+ c &- b &- b
        let bend = (curve &+ SIMD16(repeating: round)) &>> SIMD16(repeating: Int16(bitPattern: second))
        let slope = (c &- a) &>> SIMD16(repeating: Int16(bitPattern: first))
        var value = (curve &>> 1) &+ (b &<< 2) &+ 128
        value &-= (slope &* SIMD16(repeating: half)) &>> 1
        value &+= bend &* SIMD16(repeating: middle) &+ (bend &>> 3)
        return Column(value: value, difference: slope &- bend &* SIMD16(repeating: back), second: bend)
    }
}
