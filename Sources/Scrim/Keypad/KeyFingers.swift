// SPDX-License-Identifier: MIT

/// A finger on the keypad. Its position is not stored, and the key that it touched is stored in protected memory.
struct KeyFinger: BitwiseCopyable {
    enum State: BitwiseCopyable {
        /// No finger.
        case none
        /// Its key is pressed when it is lifted, or when another finger comes down.
        case active
        /// It has pressed its key, or came down between keys.
        case spent
        /// The keys changed while it was down. It is rejected when it is lifted.
        case rejected
    }

    var id: UInt64 = 0
    var state = State.none
    /// Whether it has not left the key that it came down on.
    var isOnKey = false
    /// Whether it counts towards the limit of two fingers. Fingers from an earlier layout do not.
    var isCounted = true
}

/// The fingers that are down.
struct KeyFingers {
    /// The largest number of fingers that are told apart.
    private static let most = 16

    private var fingers = InlineArray<16, KeyFinger>(repeating: KeyFinger())
    /// Three fingers were down at once. None presses a key until all are up.
    private(set) var isBlocked = false

    /// The number of fingers that count towards the limit.
    var count: Int {
        var number = 0
        for index in steps(to: Self.most) {
            if fingers[index & 15].state != .none, fingers[index & 15].isCounted { number &+= 1 }
        }
        return number
    }

    /// The finger whose key is to be pressed, if there is one.
    var active: KeyFinger? { first { $0.state == .active } }

    func finger(_ id: UInt64) -> KeyFinger? { first { $0.state != .none && $0.id == id } }

    /// Adds a finger that came down. If no slot is free, it replaces a finger of an earlier layout, whose end does nothing. If
    /// there is no such finger either, at least three are down, and the new one is ignored: it cannot press a key.
    mutating func add(_ finger: KeyFinger) {
        var slot = Self.most
        for index in steps(to: Self.most) {
            if fingers[index & 15].state == .none {
                slot = index
                break
            }
            if !fingers[index & 15].isCounted { slot = index }
        }
        if slot < Self.most { fingers[slot & 15] = finger }
    }

    /// Notes whether the finger that would press a key is on it.
    mutating func setOnKey(_ isOnKey: Bool) {
        update { if $0.state == .active { $0.isOnKey = isOnKey } }
    }

    mutating func remove(_ id: UInt64) {
        update { if $0.id == id { $0 = KeyFinger() } }
        if count == 0 { isBlocked = false }
    }

    /// Takes the key from the finger that would press it.
    mutating func spend() {
        update { if $0.state == .active { $0.state = .spent } }
    }

    /// Prevents presses until all fingers are up.
    mutating func block() {
        isBlocked = true
        update { if $0.state == .active { $0.state = .rejected } }
    }

    /// Marks the fingers that are down as belonging to an earlier layout.
    mutating func detach() {
        isBlocked = false
        update {
            if $0.state == .active { $0.state = .rejected }
            $0.isCounted = false
        }
    }

    private func first(_ isWanted: (KeyFinger) -> Bool) -> KeyFinger? {
        for index in steps(to: Self.most) {
            if isWanted(fingers[index & 15]) { return fingers[index & 15] }
        }
        return nil
    }

    private mutating func update(_ body: (inout KeyFinger) -> Void) {
        for index in steps(to: Self.most) {
            if fingers[index & 15].state != .none { body(&fingers[index & 15]) }
        }
    }
}
