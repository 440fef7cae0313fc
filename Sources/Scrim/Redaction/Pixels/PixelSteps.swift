// SPDX-License-Identifier: MIT
import CPlatform

/// How much the colors of one plane change from pixel to pixel: the sum of the differences of all channels, 0 … 255 each. Alpha and
/// unused bytes do not count. A channel of more than 8 bits counts by its upper 8.
@safe
struct PixelSteps {
    private let plane: Plane
    /// The bytes that count, repeated for eight bytes of pixels, if each channel counts by one byte.
    private let counted: UInt64?

    init(_ plane: Plane) {
        self.plane = plane
        switch plane.layout {
        case .color4(_, _, _, let rest, _):
            let pixel = ~(0xFF &<< UInt64(truncatingIfNeeded: rest &* 8)) & 0xFFFF_FFFF
            counted = pixel | pixel &<< 32
        case .color3, .gray(.eight), .luma(.eight): counted = .max
        case .gray(.sixteen), .gray(.tenHigh), .luma(.sixteen), .luma(.tenHigh): counted = 0xFF00_FF00_FF00_FF00
        case .color16: counted = 0x0000_FF00_FF00_FF00
        case .color565, .color10, .gray(.tenLow), .luma(.tenLow): counted = nil
        case .chromaPair, .chromaBlue, .chromaRed: counted = nil
        }
    }

    /// The channels of a pixel, which must lie inside, one in each byte.
    @inline(__always)
    private func channels(_ x: Int, _ y: Int) -> UInt32 {
        let pixel = unsafe UnsafeRawPointer(plane.pixel(x, y))
        switch plane.layout {
        case .color4: return unsafe pixel.loadUnaligned(as: UInt32.self) & UInt32(truncatingIfNeeded: counted ?? 0)
        case .color3:
            let low = unsafe UInt32(pixel.loadUnaligned(as: UInt16.self))
            return unsafe low | UInt32(pixel.load(fromByteOffset: 2, as: UInt8.self)) &<< 16
        case .color565:
            let levels = RGB565.levels(unsafe Self.number(pixel))
            return UInt32(truncatingIfNeeded: levels.x | levels.y &<< 8 | levels.z &<< 16)
        case .color10(let red, let green, let blue, _, _):
            let number = unsafe UInt32(littleEndian: pixel.loadUnaligned(as: UInt32.self))
            return number &>> (red &+ 2) & 0xFF | (number &>> (green &+ 2) & 0xFF) &<< 8
                | (number &>> (blue &+ 2) & 0xFF) &<< 16
        case .color16:
            let number = unsafe UInt64(littleEndian: pixel.loadUnaligned(as: UInt64.self)) &>> 8
            return UInt32(truncatingIfNeeded: number & 0xFF | number &>> 8 & 0xFF00 | number &>> 16 & 0xFF_0000)
        case .gray(let depth), .luma(let depth), .chromaPair(let depth, _), .chromaBlue(let depth, _),
            .chromaRed(let depth, _):
            switch depth {
            case .eight: return unsafe UInt32(pixel.load(as: UInt8.self))
            case .tenLow: return UInt32(unsafe Self.number(pixel)) &>> 2 & 0xFF
            case .sixteen, .tenHigh: return UInt32(unsafe Self.number(pixel)) &>> 8
            }
        }
    }

    @inline(__always)
    private static func number(_ address: UnsafeRawPointer) -> UInt16 {
        unsafe UInt16(littleEndian: address.loadUnaligned(as: UInt16.self))
    }

    /// The sum along a path of pixels. A step between two pixels counts only if both are seen, and others are not read.
    ///
    /// - Parameters:
    ///   - path: The pixel at each position. It must lie inside the plane.
    ///   - isSeen: Whether a pixel is seen.
    @inline(__always)
    func sum(
        from start: Int, to end: Int, _ path: (Int) -> (x: Int, y: Int), isSeen: (_ x: Int, _ y: Int) -> Bool
    ) -> UInt64 {
        var sum = SIMD2<UInt64>()
        var (last, wasSeen) = (UInt32(0), false)
        for position in steps(from: start, to: end) {
            let (x, y) = path(position)
            guard isSeen(x, y) else {
                wasSeen = false
                continue
            }
            let channels = channels(x, y)
            if wasSeen { sum &+= sumsOfDifferences(Self.bytes(channels), Self.bytes(last)) }
            (last, wasSeen) = (channels, true)
        }
        return sum[0]
    }

    @inline(__always)
    private static func bytes(_ number: UInt32) -> SIMD16<UInt8> {
        unsafe unsafeBitCast(SIMD4<UInt32>(number, 0, 0, 0), to: SIMD16<UInt8>.self)
    }

    /// The sum along the pixels `start` …< `end` of a column, all of which are seen.
    func sum(column: Int, from start: Int, to end: Int) -> UInt64 {
        if case .color4 = plane.layout {
            let mask = UInt32(truncatingIfNeeded: counted ?? 0)
            var pixel = unsafe UnsafeRawPointer(plane.pixel(column, start))
            var last = unsafe Self.bytes(pixel.loadUnaligned(as: UInt32.self) & mask)
            var sum = SIMD2<UInt64>()
            for _ in steps(from: start &+ 1, to: end) {
                unsafe pixel += plane.stride
                let next = unsafe Self.bytes(pixel.loadUnaligned(as: UInt32.self) & mask)
                sum &+= sumsOfDifferences(last, next)
                last = next
            }
            return sum[0]
        }
        return sum(from: start, to: end, { (column, $0) }, isSeen: { _, _ in true })
    }

    /// The sum along the pixels `start` …< `end` of a row, all of which are seen.
    func sum(row: Int, from start: Int, to end: Int) -> UInt64 {
        let pixelSize = plane.layout.bytesPerPixel
        let count = (end &- start &- 1) &* pixelSize
        guard let counted, count >= 16 else {
            return sum(from: start, to: end, { ($0, row) }, isSeen: { _, _ in true })
        }
        let base = unsafe UnsafeRawPointer(plane.pixel(start, row))
        let mask = unsafe unsafeBitCast(SIMD2<UInt64>(repeating: counted), to: SIMD16<UInt8>.self)
        var (sum, offset) = (SIMD2<UInt64>(), 0)
        while offset <= count &- 16 {
            unsafe sum &+= Self.differences(base + offset, pixelSize, mask)
            offset &+= 16
        }
        if offset < count {
            // The last 16 bytes, without those that have been counted.
            let last = count &- 16
            let done = UInt8(truncatingIfNeeded: offset &- last)
            unsafe sum &+= Self.differences(base + last, pixelSize, dropping(mask, done))
        }
        return sum[0] &+ sum[1]
    }

    /// The sums of 16 columns along the pixels `start` …< `end`, all of which are seen. Nil if a pixel does not have four bytes.
    func sums(ofColumnsFrom first: Int, from start: Int, to end: Int) -> SIMD16<UInt64>? {
        guard case .color4 = plane.layout, let counted else { return nil }
        let low = unsafe unsafeBitCast(SIMD2<UInt64>(repeating: counted & 0xFFFF_FFFF), to: SIMD16<UInt8>.self)
        let high = unsafe unsafeBitCast(SIMD2<UInt64>(repeating: counted & ~0xFFFF_FFFF), to: SIMD16<UInt8>.self)
        var sums = SIMD16<UInt64>()
        for column in steps(to: 16, by: 4) {
            var pixel = unsafe UnsafeRawPointer(plane.pixel(first &+ column, start))
            var last = unsafe pixel.loadUnaligned(as: SIMD16<UInt8>.self)
            var (even, odd) = (SIMD2<UInt64>(), SIMD2<UInt64>())
            for _ in steps(from: start &+ 1, to: end) {
                unsafe pixel += plane.stride
                let next = unsafe pixel.loadUnaligned(as: SIMD16<UInt8>.self)
                even &+= sumsOfDifferences(last & low, next & low)
                odd &+= sumsOfDifferences(last & high, next & high)
                last = next
            }
            (sums[column & 15], sums[column &+ 1 & 15]) = (even[0], odd[0])
            (sums[column &+ 2 & 15], sums[column &+ 3 & 15]) = (even[1], odd[1])
        }
        return sums
    }

    /// Prefetches the pixels `start` …< `end` of a row. In rows longer than a page, the processor prefetches without help.
    func prefetch(row: Int, from start: Int, to end: Int) {
        let length = (end &- start) &* plane.layout.bytesPerPixel
        guard length <= 4096 else { return }
        let first = unsafe plane.pixel(start, row)
        for offset in steps(to: length, by: 64) {
            unsafe platform_prefetch(first + offset)
        }
        unsafe platform_prefetch(first + (length &- 1))
    }

    /// The differences of 16 bytes and those of the next pixels.
    @inline(__always)
    private static func differences(
        _ start: UnsafeRawPointer, _ pixelSize: Int, _ mask: SIMD16<UInt8>
    ) -> SIMD2<UInt64> {
        let here = unsafe start.loadUnaligned(as: SIMD16<UInt8>.self)
        let next = unsafe start.loadUnaligned(fromByteOffset: pixelSize, as: SIMD16<UInt8>.self)
        return sumsOfDifferences(here & mask, next & mask)
    }
}
