// SPDX-License-Identifier: MIT

/// A finger that is down.
struct Finger: BitwiseCopyable {
    var id: UInt64 = 0
    /// The view or window that it came down on, or 0. It does not change until the finger is lifted.
    var target: UInt64 = 0
    var down = Point.zero
    var point = Point.zero
    /// Its position before the last sample.
    var previous = Point.zero
    /// The time of its last sample.
    var time: UInt64 = 0
    /// It came down on something that was not private.
    var isOpen = false
    /// An area around it in which nothing private is shown. Valid until the scene changes.
    var clear = Box.nothing
}

/// The fingers that are down. Each has its own slot.
///
/// Recognizers see the fingers in the first `followed` slots. The other slots only keep track of fingers, because a
/// touch sequence does not end before they are lifted.
///
/// - Note: Pass it as `inout`, even to a function that only reads: a borrowed one of this size is copied at each call.
struct Fingers: ~Copyable {
    static let followed = 32
    private static let slotCount = 64

    private var fingers = Buffer<Finger>(blank: Finger())
    private var tracks = Tracks()
    /// The slots that are taken: bits.
    private(set) var taken: UInt64 = 0
    /// The slots that have been taken in this touch sequence: bits. Until all have been used, a slot serves only one
    /// finger of a sequence, so that a slot identifies a finger.
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

    /// Takes the lowest slot that is free. Returns nil if there is none.
    @inline(never)
    mutating func add(_ finger: Finger) -> Int? {
        if taken == 0 { used = 0 }
        var slot = (~used).trailingZeroBitCount
        // Reusing a slot within the sequence is better than not following the finger.
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
        // The position may be private, and nothing needs it any more.
        fingers[slot] = Finger()
        tracks.forget(slot)
    }

    /// Wipes all positions, also of fingers that are down.
    mutating func wipe() {
        taken = 0
        fingers.wipe(from: 0)
        tracks.wipe()
    }

    /// Stores the new position of a finger.
    mutating func move(_ slot: Int, to point: Point, time: UInt64) {
        fingers.update(slot) { finger in
            finger.previous = finger.point
            finger.point = point
            finger.time = time
        }
        tracks.add(slot, point, time)
    }

    /// Stores the position at which a finger is lifted. If it has not moved, the sample does not count for its
    /// velocity.
    mutating func lift(_ slot: Int, at point: Point, time: UInt64) {
        let last = fingers[slot].point
        if last.x != point.x || last.y != point.y { return move(slot, to: point, time: time) }
        fingers.update(slot) { finger in
            finger.previous = point
            finger.time = time
        }
    }

    /// Whether a finger came down farther than `limit` from where any of the others did.
    func isFar(_ slot: Int, from others: UInt32, _ limit: Double) -> Bool {
        let point = fingers[slot].down
        for other in SetBits(of: others) where !fingers[other].down.isNear(point, limit) { return true }
        return false
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

    /// The slot of a finger without a sample since `time`.
    func find(silentSince time: UInt64) -> Int? {
        for slot in SetBits(of: taken) where fingers[slot].time < time { return slot }
        return nil
    }

    /// The velocity of a finger in points per second, at a time that is not before its last sample.
    mutating func velocity(_ slot: Int, _ estimator: VelocityEstimator, at time: UInt64) -> Point {
        tracks.velocity(slot, estimator, at: time)
    }

    /// Whether the target of any finger passes the test.
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
