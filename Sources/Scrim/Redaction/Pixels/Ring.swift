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
        guard layout.isWide else { return Quotient(count).mean(sum, Int32(bitPattern: count)) }
        let scale = SampleScale(layout, space)
        func mean(_ sum: Int32) -> Int32 { scale.level(sum: sum, count: count) }
        return Levels(mean(sum.x), mean(sum.y), mean(sum.z), 0)
    }

    /// The sum and the number of the pixels of a rectangle that are not in a mask, for layouts without a byte for each level.
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
        return unsafe total(rect, mask) {
            RGB565.levels(UInt16(littleEndian: unsafe $0.loadUnaligned(as: UInt16.self)))
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

extension PixelLayout {
    /// Whether each level is a byte.
    var hasByteLevels: Bool {
        if case .color565 = self { return false }
        return !isWide
    }

    /// Levels in order, from the bytes of pixels or their sums.
    @inline(__always)
    func levels(ofBytes numbers: Levels) -> Levels {
        switch self {
        case .color4(let red, let green, let blue, _, _):
            return Levels(numbers[red & 3], numbers[green & 3], numbers[blue & 3], 0)
        case .color3(let red, _): return red == 0 ? numbers : Levels(numbers.z, numbers.y, numbers.x, 0)
        default: return numbers
        }
    }

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
        let pixel = RGB565.pixel(bytes)
        return SIMD4(UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel &>> 8), 0, 0)
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
