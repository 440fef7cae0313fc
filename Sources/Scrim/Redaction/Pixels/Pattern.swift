// SPDX-License-Identifier: MIT
import CPlatform

/// One color as 48 bytes: a whole number of pixels of 1, 2, 3, 4 and 8 bytes, and of vectors.
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
        let (pixel, size) = (layout.encode(color, space), layout.bytesPerPixel)
        guard size == 3 else {
            let word = PixelLayout.repeated(pixel, size: size)
            first = unsafe unsafeBitCast(SIMD2(repeating: word.littleEndian), to: SIMD16<UInt8>.self)
            (second, third) = (first, first)
            byte = word == PixelLayout.repeated(word, size: 1) ? UInt8(truncatingIfNeeded: word) : nil
            return
        }
        let (r, g, b) = (
            UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel &>> 8),
            UInt8(truncatingIfNeeded: pixel &>> 16)
        )
        first = SIMD16(r, g, b, r, g, b, r, g, b, r, g, b, r, g, b, r)
        second = SIMD16(g, b, r, g, b, r, g, b, r, g, b, r, g, b, r, g)
        third = SIMD16(b, r, g, b, r, g, b, r, g, b, r, g, b, r, g, b)
        byte = r == g && g == b ? r : nil
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
