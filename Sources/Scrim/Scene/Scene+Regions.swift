// SPDX-License-Identifier: MIT

// What is private on the screen: a list that every change of the scene brings up to date, so that asking walks no tree.

/// What a view hands down to those inside it.
struct Surroundings: BitwiseCopyable {
    /// From the coordinates in which their frames count to those of the screen.
    var space = Affine.identity
    /// Whether that is only a move: then nothing is lost to rounding that was not lost areas.before.
    var isMoved = true
    /// What ancestors clip to: a box or, where there are corners, the polygon whose they are, in it.
    var clip = Box.everything
    var clipSlack = 0.0
    var clipCorners = Node.none
    var clipCornerCount = 0
    var isSecure = false
    var isHidden = false
}

/// The regions of a scene, and what it takes to find them. An object of its own, for the reserve holds small ones.
final class Areas {
    var now = SecureRegions()
    /// Those at `begin`, while `isChanging`.
    var before = SecureRegions()
    var isChanging = false

    // Room for a walk: for each depth what is handed down to it, the corners of its clip, and the way up.
    var handedDown = Buffer<Surroundings>(blank: Surroundings())
    var clipCorners = Buffer<Point>(blank: Point(x: 0, y: 0))
    var path = Buffer<Int>(blank: Node.none)

    func clear() {
        now = SecureRegions()
        before = SecureRegions()
        isChanging = false
    }
}

extension Scene {
    /// Whether what shows at a point is private, whatever lies in front of it. In a scene that is closed, everything
    /// is.
    package func isSecure(at point: Point) -> Bool {
        isClosed || areas.now.contains(point) || areas.isChanging && areas.before.contains(point)
    }

    /// The regions of secure views, each inside a secure one included; in a change those from before it too.
    package var regionCount: Int { areas.now.count &+ (areas.isChanging ? areas.before.count : 0) }

    /// Visits the areas.now.
    ///
    /// - Parameter body: Gets a region, its polygon, nil where it is the box, and the id of its view; 0 for one from
    ///   before the change.
    package func forEachRegion(
        _ body: (SecureRegion, ConvexPolygon?, _ view: UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        var index = 0
        while index < areas.now.count {
            let region = areas.now[index]
            try body(region, areas.now.polygon(of: region), nodes[region.owner].id)
            index &+= 1
        }
        index = 0
        while areas.isChanging, index < areas.before.count {
            let region = areas.before[index]
            try body(region, areas.before.polygon(of: region), 0)
            index &+= 1
        }
    }

    // MARK: - Changes

    /// Begins a change: until `commit`, what was private stays so, beside what becomes so.
    ///
    /// - Throws: `invalidState` inside another, `noMemory`.
    package func begin() throws(Failure) {
        guard !areas.isChanging else { throw .invalidState }
        try areas.before.copy(areas.now)
        areas.isChanging = true
        generation &+= 1
    }

    /// - Throws: `invalidState` without a `begin`.
    package func commit() throws(Failure) {
        guard areas.isChanging else { throw .invalidState }
        areas.before.removeAll()
        areas.isChanging = false
        generation &+= 1
    }

    // MARK: - The walk

    /// Makes room to walk down to a depth.
    func reserveWalk(depth: Int) throws(Failure) {
        if areas.handedDown.count < depth &+ 2 { try areas.handedDown.resize(depth &+ 2) }
        if areas.clipCorners.count < areas.handedDown.count &* ConvexPolygon.maxCorners {
            try areas.clipCorners.resize(areas.handedDown.count &* ConvexPolygon.maxCorners)
        }
        if areas.path.count < depth &+ 2 { try areas.path.resize(depth &+ 2) }
    }

    func removeRegion(_ place: Int) {
        let slot = nodes[place].region
        guard slot != Node.none else { return }
        nodes.update(place) { $0.region = Node.none }
        let moved = areas.now.remove(slot)
        if moved != Node.none { nodes.update(moved) { $0.region = slot } }
    }

    /// Brings the regions of a window or view, and of all inside it, up to date.
    ///
    /// Cost: O(depth + what is inside it that is secure, was, or leads to what is, and its siblings).
    func refresh(_ top: Int, isEverything: Bool = false) {
        let node = nodes[top]
        guard
            isEverything || node.isCovered || node.marked > 0
                || node.parent != Node.none && nodes[node.parent].isCovered
        else { return }
        surround(top)
        let topDepth = node.depth
        var place = top
        while true {
            let node = nodes[place]
            let around = areas.handedDown[node.depth]
            let first = refresh(place, node, around)
            if node.firstChild != Node.none {
                var child = node.firstChild
                while child != Node.none, !isEverything, !first, !mayHaveRegions(nodes[child]) {
                    child = nodes[child].next
                }
                if child != Node.none {
                    place = child
                    continue
                }
            }
            // On to the next that matters, of the siblings or of those of the ancestors.
            while true {
                if place == top || nodes[place].depth <= topDepth { return }
                let isInside = areas.handedDown[nodes[place].depth].isSecure
                var next = nodes[place].next
                while next != Node.none, !isEverything, !isInside, !mayHaveRegions(nodes[next]) {
                    next = nodes[next].next
                }
                if next != Node.none {
                    place = next
                    break
                }
                place = nodes[place].parent
            }
        }
    }

    private func mayHaveRegions(_ node: Node) -> Bool { node.isCovered || node.marked > 0 }

    /// Puts or removes the region of one, and writes what it hands down.
    ///
    /// - Returns: Whether all inside it are secure.
    private func refresh(_ place: Int, _ node: Node, _ around: Surroundings) -> Bool {
        let isHidden = around.isHidden || node.isHidden
        let isSecure = !isHidden && (around.isSecure || isMarked(node))
        let placed = Placed(around, node)
        let outline = isSecure ? clipped(placed.outline(node, node.overflow), around) : .everything
        if isSecure, !outline.isEmpty {
            let slot = areas.now.put(outline, of: place, in: node.region)
            nodes.update(place) { $0.region = slot }
        } else {
            removeRegion(place)
        }
        if isSecure != node.isCovered { nodes.update(place) { $0.isCovered = isSecure } }
        if node.firstChild != Node.none { handDown(node, placed, around, isSecure: isSecure, isHidden: isHidden) }
        return isSecure
    }

    /// Writes what a node hands down to its children.
    private func handDown(_ node: Node, _ placed: Placed, _ around: Surroundings, isSecure: Bool, isHidden: Bool) {
        var inside = around
        inside.space = placed.space.after(movingByX: 0 - node.contentOffset.x, y: 0 - node.contentOffset.y)
        (inside.isMoved, inside.isSecure, inside.isHidden) = (placed.isMoved, isSecure, isHidden)
        let depth = node.depth &+ 1
        if node.flags.contains(.clips) {
            let clip = clipped(placed.outline(node, .zero), around)
            (inside.clip, inside.clipSlack, inside.clipCornerCount) = (clip.box, clip.slack, clip.polygon?.count ?? 0)
            // The corners of each depth have their own room: those of the depths above are still in use.
            inside.clipCorners = depth &* ConvexPolygon.maxCorners
            clip.polygon?.write(to: &areas.clipCorners, at: inside.clipCorners)
        }
        areas.handedDown[depth] = inside
    }

    private func clipped(_ outline: Outline, _ around: Surroundings) -> Outline {
        var clip = Outline(box: around.clip, slack: around.clipSlack, polygon: nil)
        if around.clipCornerCount > 0 {
            clip.polygon = ConvexPolygon(in: areas.clipCorners, at: around.clipCorners, count: around.clipCornerCount)
        }
        return outline.clipped(by: clip)
    }

    /// Writes what is handed down to a place, from its window down.
    private func surround(_ top: Int) {
        var (place, depth) = (nodes[top].parent, nodes[top].depth)
        while place != Node.none {
            depth &-= 1
            areas.path[depth] = place
            place = nodes[place].parent
        }
        areas.handedDown[0] = Surroundings()
        depth = 0
        while depth < nodes[top].depth {
            let node = nodes[areas.path[depth]]
            let around = areas.handedDown[depth]
            let isHidden = around.isHidden || node.isHidden
            let isSecure = !isHidden && (around.isSecure || isMarked(node))
            handDown(node, Placed(around, node), around, isSecure: isSecure, isHidden: isHidden)
            depth &+= 1
        }
    }
}

/// A view in its surroundings.
private struct Placed {
    /// From its own coordinates to those of the screen.
    let space: Affine
    let isMoved: Bool

    init(_ around: Surroundings, _ node: Node) {
        let moved = around.space.after(movingByX: node.frame.x, y: node.frame.y)
        space = node.isTransformed ? moved.after(node.transform) : moved
        isMoved = around.isMoved && !node.isTransformed
    }

    func outline(_ node: Node, _ outsets: Outsets) -> Outline {
        isMoved
            ? Outline(node.frame, outsets: outsets, movedTo: Point(x: space.x0, y: space.y0))
            : Outline(node.frame, outsets: outsets, in: space)
    }
}
