// SPDX-License-Identifier: MIT

/// Sums of a column of 16 bytes. Read as numbers of 16 bits, bytes are even bytes + 256 · odd bytes. The sums of the odd bytes
/// are subtracted in the end.
struct ByteColumnSums {
    private var plain = SIMD8<UInt16>()
    private var odd = SIMD8<UInt16>()

    /// Adds a row. There are at most 256.
    @inline(__always)
    mutating func add(_ bytes: SIMD8<UInt16>) {
        plain &+= bytes
        odd &+= bytes &>> 8
    }

    /// Writes 16 numbers, byte by byte.
    @inline(__always)
    func store(_ target: UInt16Row) {
        unsafe target.set(0, even: plain &- odd &<< 8, odd: odd)
    }
}

extension UnsafeMutablePointer<UInt16> {
    /// The sums of `count` numbers, a whole number of pixels, by channel. Eight numbers are added at a time, unless a pixel has
    /// three. A lane of 32 bits holds two of them.
    @inline(__always)
    func channelSums(_ count: Int, _ channels: Int) -> SIMD4<UInt32> {
        let low = SIMD4<UInt32>(repeating: 0xFFFF)
        var (even, odd) = (SIMD4<UInt32>(), SIMD4<UInt32>())
        let memory = UnsafeRawPointer(self)
        var x = 0
        while channels != 3, x <= count &- 8 {
            let pairs = unsafe memory.loadUnaligned(fromByteOffset: x &* 2, as: SIMD4<UInt32>.self)
            even &+= pairs & low
            odd &+= pairs &>> 16
            x &+= 8
        }
        func sum(_ lanes: SIMD4<UInt32>) -> UInt32 {
            let pairs = lanes.lowHalf &+ lanes.highHalf
            return pairs[0] &+ pairs[1]
        }
        var total =
            switch channels {
            case 1: SIMD4(sum(even &+ odd), 0, 0, 0)
            case 2: SIMD4(sum(even), sum(odd), 0, 0)
            default: SIMD4(even[0] &+ even[2], odd[0] &+ odd[2], even[1] &+ even[3], odd[1] &+ odd[3])
            }
        while x < count {
            unsafe total.x &+= UInt32(self[x])
            if channels > 1 { unsafe total.y &+= UInt32(self[x &+ 1]) }
            if channels > 2 { unsafe total.z &+= UInt32(self[x &+ 2]) }
            if channels > 3 { unsafe total.w &+= UInt32(self[x &+ 3]) }
            x &+= channels
        }
        return total
    }
}
