// SPDX-License-Identifier: MIT

/// What a text accepts. The numbers are those of scrim/text.h.
package enum AllowedCharacters: UInt32 {
    case any = 0
    case digits = 1
    case ascii = 2

    /// Whether all of well-formed UTF-8 is allowed.
    func allows(_ bytes: Span<UInt8>) -> Bool {
        switch self {
        case .any: true
        case .digits: Self.all(bytes, from: 0x30, to: 0x39)
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

/// What stands for the secret on a screen. The numbers are those of scrim/text.h.
package enum MaskKind: UInt32 {
    case each = 0
    case fixed = 1
    case nothing = 2
}

/// Where new characters come from.
package enum TextInput {
    case typed
    /// Typed in a way that hides which characters they are. They are shown only if the options allow it.
    case protected
    /// The host replaced or set the text.
    case host
}

/// How a text is made.
package struct TextOptions {
    /// Bytes, 1 … `Text.maxCapacity`.
    package var capacity: Int
    package var required: Protection = []
    /// A Unicode scalar value.
    package var mask: UInt32 = Text.defaultMask
    /// The most grapheme clusters; nil: as many as fit.
    package var maxClusters: Int?
    package var allowed = AllowedCharacters.any
    package var maskKind = MaskKind.each
    /// Of a fixed mask.
    package var maskCount = 0
    package var hidesLength = false
    /// How long a character that was typed is shown, in nanoseconds; nil: not at all.
    package var revealsLast: UInt64?
    /// Protected input may be shown too.
    package var revealsProtected = false
    /// After so many nanoseconds without an edit the text is wiped; nil: never.
    package var idleTimeout: UInt64?

    package init(capacity: Int) { self.capacity = capacity }

    var isValid: Bool {
        capacity >= 1 && capacity <= Text.maxCapacity && UTF8Text.isScalar(mask)
            && Protection.all.isSuperset(of: required)
            && (maskKind == .fixed ? maskCount >= 1 && maskCount <= Text.maxMaskCount : maskCount == 0)
            && !(hidesLength && maskKind == .each)
            && (revealsLast == nil || maskKind == .each) && revealsLast ?? 0 <= Text.longestReveal
    }
}
