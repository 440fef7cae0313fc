// SPDX-License-Identifier: MIT

/// Exact division of sums of a box by its odd size, from 9 to 963² pixels, by multiplication: T. Granlund and
/// P. L. Montgomery, Division by invariant integers using multiplication, 1994, theorem 4.2.
///
/// All sums are multiplied by 2^`shift`. So every divisor needs the same last shift, for which vectors have an instruction.
struct Divisor: BitwiseCopyable {
    /// 2^(20 − shift) is the greatest power of 2 that does not exceed the divisor.
    let shift: UInt32
    /// ⌊divisor / 2⌋ · 2^shift: sums start at it, so that they round. They stay below 255.5 · divisor · 2^shift < 2^29.
    let half: UInt32
    /// ⌊2^(52 − shift) / divisor⌋ + 1, below 2^32.
    private let factor: UInt64
    /// The factor twice. It is a vector in memory, because then no compiler computes the high halves, which are not needed.
    private let factors: SIMD2<UInt64>

    init(_ divisor: UInt32) {
        let divisor = min(max(divisor, 9), 1 &<< 20)
        shift = 20 &- (31 &- UInt32(truncatingIfNeeded: divisor.leadingZeroBitCount))
        half = (divisor / 2) &<< shift
        factor = (UInt64(1) &<< UInt64(52 &- shift)) / UInt64(divisor) &+ 1
        factors = SIMD2(repeating: factor)
    }

    /// The factor is up to 1 too large, and so the product up to the sum, which without its shift is below 2^28. The next
    /// quotient is 2^(52 − shift) / divisor > 2^31 away.
    func divide(_ sum: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt64(sum) &* factor) &>> 52)
    }

    /// Four quotients. The 16 low bits of the first number are the first two, and those of the second number are the others.
    @inline(__always)
    func divide(_ sums: SIMD4<UInt32>) -> SIMD2<UInt64> {
        let low = SIMD2<UInt64>(repeating: 0xFFFF_FFFF)
        let pairs = unsafe unsafeBitCast(sums, to: SIMD2<UInt64>.self)
        let factors = factors & low
        let even = ((pairs & low) &* factors) &>> 52
        let odd = ((pairs &>> 32) &* factors) &>> 52
        return even | odd &<< 8
    }

    /// The four bytes of a pixel from these quotients.
    static func pixel(_ quotients: SIMD2<UInt64>) -> UInt32 {
        UInt32(truncatingIfNeeded: quotients[0] | quotients[1] &<< 16)
    }

    /// Four pixels from the quotients of four pixels. The first pixel is in the lowest bytes.
    @inline(__always)
    static func interleave(_ quotients: SIMD2<UInt64>) -> SIMD8<UInt16> {
        let halves = unsafe unsafeBitCast(quotients, to: SIMD8<UInt16>.self)
        return SIMD8(
            halves[0], halves[4], halves[1], halves[5], halves[2], halves[6], halves[3], halves[7])
    }
}
