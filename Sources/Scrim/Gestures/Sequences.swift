// SPDX-License-Identifier: MIT

/// Sequences of touches, from the first finger down to the last one up, and which of them were private.
///
/// Only sequences that ended with nothing private in them are remembered, the last `remembered` of them: so private
/// ones, however many, displace none. Whatever is not known counts as private.
///
/// Taps of earlier sequences that still wait when a finger comes down share the fate of what that begins: how long they
/// wait, and whether they are recognised at all, may hang on when it strayed into something private.
struct Sequences: ~Copyable {
    enum Standing {
        case undecided
        case open
        case privateTouches
    }

    static let remembered = 4096

    /// The number of the present or last sequence, from 1; 0 before the first.
    private(set) var current: UInt64 = 0
    private(set) var isRunning = false
    private(set) var isPrivate = false
    /// A finger of the present one came down on something that was not private.
    private(set) var hasOpen = false
    /// The first of the earlier ones that share the fate of the present.
    private var firstBound = UInt64.max
    /// A ring of numbers, rising from `oldest` on.
    private var ring = Buffer<UInt64>(blank: 0)
    private var (oldest, count) = (0, 0)

    init() throws(Failure) { try ring.resize(Self.remembered) }

    mutating func begin() {
        current &+= 1
        (isRunning, isPrivate, hasOpen, firstBound) = (true, false, false, .max)
    }

    /// A finger comes down on something that is not private.
    mutating func open() { hasOpen = true }

    /// Binds what is not over to the present sequence, from the number of the first on.
    mutating func bind(from first: UInt64) {
        firstBound = min(firstBound, first)
        if isPrivate { forgetBound() }
    }

    mutating func turnPrivate() {
        isPrivate = true
        forgetBound()
    }

    private mutating func forgetBound() {
        while count > 0, number(count &- 1) >= firstBound { count &-= 1 }
    }

    mutating func end() {
        isRunning = false
        guard !isPrivate else { return }
        if count == Self.remembered {
            oldest &+= 1
            count &-= 1
        }
        ring[slot(count)] = current
        count &+= 1
    }

    func standing(_ sequence: UInt64) -> Standing {
        if isRunning, sequence == current { return isPrivate ? .privateTouches : .undecided }
        // What is bound is undecided, but for the private ones among it.
        guard isOpen(sequence) else { return .privateTouches }
        return isRunning && sequence >= firstBound ? .undecided : .open
    }

    /// Whether it has ended with nothing private in it.
    private func isOpen(_ sequence: UInt64) -> Bool {
        // Most ask of the latest.
        if count > 0, number(count &- 1) == sequence { return true }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low &+ high) &>> 1
            let number = number(middle)
            if number == sequence { return true }
            if number < sequence { low = middle &+ 1 } else { high = middle }
        }
        return false
    }

    /// Whether one from a number on had a finger on something that is not private, and has ended with nothing private in it or
    /// still goes on. That it has turned private meanwhile does not count: when it did so would tell of it.
    func mayBeOpen(from first: UInt64) -> Bool {
        isRunning && hasOpen && current >= first || count > 0 && number(count &- 1) >= first
    }

    private func slot(_ index: Int) -> Int { (oldest &+ index) & (Self.remembered &- 1) }

    private func number(_ index: Int) -> UInt64 { ring[slot(index)] }
}
