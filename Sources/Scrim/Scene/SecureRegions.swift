// SPDX-License-Identifier: MIT

/// What one secure view or window occupies of the screen.
package struct SecureRegion: BitwiseCopyable {
    /// The place of the view in its scene.
    var owner: Int
    package var box: Box
    /// How much larger it is taken, against rounding.
    var slack: Double
    /// Where the corners of its polygon begin in the list, and how many they are; 0: it is the box.
    var corners = Node.none
    var cornerCount = 0

    /// A box, as large as rounding may have made it too small. What has only been moved, or keeps its axes, is exact.
    package var outerBox: Box { cornerCount == 0 ? box : box.grown(by: slack) }
}

/// A list of regions, in no order. Copied whole, it is what a moment of a scene looked like.
struct SecureRegions: ~Copyable {
    private var regions = Buffer<SecureRegion>(blank: SecureRegion(owner: Node.none, box: .everything, slack: 0))
    /// Of polygons: each has room for the most that are kept.
    private var corners = Buffer<Point>(blank: Point(x: 0, y: 0))
    /// Where there is room that no region uses.
    private var freeCorners = Buffer<Int>(blank: Node.none)

    var count: Int { regions.count }

    subscript(index: Int) -> SecureRegion { regions[index] }

    /// Makes room, so that as many regions can be put without fail.
    mutating func reserve(_ count: Int) throws(Failure) { try regions.reserve(count) }

    /// The polygon of a region; nil: it is its box.
    func polygon(of region: SecureRegion) -> ConvexPolygon? {
        region.cornerCount == 0 ? nil : ConvexPolygon(in: corners, at: region.corners, count: region.cornerCount)
    }

    func contains(_ point: Point) -> Bool {
        var index = 0
        while index < regions.count {
            let region = regions[index]
            // Plain boxes are half-open; what is taken larger has room for both edges.
            if region.box.grown(by: region.slack).contains(point) {
                guard let polygon = polygon(of: region) else { return true }
                if polygon.contains(point, slack: region.slack) { return true }
            }
            index &+= 1
        }
        return false
    }

    /// Puts a box that is exact into a slot, a new one where that is `Node.none`. There must be room for it.
    ///
    /// - Returns: The slot.
    mutating func put(_ box: Box, of owner: Int, in slot: Int) -> Int {
        if slot != Node.none { release(regions[slot].corners) }
        return put(SecureRegion(owner: owner, box: box, slack: 0), in: slot)
    }

    /// Puts an outline into a slot.
    @inline(never)
    mutating func put(_ outline: Outline, of owner: Int, in slot: Int) -> Int {
        let known = slot == Node.none ? Node.none : regions[slot].corners
        var region = SecureRegion(owner: owner, box: outline.box, slack: outline.slack)
        if let polygon = outline.polygon {
            region.corners = known == Node.none ? takeCorners() : known
            // Without memory for the polygon it is the box: more, never less.
            if region.corners == Node.none {
                region.box = outline.box.grown(by: outline.slack)
            } else {
                region.cornerCount = polygon.count
                polygon.write(to: &corners, at: region.corners)
            }
        } else {
            release(known)
        }
        return put(region, in: slot)
    }

    private mutating func put(_ region: SecureRegion, in slot: Int) -> Int {
        if slot != Node.none {
            regions[slot] = region
            return slot
        }
        try? regions.append(region)
        return regions.count &- 1
    }

    /// Removes a slot; the last one takes its place.
    ///
    /// - Returns: Whose region is in that slot now; `Node.none` where it was the last.
    mutating func remove(_ slot: Int) -> Int {
        release(regions[slot].corners)
        let last = regions.removeLast()
        guard slot < regions.count else { return Node.none }
        regions[slot] = last
        return last.owner
    }

    mutating func removeAll() {
        regions.truncate(0)
        corners.truncate(0)
        freeCorners.truncate(0)
    }

    /// Becomes a copy.
    ///
    /// - Throws: `noMemory`; it is empty then.
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

    private mutating func takeCorners() -> Int {
        if !freeCorners.isEmpty { return freeCorners.removeLast() }
        let start = corners.count
        do throws(Failure) {
            // Room to be given back later, first.
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
