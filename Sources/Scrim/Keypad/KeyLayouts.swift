// SPDX-License-Identifier: MIT

/// The layouts that are built in. The numbers are those of scrim/keypad.h.
package enum BuiltInLayout: UInt32 {
    case pin = 0
    case pinDecimal = 1
    case payment = 2
    case hexadecimal = 3
    case qwerty = 4
    case qwertz = 5
    case azerty = 6
}

extension KeyLayout {
    package static func make(_ layout: BuiltInLayout) throws(Failure) -> KeyLayout {
        let keys = KeyLayout()
        switch layout {
        case .pin:
            try keys.addDigits()
            try keys.addFunction(.delete, column: 0, row: 3)
            try keys.addRow(row: 3, column: 1, ["0"])
            try keys.addFunction(.done, column: 2, row: 3)
        case .pinDecimal:
            try keys.addDigits()
            try keys.addRow(row: 3, [".", "0"])
            try keys.addFunction(.delete, column: 2, row: 3)
            try keys.addFunction(.done, column: 0, row: 4, columns: 3)
        case .payment:
            try keys.addDigits()
            try keys.addRow(row: 3, [".", "0"])
            try keys.addFunction(.dismiss, column: 2, row: 3)
            try keys.addFunction(.delete, column: 3, row: 0, rows: 2)
            try keys.addFunction(.done, column: 3, row: 2, rows: 2)
            keys.movesSymbols = true
        case .hexadecimal:
            try keys.addRow(row: 0, ["1", "2", "3", "A"])
            try keys.addRow(row: 1, ["4", "5", "6", "B"])
            try keys.addRow(row: 2, ["7", "8", "9", "C"])
            try keys.addRow(row: 3, ["F", "0", "E", "D"])
            try keys.addFunction(.clear, column: 0, row: 4)
            try keys.addFunction(.delete, column: 1, row: 4)
            try keys.addFunction(.done, column: 2, row: 4, columns: 2)
        case .qwerty:
            let bottom: InlineArray<7, Unicode.Scalar> = ["z", "x", "c", "v", "b", "n", "m"]
            try keys.addLetters(
                ["q", "w", "e", "r", "t", "y", "u", "i", "o", "p"], ["a", "s", "d", "f", "g", "h", "j", "k", "l"],
                bottom)
        case .qwertz:
            let bottom: InlineArray<7, Unicode.Scalar> = ["y", "x", "c", "v", "b", "n", "m"]
            try keys.addLetters(
                ["q", "w", "e", "r", "t", "z", "u", "i", "o", "p"], ["a", "s", "d", "f", "g", "h", "j", "k", "l"],
                bottom)
        case .azerty:
            let bottom: InlineArray<6, Unicode.Scalar> = ["w", "x", "c", "v", "b", "n"]
            try keys.addLetters(
                ["a", "z", "e", "r", "t", "y", "u", "i", "o", "p"], ["q", "s", "d", "f", "g", "h", "j", "k", "l", "m"],
                bottom)
        }
        return keys
    }

    // MARK: - Pads

    private func addDigits() throws(Failure) {
        try addRow(row: 0, ["1", "2", "3"])
        try addRow(row: 1, ["4", "5", "6"])
        try addRow(row: 2, ["7", "8", "9"])
    }

    // MARK: - Keyboards

    // A letter is two cells wide, so that a row can be shifted by half a letter.

    @inline(__always)
    private func addLetters<let second: Int, let third: Int>(
        _ top: InlineArray<10, Unicode.Scalar>, _ middle: InlineArray<second, Unicode.Scalar>,
        _ bottom: InlineArray<third, Unicode.Scalar>
    ) throws(Failure) {
        try addLetters(top.span, middle.span, bottom.span)
    }

    /// Pages of small letters, capitals and two of symbols. All have one shape.
    private func addLetters(
        _ top: Span<Unicode.Scalar>, _ middle: Span<Unicode.Scalar>, _ bottom: Span<Unicode.Scalar>
    ) throws(Failure) {
        let (second, third) = (middle.count, bottom.count)
        for page in steps(to: 2) {
            let capital = page == 1
            try addRow(page: page, row: 0, columns: 2, isCapital: capital, top)
            try addRow(page: page, row: 1, column: 10 &- second, columns: 2, isCapital: capital, middle)
            try addRow(page: page, row: 2, column: 10 &- third, columns: 2, isCapital: capital, bottom)
            try addFunction(.shift, ["⇧"], page: page, column: 0, row: 2, columns: 10 &- third, target: 1 &- page)
            try addFunction(.delete, page: page, column: 10 &+ third, row: 2, columns: 10 &- third)
            try addLastRow(page: page, ["1", "2", "3"], target: 2)
        }
        try addRow(page: 2, row: 0, columns: 2, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"])
        try addRow(page: 2, row: 1, columns: 2, ["@", "#", "$", "%", "&", "-", "+", "(", ")", "/"])
        try addRow(page: 2, row: 2, column: 3, columns: 2, ["*", "\"", "'", ":", ";", "!", "?"])
        try addFunction(.page, ["=", "<"], page: 2, column: 0, row: 2, columns: 3, target: 3)
        try addRow(page: 3, row: 0, columns: 2, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"])
        try addRow(page: 3, row: 1, columns: 2, ["~", "`", "|", "^", "\\", "{", "}", "[", "]", "_"])
        try addRow(page: 3, row: 2, column: 3, columns: 2, ["<", ">", "=", "€", "£", "§", "°"])
        try addFunction(.page, ["1", "2", "3"], page: 3, column: 0, row: 2, columns: 3, target: 2)
        for page in steps(from: 2, to: 4) {
            try addFunction(.delete, page: page, column: 17, row: 2, columns: 3)
            try addLastRow(page: page, ["a", "b", "c"], target: 0)
        }
    }

    private func addLastRow(
        page: Int, _ label: InlineArray<3, Unicode.Scalar>, target: Int
    ) throws(Failure) {
        try addFunction(.page, label, page: page, column: 0, row: 3, columns: 3, target: target)
        try addRow(page: page, row: 3, column: 3, columns: 2, [","])
        // The space bar has a name, because its label says nothing.
        try addRow(page: page, row: 3, column: 5, columns: 8, isFixed: true, name: .of(.insert, 0), [" "])
        try addRow(page: page, row: 3, column: 13, columns: 2, ["."])
        try addFunction(.done, page: page, column: 15, row: 3, columns: 5)
    }

    // MARK: - Keys

    // Lists of any length become spans at once, so that there is one function for all lengths.

    @inline(__always)
    private func addRow<let n: Int>(
        page: Int = 0, row: Int, column: Int = 0, columns: Int = 1, isFixed: Bool = false, name: KeyName = .none,
        _ characters: InlineArray<n, Unicode.Scalar>
    ) throws(Failure) {
        try addRow(
            page: page, row: row, column: column, columns: columns, isFixed: isFixed, name: name, isCapital: false,
            characters.span)
    }

    @inline(never)
    private func addRow(
        page: Int, row: Int, column: Int = 0, columns: Int, isFixed: Bool = false, name: KeyName = .none,
        isCapital: Bool, _ characters: Span<Unicode.Scalar>
    ) throws(Failure) {
        for index in steps(to: characters.count) {
            let small = characters[index]
            // A capital letter of ASCII is 32 below the small one.
            let capital = Unicode.Scalar(UInt8(truncatingIfNeeded: small.value &- 32))
            let cells = KeyCells(column: column &+ index &* columns, row: row, columns: columns)
            let cap = KeyCap(.insert, page: page, cells: cells, isFixed: isFixed)
            let label: InlineArray<1, Unicode.Scalar> = [isCapital ? capital : small]
            try add(cap, label.span, name: name)
        }
    }

    @inline(never)
    private func addFunction(
        _ kind: KeyKind, page: Int = 0, column: Int, row: Int, columns: Int = 1, rows: Int = 1
    ) throws(Failure) {
        let label: Unicode.Scalar
        switch kind {
        case .delete: label = "⌫"
        case .clear: label = "⌧"
        case .dismiss: label = "⌄"
        default: label = "✓"
        }
        try addFunction(kind, [label], page: page, column: column, row: row, columns: columns, rows: rows)
    }

    @inline(__always)
    private func addFunction<let n: Int>(
        _ kind: KeyKind, _ label: InlineArray<n, Unicode.Scalar>, page: Int, column: Int, row: Int, columns: Int,
        rows: Int = 1, target: Int = 0
    ) throws(Failure) {
        let cells = KeyCells(column: column, row: row, columns: columns, rows: rows)
        try add(KeyCap(kind, page: page, cells: cells, target: target), label.span, name: .of(kind, target))
    }

    @inline(never)
    private func add(_ cap: KeyCap, _ characters: Span<Unicode.Scalar>, name: KeyName) throws(Failure) {
        var label = InlineArray<32, UInt8>(repeating: 0)
        var length = 0
        for index in steps(to: characters.count) {
            let encoded = UTF8Text.encode(characters[index].value)
            for byte in steps(to: encoded.length) {
                label.put(encoded.bytes.at(byte), at: length)
                length &+= 1
            }
        }
        try add(cap, label: label.span.prefix(length), name: name.bytes.span.prefix(name.length))
    }
}

/// The spoken name of a built-in key, in English.
private struct KeyName {
    private(set) var bytes = InlineArray<32, UInt8>(repeating: 0)
    private(set) var length = 0

    static var none: KeyName { KeyName() }

    @inline(never)
    static func of(_ kind: KeyKind, _ target: Int) -> KeyName {
        var name = KeyName()
        // Each literal is visited in its own call. StaticString.forEachByte says why.
        switch kind {
        case .delete: ("delete" as StaticString).forEachByte { name.append($0) }
        case .done: ("done" as StaticString).forEachByte { name.append($0) }
        case .clear: ("clear" as StaticString).forEachByte { name.append($0) }
        case .dismiss: ("dismiss" as StaticString).forEachByte { name.append($0) }
        case .shift: ("shift" as StaticString).forEachByte { name.append($0) }
        case .insert: ("space" as StaticString).forEachByte { name.append($0) }
        case .page where target == 2: ("digits and symbols" as StaticString).forEachByte { name.append($0) }
        case .page where target == 3: ("more symbols" as StaticString).forEachByte { name.append($0) }
        case .page: ("letters" as StaticString).forEachByte { name.append($0) }
        case .blank, .toggleShuffle: break
        }
        return name
    }

    private mutating func append(_ byte: UInt8) {
        bytes.put(byte, at: length)
        length &+= 1
    }
}
