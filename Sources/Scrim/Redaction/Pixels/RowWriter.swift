// SPDX-License-Identifier: MIT

/// Writes rows of opaque colors to the planes of a frame. Each number is rounded to nearest once.
struct RowWriter {
    private let frame: Frame

    init(_ frame: Frame) { self.frame = frame }

    /// Writes one or two rows of the frame.
    ///
    /// - Parameters:
    ///   - lower: The row below. Nil if only one row is written.
    ///   - y: The number of the upper row. If rows share chroma, it is even, and one row is written only if it is the last.
    func write(_ upper: UnsafePointer<WideColor>, _ lower: UnsafePointer<WideColor>?, y: Int) {
        for index in steps(to: frame.planeCount) {
            let plane = frame.plane(index)
            if plane.shift.y == 1 {
                unsafe writeRow(upper, lower, to: plane, y &>> 1)
            } else {
                unsafe writeRow(upper, nil, to: plane, y)
                if let lower = unsafe lower { unsafe writeRow(lower, nil, to: plane, y &+ 1) }
            }
        }
    }

    /// Writes one row of a plane.
    private func writeRow(
        _ upper: UnsafePointer<WideColor>, _ lower: UnsafePointer<WideColor>?, to plane: Plane, _ y: Int
    ) {
        let (target, layout, space) = (unsafe plane.pixel(0, y), plane.layout, plane.space)
        switch layout {
        case .color4(let red, let green, let blue, let rest, let value):
            let (r, g, b) = (bit(red), bit(green), bit(blue))
            let opaque = UInt32(value) &<< bit(rest)
            unsafe put(upper, plane.width, target, as: UInt32.self) { color in
                let levels = level(color, 255)
                return (levels.x &<< r | levels.y &<< g | levels.z &<< b | opaque).littleEndian
            }
        case .color3(let red, _):
            for x in steps(to: plane.width) {
                let levels = unsafe SIMD4<UInt8>(truncatingIfNeeded: level(upper[x], 255))
                let pixel = unsafe target + 3 &* x
                unsafe pixel.storeBytes(of: red == 0 ? levels.x : levels.z, as: UInt8.self)
                unsafe pixel.storeBytes(of: levels.y, toByteOffset: 1, as: UInt8.self)
                unsafe pixel.storeBytes(of: red == 0 ? levels.z : levels.x, toByteOffset: 2, as: UInt8.self)
            }
        case .color565:
            unsafe put(upper, plane.width, target, as: UInt16.self) { color in
                let (five, six) = (level(color, 31), level(color, 63))
                return UInt16(truncatingIfNeeded: five.x &<< 11 | six.y &<< 5 | five.z).littleEndian
            }
        case .color10(let red, let green, let blue, let rest, let value):
            unsafe put(upper, plane.width, target, as: UInt32.self) { color in
                let levels = level(color, 1023)
                return (levels.x &<< red | levels.y &<< green | levels.z &<< blue | value &<< rest).littleEndian
            }
        case .color16:
            unsafe put(upper, plane.width, target, as: UInt64.self) { color in
                let (red, green, blue) = (UInt64(color.x), UInt64(color.y), UInt64(color.z))
                return (red | green &<< 16 | blue &<< 32 | 0xFFFF &<< 48).littleEndian
            }
        case .gray(let depth):
            unsafe putSamples(upper, nil, plane, target) { color, _ in color.luma(depth) }
        case .luma(let depth):
            let luma = SampleWeights(space, depth) { $0.luma }
            unsafe putSamples(upper, nil, plane, target) { luma($0, doublings: $1) }
        case .chromaBlue(let depth, _):
            let blue = SampleWeights(space, depth) { $0.blue }
            unsafe putSamples(upper, lower, plane, target) { blue($0, doublings: $1) }
        case .chromaRed(let depth, _):
            let red = SampleWeights(space, depth) { $0.red }
            unsafe putSamples(upper, lower, plane, target) { red($0, doublings: $1) }
        case .chromaPair(let depth, _):
            let (blue, red) = (SampleWeights(space, depth) { $0.blue }, SampleWeights(space, depth) { $0.red })
            let size = depth.bytes
            unsafe forEachSample(upper, lower, plane) { x, sum, doublings in
                unsafe store(blue(sum, doublings: doublings), size, target + 2 &* x &* size)
                unsafe store(red(sum, doublings: doublings), size, target + (2 &* x &+ 1) &* size)
            }
        }
    }

    /// Writes a pixel for each color.
    @inline(__always)
    private func put<Pixel: BitwiseCopyable>(
        _ row: UnsafePointer<WideColor>, _ count: Int, _ target: UnsafeMutableRawPointer, as _: Pixel.Type,
        _ pixel: (WideColor) -> Pixel
    ) {
        for x in steps(to: count) {
            unsafe target.storeBytes(of: pixel(row[x]), toByteOffset: x &* MemoryLayout<Pixel>.size, as: Pixel.self)
        }
    }

    /// Writes a number for each sample.
    @inline(__always)
    private func putSamples(
        _ upper: UnsafePointer<WideColor>, _ lower: UnsafePointer<WideColor>?, _ plane: Plane,
        _ target: UnsafeMutableRawPointer, _ number: (SIMD4<UInt32>, Int64) -> UInt16
    ) {
        let size = plane.layout.bytesPerPixel
        unsafe forEachSample(upper, lower, plane) { x, sum, doublings in
            unsafe store(number(sum, doublings), size, target + x &* size)
        }
    }

    /// Visits the samples of a row of a plane: the sum of the colors that share a sample, and the logarithm of their number.
    @inline(__always)
    private func forEachSample(
        _ upper: UnsafePointer<WideColor>, _ lower: UnsafePointer<WideColor>?, _ plane: Plane,
        _ body: (_ x: Int, _ sum: SIMD4<UInt32>, _ doublings: Int64) -> Void
    ) {
        func color(_ row: UnsafePointer<WideColor>, _ x: Int) -> SIMD4<UInt32> {
            unsafe SIMD4<UInt32>(truncatingIfNeeded: row[x])
        }
        guard plane.shift.x == 1 else {
            for x in steps(to: plane.width) { unsafe body(x, color(upper, x), 0) }
            return
        }
        let below: Int64 = unsafe lower == nil ? 0 : 1
        for x in steps(to: plane.width) {
            let left = x &<< 1
            let isPair = left &+ 1 < frame.width
            var sum = unsafe color(upper, left)
            if isPair { unsafe sum &+= color(upper, left &+ 1) }
            if let lower = unsafe lower {
                unsafe sum &+= color(lower, left)
                if isPair { unsafe sum &+= color(lower, left &+ 1) }
            }
            body(x, sum, below &+ (isPair ? 1 : 0))
        }
    }

    @inline(__always)
    private func store(_ number: UInt16, _ size: Int, _ target: UnsafeMutableRawPointer) {
        if size == 1 {
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: number), as: UInt8.self)
        } else {
            unsafe target.storeBytes(of: number.littleEndian, as: UInt16.self)
        }
    }

    private func bit(_ byte: Int) -> UInt32 { UInt32(truncatingIfNeeded: byte &* 8) }
}

/// The levels of a color from 0 to `top`, rounded to nearest.
@inline(__always)
private func level(_ color: WideColor, _ top: UInt32) -> SIMD4<UInt32> {
    // n / 65,535 is (n + 1 + n / 2^16) / 2^16, both rounded down, for all n that occur here.
    let scaled = SIMD4<UInt32>(truncatingIfNeeded: color) &* SIMD4(repeating: top) &+ SIMD4(repeating: 32767)
    return (scaled &+ 1 &+ scaled &>> 16) &>> 16
}

extension SIMD4<UInt32> {
    /// Rec. 709 luma of the full range of a color of 16 bits, rounded to nearest.
    fileprivate func luma(_ depth: SampleDepth) -> UInt16 {
        let sum = x &* 2126 &+ y &* 7152 &+ z &* 722
        // The divisors are 10,000, times 257 for 8 bits.
        let luma = depth == .eight ? (sum &+ 1_285_000) / 2_570_000 : (sum &+ 5000) / 10000
        return UInt16(truncatingIfNeeded: luma)
    }
}
