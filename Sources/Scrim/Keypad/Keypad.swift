// SPDX-License-Identifier: MIT

/// A shuffled keypad. Which key stands where is kept in protected memory, and nothing it answers tells one insert key from another.
package final class Keypad {
    /// What a touch did. The numbers are those of scrim/keypad.h.
    package enum Answer: UInt32 {
        case nothing = 0
        case inserted = 1
        case deleted = 2
        case done = 3
        case refused = 4
    }

    /// Bytes of a key's character in the order: UTF-8, zero-padded.
    private static let unit = 4

    private let layout: KeyLayout
    private let grid: KeyGrid
    private let shuffles: Bool
    /// The character at each place, `unit` bytes each; all zero while hidden.
    private var order: SecretBytes
    private var text: Text?
    private var isShown = false
    /// The finger that is down, and the place it came down on: none where that was between keys.
    private var finger: (id: UInt64, place: Int?)?

    private init(layout: KeyLayout, grid: KeyGrid, shuffles: Bool, order: consuming SecretBytes) {
        self.layout = layout
        self.grid = grid
        self.shuffles = shuffles
        self.order = order
    }

    package static func make(
        layout: KeyLayout, shuffles: Bool, bounds: Rect, columnSpacing: Double, rowSpacing: Double
    ) throws(Failure) -> Keypad {
        let grid = try KeyGrid(
            bounds: bounds, columns: layout.columns, rows: layout.rows, columnSpacing: columnSpacing,
            rowSpacing: rowSpacing)
        let order = try SecretBytes.make(capacity: layout.count &* unit, required: [])
        return Keypad(layout: layout, grid: grid, shuffles: shuffles, order: order)
    }

    package func close() {
        hide()
        text = nil
        order.release()
    }

    // MARK: - Text

    package func attach(_ text: Text) {
        self.text = text
        finger = nil
    }

    package func detach() {
        text = nil
        finger = nil
    }

    // MARK: - Showing

    /// Shuffles and shows. Where the random source fails, or the memory was damaged, the keypad is hidden afterwards.
    package func show(_ random: inout some RandomSource) throws(Failure) {
        isShown = false
        finger = nil
        // No wipe first: it would mend damaged memory in silence, and every byte is written anew.
        do throws(Failure) {
            try layOut()
            if shuffles { try shuffle(&random) }
        } catch {
            order.wipe()
            throw error
        }
        isShown = true
    }

    package func hide() {
        isShown = false
        finger = nil
        order.wipe()
    }

    // MARK: - Drawing

    /// The keys to draw: all or, while hidden, none.
    package var keyCount: Int { isShown ? layout.count : 0 }

    /// Lends what a place shows: where, of which kind, and its label in UTF-8.
    package func withKey(
        _ place: Int, _ body: (Rect, KeyKind, Span<UInt8>) -> Void
    ) throws(Failure) {
        try withCharacter(place) { label throws(Failure) in body(grid.rect(place), layout[place].kind, label) }
    }

    // MARK: - Touching

    package func touch(_ phase: TouchPhase, id: UInt64, at point: Point) throws(Failure) -> Answer {
        guard isShown else { throw .invalidState }
        if let text, text.isClosed { throw .closed }
        switch phase {
        case .began:
            // A second finger does nothing; the first one's up may have been lost, though, and its id used again.
            if finger == nil || finger?.id == id { finger = (id, grid.place(at: point)) }
            return .nothing
        case .moved:
            return .nothing
        case .cancelled:
            if finger?.id == id { finger = nil }
            return .nothing
        case .ended:
            guard let down = finger, down.id == id else { return .nothing }
            finger = nil
            guard let place = down.place, grid.place(at: point) == place else { return .nothing }
            return try press(place)
        }
    }

    private func press(_ place: Int) throws(Failure) -> Answer {
        let kind = layout[place].kind
        guard let text else { return kind == .done ? .done : .refused }
        do throws(Failure) {
            switch kind {
            case .done:
                try text.finish()
                return .done
            case .delete:
                try text.delete(.backward)
                return .deleted
            case .insert:
                // The character goes from one protected place to the other, and nowhere else.
                try withCharacter(place) { character throws(Failure) in try text.insert(character, from: .keypad) }
                return .inserted
            }
        } catch .full, .refused {
            return .refused
        }
    }

    #if SCRIM_TEST_DOORS
    package func withOrder(_ body: (Span<UInt8>) -> Void) throws(Failure) {
        try order.read { (all: Span<UInt8>) throws(Failure) in body(all) }
    }
    #endif

    // MARK: -

    private func withCharacter(_ place: Int, _ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try order.read { (all: Span<UInt8>) throws(Failure) in
            let unit = all.suffix(from: place &* Self.unit).prefix(Self.unit)
            let length = UTF8Text.scalar(in: unit, at: 0)?.length ?? 0
            try body(unit.prefix(length))
        }
    }

    /// Writes the layout as it is unshuffled.
    private func layOut() throws(Failure) {
        try order.write { (all: inout MutableSpan<UInt8>) throws(Failure) in
            var place = 0
            while place < layout.count {
                let character = UTF8Text.encode(layout[place].character)
                var index = 0
                while index < Self.unit {
                    all.put(character.bytes.at(index), at: place &* Self.unit &+ index)
                    index &+= 1
                }
                place &+= 1
            }
        }
    }

    /// Brings the insert keys into an order that is exactly as likely as every other; all else stays.
    private func shuffle(_ random: inout some RandomSource) throws(Failure) {
        var places = InlineArray<20, Int>(repeating: 0)
        var count = 0
        var place = 0
        while place < layout.count, count < Shuffle.maxCount {
            if layout[place].kind == .insert {
                places.put(place, at: count)
                count &+= 1
            }
            place &+= 1
        }
        let rank = try random.next(below: Shuffle.factorial(count))
        try order.write { (all: inout MutableSpan<UInt8>) throws(Failure) in
            Shuffle.unrank(rank, count: count) { first, last in
                var index = last
                while index > first {
                    Self.exchange(&all, places.at(index), places.at(index &- 1))
                    index &-= 1
                }
            }
        }
    }

    private static func exchange(_ all: inout MutableSpan<UInt8>, _ a: Int, _ b: Int) {
        var index = 0
        while index < unit {
            let byte = all.at(a &* unit &+ index)
            all.put(all.at(b &* unit &+ index), at: a &* unit &+ index)
            all.put(byte, at: b &* unit &+ index)
            index &+= 1
        }
    }
}
