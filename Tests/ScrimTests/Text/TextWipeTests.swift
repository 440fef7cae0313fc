// SPDX-License-Identifier: MIT
import Testing

@testable import Scrim

/// Wiping a text while its bytes are lent. Here, unlike in the shared library, Swift checks that accesses do not overlap.
@Suite struct TextWipeTests {
    /// Wipes its text at everything that it is asked or told.
    private final class Wiper: TextDelegate {
        let text: Text
        var calls = 0

        init(_ text: Text) { self.text = text }

        private func wipe() {
            calls += 1
            text.wipe(insideCallback: true)
        }

        func shouldChange(_: TextChange, inserting _: Span<UInt8>?) -> Bool {
            wipe()
            return true
        }

        func should(_: TextQuestion) -> Bool {
            wipe()
            return true
        }

        func tell(_: TextEvent) { wipe() }
        func removed() {}
    }

    private func insert(_ bytes: [UInt8], into text: Text) throws { try text.insert(bytes.span) }

    private func makeText() throws -> Text {
        let text = try Text.make(TextOptions(capacity: 64))
        try insert([0x31, 0x32, 0x33], into: text)
        return text
    }

    private enum Edit: CaseIterable {
        case insert, delete, set, clear, finish, begin, reveal
    }

    private func make(_ edit: Edit, of text: Text) throws {
        let bytes: [UInt8] = [0x34]
        switch edit {
        case .insert: try text.insert(bytes.span)
        case .delete: try text.delete(.backward)
        case .set: try text.set(bytes.span)
        case .clear: try text.clear()
        case .finish: try text.finish()
        case .begin: try text.beginEditing()
        case .reveal: try text.reveal(at: 1)
        }
    }

    @Test func editsAreRefused() throws {
        for edit in Edit.allCases {
            let text = try makeText()
            let wiper = Wiper(text)
            text.delegate = wiper
            #expect(throws: Failure.refused) { try make(edit, of: text) }
            #expect(wiper.calls == 1)
            #expect(try text.count() == 0)
            text.delegate = nil
        }
    }

    @Test func lentBytesAreZero() throws {
        let text = try makeText()
        var seen: [UInt8] = []
        #expect(throws: Failure.refused) {
            try text.withBytes { bytes in
                text.wipe(insideCallback: true)
                for index in 0..<bytes.count { seen.append(bytes[index]) }
            }
        }
        #expect(seen == [0, 0, 0])
        try insert([0x31], into: text)
        try text.reveal(at: 1)
        seen = []
        #expect(throws: Failure.refused) {
            try text.display(at: 1) { bytes, _, isSecret in
                text.wipe(insideCallback: true)
                if isSecret { seen.append(bytes[0]) }
            }
        }
        #expect(seen == [0])
    }

    @Test func aPressIsRefused() throws {
        for isKeypad in [false, true] {
            let text = try Text.make(TextOptions(capacity: 64))
            let layout = try KeyLayout.make(.pin)
            var options = Keypad.Options()
            options.bounds = Rect(x: 0, y: 0, width: 300, height: 400)
            options.reshuffle = .afterPress
            let keypad = try Keypad.make(layout: layout, options: options)
            try keypad.attach(text)
            var random = KernelRandom()
            try keypad.show(&random)
            try keypad.present(keypad.generation, at: 0)
            let point = Point(x: 10, y: 10)
            let down = TouchSample(time: 1_000_000_000, id: 1, phase: .began, point: point)
            #expect(try keypad.touch(down, &random) == .nothing)
            let wiper = Wiper(text)
            let closer = KeypadWiper(keypad)
            text.delegate = isKeypad ? closer : wiper
            let up = TouchSample(time: 1_040_000_000, id: 1, phase: .ended, point: point)
            #expect(try keypad.touch(up, &random) == .rejected)
            #expect(try text.count() == 0)
            text.delegate = nil
            #expect(keypad.isShown == !isKeypad)
            keypad.close()
        }
    }

    /// Wipes the keypad while its key is lent to the text.
    private final class KeypadWiper: TextDelegate {
        let keypad: Keypad

        init(_ keypad: Keypad) { self.keypad = keypad }

        func shouldChange(_: TextChange, inserting _: Span<UInt8>?) -> Bool {
            keypad.wipe()
            return true
        }

        func should(_: TextQuestion) -> Bool { true }
        func tell(_: TextEvent) {}
        func removed() {}
    }
}
