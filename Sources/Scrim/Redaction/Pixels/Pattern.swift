// SPDX-License-Identifier: MIT
import CPlatform

/// One color as 48 bytes: a whole number of pixels of 1, 2, 3 and 4 bytes, and of vectors.
struct Pattern: BitwiseCopyable {
    private static let size = 48
    /// The bytes that are filled by vectors. The rest is copied from them, because memcpy writes without reading first where the
    /// processor can.
    private static let seed = 4608
    /// The largest copy, three pages. The first cache keeps what is copied again and again, together with what is written. After
    /// 4,608 bytes, whose copies double, a copy is always half a page away from what it is made of. The same place in another page
    /// would cost time.
    private static let largestBlock = 12_288

    private let first: SIMD16<UInt8>
    private let second: SIMD16<UInt8>
    private let third: SIMD16<UInt8>
    /// The value of every byte, if all are the same.
    private let byte: UInt8?

    init(_ color: Color, _ layout: PixelLayout, _ space: ColorSpace) {
        // As a number, because a build for size checks the subscripts of a vector.
        let number = unsafe unsafeBitCast(layout.encode(color, space), to: UInt32.self)
        let (r, g) = (UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number &>> 8))
        let (b, a) = (UInt8(truncatingIfNeeded: number &>> 16), UInt8(truncatingIfNeeded: number &>> 24))
        switch layout.bytesPerPixel {
        case 1:
            first = SIMD16(repeating: r)
            (second, third, byte) = (first, first, r)
        case 2:
            first = SIMD16(r, g, r, g, r, g, r, g, r, g, r, g, r, g, r, g)
            (second, third, byte) = (first, first, r == g ? r : nil)
        case 3:
            first = SIMD16(r, g, b, r, g, b, r, g, b, r, g, b, r, g, b, r)
            second = SIMD16(g, b, r, g, b, r, g, b, r, g, b, r, g, b, r, g)
            third = SIMD16(b, r, g, b, r, g, b, r, g, b, r, g, b, r, g, b)
            byte = r == g && g == b ? r : nil
        default:
            first = SIMD16(r, g, b, a, r, g, b, a, r, g, b, a, r, g, b, a)
            (second, third) = (first, first)
            byte = r == g && g == b && b == a ? r : nil
        }
    }

    /// Fills `rows` rows of `length` bytes, a whole number of pixels.
    func fill(_ start: UnsafeMutableRawPointer, length: Int, stride: Int, rows: Int) {
        // Rows without a gap between them are one long row.
        if stride == length { return unsafe fill(start, length &* rows) }
        var row = unsafe start
        var left = rows
        while left > 0 {
            unsafe fill(row, length)
            left &-= 1
            // Not after the last row, because that address may not exist.
            if left > 0 { unsafe row += stride }
        }
    }

    private func fill(_ start: UnsafeMutableRawPointer, _ length: Int) {
        if let byte { return unsafe _ = memset(start, Int32(byte), length) }
        guard length >= Self.size else { return unsafe fillShort(start, length) }
        var filled = min(length, Self.seed)
        unsafe fillByVectors(start, filled)
        while filled < length {
            let block = min(filled, Self.largestBlock, length &- filled)
            unsafe memcpy(start + filled, start, block)
            filled &+= block
        }
    }

    private func fillByVectors(_ start: UnsafeMutableRawPointer, _ length: Int) {
        var offset = 0
        while offset <= length &- Self.size {
            unsafe store(start + offset)
            offset &+= Self.size
        }
        // The rest, together with bytes that are already right. It ends between two pixels, as it begins.
        unsafe store(start + (length &- Self.size))
    }

    private func store(_ target: UnsafeMutableRawPointer) {
        unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: second, toByteOffset: 16, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: third, toByteOffset: 32, as: SIMD16<UInt8>.self)
    }

    private func fillShort(_ start: UnsafeMutableRawPointer, _ length: Int) {
        var bytes = (first, second, third)
        unsafe withUnsafeBytes(of: &bytes) { source in
            guard let source = source.baseAddress else { return }
            unsafe memcpy(start, source, length)
        }
    }
}
