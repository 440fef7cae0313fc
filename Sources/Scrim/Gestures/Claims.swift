// SPDX-License-Identifier: MIT

/// The fingers of a gesture, including those that have been lifted, and their sequence.
struct Claim: BitwiseCopyable {
    /// Their slots: bits.
    var fingers: UInt32
    var sequence: UInt64

    func overlaps(_ other: Claim) -> Bool { sequence == other.sequence && fingers & other.fingers != 0 }
}

/// How many gestures of a set claim each finger. Whether one of them overlaps another gesture is then known without a
/// look at each.
struct Claims: ~Copyable {
    private var sequences = Buffer<UInt64>(blank: 0)
    /// For each sequence, a count for each slot.
    private var counts = Buffer<UInt16>(blank: 0)

    /// - Throws: `noMemory`.
    mutating func reserve(_ gestures: Int) throws(Failure) {
        try sequences.reserve(gestures)
        try counts.reserve(gestures &* Fingers.followed)
    }

    mutating func removeAll() {
        sequences.truncate(0)
        counts.truncate(0)
    }

    @inline(never)
    mutating func add(_ claim: Claim) {
        var start = start(of: claim.sequence)
        if start < 0 {
            start = counts.count
            // There is room: it was reserved.
            try? sequences.append(claim.sequence)
            try? counts.resize(start &+ Fingers.followed)
        }
        for slot in SetBits(of: claim.fingers) { counts[start &+ slot] &+= 1 }
    }

    @inline(never)
    mutating func remove(_ claim: Claim) {
        let start = start(of: claim.sequence)
        guard start >= 0 else { return }
        for slot in SetBits(of: claim.fingers) { counts[start &+ slot] &-= 1 }
    }

    @inline(never)
    func overlap(_ claim: Claim) -> Bool {
        let start = start(of: claim.sequence)
        guard start >= 0 else { return false }
        for slot in SetBits(of: claim.fingers) where counts[start &+ slot] > 0 { return true }
        return false
    }

    /// Where the counts of a sequence begin, or −1. There is nearly always one sequence, and rarely more than two.
    private func start(of sequence: UInt64) -> Int {
        for index in steps(to: sequences.count) {
            if sequences[index] == sequence { return index &* Fingers.followed }
        }
        return -1
    }
}
