// SPDX-License-Identifier: MIT

/// The point of a touch as the children of a view see it. Until a view is turned or scaled, the point stays as it is and
/// the origin moves: a view that is only moved is hit exactly where its region lies.
struct LocalPoint: BitwiseCopyable {
    var point: Point
    var origin = Point(x: 0, y: 0)

    /// The point inside a child, before the child's content offset.
    func inside(_ node: Node) -> LocalPoint {
        let origin = Point(x: origin.x + node.frame.x, y: origin.y + node.frame.y)
        guard node.isTransformed else { return LocalPoint(point: point, origin: origin) }
        return LocalPoint(point: node.transform.unmap(Point(x: point.x - origin.x, y: point.y - origin.y)))
    }

    /// Whether it lies inside the frame of a node. It must be the point inside that node.
    func isIn(_ node: Node) -> Bool {
        Box(Rect(x: 0, y: 0, width: node.frame.width, height: node.frame.height), from: origin).contains(point)
    }

    /// The point in the node's own coordinates.
    var coordinates: Point { Point(x: point.x - origin.x, y: point.y - origin.y) }

    func scrolled(_ node: Node) -> LocalPoint {
        var local = self
        local.origin = Point(x: origin.x - node.contentOffset.x, y: origin.y - node.contentOffset.y)
        return local
    }
}

extension NodeTree {
    /// What a touch at a point hits: a window, and the deepest view there. 0 if there is none.
    func hit(_ point: Point) -> (window: UInt64, view: UInt64) {
        for index in steps(to: windows.count) {
            let slot = windows[index]
            let node = nodes[slot]
            if let view = hit(point, window: slot), !(node.flags.contains(.tool) && mustPassThrough(point)) {
                return (node.id, view)
            }
        }
        return (0, 0)
    }

    /// What is hit in a window: a view, 0 for the window itself, nil if it is not hit.
    func hit(_ point: Point, window slot: Int) -> UInt64? {
        let window = nodes[slot]
        let local = LocalPoint(point: point).inside(window)
        guard isHit(window, local) else { return nil }
        let view = deepestView(in: slot, local)
        return view == 0 && window.flags.contains(.passThrough) ? nil : view
    }

    private func isHit(_ node: Node, _ local: LocalPoint) -> Bool {
        guard node.canBeHit, local.isIn(node) else { return false }
        return !node.flags.contains(.inputRegion) || inputRegions.contains(local.coordinates, from: node.inputRegions)
    }

    /// The recursion is as deep as views are nested: 256 at most.
    private func deepestView(in slot: Int, _ local: LocalPoint) -> UInt64 {
        let local = local.scrolled(nodes[slot])
        var child = nodes[slot].lastChild
        while child != Node.none {
            let node = nodes[child]
            let inside = local.inside(node)
            if isHit(node, inside) {
                let view = node.firstChild == Node.none ? 0 : deepestView(in: child, inside)
                if view != 0 { return view }
                if !node.flags.contains(.passThrough) { return node.id }
            }
            child = node.previous
        }
        return 0
    }

    /// Whether the application's own windows have a view there that tool windows leave to the touch.
    private func mustPassThrough(_ point: Point) -> Bool {
        guard notSelectable > 0 else { return false }
        for index in steps(to: windows.count) {
            let slot = windows[index]
            if !nodes[slot].flags.contains(.tool), let view = hit(point, window: slot) {
                return flags(view != 0 ? view : nodes[slot].id).contains(.notSelectable)
            }
        }
        return false
    }
}

extension Scene {
    /// What a touch at a point hits: a window, and the deepest view there. 0 if there is none.
    package func hit(_ point: Point) -> (window: UInt64, view: UInt64) { state.tree.hit(point) }
}
