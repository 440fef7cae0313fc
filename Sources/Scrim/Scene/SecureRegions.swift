// SPDX-License-Identifier: MIT

/// What one secure view or window occupies of the screen.
package struct SecureRegion: BitwiseCopyable {
    /// The slot of the view in its scene.
    var slot = Node.none
    var view: UInt64
    package var box: Box
    /// How much larger the region counts as, because of rounding.
    var slack = 0.0
    /// Where the corners of its polygon begin in the list, and their number. If the number is 0, the region is its box.
    var corners = Node.none
    var cornerCount = 0
    /// When it appeared, by the clock of the scene. In a snapshot: when it had left, or `UInt64.max`.
    var time: UInt64 = 0
    var privacy = PrivacyLevel.coarse

    init(view: UInt64, box: Box) { (self.view, self.box) = (view, box) }

    /// The box, enlarged by as much as rounding may have made it too small. It is exact if the view was only moved.
    var outerBox: Box { cornerCount == 0 ? box : box.dilated(by: slack) }

    /// An exact box is half-open. An enlarged one includes both edges.
    func contains(_ point: Point, _ polygon: @autoclosure () -> ConvexPolygon?) -> Bool {
        guard box.dilated(by: slack).contains(point) else { return false }
        return polygon()?.contains(point, slack: slack) ?? true
    }
}

/// A list of regions, in no order. A copy of it is the state of a scene at one moment.
struct SecureRegions: ~Copyable {
    private var regions = Buffer<SecureRegion>(blank: SecureRegion(view: 0, box: .everything))
    /// The corners of the polygons. Each polygon has room for the largest number of corners.
    private var corners = Buffer<Point>(blank: Point(x: 0, y: 0))
    /// The positions of corners that no region uses.
    private var freeCorners = Buffer<Int>(blank: Node.none)

    var count: Int { regions.count }

    subscript(index: Int) -> SecureRegion { regions[index] }

    /// Makes room, so that putting so many regions cannot fail.
    mutating func reserve(_ count: Int) throws(Failure) { try regions.reserve(count) }

    /// The polygon of a region. Nil if the region is its box.
    @inline(never)
    func polygon(of region: SecureRegion) -> ConvexPolygon? {
        region.cornerCount == 0 ? nil : ConvexPolygon(in: corners, at: region.corners, count: region.cornerCount)
    }

    /// A corner of the polygon of a region.
    func corner(_ index: Int, of region: SecureRegion) -> Point { corners[region.corners &+ index] }

    func contains(_ point: Point) -> Bool {
        for index in steps(to: regions.count) {
            let region = regions[index]
            if region.contains(point, polygon(of: region)) { return true }
        }
        return false
    }

    /// The first of the strictest regions at a point, unless one as strict has been found.
    @inline(never)
    func findStrictest(at point: Point, _ found: inout SecureRegion?) {
        for index in steps(to: regions.count) {
            let region = regions[index]
            if region.privacy.rawValue > found?.privacy.rawValue ?? 0, region.contains(point, polygon(of: region)) {
                found = region
            }
        }
    }

    @inline(never)
    func forEachBox(_ body: (Box) -> Void) {
        for index in steps(to: regions.count) {
            body(regions.read(index) { $0.outerBox })
        }
    }

    func forEach(_ body: (SecureRegion, ConvexPolygon?) throws(Failure) -> Void) throws(Failure) {
        for index in steps(to: regions.count) {
            try body(regions[index], polygon(of: regions[index]))
        }
    }

    /// Whether an entry holds a box already, and nothing but that.
    func holds(_ box: Box, in entry: Int) -> Bool {
        regions.read(entry) { $0.box.isSame(as: box) && $0.slack == 0 && $0.cornerCount == 0 }
    }

    /// Whether an entry holds an outline already.
    func holds(_ outline: Outline, in entry: Int) -> Bool {
        let region = regions[entry]
        guard region.box.isSame(as: outline.box), region.slack == outline.slack,
            region.cornerCount == outline.polygon?.count ?? 0
        else { return false }
        guard let polygon = outline.polygon else { return true }
        for index in steps(to: polygon.count) {
            let corner = corners[region.corners &+ index]
            guard corner.x == polygon[index].x, corner.y == polygon[index].y else { return false }
        }
        return true
    }

    /// Sets the view of an entry, and since when its region has been there.
    mutating func set(_ entry: Int, view: UInt64, since: UInt64) {
        regions.update(entry) { ($0.view, $0.time) = (view, since) }
    }

    mutating func set(_ entry: Int, _ privacy: PrivacyLevel) { regions.update(entry) { $0.privacy = privacy } }

    /// Puts an exact box into an entry, or into a new one if `entry` is `Node.none`. There must be room for it.
    ///
    /// - Returns: The entry.
    mutating func put(_ box: Box, of slot: Int, in entry: Int) -> Int {
        if entry != Node.none { release(regions[entry].corners) }
        var region = SecureRegion(view: 0, box: box)
        region.slot = slot
        return put(region, in: entry)
    }

    /// Puts an outline into an entry.
    @inline(never)
    mutating func put(_ outline: Outline, of slot: Int, in entry: Int) -> Int {
        let known = entry == Node.none ? Node.none : regions[entry].corners
        var region = SecureRegion(view: 0, box: outline.box)
        (region.slot, region.slack) = (slot, outline.slack)
        if let polygon = outline.polygon {
            region.corners = known == Node.none ? takeCorners() : known
            // Without memory for the polygon the region becomes its box, which covers more, never less.
            if region.corners == Node.none {
                region.box = outline.box.dilated(by: outline.slack)
            } else {
                region.cornerCount = polygon.count
                polygon.write(to: &corners, at: region.corners)
            }
        } else {
            release(known)
        }
        return put(region, in: entry)
    }

    private mutating func put(_ region: SecureRegion, in entry: Int) -> Int {
        if entry != Node.none {
            regions[entry] = region
            return entry
        }
        try? regions.append(region)
        return regions.count &- 1
    }

    /// Removes an entry. The last entry takes its place.
    ///
    /// - Returns: The slot whose region is in that entry now, or `Node.none` if it was the last entry.
    mutating func remove(_ entry: Int) -> Int {
        release(regions[entry].corners)
        let last = regions.removeLast()
        guard entry < regions.count else { return Node.none }
        regions[entry] = last
        return last.slot
    }

    mutating func removeAll() {
        regions.truncate(0)
        corners.truncate(0)
        freeCorners.truncate(0)
    }

    /// Becomes a copy of another list.
    ///
    /// - Throws: `noMemory`. The list is then empty.
    mutating func copy(_ other: borrowing SecureRegions) throws(Failure) {
        removeAll()
        do throws(Failure) {
            try regions.append(allOf: other.regions)
            try corners.append(allOf: other.corners)
        } catch {
            removeAll()
            throw error
        }
    }

    /// Appends a region whose corners follow with `append(corner:)`.
    mutating func append(_ region: SecureRegion) throws(Failure) {
        try regions.append(region)
        regions.update(regions.count &- 1) { $0.corners = corners.count }
    }

    mutating func append(corner: Point) throws(Failure) { try corners.append(corner) }

    /// Appends another list, with another time. After an error some of it may be missing.
    mutating func append(allOf other: borrowing SecureRegions, time: UInt64) throws(Failure) {
        let (start, base) = (regions.count, corners.count)
        try corners.append(allOf: other.corners)
        try regions.append(allOf: other.regions)
        regions.update(from: start) { region in
            region.time = time
            // Without corners, nothing reads where they begin.
            region.corners &+= base
            return true
        }
    }

    private mutating func takeCorners() -> Int {
        if !freeCorners.isEmpty { return freeCorners.removeLast() }
        let start = corners.count
        do throws(Failure) {
            // First makes room for giving the corners back later, so that this cannot fail.
            try freeCorners.reserve(start / ConvexPolygon.maxCorners &+ 1)
            try corners.resize(start &+ ConvexPolygon.maxCorners)
            return start
        } catch {
            return Node.none
        }
    }

    private mutating func release(_ start: Int) {
        if start != Node.none { try? freeCorners.append(start) }
    }
}

extension Box {
    fileprivate func isSame(as other: Box) -> Bool {
        left == other.left && top == other.top && right == other.right && bottom == other.bottom
    }
}
