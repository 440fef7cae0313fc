// SPDX-License-Identifier: MIT

/// A finger on the keypad. Where it is, nobody has to know later; which key it came down on is in protected memory.
struct KeyFinger: BitwiseCopyable {
    enum State: BitwiseCopyable {
        /// No finger.
        case none
        /// Its key is pressed once it goes up, or once another finger comes down.
        case active
        /// It has pressed its key, or came down where there was none.
        case spent
        /// Its key was taken away from under it; it is refused when it goes up.
        case rejected
    }

    var id: UInt64 = 0
    var state = State.none
    /// It has not left the key that it came down on.
    var isOnKey = false
    /// Whether it is one of those of which three are too many: those of an earlier layout are not.
    var isCounted = true
}

/// The fingers that are down.
struct KeyFingers {
    /// Beyond this many none is told apart.
    private static let most = 16

    private var fingers = InlineArray<16, KeyFinger>(repeating: KeyFinger())
    /// Three fingers were down at once: until all are up, none presses anything.
    private(set) var isBlocked = false

    /// Those that are counted.
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

    /// Notes a finger that came down. Where there is no slot, one of an earlier layout makes room: its end was lost, or does
    /// nothing. Where there is none of those either, three are down, and the new one is forgotten: it presses nothing.
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

    /// Lets no finger press until all are up.
    mutating func block() {
        isBlocked = true
        update { if $0.state == .active { $0.state = .rejected } }
    }

    /// The layout is another one: no finger that is down belongs to it.
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
