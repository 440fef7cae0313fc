// SPDX-License-Identifier: MIT

/// Where something private was.
struct PastPlace: BitwiseCopyable {
    var box: Box
    /// The view whose place it was; 0 where it is of several.
    var view: UInt64
    var from: UInt64
    /// When the scene was told that time it had left; `History.pending` until it is told one.
    var to: UInt64

    /// What both are, for as long as either.
    mutating func join(_ other: PastPlace) {
        box = Box(
            left: min(box.left, other.box.left), top: min(box.top, other.box.top),
            right: max(box.right, other.box.right), bottom: max(box.bottom, other.box.bottom))
        if view != other.view { view = 0 }
        from = min(from, other.from)
        to = max(to, other.to)
    }
}

/// Where the private regions of a scene were, for as long as `length`. It begins with the first time that it is told.
///
/// A change happens between two times that are told. Its old place is taken to last until the second, its new one to begin
/// at the first: both longer than they were.
///
/// Memory is bounded, and nothing is forgotten for want of it: of more places than are kept some become the box around
/// them.
final class History {
    /// Nanoseconds.
    package static var length: UInt64 { 1_000_000_000 }
    static var pending: UInt64 { .max }
    /// The most places of one view.
    static var perView: Int { 32 }
    private static var maxBlocks: Int { 4096 }
    private static var maxOrphans: Int { 16384 }

    private(set) var isOn = false
    private(set) var start: UInt64 = 0
    private(set) var now: UInt64 = 0
    /// Of views, `perView` in a block, the oldest first.
    private var places = Buffer<PastPlace>(blank: History.nowhere)
    /// How many are in each block.
    private var counts = Buffer<Int>(blank: 0)
    /// The view whose places are in a block; 0: it is free. A view may name a block that was taken back from it.
    private var owners = Buffer<UInt64>(blank: 0)
    private var freeBlocks = Buffer<Int>(blank: Node.none)
    /// Of views that are gone, or found no block.
    private var orphans = Buffer<PastPlace>(blank: History.nowhere)
    /// What all found no room that did not.
    private var rest: PastPlace?

    private static var nowhere: PastPlace { PastPlace(box: .everything, view: 0, from: 0, to: 0) }

    func clear() {
        places = Buffer<PastPlace>(blank: History.nowhere)
        counts = Buffer<Int>(blank: 0)
        owners = Buffer<UInt64>(blank: 0)
        freeBlocks = Buffer<Int>(blank: Node.none)
        orphans = Buffer<PastPlace>(blank: History.nowhere)
        (isOn, rest) = (false, nil)
    }

    /// Tells the time.
    ///
    /// - Parameter isChanging: Whether the old places of a change are still on the screen.
    func tell(_ time: UInt64, isChanging: Bool) {
        if isOn, time >= now {
            now = time
        } else {
            // A clock that goes backwards says nothing of what was: it begins anew.
            (isOn, now, start) = (true, time, time)
        }
        start = max(start, now > Self.length ? now &- Self.length : 0)
        let (now, start) = (now, start)
        let isKept = { (place: inout PastPlace) -> Bool in
            if place.to == Self.pending, !isChanging { place.to = now }
            // Of a clock that went backwards.
            if place.to != Self.pending { place.to = min(place.to, now) }
            return place.to >= start
        }
        orphans.update(isKept)
        if var last = rest { rest = isKept(&last) ? last : nil }
        var block = 0
        while block < counts.count {
            let (base, count) = (block &* Self.perView, counts[block])
            var (index, kept) = (0, 0)
            while index < count {
                var place = places[base &+ index]
                if isKept(&place) {
                    places[base &+ kept] = place
                    kept &+= 1
                }
                index &+= 1
            }
            if kept != count {
                counts[block] = kept
                if kept == 0 { freeBlock(block) }
            }
            block &+= 1
        }
    }

    /// Puts down where a view was until now.
    ///
    /// - Parameter block: Where its places are, or were; `Node.none`: it has had none.
    func add(_ box: Box, of view: UInt64, from: UInt64, to block: inout Int) {
        guard isOn, !box.isEmpty else { return }
        let place = PastPlace(box: box, view: view, from: from, to: Self.pending)
        if owners[block] != view { block = takeBlock(for: view) }
        guard block != Node.none else { return addOrphan(place) }
        let base = block &* Self.perView
        if counts[block] == Self.perView { joinTwo(base) }
        let count = min(counts[block], Self.perView &- 1)
        places[base &+ count] = place
        counts[block] = count &+ 1
    }

    /// Takes a view's places away from it: it is gone, they are not.
    func orphan(_ block: Int, of view: UInt64) {
        guard owners[block] == view else { return }
        var index = 0
        while index < counts[block] {
            addOrphan(places[block &* Self.perView &+ index])
            index &+= 1
        }
        counts[block] = 0
        freeBlock(block)
    }

    private func freeBlock(_ block: Int) {
        owners[block] = 0
        // There is room: it was made with the block.
        try? freeBlocks.append(block)
    }

    /// Puts down a place of no view that is still on the screen.
    func addOrphan(_ place: PastPlace) {
        guard isOn else { return }
        if orphans.count < Self.maxOrphans, (try? orphans.append(place)) != nil { return }
        if rest == nil { rest = place }
        rest?.join(place)
    }

    /// Appends all places to a row.
    func copy(to row: inout Buffer<PastPlace>) throws(Failure) {
        try row.append(allOf: orphans)
        if let rest { try row.append(rest) }
        var block = 0
        while block < counts.count {
            var index = 0
            while index < counts[block] {
                try row.append(places[block &* Self.perView &+ index])
                index &+= 1
            }
            block &+= 1
        }
    }

    /// Makes one place of the two neighbours in a full block that were there for the shortest time together.
    private func joinTwo(_ base: Int) {
        var (best, shortest, index) = (0, UInt64.max, 0)
        while index < Self.perView &- 1 {
            // What is pending ends now, at the earliest.
            let span = min(places[base &+ index &+ 1].to, now) &- min(places[base &+ index].from, now)
            if span < shortest { (best, shortest) = (index, span) }
            index &+= 1
        }
        let second = places[base &+ best &+ 1]
        places.update(base &+ best) { $0.join(second) }
        index = best &+ 1
        while index < Self.perView &- 1 {
            places[base &+ index] = places[base &+ index &+ 1]
            index &+= 1
        }
        counts[base / Self.perView] = Self.perView &- 1
    }

    private func takeBlock(for view: UInt64) -> Int {
        if freeBlocks.isEmpty { addBlock() }
        let block = freeBlocks.removeLast()
        owners[block] = view
        return block
    }

    /// Makes one more block, if there may be one and there is memory.
    private func addBlock() {
        let block = counts.count
        guard block < Self.maxBlocks else { return }
        do throws(Failure) {
            try freeBlocks.reserve(block &+ 1)
            try places.resize((block &+ 1) &* Self.perView)
            try owners.resize(block &+ 1)
            try counts.append(0)
            try freeBlocks.append(block)
        } catch {}
    }
}
