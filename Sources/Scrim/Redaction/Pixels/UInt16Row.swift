// SPDX-License-Identifier: MIT

/// A row of 16-bit numbers in the workspace. Between input bytes and output bytes, a level has 6 to 8 more bits of fraction.
typealias UInt16Row = UnsafeMutablePointer<UInt16>

/// How many numbers after the end of a row may be read and written, because vectors need not end with the row. Their values
/// are undefined.
let rowSlack = 64

/// The distance of rows with `length` numbers, slack included: an odd number of cache lines. With a power of two, the same
/// number of all rows would compete for the same few lines of the cache.
func distance(ofRows length: Int) -> Int { (((length &+ rowSlack &+ 31) &>> 5) | 1) &<< 5 }

extension UnsafeMutablePointer<UInt16> {
    @inline(__always)
    func vector(_ index: Int) -> SIMD8<UInt16> {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<UInt16>.self)
    }

    @inline(__always)
    func wide(_ index: Int) -> SIMD16<UInt16> {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: SIMD16<UInt16>.self)
    }

    @inline(__always)
    func half(_ index: Int) -> SIMD4<UInt16> {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<UInt16>.self)
    }

    @inline(__always)
    func set(_ index: Int, _ vector: SIMD8<UInt16>) {
        unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: vector, as: SIMD8<UInt16>.self)
    }

    @inline(__always)
    func set(_ index: Int, wide vector: SIMD16<UInt16>) {
        unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: vector, as: SIMD16<UInt16>.self)
    }

    @inline(__always)
    func set(_ index: Int, half vector: SIMD4<UInt16>) {
        unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: vector, as: SIMD4<UInt16>.self)
    }

    /// Two vectors, number by number.
    @inline(__always)
    func set(_ index: Int, even: SIMD8<UInt16>, odd: SIMD8<UInt16>) {
        var both = SIMD16<UInt16>()
        both.evenHalf = even
        both.oddHalf = odd
        unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: both, as: SIMD16<UInt16>.self)
    }

    /// Writes a pixel `count` times.
    func fill(_ index: Int, count: Int, pixelOf source: UInt16Row, channels: Int) {
        var (target, left) = (index, count)
        while left > 0 {
            for channel in steps(to: channels) {
                unsafe self[target &+ channel] = source[channel]
            }
            target &+= channels
            left &-= 1
        }
    }
}

extension SIMD16 {
    /// Two vectors, number by number.
    @inline(__always)
    init(even: SIMD8<Scalar>, odd: SIMD8<Scalar>) {
        self.init()
        evenHalf = even
        oddHalf = odd
    }
}
