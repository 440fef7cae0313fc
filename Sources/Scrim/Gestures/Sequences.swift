// SPDX-License-Identifier: MIT

/// Sequences of touches, from the first finger down to the last one up, and which of them were private.
///
/// Only sequences that ended with nothing private in them are remembered, the last `remembered` of them: so private
/// ones, however many, displace none. Whatever is not known counts as private.
struct Sequences: ~Copyable {
    enum Verdict {
        case undecided
        case open
        case hidden
    }

    static let remembered = 4096

    /// The number of the present or last sequence, from 1; 0 before the first.
    private(set) var current: UInt64 = 0
    private(set) var isRunning = false
    private(set) var isPrivate = false
    /// A ring of numbers, rising from `oldest` on.
    private var ring = Buffer<UInt64>(blank: 0)
    private var oldest = 0

    init() throws(Failure) { try ring.reserve(Self.remembered) }

    mutating func begin() {
        current &+= 1
        (isRunning, isPrivate) = (true, false)
    }

    mutating func turnPrivate() { isPrivate = true }

    mutating func end() {
        isRunning = false
        guard !isPrivate else { return }
        if ring.count < Self.remembered {
            // There is room: it was reserved.
            try? ring.append(current)
        } else {
            ring[oldest] = current
            oldest = (oldest &+ 1) & (Self.remembered &- 1)
        }
    }

    func verdict(_ sequence: UInt64) -> Verdict {
        if sequence == current, isRunning { return isPrivate ? .hidden : .undecided }
        var (low, high) = (0, ring.count)
        while low < high {
            let middle = (low &+ high) &>> 1
            let number = ring[(oldest &+ middle) & (Self.remembered &- 1)]
            if number == sequence { return .open }
            if number < sequence { low = middle &+ 1 } else { high = middle }
        }
        return .hidden
    }
}
