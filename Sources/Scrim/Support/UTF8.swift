// SPDX-License-Identifier: MIT

/// UTF-8 as Unicode 15 table 3-7 defines it, read from spans.
package enum UTF8Text {
    /// Returns the code point that begins at `index`, and its length. nil if the bytes there are not well formed.
    package static func scalar(in bytes: Span<UInt8>, at index: Int) -> (value: UInt32, length: Int)? {
        guard index >= 0, index < bytes.count else { return nil }
        let lead = UInt32(bytes[index])
        if lead < 0x80 { return (lead, 1) }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2, lead <= 0xF4, bytes.count &- index >= length else { return nil }
        var value = lead & (0x7F >> UInt32(length))
        for offset in steps(from: 1, to: length) {
            let byte = UInt32(bytes.at(index &+ offset))
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | byte & 0x3F
        }
        // Refuse overlong forms, surrogates, and values beyond the last plane.
        let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
        guard value >= least, value <= 0x10FFFF, value & 0x1FF800 != 0xD800 else { return nil }
        return (value, length)
    }

    /// Returns the code point that ends before `index`, and where it begins. nil at the start.
    package static func scalar(in bytes: Span<UInt8>, before index: Int) -> (value: UInt32, start: Int)? {
        var start = index &- 1
        while start > index &- 4, bytes.at(start) & 0xC0 == 0x80 { start &-= 1 }
        guard let found = scalar(in: bytes, at: start) else { return nil }
        return (found.value, start)
    }

    /// Returns the number of bytes without an unfinished character at the end. That is at most four less than all.
    static func finishedLength(_ bytes: Span<UInt8>) -> Int {
        var start = bytes.count &- 1
        while start > bytes.count &- 4, bytes.at(start) & 0xC0 == 0x80 { start &-= 1 }
        return scalar(in: bytes, at: start) == nil ? max(start, 0) : bytes.count
    }

    package static func isWellFormed(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            guard let next = scalar(in: bytes, at: index) else { return false }
            index &+= next.length
        }
        return true
    }

    /// Returns whether `value` can be encoded: whether it is a code point and not a surrogate.
    package static func isScalar(_ value: UInt32) -> Bool {
        value <= 0x10FFFF && value & 0x1FF800 != 0xD800
    }

    /// Returns the bytes of a code point, and how many of the four are used.
    package static func encode(_ value: UInt32) -> (bytes: InlineArray<4, UInt8>, length: Int) {
        let tail = { (shift: UInt32) in UInt8(truncatingIfNeeded: value >> shift & 0x3F | 0x80) }
        if value < 0x80 { return ([UInt8(truncatingIfNeeded: value), 0, 0, 0], 1) }
        if value < 0x800 { return ([UInt8(truncatingIfNeeded: value >> 6 | 0xC0), tail(0), 0, 0], 2) }
        if value < 0x10000 { return ([UInt8(truncatingIfNeeded: value >> 12 | 0xE0), tail(6), tail(0), 0], 3) }
        return ([UInt8(truncatingIfNeeded: value >> 18 | 0xF0), tail(12), tail(6), tail(0)], 4)
    }

    /// Returns whether every byte is printable ASCII. Every byte is then a grapheme cluster.
    package static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        for index in steps(to: bytes.count) {
            guard bytes[index] >= 0x20, bytes[index] < 0x7F else { return false }
        }
        return true
    }
}
