// SPDX-License-Identifier: MIT

/// Touch sequences, from the first finger down to the last one up, and which of them were private.
///
/// The last `remembered` sequences that were not private are stored. Private sequences are not stored, so any number of
/// them displaces none. A sequence that is not known counts as private.
///
/// Taps of earlier sequences that still wait when a finger comes down are bound to the new sequence, and become private
/// with it. How long they wait, and whether they are recognized, could otherwise depend on when the finger reached
/// something private.
struct Sequences: ~Copyable {
    enum Standing {
        case undecided
        case open
        case privateTouches
    }

    static let remembered = 4096

    /// The number of the current or last sequence, from 1. 0 before the first.
    private(set) var current: UInt64 = 0
    private(set) var isRunning = false
    private(set) var isPrivate = false
    /// A finger of the current sequence came down on something that was not private.
    private(set) var hasOpen = false
    /// The first of the earlier sequences that are bound to the current one.
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

    /// Binds the sequences from number `first` on to the current one.
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
        // Bound sequences are undecided, except for the private ones.
        guard isOpen(sequence) else { return .privateTouches }
        return isRunning && sequence >= firstBound ? .undecided : .open
    }

    /// Whether it has ended with nothing private in it.
    private func isOpen(_ sequence: UInt64) -> Bool {
        // Most calls ask about the latest sequence.
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

    /// Whether a sequence from number `first` on may be open: it ended without being private, or it is still running
    /// and has a finger on something that is not private. A running sequence that has become private counts too,
    /// because the moment at which it became private must not be visible.
    func mayBeOpen(from first: UInt64) -> Bool {
        isRunning && hasOpen && current >= first || count > 0 && number(count &- 1) >= first
    }

    private func slot(_ index: Int) -> Int { (oldest &+ index) & (Self.remembered &- 1) }

    private func number(_ index: Int) -> UInt64 { ring[slot(index)] }
}
