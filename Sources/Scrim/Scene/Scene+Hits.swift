// SPDX-License-Identifier: MIT

/// The point of a touch, as the children of a view see it: it stays as it is, and the origin moves, until a view is
/// turned or scaled. So what is only moved is hit where its region lies, to the last bit.
struct Sight: BitwiseCopyable {
    var point: Point
    var origin = Point(x: 0, y: 0)

    /// What is seen inside a child, whose own space it becomes, without its content offset.
    func inside(_ node: Node) -> Sight {
        let origin = Point(x: origin.x + node.frame.x, y: origin.y + node.frame.y)
        guard node.isTransformed else { return Sight(point: point, origin: origin) }
        return Sight(point: node.transform.unmap(Point(x: point.x - origin.x, y: point.y - origin.y)))
    }

    /// Whether it lies inside the frame of a node, whose sight this is.
    func isIn(_ node: Node) -> Bool {
        Box(Rect(x: 0, y: 0, width: node.frame.width, height: node.frame.height), from: origin).contains(point)
    }

    /// The point in the node's own coordinates.
    var local: Point { Point(x: point.x - origin.x, y: point.y - origin.y) }

    func scrolled(_ node: Node) -> Sight {
        var sight = self
        sight.origin = Point(x: origin.x - node.contentOffset.x, y: origin.y - node.contentOffset.y)
        return sight
    }
}

extension Scene {
    /// What a touch at a point hits: a window, and the deepest view there; 0 where there is none.
    package func hit(_ point: Point) -> (window: UInt64, view: UInt64) {
        var index = 0
        while index < windows.count {
            let place = windows[index]
            let node = nodes[place]
            if let view = hit(point, window: place), !(node.flags.contains(.own) && mustLetThrough(point)) {
                return (node.id, view)
            }
            index &+= 1
        }
        return (0, 0)
    }

    /// What is hit in a window: a view, 0 for the window itself, nil where it is not hit.
    func hit(_ point: Point, window place: Int) -> UInt64? {
        let window = nodes[place]
        let sight = Sight(point: point).inside(window)
        guard isHit(window, sight) else { return nil }
        let view = deepestView(in: place, sight)
        return view == 0 && window.flags.contains(.passThrough) ? nil : view
    }

    private func isHit(_ node: Node, _ sight: Sight) -> Bool {
        guard node.canBeHit, sight.isIn(node) else { return false }
        return !node.flags.contains(.limited) || touchRegions.contains(sight.local, from: node.touchRegions)
    }

    /// As deep a recursion as views are nested: 256 at most.
    private func deepestView(in place: Int, _ sight: Sight) -> UInt64 {
        let sight = sight.scrolled(nodes[place])
        var child = nodes[place].lastChild
        while child != Node.none {
            let node = nodes[child]
            let inside = sight.inside(node)
            if isHit(node, inside) {
                let view = node.firstChild == Node.none ? 0 : deepestView(in: child, inside)
                if view != 0 { return view }
                if !node.flags.contains(.passThrough) { return node.id }
            }
            child = node.previous
        }
        return 0
    }

    /// Whether the application's own windows have a view there that overlays let touches through to.
    private func mustLetThrough(_ point: Point) -> Bool {
        guard skipped > 0 else { return false }
        var index = 0
        while index < windows.count {
            let place = windows[index]
            if !nodes[place].flags.contains(.own), let view = hit(point, window: place) {
                return flags(view != 0 ? view : nodes[place].id).contains(.skipped)
            }
            index &+= 1
        }
        return false
    }

    /// Visits what a touch that nobody takes is offered to: a view, what it is in, and so on to the window. What passes
    /// touches through is left out.
    ///
    /// - Throws: `notFound`.
    package func forEachResponder(_ id: UInt64, _ body: (UInt64) -> Void) throws(Failure) {
        var place = try find(id)
        while place != Node.none {
            let node = nodes[place]
            if !node.flags.contains(.passThrough) { body(node.id) }
            place = node.parent
        }
    }
}
