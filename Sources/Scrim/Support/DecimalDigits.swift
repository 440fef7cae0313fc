// SPDX-License-Identifier: MIT
import CUTF8Proc

/// Decimal digits of every script: the characters of Unicode's category Nd.
package enum DecimalDigits {
    /// Whether a code point is a decimal digit. For ASCII, no table is read.
    static func contains(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return scalar >= 0x30 && scalar <= 0x39 }
        return utf8proc_category(Int32(truncatingIfNeeded: scalar)) == UTF8PROC_CATEGORY_ND
    }

    /// Whether this well-formed UTF-8 has no other characters.
    static func areAll(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            guard let next = UTF8Text.scalar(in: bytes, at: index), contains(next.value) else { return false }
            index &+= next.length
        }
        return true
    }

    /// Whether this is the UTF-8 of one decimal digit.
    static func isOne(_ bytes: Span<UInt8>) -> Bool {
        guard let only = UTF8Text.scalar(in: bytes, at: 0) else { return false }
        return only.length == bytes.count && contains(only.value)
    }
}
