// SPDX-License-Identifier: MIT
import CPlatform

/// The numbers of one pixel or cell: red, green and blue, or luma (or gray), or Cb and Cr, or one of them. The rest is 0.
typealias Levels = SIMD4<Int32>

extension Plane {
    /// The levels of a color in 1/256, after rounding to the plane's numbers.
    func levels(of color: Color) -> Levels {
        switch layout {
        case .color4, .color3, .color565:
            return Levels(Int32(color.red), Int32(color.green), Int32(color.blue), 0) &<< 8
        default:
            let pixel = layout.encode(color, space)
            if layout.isWide { return mean(layout.numbers(pixel), 1) }
            return Levels(Int32(truncatingIfNeeded: pixel & 255), Int32(truncatingIfNeeded: pixel &>> 8), 0, 0) &<< 8
        }
    }

    /// The mean of pixels as levels in 1/256, rounded to nearest.
    func mean(_ sum: Levels, _ count: Int) -> Levels {
        let count = UInt32(truncatingIfNeeded: count)
        if layout.isWide {
            let scale = SampleScale(layout, space)
            func mean(_ sum: Int32) -> Int32 { scale.level(sum: sum, count: count) }
            return Levels(mean(sum.x), mean(sum.y), mean(sum.z), 0)
        }
        func mean(_ sum: Int32) -> Int32 {
            Int32(truncatingIfNeeded: (UInt32(bitPattern: sum) &<< 8 &+ count / 2) / max(count, 1))
        }
        return Levels(mean(sum.x), mean(sum.y), mean(sum.z), 0)
    }

    /// The sum and the number of the pixels of a rectangle that are not in a mask.
    func sum(_ rect: PixelRect, without mask: borrowing PixelMask) -> (sum: Levels, count: Int) {
        if layout.isWide {
            let layout = layout
            switch layout.bytesPerPixel {
            case 2:
                return unsafe total(rect, mask) {
                    layout.numbers(UInt64(UInt16(littleEndian: unsafe $0.loadUnaligned(as: UInt16.self))))
                }
            case 4:
                return unsafe total(rect, mask) {
                    layout.numbers(UInt64(UInt32(littleEndian: unsafe $0.loadUnaligned(as: UInt32.self))))
                }
            default:
                return unsafe total(rect, mask) {
                    layout.numbers(UInt64(littleEndian: unsafe $0.loadUnaligned(as: UInt64.self)))
                }
            }
        }
        switch layout {
        case .color4(let red, let green, let blue, _, _):
            // Whole pixels, in the order of their bytes.
            let (sum, count) = total(rect, mask, size: 4)
            let levels = Levels(sum[red & 3], sum[green & 3], sum[blue & 3], 0)
            return (levels, count)
        case .color3(let red, _):
            let (sum, count) = unsafe total(rect, mask) { pixel in
                unsafe Levels(pixel.byte(0), pixel.byte(1), pixel.byte(2), 0)
            }
            return (red == 0 ? sum : Levels(sum.z, sum.y, sum.x, 0), count)
        case .color565:
            return unsafe total(rect, mask) { pixel in unsafe Levels(from565: pixel.byte(0) | pixel.byte(1) &<< 8) }
        case .chromaPair:
            let (sum, count) = total(rect, mask, size: 2)
            return (Levels(sum.x &+ sum.z, sum.y &+ sum.w, 0, 0), count)
        default:
            let (sum, count) = total(rect, mask, size: 1)
            return (Levels(sum.x &+ sum.y &+ sum.z &+ sum.w, 0, 0, 0), count)
        }
    }

    /// Prefetches the pixels on both sides of a rectangle, `reach.x` of them in each row. The rows of a frame are so far apart that
    /// the processor would otherwise wait for each of them.
    func prefetch(beside rect: PixelRect, reach: (x: Int, y: Int)) {
        let (x, y) = (Int32(truncatingIfNeeded: reach.x), Int32(truncatingIfNeeded: reach.y))
        let seen = PixelRect(
            left: rect.left &- x, top: rect.top &- y, right: rect.right &+ x, bottom: rect.bottom &+ y
        ).intersection(bounds)
        guard !seen.isEmpty else { return }
        let (left, right) = (Int(seen.left), Int(seen.right) &- 1)
        let (before, behind) = (max(Int(rect.left) &- 1, left), min(Int(rect.right), right))
        for y in steps(from: Int(seen.top), to: Int(seen.bottom)) {
            unsafe platform_prefetch(pixel(left, y))
            unsafe platform_prefetch(pixel(before, y))
            unsafe platform_prefetch(pixel(behind, y))
            unsafe platform_prefetch(pixel(right, y))
        }
    }

    /// The sums of the first bytes of every four, of the second bytes and so on, and the number of pixels. Pixels in the mask
    /// are left out.
    ///
    /// - Parameter size: Bytes of a pixel: 1, 2 or 4.
    @inline(__always)
    private func total(_ rect: PixelRect, _ mask: borrowing PixelMask, size: Int) -> (sum: Levels, count: Int) {
        let rect = rect.intersection(bounds)
        var (sums, count) = (RunSums(), 0)
        for y in steps(from: Int(rect.top), to: Int(rect.bottom)) {
            for x in steps(from: Int(rect.left), to: Int(rect.right), by: 64) {
                let left = min(Int(rect.right) &- x, 64)
                var open = ~mask.word(x, y) & ~UInt64(0) &>> UInt64(64 &- left)
                var next = unsafe UnsafeRawPointer(pixel(x, y))
                while open != 0 {
                    let skipped = open.trailingZeroBitCount
                    open &>>= UInt64(skipped)
                    let run = (~open).trailingZeroBitCount
                    // A run of 64 leaves none: the shift would be 0.
                    open = run == 64 ? 0 : open &>> UInt64(run)
                    unsafe next += skipped &* size
                    unsafe sums.add(next, run &* size)
                    unsafe next += run &* size
                    count &+= run
                }
            }
        }
        return (sums.total, count)
    }

    @inline(__always)
    private func total(
        _ rect: PixelRect, _ mask: borrowing PixelMask, _ levels: (UnsafeRawPointer) -> Levels
    ) -> (sum: Levels, count: Int) {
        let rect = rect.intersection(bounds)
        let size = layout.bytesPerPixel
        var (sum, count) = (Levels(), 0)
        for y in steps(from: Int(rect.top), to: Int(rect.bottom)) {
            for x in steps(from: Int(rect.left), to: Int(rect.right), by: 64) {
                let left = min(Int(rect.right) &- x, 64)
                let open = ~mask.word(x, y) & ~UInt64(0) &>> UInt64(64 &- left)
                count &+= open.nonzeroBitCount
                let first = unsafe pixel(x, y)
                for pixel in SetBits(of: open) { unsafe sum &+= levels(first + pixel &* size) }
            }
        }
        return (sum, count)
    }
}

/// Sums of bytes by their position in four.
private struct RunSums {
    /// The sums of the bytes 0, 2, 4 and 6 of eight, 16 bits each. `odd` has the sums of the others.
    private var even: UInt64 = 0
    private var odd: UInt64 = 0
    /// How many more bytes can be added before they overflow.
    private var room = Self.most
    private var sums = Levels()

    private static let most = 257

    /// - Parameter count: At most 256.
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer, _ count: Int) {
        // A run of 256 has 32 groups of eight. Other runs have fewer, and up to three incomplete groups.
        if room < 34 { flush() }
        room &-= 34
        var offset = 0
        while offset <= count &- 8 {
            add(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
            offset &+= 8
        }
        if count & 4 != 0 {
            add(UInt64(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian))
            offset &+= 4
        }
        if count & 2 != 0 {
            add(UInt64(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self).littleEndian))
            offset &+= 2
        }
        if count & 1 != 0 { add(UInt64(unsafe bytes.load(fromByteOffset: offset, as: UInt8.self))) }
    }

    /// - Parameter eight: Eight bytes, the first one in the lowest bits.
    @inline(__always)
    private mutating func add(_ eight: UInt64) {
        even &+= eight & 0x00FF_00FF_00FF_00FF
        odd &+= (eight &>> 8) & 0x00FF_00FF_00FF_00FF
    }

    private mutating func flush() {
        func lane(_ number: UInt64, _ index: UInt64) -> Int32 {
            Int32(truncatingIfNeeded: (number &>> (index &* 16)) & 0xFFFF)
        }
        sums &+= Levels(
            lane(even, 0) &+ lane(even, 2), lane(odd, 0) &+ lane(odd, 2), lane(even, 1) &+ lane(even, 3),
            lane(odd, 1) &+ lane(odd, 3))
        (even, odd, room) = (0, 0, Self.most)
    }

    var total: Levels {
        var all = self
        all.flush()
        return all.sums
    }
}

extension UnsafeRawPointer {
    fileprivate func byte(_ offset: Int) -> Int32 { Int32(unsafe load(fromByteOffset: offset, as: UInt8.self)) }
}

extension SIMD4<Int32> {
    /// From an RGB565 number. Its highest bits are repeated in the lowest.
    fileprivate init(from565 number: Int32) {
        let (red, green, blue) = (number &>> 11, number &>> 5 & 63, number & 31)
        self.init(red &<< 3 | red &>> 2, green &<< 2 | green &>> 4, blue &<< 3 | blue &>> 2, 0)
    }
}

extension PixelLayout {
    /// The weights of the levels in luma, 256 in total: ITU-R BT.709-6 3.2, rounded.
    var lumaWeights: (Int, Int, Int) {
        switch self {
        case .color4, .color3, .color565, .color10, .color16: (54, 183, 19)
        default: (256, 0, 0)
        }
    }

    /// The bytes of a pixel from its levels in order.
    func packed(_ bytes: SIMD4<UInt8>) -> SIMD4<UInt8> {
        guard case .color565 = self else { return bytes }
        // Rounded to nearest, not cut off.
        let red = (UInt32(bytes.x) &* 31 &+ 127) / 255
        let green = (UInt32(bytes.y) &* 63 &+ 127) / 255
        let blue = (UInt32(bytes.z) &* 31 &+ 127) / 255
        let number = red &<< 11 | green &<< 5 | blue
        return SIMD4(UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number &>> 8), 0, 0)
    }
}

/// Puts levels into the order of a pixel's bytes, and fills the byte that is not a level. RGB565 and
/// colors of ten bits have no bytes for each color, so their levels stay in order.
struct LevelOrder: BitwiseCopyable {
    private var red = Levels()
    private var green = Levels()
    private var blue = Levels()
    private var rest = Levels()

    /// - Parameter one: The number that stands for a level of 1.
    init(_ layout: PixelLayout, one: Int32) {
        switch layout {
        case .color4(let red, let green, let blue, let rest, let value):
            self.red[red & 3] = -1
            self.green[green & 3] = -1
            self.blue[blue & 3] = -1
            self.rest[rest & 3] = Int32(value) &* one
        case .color3(let red, let blue):
            self.red[red & 3] = -1
            green[1] = -1
            self.blue[blue & 3] = -1
        case .color16:
            red[0] = -1
            green[1] = -1
            blue[2] = -1
            rest[3] = 255 &* one
        default:
            red[0] = -1
            green[1] = -1
            blue[2] = -1
        }
    }

    func callAsFunction(_ levels: Levels) -> Levels {
        let (first, second) = (Levels(repeating: levels.x) & red, Levels(repeating: levels.y) & green)
        return first | second | Levels(repeating: levels.z) & blue | rest
    }
}
