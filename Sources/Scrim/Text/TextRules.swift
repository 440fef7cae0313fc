// SPDX-License-Identifier: MIT

/// The characters that a text accepts. The numbers are the ones in scrim/text.h.
package enum AllowedCharacters: UInt32 {
    case any = 0
    case digits = 1
    case ascii = 2

    /// Returns whether every character of this well-formed UTF-8 is allowed.
    func allows(_ bytes: Span<UInt8>) -> Bool {
        switch self {
        case .any: true
        case .digits: Self.all(bytes, from: 0x30, to: 0x39) || DecimalDigits.areAll(bytes)
        case .ascii: Self.all(bytes, from: 0x20, to: 0x7E)
        }
    }

    private static func all(_ bytes: Span<UInt8>, from first: UInt8, to last: UInt8) -> Bool {
        for index in steps(to: bytes.count) {
            guard bytes[index] >= first, bytes[index] <= last else { return false }
        }
        return true
    }
}

/// What is shown in place of the secret. The numbers are the ones in scrim/text.h.
package enum MaskKind: UInt32 {
    case each = 0
    case fixed = 1
    case nothing = 2
}

/// The source of new characters.
package enum TextInput {
    case typed
    /// Typed on a keypad, which hides the characters. They are revealed only if the options allow it.
    case protected
    /// The host replaced or set the text.
    case host
}

/// The options of a text.
package struct TextOptions {
    /// Bytes, 1 … `Text.maxCapacity`.
    package var capacity: Int
    package var required: Protection = []
    /// A Unicode scalar value.
    package var mask: UInt32 = Text.defaultMask
    /// The largest number of grapheme clusters. nil means that only the capacity limits them.
    package var maxClusters: Int?
    package var allowed = AllowedCharacters.any
    package var maskKind = MaskKind.each
    /// The number of mask characters of a fixed mask.
    package var maskCount = 0
    package var hidesLength = false
    /// How long the last typed character is shown, in nanoseconds. nil means never.
    package var revealsLast: UInt64?
    /// Whether protected input may be revealed too.
    package var revealsProtected = false
    /// The text is wiped after this time without an edit, in nanoseconds. nil means never.
    package var idleTimeout: UInt64?

    /// The text is not secret. It needs no protected memory, and is shown as it is.
    package var isVisible = false

    package init(capacity: Int) { self.capacity = capacity }

    /// Whether only the limits of the input and the idle time-out differ from the defaults. Everything else is for
    /// secrets.
    private var isForAnyText: Bool {
        required == [] && mask == Text.defaultMask && maskKind == .each && !hidesLength && revealsLast == nil
            && !revealsProtected
    }

    var isValid: Bool {
        capacity >= 1 && capacity <= Text.maxCapacity && UTF8Text.isScalar(mask)
            && Protection.all.isSuperset(of: required)
            && (maskKind == .fixed ? maskCount >= 1 && maskCount <= Text.maxMaskCount : maskCount == 0)
            && !(hidesLength && maskKind == .each)
            && (revealsLast == nil || maskKind == .each) && revealsLast ?? 0 <= Text.longestReveal
            && (!isVisible || isForAnyText)
    }
}
