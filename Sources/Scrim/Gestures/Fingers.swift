// SPDX-License-Identifier: MIT

/// A finger that is down.
struct Finger: BitwiseCopyable {
    var id: UInt64 = 0
    /// What it came down on, for its life: a view or window, 0 for nothing.
    var target: UInt64 = 0
}

/// The fingers that are down, each at a place of its own.
///
/// The first `followed` places are for those that recognisers see. The others are only waited for: a sequence of
/// touches has not ended before they are up.
struct Fingers: ~Copyable {
    static let followed = 32
    private static let places = 64

    private var fingers = Buffer<Finger>(blank: Finger())
    /// The places that are taken: bits.
    private(set) var taken: UInt64 = 0

    init() throws(Failure) { try fingers.resize(Self.places) }

    var isEmpty: Bool { taken == 0 }

    /// The place of a finger that is down.
    func find(_ id: UInt64) -> Int? {
        var rest = taken
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            if fingers[place].id == id { return place }
            rest &= rest &- 1
        }
        return nil
    }

    /// Takes the lowest free place; nil where none is left.
    mutating func add(_ finger: Finger) -> Int? {
        let place = (~taken).trailingZeroBitCount
        guard place < Self.places else { return nil }
        taken |= 1 &<< UInt64(truncatingIfNeeded: place)
        fingers[place] = finger
        return place
    }

    mutating func remove(_ place: Int) { taken &= ~(1 &<< UInt64(truncatingIfNeeded: place)) }

    /// Whether any finger's target is one of those.
    func anyTarget(_ test: (UInt64) -> Bool) -> Bool {
        var rest = taken
        while rest != 0 {
            let target = fingers[rest.trailingZeroBitCount].target
            if target != 0, test(target) { return true }
            rest &= rest &- 1
        }
        return false
    }
}
