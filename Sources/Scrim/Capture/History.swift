// SPDX-License-Identifier: MIT

/// Where something private was.
struct PastRegion: BitwiseCopyable {
    var box: Box
    /// The view that was there. 0 if several were.
    var view: UInt64
    var from: UInt64
    /// The first time that was reported after it had left. `History.pending` until then.
    var to: UInt64

    /// Becomes a region around both, for as long as either was there.
    mutating func join(_ other: PastRegion) {
        box = Box(
            left: min(box.left, other.box.left), top: min(box.top, other.box.top),
            right: max(box.right, other.box.right), bottom: max(box.bottom, other.box.bottom))
        if view != other.view { view = 0 }
        from = min(from, other.from)
        to = max(to, other.to)
    }
}

/// Where the private regions of a scene were during the last `length` nanoseconds.
///
/// A change happens between two reported times. Its old region is taken to last until the second, and its new one to begin at
/// the first: both longer than they did.
///
/// Memory is bounded, but nothing is forgotten: if there are too many regions, some become the box around them.
final class History: RegionObserver {
    /// Nanoseconds.
    package static var length: UInt64 { 1_000_000_000 }
    static var pending: UInt64 { .max }
    /// The most regions of one view.
    static var perView: Int { 32 }
    private static var maxBlocks: Int { 4096 }
    private static var maxOrphans: Int { 16384 }

    /// The first time of which everything is known.
    private(set) var start: UInt64
    private(set) var now: UInt64
    /// When each output was last found to be covered, or to have been covered since the time before.
    private(set) var coveredUntil = InlineArray<32, UInt64>(repeating: 0)
    /// The regions of views, `perView` in a block, the oldest first.
    private var regions = Buffer<PastRegion>(blank: History.blank)
    /// How many are in each block.
    private var counts = Buffer<Int>(blank: 0)
    /// The view whose regions are in a block, or 0 if the block is free. A view may name a block that was taken from it.
    private var owners = Buffer<UInt64>(blank: 0)
    private var freeBlocks = Buffer<Int>(blank: Node.none)
    /// The regions of views that were removed or found no block.
    private var orphans = Buffer<PastRegion>(blank: History.blank)
    /// A region around all that found no room.
    private var rest: PastRegion?

    /// - Parameter time: The first time that is reported.
    init(at time: UInt64) { (start, now) = (time, time) }

    private static var blank: PastRegion { PastRegion(box: .everything, view: 0, from: 0, to: 0) }

    /// Advances the clock, and forgets what is too long ago.
    ///
    /// - Parameters:
    ///   - isChanging: Whether the old regions of a change are still on the screen.
    ///   - covered: The outputs that were covered at any time since the last call.
    func advance(to time: UInt64, isChanging: Bool, covered: OutputSet) {
        // If the clock goes backwards, the history starts again.
        if time < now { (start, coveredUntil) = (time, InlineArray(repeating: 0)) }
        now = time
        for output in SetBits(of: covered.rawValue) { coveredUntil[output & 31] = time }
        start = max(start, now > Self.length ? now &- Self.length : 0)
        let (now, start) = (now, start)
        let isKept = { (region: inout PastRegion) -> Bool in
            if region.to == Self.pending, !isChanging { region.to = now }
            // The clock may have gone backwards.
            if region.to != Self.pending { region.to = min(region.to, now) }
            return region.to >= start
        }
        orphans.update(isKept)
        if var last = rest { rest = isKept(&last) ? last : nil }
        for block in steps(to: counts.count) {
            let (base, count) = (block &* Self.perView, counts[block])
            var kept = 0
            for index in steps(to: count) {
                var region = regions[base &+ index]
                if isKept(&region) {
                    regions[base &+ kept] = region
                    kept &+= 1
                }
            }
            if kept != count {
                counts[block] = kept
                if kept == 0 { freeBlock(block) }
            }
        }
    }

    /// Records where a view was until now.
    ///
    /// - Parameter block: The block of the view's regions, now or earlier. `Node.none` if it has had none.
    func regionLeft(_ box: Box, of view: UInt64, since: UInt64, note block: inout Int) {
        guard !box.isEmpty else { return }
        let region = PastRegion(box: box, view: view, from: since, to: Self.pending)
        if owners[block] != view { block = takeBlock(for: view) }
        guard block != Node.none else { return addOrphan(region) }
        let base = block &* Self.perView
        if counts[block] == Self.perView { joinTwo(base) }
        let count = min(counts[block], Self.perView &- 1)
        regions[base &+ count] = region
        counts[block] = count &+ 1
    }

    /// Keeps the regions of a view that was removed, and frees its block.
    func viewRemoved(_ view: UInt64, note block: Int) {
        guard owners[block] == view else { return }
        for index in steps(to: counts[block]) {
            addOrphan(regions[block &* Self.perView &+ index])
        }
        counts[block] = 0
        freeBlock(block)
    }

    private func freeBlock(_ block: Int) {
        owners[block] = 0
        // There is room, because it was made with the block.
        try? freeBlocks.append(block)
    }

    /// Records a region of no view in particular.
    func addOrphan(_ region: PastRegion) {
        if orphans.count < Self.maxOrphans, (try? orphans.append(region)) != nil { return }
        if rest == nil { rest = region }
        rest?.join(region)
    }

    /// Appends all regions to a list.
    func copy(to list: inout SecureRegions) throws(Failure) {
        func copy(_ past: PastRegion) throws(Failure) {
            var region = SecureRegion(view: past.view, box: past.box)
            region.time = past.to
            try list.append(region)
        }
        for index in steps(to: orphans.count) { try copy(orphans[index]) }
        if let rest { try copy(rest) }
        for block in steps(to: counts.count) {
            for index in steps(to: counts[block]) {
                try copy(regions[block &* Self.perView &+ index])
            }
        }
    }

    /// Joins the two neighbors in a full block that were there for the shortest time together.
    private func joinTwo(_ base: Int) {
        var (best, shortest) = (0, UInt64.max)
        for index in steps(to: Self.perView &- 1) {
            // A pending region ends now, at the earliest.
            let span = min(regions[base &+ index &+ 1].to, now) &- min(regions[base &+ index].from, now)
            if span < shortest { (best, shortest) = (index, span) }
        }
        let second = regions[base &+ best &+ 1]
        regions.update(base &+ best) { $0.join(second) }
        for index in steps(from: best &+ 1, to: Self.perView &- 1) {
            regions[base &+ index] = regions[base &+ index &+ 1]
        }
        counts[base / Self.perView] = Self.perView &- 1
    }

    private func takeBlock(for view: UInt64) -> Int {
        if freeBlocks.isEmpty { addBlock() }
        let block = freeBlocks.removeLast()
        owners[block] = view
        return block
    }

    /// Makes one more block if the limit and memory allow it.
    private func addBlock() {
        let block = counts.count
        guard block < Self.maxBlocks else { return }
        do throws(Failure) {
            try freeBlocks.reserve(block &+ 1)
            try regions.resize((block &+ 1) &* Self.perView)
            try owners.resize(block &+ 1)
            try counts.append(0)
            try freeBlocks.append(block)
        } catch {}
    }
}
