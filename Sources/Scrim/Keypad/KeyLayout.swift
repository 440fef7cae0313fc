// SPDX-License-Identifier: MIT

/// What a key does. The numbers are those of scrim/keypad.h.
package enum KeyKind: UInt32, BitwiseCopyable {
    case insert = 1
    case delete = 2
    case done = 3
}

/// A key of a layout: what it does, and the character it shows. What an insert key shows is what it inserts.
package struct KeyCap: BitwiseCopyable {
    package let kind: KeyKind
    package let character: UInt32

    init(_ kind: KeyKind, _ character: UInt32) {
        self.kind = kind
        self.character = character
    }
}

/// Rows and columns of keys, as they stand unshuffled.
package struct KeyLayout {
    package let columns: Int
    package let rows: Int
    private let caps: InlineArray<12, KeyCap>

    package var count: Int { columns &* rows }

    /// The key at a place, counted along rows from the top left.
    package subscript(place: Int) -> KeyCap {
        place >= 0 && place < caps.count && place < count ? caps[place] : KeyCap(.done, 0)
    }

    /// 1 2 3 / 4 5 6 / 7 8 9 / delete 0 done.
    package static var pin: KeyLayout {
        KeyLayout(
            columns: 3, rows: 4,
            caps: [
                KeyCap(.insert, 0x31), KeyCap(.insert, 0x32), KeyCap(.insert, 0x33),
                KeyCap(.insert, 0x34), KeyCap(.insert, 0x35), KeyCap(.insert, 0x36),
                KeyCap(.insert, 0x37), KeyCap(.insert, 0x38), KeyCap(.insert, 0x39),
                KeyCap(.delete, 0x232B), KeyCap(.insert, 0x30), KeyCap(.done, 0x2713),
            ])
    }
}
