// SPDX-License-Identifier: MIT

/// A finger that is down.
struct Finger: BitwiseCopyable {
    var id: UInt64 = 0
    /// What it came down on, for its life: a view or window, 0 for nothing.
    var target: UInt64 = 0
    var down = Point.zero
    var point = Point.zero
    /// Where it was before the last sample.
    var previous = Point.zero
    /// When it was last heard of.
    var time: UInt64 = 0
    /// It came down on something that was not private.
    var isOpen = false
    /// An area around it in which nothing private shows, as long as the scene does not change.
    var clear = Box.nothing
}

/// The fingers that are down, each at a slot of its own.
///
/// The first `followed` slots are for those that recognisers see. The others are only waited for: a sequence of
/// touches has not ended before they are up.
struct Fingers: ~Copyable {
    static let followed = 32
    private static let slotCount = 64

    private var fingers = Buffer<Finger>(blank: Finger())
    private var tracks = Tracks()
    /// The slots that are taken: bits.
    private(set) var taken: UInt64 = 0
    /// Those that were taken in this sequence of touches. A slot serves one finger of a sequence, so that slots tell
    /// fingers apart, until all have been used.
    private var used: UInt64 = 0

    init() throws(Failure) {
        try fingers.resize(Self.slotCount)
        try tracks.resize(Self.followed)
    }

    var isEmpty: Bool { taken == 0 }

    subscript(slot: Int) -> Finger { fingers[slot] }

    /// The slot of a finger that is down.
    func find(_ id: UInt64) -> Int? {
        for slot in SetBits(of: taken) where fingers[slot].id == id { return slot }
        return nil
    }

    /// Takes the lowest slot that is free; nil where none is left.
    mutating func add(_ finger: Finger) -> Int? {
        if taken == 0 { used = 0 }
        var slot = (~used).trailingZeroBitCount
        // Better two fingers of a sequence with one slot than one that is not followed.
        if slot >= Self.followed { slot = (~taken).trailingZeroBitCount }
        guard slot < Self.slotCount else { return nil }
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
        taken |= bit
        used |= bit
        fingers[slot] = finger
        tracks.start(slot, finger.point, finger.time)
        return slot
    }

    mutating func remove(_ slot: Int) {
        taken &= ~(1 &<< UInt64(truncatingIfNeeded: slot))
        // It may have been private, and nobody asks where it was.
        fingers[slot] = Finger()
        tracks.forget(slot)
    }

    /// Wipes where fingers are and were, those that are down too.
    mutating func wipe() {
        taken = 0
        fingers.wipe(from: 0)
        tracks.wipe()
    }

    /// Notes where a finger is now.
    mutating func move(_ slot: Int, to point: Point, time: UInt64) {
        fingers.update(slot) { finger in
            finger.previous = finger.point
            finger.point = point
            finger.time = time
        }
        tracks.add(slot, point, time)
    }

    /// Notes that a finger goes up, where it does. Where it already was there, that says nothing of its speed.
    mutating func lift(_ slot: Int, at point: Point, time: UInt64) {
        let last = fingers[slot].point
        if last.x != point.x || last.y != point.y { return move(slot, to: point, time: time) }
        fingers.update(slot) { finger in
            finger.previous = point
            finger.time = time
        }
    }

    func isOpen(_ slot: Int) -> Bool { fingers.read(slot) { $0.isOpen } }

    /// Any finger that is down.
    var first: Int? { taken == 0 ? nil : taken.trailingZeroBitCount }

    // MARK: - What is clear around them

    func isClear(_ slot: Int, _ point: Point) -> Bool { fingers[slot].clear.contains(point) }

    mutating func setClear(_ slot: Int, _ area: Box) { fingers.update(slot) { $0.clear = area } }

    mutating func forgetClear() {
        for slot in SetBits(of: taken) { setClear(slot, .nothing) }
    }

    // MARK: -

    /// The slot of a finger that has not been heard of since a time.
    func find(silentSince time: UInt64) -> Int? {
        for slot in SetBits(of: taken) where fingers[slot].time < time { return slot }
        return nil
    }

    /// Points per second of a finger, as of a time that is not before its last sample.
    mutating func velocity(_ slot: Int, at time: UInt64) -> Point { tracks.velocity(slot, at: time) }

    /// Whether any finger's target is one of those.
    func anyTarget(_ test: (UInt64) -> Bool) -> Bool {
        for slot in SetBits(of: taken) {
            let target = fingers[slot].target
            if target != 0, test(target) { return true }
        }
        return false
    }
}

extension Box {
    /// Contains no point.
    static var nothing: Box { Box(left: 0, top: 0, right: 0, bottom: 0) }
}
