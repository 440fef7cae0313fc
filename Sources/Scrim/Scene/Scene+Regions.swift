// SPDX-License-Identifier: MIT

// What is private on the screen: a list that every change of the scene brings up to date, so that asking walks no tree.

/// What a view hands down to those inside it.
struct Surroundings: BitwiseCopyable {
    /// From the coordinates in which their frames count to those of the screen.
    var space = Affine.identity
    /// Whether that is only a move: then nothing is lost to rounding that was not lost before.
    var isMoved = true
    /// What ancestors clip to: a box or, where there are corners, the polygon whose they are, in it.
    var clip = Box.everything
    var clipSlack = 0.0
    var clipCorners = Node.none
    var clipCornerCount = 0
    var isSecure = false
    var secrecy = Secrecy.open
    /// Whether it is private, or was: all inside it may have regions. Else those alone that lead to what is marked.
    var isAll = false
    var isHidden = false
}

/// The regions of a scene, and what it takes to find them. An object of its own, for the reserve holds small ones.
final class Areas {
    var now = SecureRegions()
    /// Those at `begin`, while `isChanging`.
    var before = SecureRegions()
    /// What is private to touches alone, and was at `begin`.
    var quiet = SecureRegions()
    var quietBefore = SecureRegions()
    var isChanging = false

    // Room for a walk: for each depth what is handed down to it, the corners of its clip, and the way up.
    var handedDown = Buffer<Surroundings>(blank: Surroundings())
    var clipCorners = Buffer<Point>(blank: Point(x: 0, y: 0))
    var path = Buffer<Int>(blank: Node.none)

    func clear() {
        now = SecureRegions()
        before = SecureRegions()
        quiet = SecureRegions()
        quietBefore = SecureRegions()
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

    /// Visits the regions.
    ///
    /// - Parameter body: Gets a region, its polygon, nil where it is the box, and the id of its view; 0 for one from
    ///   before the change.
    package func forEachRegion(
        _ body: (SecureRegion, ConvexPolygon?, _ view: UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        // One loop for both: bodies are large, and there would be two of each.
        let (now, all) = (areas.now.count, regionCount)
        var index = 0
        while index < all {
            let isNow = index < now
            let region = isNow ? areas.now[index] : areas.before[index &- now]
            let polygon = isNow ? areas.now.polygon(of: region) : areas.before.polygon(of: region)
            try body(region, polygon, isNow ? region.view : 0)
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
        do throws(Failure) {
            try areas.quietBefore.copy(areas.quiet)
        } catch {
            areas.before.removeAll()
            throw error
        }
        areas.isChanging = true
        generation &+= 1
    }

    /// - Throws: `invalidState` without a `begin`.
    package func commit() throws(Failure) {
        guard areas.isChanging else { throw .invalidState }
        areas.before.removeAll()
        areas.quietBefore.removeAll()
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
        let (slot, isQuiet) = nodes.read(place) { ($0.region, $0.isQuiet) }
        guard slot != Node.none else { return }
        if history.isOn, !isQuiet { remember(place, slot) }
        nodes.update(place) { $0.region = Node.none }
        let moved = isQuiet ? areas.quiet.remove(slot) : areas.now.remove(slot)
        if moved != Node.none { nodes.update(moved) { $0.region = slot } }
    }

    /// Puts down where the region of a slot was.
    private func remember(_ place: Int, _ slot: Int) {
        let region = areas.now[slot]
        var block = nodes.read(place) { $0.past }
        history.add(region.outerBox, of: region.view, from: region.since, to: &block)
        nodes.update(place) { $0.past = block }
    }

    /// Brings the regions of a window or view, and of all inside it, up to date.
    ///
    /// Cost: O(depth + what is inside it that is secure, was, or leads to what is).
    @inline(never)
    func refresh(_ top: Int, isEverything: Bool = false) {
        let node = nodes[top]
        let topDepth = node.depth
        guard
            isEverything || node.isCovered || node.marked > 0
                || node.parent != Node.none && nodes[node.parent].isCovered
        else { return }
        surround(top)
        var place = top
        while true {
            let depth = nodes.read(place) { $0.depth }
            let isAll = refresh(place) || isEverything
            var next = nodes.read(place) { isAll ? $0.firstChild : $0.firstMarked }
            // On to the siblings, and to those of the ancestors.
            var level = depth
            while next == Node.none {
                if place == top || level <= topDepth { return }
                let isAll = isEverything || areas.handedDown.read(level) { $0.isAll }
                next = nodes.read(place) { isAll ? $0.next : $0.nextMarked }
                if next == Node.none {
                    place = nodes.read(place) { $0.parent }
                    level &-= 1
                }
            }
            place = next
        }
    }

    private func look(_ place: Int) -> Look {
        nodes.read(place) { node in
            Look(
                depth: node.depth, region: node.region, flags: node.flags, frame: node.frame,
                contentOffset: node.contentOffset, overflow: node.overflow, isCovered: node.isCovered,
                isHidden: node.flags.contains(.hidden), isMarked: isMarked(node.flags) || node.isOwnerSecure,
                isQuiet: node.isQuiet, isTyping: node.isTyping, secrecy: ownSecrecy(node),
                hasChildren: node.firstChild != Node.none, transform: node.isTransformed ? node.transform : nil)
        }
    }

    /// Puts or removes the region of one, and writes what it hands down.
    ///
    /// - Returns: Whether all inside it are private, or were.
    private func refresh(_ place: Int) -> Bool {
        var node = look(place)
        let around = areas.handedDown[node.depth]
        let shade = Shade(node, in: around)
        let isCovered = shade.secrecy != .open
        let placed = Placed(around, node)
        if node.region != Node.none, node.isQuiet == shade.isSecure {
            // It goes from one list to the other.
            removeRegion(place)
            node.region = Node.none
        }
        node.isQuiet = !shade.isSecure
        let slot = isCovered ? put(place, node, placed, around) : Node.none
        if slot == Node.none {
            removeRegion(place)
        } else {
            if slot != node.region { nodes.update(place) { ($0.region, $0.isQuiet) = (slot, node.isQuiet) } }
            node.isQuiet ? areas.quiet.set(slot, shade.secrecy) : areas.now.set(slot, shade.secrecy)
        }
        if isCovered != node.isCovered { nodes.update(place) { $0.isCovered = isCovered } }
        if node.hasChildren { handDown(node, placed, around, shade) }
        return isCovered || node.isCovered
    }

    /// Puts what is secure into the list.
    ///
    /// - Returns: Its slot; `Node.none` where nothing of it shows.
    private func put(_ place: Int, _ node: Look, _ placed: Placed, _ around: Surroundings) -> Int {
        // By far the most are only moved, and cut by boxes.
        if placed.isMoved, around.clipCornerCount == 0 {
            let box = placed.box(node, node.overflow).intersection(around.clip)
            if box.isEmpty { return Node.none }
            if node.isQuiet { return own(areas.quiet.put(box, of: place, in: node.region), place, isQuiet: true) }
            if history.isOn { return change(place, node, Outline(box: box, slack: 0, polygon: nil)) }
            return own(areas.now.put(box, of: place, in: node.region), place)
        }
        let outline = clipped(placed.outline(node, node.overflow), around)
        if outline.isEmpty { return Node.none }
        if node.isQuiet { return own(areas.quiet.put(outline, of: place, in: node.region), place, isQuiet: true) }
        if history.isOn { return change(place, node, outline) }
        return own(areas.now.put(outline, of: place, in: node.region), place)
    }

    /// Puts what has changed into the list, and what it was into the history.
    @inline(never)
    private func change(_ place: Int, _ node: Look, _ outline: Outline) -> Int {
        if node.region != Node.none {
            if areas.now.holds(outline, in: node.region) { return node.region }
            remember(place, node.region)
        }
        return own(areas.now.put(outline, of: place, in: node.region), place)
    }

    private func own(_ slot: Int, _ place: Int, isQuiet: Bool = false) -> Int {
        let id = nodes.read(place) { $0.id }
        isQuiet ? areas.quiet.set(slot, view: id, since: 0) : areas.now.set(slot, view: id, since: history.now)
        return slot
    }

    /// Writes what a node hands down to its children.
    @inline(never)
    private func handDown(_ node: Look, _ placed: Placed, _ around: Surroundings, _ shade: Shade) {
        var inside = around
        inside.space = placed.space.after(movingByX: 0 - node.contentOffset.x, y: 0 - node.contentOffset.y)
        (inside.isMoved, inside.isHidden) = (placed.isMoved, shade.isHidden)
        (inside.isSecure, inside.secrecy) = (shade.isSecure, shade.secrecy)
        inside.isAll = shade.secrecy != .open || node.isCovered
        if node.flags.contains(.clips) {
            if placed.isMoved, around.clipCornerCount == 0 {
                inside.clip = placed.box(node, .zero).intersection(around.clip)
            } else {
                narrow(&inside, by: clipped(placed.outline(node, .zero), around), depth: node.depth &+ 1)
            }
        }
        areas.handedDown[node.depth &+ 1] = inside
    }

    @inline(never)
    private func narrow(_ inside: inout Surroundings, by clip: Outline, depth: Int) {
        (inside.clip, inside.clipSlack, inside.clipCornerCount) = (clip.box, clip.slack, clip.polygon?.count ?? 0)
        // The corners of each depth have their own room: those of the depths above are still in use.
        inside.clipCorners = depth &* ConvexPolygon.maxCorners
        clip.polygon?.write(to: &areas.clipCorners, at: inside.clipCorners)
    }

    @inline(never)
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
            let node = look(areas.path[depth])
            let around = areas.handedDown[depth]
            handDown(node, Placed(around, node), around, Shade(node, in: around))
            depth &+= 1
        }
    }
}

/// What a walk reads of a node, which is a good deal smaller.
private struct Look {
    let depth: Int
    var region: Int
    let flags: ViewFlags
    let frame: Rect
    let contentOffset: Point
    let overflow: Outsets
    let isCovered: Bool
    let isHidden: Bool
    let isMarked: Bool
    /// Which of the lists its region is to be in.
    var isQuiet: Bool
    let isTyping: Bool
    let secrecy: Secrecy
    let hasChildren: Bool
    /// Where the node is not turned or scaled, it is not read.
    let transform: Affine?
}

/// What is private of a view in its surroundings.
private struct Shade {
    let isHidden: Bool
    let isSecure: Bool
    let secrecy: Secrecy

    init(_ node: Look, in around: Surroundings) {
        isHidden = around.isHidden || node.isHidden
        isSecure = !isHidden && (around.isSecure || node.isMarked)
        // In something secure, no text input or keypad is shown.
        let own = isSecure && node.isTyping ? .silent : node.secrecy
        secrecy = isHidden ? .open : around.secrecy.or(own)
    }
}

/// A view in its surroundings.
private struct Placed {
    /// From its own coordinates to those of the screen.
    let space: Affine
    let isMoved: Bool

    init(_ around: Surroundings, _ node: Look) {
        let moved = around.space.after(movingByX: node.frame.x, y: node.frame.y)
        space = node.transform.map { moved.after($0) } ?? moved
        isMoved = around.isMoved && node.transform == nil
    }

    /// Of one that is only moved.
    func box(_ node: Look, _ outsets: Outsets) -> Box {
        let rect = Rect(
            x: 0 - outsets.left, y: 0 - outsets.top, width: node.frame.width + outsets.left + outsets.right,
            height: node.frame.height + outsets.top + outsets.bottom)
        return Box(rect, from: Point(x: space.x0, y: space.y0))
    }

    @inline(never)
    func outline(_ node: Look, _ outsets: Outsets) -> Outline {
        isMoved
            ? Outline(box: box(node, outsets), slack: 0, polygon: nil)
            : Outline(node.frame, outsets: outsets, in: space)
    }
}
