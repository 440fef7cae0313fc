// SPDX-License-Identifier: MIT

// Nodes are not copied: a copy in each frame of a recursion would take much of the stack.
extension NodeTree {
    /// What a touch at a point hits: a window, and the deepest view there. 0 if there is none.
    func hit(_ point: Point) -> (window: UInt64, view: UInt64) {
        for index in steps(to: windows.count) {
            let slot = windows[index]
            if let view = hit(point, window: slot) {
                let (id, flags) = nodes.read(slot) { ($0.id, $0.flags) }
                if !(flags.contains(.tool) && mustPassThrough(point)) { return (id, view) }
            }
        }
        return (0, 0)
    }

    /// What is hit in a window: a view, 0 for the window itself, nil if it is not hit.
    func hit(_ point: Point, window slot: Int) -> UInt64? {
        guard let local = pointIfHit(slot, LocalPoint(point: point)) else { return nil }
        let view = deepestView(in: slot, local)
        return view == 0 && nodes.read(slot) { $0.flags }.contains(.passThrough) ? nil : view
    }

    /// The point inside a node, if a touch there hits the node.
    @inline(__always)
    private func pointIfHit(_ slot: Int, _ around: LocalPoint) -> LocalPoint? {
        var inside = around
        let (isHit, isTransformed, isLimited) = nodes.read(slot) { node in
            guard node.canBeHit else { return (false, false, false) }
            if node.isTransformed { return (true, true, node.flags.contains(.inputRegion)) }
            inside.origin = Point(x: around.origin.x + node.frame.x, y: around.origin.y + node.frame.y)
            return (inside.isIn(node), false, node.flags.contains(.inputRegion))
        }
        guard isHit else { return nil }
        if isTransformed {
            inside = pointInsideTransformed(slot, around)
            guard nodes.read(slot, { inside.isIn($0) }) else { return nil }
        }
        return isLimited && !takesInput(slot, inside) ? nil : inside
    }

    @inline(never)
    private func pointInsideTransformed(_ slot: Int, _ around: LocalPoint) -> LocalPoint {
        nodes.read(slot) { around.inside($0) }
    }

    @inline(never)
    private func takesInput(_ slot: Int, _ inside: LocalPoint) -> Bool {
        inputRegions.contains(inside.coordinates, from: nodes.read(slot) { $0.inputRegions })
    }

    /// The recursion is as deep as views are nested: 256 at most.
    @inline(never)
    private func deepestView(in slot: Int, _ local: LocalPoint) -> UInt64 {
        let local = nodes.read(slot) { local.scrolled($0) }
        var child = nodes.read(slot) { $0.lastChild }
        while let hit = nextHit(from: child, local) {
            let isLeaf = nodes.read(hit.slot) { $0.firstChild == Node.none }
            let view = isLeaf ? 0 : deepestView(in: hit.slot, hit.inside)
            if view != 0 { return view }
            let (id, flags, previous) = nodes.read(hit.slot) { ($0.id, $0.flags, $0.previous) }
            if !flags.contains(.passThrough) { return id }
            child = previous
        }
        return 0
    }

    /// The first that a touch hits, of a node and the siblings before it. Out of line, so that the recursion has small frames.
    @inline(never)
    private func nextHit(from slot: Int, _ around: LocalPoint) -> (slot: Int, inside: LocalPoint)? {
        var slot = slot
        while slot != Node.none {
            if let inside = pointIfHit(slot, around) { return (slot, inside) }
            slot = nodes.read(slot) { $0.previous }
        }
        return nil
    }

    /// Whether the application's own windows have a view there that tool windows leave to the touch.
    private func mustPassThrough(_ point: Point) -> Bool {
        guard notSelectable > 0 else { return false }
        for index in steps(to: windows.count) {
            let slot = windows[index]
            let (id, flags) = nodes.read(slot) { ($0.id, $0.flags) }
            if !flags.contains(.tool), let view = hit(point, window: slot) {
                return self.flags(view != 0 ? view : id).contains(.notSelectable)
            }
        }
        return false
    }
}

extension Scene {
    /// What a touch at a point hits: a window, and the deepest view there. 0 if there is none.
    package func hit(_ point: Point) -> (window: UInt64, view: UInt64) { state.tree.hit(point) }
}
