// SPDX-License-Identifier: MIT

/// How one side of a picture is scaled. Each new pixel is the mean of the old ones in a window around its center. The window is
/// as long as a new pixel, and at least as long as an old one. So pixels are averaged where the picture shrinks, and interpolated
/// linearly where it grows. Beyond the edge, the pixel at the edge is repeated.
struct ScaledSide: BitwiseCopyable {
    /// Numbers of old and new pixels, 1 … 65,536.
    let source: Int
    let target: Int

    // All lengths are in 1 / (2 · target) of an old pixel, so that they are whole numbers.
    private var pixel: Int { 2 &* target }
    private var half: Int { max(source, target) }
    private func start(_ index: Int) -> Int { (2 &* index &+ 1) &* source &- half }

    /// The old pixels that a new one is made from.
    func pixels(of index: Int) -> CellRange {
        let start = start(index)
        let first = Self.quotient(max(start, 0), pixel)
        let end = min(Self.quotient(start &+ 2 &* half &+ pixel &- 1, pixel), source)
        return CellRange(start: first, end: end)
    }

    /// The largest number of old pixels that a new one is made from.
    var most: Int { Self.quotient(source, target) &+ 2 }

    /// Passes on the weight of each old pixel in 1 / 65,536. Together they are exactly 1.
    @inline(__always)
    func forEachWeight(of index: Int, _ pixels: CellRange, _ body: (_ number: Int, _ weight: UInt32) -> Void) {
        let start = start(index)
        // The part of the window to the left of an old pixel.
        func before(_ number: Int) -> Int {
            let length = pixel &* (pixels.start &+ number) &- start
            return Self.quotient(length &<< 16 &+ half, 2 &* half)
        }
        var last = 0
        for number in steps(to: pixels.count) {
            let next = number == pixels.count &- 1 ? 65536 : before(number &+ 1)
            body(number, UInt32(truncatingIfNeeded: next &- last))
            last = next
        }
    }

    /// - Parameter number: Not negative.
    private static func quotient(_ number: Int, _ divisor: Int) -> Int {
        Int(bitPattern: UInt(bitPattern: number) / max(UInt(bitPattern: divisor), 1))
    }
}
