// SPDX-License-Identifier: MIT
import CPlatform

/// Makes two pixels of each cell of a grid, in both directions.
///
/// An even pixel is 0.2, 0.6 and 0.2 of the cells before, around and after it. An odd one lies between two cells. It is 0.46 of
/// each, and 0.04 of the next one on either side.
@safe
struct HalfGridExpander: BitwiseCopyable {
    /// The mean of the variances of even and odd pixels, 1.6 and 1.64.
    static let variance = 1.62

    private let channels: Int
    /// Numbers of a row of cells, from the one before the plane to the second after it.
    private let length: Int
    private let stride: Int
    /// Four rows of cells, and rows of even and of odd pixels, still of cells across.
    private let memory: UInt16Row
    private let output: BlurOutput

    /// - Throws: `noMemory`.
    static func make(
        like plane: Plane, channels: Int, width: Int, _ workspace: inout Workspace
    ) throws(Failure) -> HalfGridExpander {
        let length = (width &+ 3) &* channels
        return unsafe HalfGridExpander(
            channels: channels, length: length, stride: distance(ofRows: length),
            memory: try workspace.claim(6 &* distance(ofRows: length), of: UInt16.self),
            output: try BlurOutput.make(like: plane, expandsThreeBytes: true, &workspace))
    }

    private init(channels: Int, length: Int, stride: Int, memory: UInt16Row, output: BlurOutput) {
        self.channels = channels
        self.length = length
        self.stride = stride
        unsafe self.memory = memory
        self.output = output
    }

    /// The memory of a row of cells. It replaces the fourth row above.
    func slot(_ row: Int) -> UInt16Row { unsafe memory + (row & 3) &* stride }

    private func pixels(isOdd: Bool) -> UInt16Row { unsafe memory + (isOdd ? 5 : 4) &* stride }

    /// Makes two rows of pixels that are still cells across.
    ///
    /// - Parameter row: The row of cells above that of the pixels. The three rows below are needed too.
    func expand(_ row: Int) {
        let (above, middle) = unsafe (slot(row), slot(row &+ 1))
        let (below, last) = unsafe (slot(row &+ 2), slot(row &+ 3))
        let (even, odd) = unsafe (pixels(isOdd: false), pixels(isOdd: true))
        for x in steps(to: length, by: 16) {
            let (a, b, c, d) = unsafe (above.wide(x), middle.wide(x), below.wide(x), last.wide(x))
            unsafe even.set(x, wide: Self.even(a, b, c, 1))
            unsafe odd.set(x, wide: Self.odd(a, b, c, d, 1))
        }
    }

    /// Writes one of these rows.
    func write(isOdd: Bool, to target: UnsafeMutableRawPointer) {
        let row = unsafe pixels(isOdd: isOdd)
        switch channels {
        case 1: unsafe write(row, to: target, 1)
        case 2: unsafe write(row, to: target, 2)
        default: unsafe write(row, to: target, 4)
        }
    }

    @inline(__always)
    private func write(_ row: UInt16Row, to target: UnsafeMutableRawPointer, _ channels: Int) {
        unsafe output.write(to: target) { x in
            let cell = unsafe row + x &>> 1
            let (a, b) = unsafe (cell.wide(0), cell.wide(channels))
            let (c, d) = unsafe (cell.wide(2 &* channels), cell.wide(3 &* channels))
            // With half a level, so that the levels are rounded.
            let bytes = levelBytes(Self.even(a, b, c, 65), Self.odd(a, b, c, d, 65))
            return PixelPairs.join(bytes, channels)
        }
    }

    @inline(__always)
    private static func even(
        _ a: SIMD16<UInt16>, _ b: SIMD16<UInt16>, _ c: SIMD16<UInt16>, _ start: UInt16
    ) -> SIMD16<UInt16> {
        highProduct(a &+ c, SIMD16(repeating: 13107)) &+ highProduct(b, SIMD16(repeating: 39322))
            &+ SIMD16(repeating: start)
    }

    @inline(__always)
    private static func odd(
        _ a: SIMD16<UInt16>, _ b: SIMD16<UInt16>, _ c: SIMD16<UInt16>, _ d: SIMD16<UInt16>, _ start: UInt16
    ) -> SIMD16<UInt16> {
        highProduct(b &+ c, SIMD16(repeating: 30147)) &+ highProduct(a &+ d, SIMD16(repeating: 2621))
            &+ SIMD16(repeating: start)
    }
}

/// Takes the even and odd pixels of 32 bytes apart, and puts them together again. Pixels have 1, 2 or 4 bytes.
enum PixelPairs {
    @inline(__always)
    static func split(_ bytes: SIMD32<UInt8>, _ channels: Int) -> (even: SIMD16<UInt8>, odd: SIMD16<UInt8>) {
        switch channels {
        case 1: return (bytes.evenHalf, bytes.oddHalf)
        case 2:
            let pixels = unsafe unsafeBitCast(bytes, to: SIMD16<UInt16>.self)
            return unsafe (
                unsafeBitCast(pixels.evenHalf, to: SIMD16<UInt8>.self),
                unsafeBitCast(pixels.oddHalf, to: SIMD16<UInt8>.self)
            )
        default:
            let pixels = unsafe unsafeBitCast(bytes, to: SIMD8<UInt32>.self)
            return unsafe (
                unsafeBitCast(pixels.evenHalf, to: SIMD16<UInt8>.self),
                unsafeBitCast(pixels.oddHalf, to: SIMD16<UInt8>.self)
            )
        }
    }

    /// - Parameter bytes: The even pixels, then the odd ones.
    @inline(__always)
    static func join(_ bytes: SIMD32<UInt8>, _ channels: Int) -> SIMD32<UInt8> {
        switch channels {
        case 1:
            var pixels = SIMD32<UInt8>()
            pixels.evenHalf = bytes.lowHalf
            pixels.oddHalf = bytes.highHalf
            return pixels
        case 2:
            let halves = unsafe unsafeBitCast(bytes, to: SIMD16<UInt16>.self)
            var pixels = SIMD16<UInt16>()
            pixels.evenHalf = halves.lowHalf
            pixels.oddHalf = halves.highHalf
            return unsafe unsafeBitCast(pixels, to: SIMD32<UInt8>.self)
        default:
            let halves = unsafe unsafeBitCast(bytes, to: SIMD8<UInt32>.self)
            var pixels = SIMD8<UInt32>()
            pixels.evenHalf = halves.lowHalf
            pixels.oddHalf = halves.highHalf
            return unsafe unsafeBitCast(pixels, to: SIMD32<UInt8>.self)
        }
    }
}
