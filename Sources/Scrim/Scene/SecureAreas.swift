// SPDX-License-Identifier: MIT

/// Hears where private regions were before they moved or went, once somebody asks for history.
protocol RegionObserver: AnyObject {
    /// A region is going to change or go.
    ///
    /// - Parameters:
    ///   - since: The clock when it came.
    ///   - note: A number that the observer keeps with the view, `Node.none` at first.
    func regionLeft(_ box: Box, of view: UInt64, since: UInt64, note: inout Int)

    /// A view was removed. Its regions have left.
    func viewRemoved(_ view: UInt64, note: Int)
}

/// What is private on the screen: lists of regions that every change of the scene brings up to date, so that questions walk
/// no tree. A separate object, because the reserve contains only small objects.
final class SecureAreas {
    /// The regions of secure nodes.
    private(set) var now = SecureRegions()
    /// The regions at `begin`, while `isChanging`.
    private(set) var before = SecureRegions()
    /// The regions of nodes of which only touches are private, now and at `begin`.
    private(set) var touchOnly = SecureRegions()
    private(set) var touchOnlyBefore = SecureRegions()
    private(set) var isChanging = false
    /// The latest time that was passed to the scene.
    var clock: UInt64 = 0
    var observer: (any RegionObserver)?

    // Room for a walk: for each depth what is inherited there, the corners of its clip, and the way up.
    var inherited = Buffer<Inherited>(blank: Inherited())
    var clipCorners = Buffer<Point>(blank: Point(x: 0, y: 0))
    var path = Buffer<Int>(blank: Node.none)

    func clear() {
        now = SecureRegions()
        before = SecureRegions()
        touchOnly = SecureRegions()
        touchOnlyBefore = SecureRegions()
        isChanging = false
        observer = nil
    }

    /// Makes room for the regions of so many nodes.
    func reserve(_ count: Int) throws(Failure) {
        try now.reserve(count)
        try touchOnly.reserve(count)
    }

    // MARK: - Changes

    /// - Throws: `invalidState` inside another change, `noMemory`.
    func begin() throws(Failure) {
        guard !isChanging else { throw .invalidState }
        try before.copy(now)
        do throws(Failure) {
            try touchOnlyBefore.copy(touchOnly)
        } catch {
            before.removeAll()
            throw error
        }
        isChanging = true
    }

    /// - Throws: `invalidState` without a `begin`.
    func commit() throws(Failure) {
        guard isChanging else { throw .invalidState }
        before.removeAll()
        touchOnlyBefore.removeAll()
        isChanging = false
    }

    // MARK: - Questions

    func contains(_ point: Point) -> Bool { now.contains(point) || isChanging && before.contains(point) }

    /// The number of regions, those from before a change included.
    var count: Int { now.count &+ (isChanging ? before.count : 0) }

    /// The strictest region at a point that is private to touches. During a change, those from before it count too.
    func strictest(at point: Point) -> SecureRegion? {
        var found: SecureRegion?
        now.findStrictest(at: point, &found)
        touchOnly.findStrictest(at: point, &found)
        // Empty except during a change.
        before.findStrictest(at: point, &found)
        touchOnlyBefore.findStrictest(at: point, &found)
        return found
    }

    /// Visits the boxes around everything that is private to touches.
    func forEachTouchBox(_ body: (Box) -> Void) {
        now.forEachBox(body)
        touchOnly.forEachBox(body)
        before.forEachBox(body)
        touchOnlyBefore.forEachBox(body)
    }

    // MARK: - Entries

    /// Removes the region of a node that is about to be freed.
    func remove(_ slot: Int, from tree: inout NodeTree) {
        removeRegion(slot, &tree)
        if let observer {
            let (id, note) = tree.nodes.read(slot) { ($0.id, $0.observerNote) }
            observer.viewRemoved(id, note: note)
        }
    }

    func removeRegion(_ slot: Int, _ tree: inout NodeTree) {
        let (entry, isTouchOnly) = tree.nodes.read(slot) { ($0.region, $0.isTouchOnly) }
        guard entry != Node.none else { return }
        if observer != nil, !isTouchOnly { reportLeft(slot, entry, &tree) }
        tree.nodes.update(slot) { $0.region = Node.none }
        let moved = isTouchOnly ? touchOnly.remove(entry) : now.remove(entry)
        if moved != Node.none { tree.nodes.update(moved) { $0.region = entry } }
    }

    /// Tells the observer where the region of an entry was.
    private func reportLeft(_ slot: Int, _ entry: Int, _ tree: inout NodeTree) {
        let region = now[entry]
        var note = tree.nodes.read(slot) { $0.observerNote }
        observer?.regionLeft(region.outerBox, of: region.view, since: region.time, note: &note)
        tree.nodes.update(slot) { $0.observerNote = note }
    }

    /// Puts the outline of a node into a list.
    ///
    /// - Returns: Its entry.
    @inline(never)
    func put(_ outline: Outline, of slot: Int, in entry: Int, isTouchOnly: Bool, _ tree: inout NodeTree) -> Int {
        if isTouchOnly { return own(touchOnly.put(outline, of: slot, in: entry), slot, isTouchOnly: true, tree) }
        if observer != nil, entry != Node.none {
            if now.holds(outline, in: entry) { return entry }
            reportLeft(slot, entry, &tree)
        }
        return own(now.put(outline, of: slot, in: entry), slot, isTouchOnly: false, tree)
    }

    /// As above, for a box that is exact.
    func put(_ box: Box, of slot: Int, in entry: Int, isTouchOnly: Bool, _ tree: inout NodeTree) -> Int {
        if isTouchOnly { return own(touchOnly.put(box, of: slot, in: entry), slot, isTouchOnly: true, tree) }
        if observer != nil, entry != Node.none {
            if now.holds(box, in: entry) { return entry }
            reportLeft(slot, entry, &tree)
        }
        return own(now.put(box, of: slot, in: entry), slot, isTouchOnly: false, tree)
    }

    private func own(_ entry: Int, _ slot: Int, isTouchOnly: Bool, _ tree: borrowing NodeTree) -> Int {
        let id = tree.nodes.read(slot) { $0.id }
        isTouchOnly ? touchOnly.set(entry, view: id, since: 0) : now.set(entry, view: id, since: clock)
        return entry
    }

    func setPrivacy(_ level: PrivacyLevel, of entry: Int, isTouchOnly: Bool) {
        isTouchOnly ? touchOnly.set(entry, level) : now.set(entry, level)
    }
}
