// SPDX-License-Identifier: MIT

/// What a tool has selected, and where the tap was that did it.
struct Selection: BitwiseCopyable {
    private(set) var view: UInt64 = 0
    private var tap = Point(x: .infinity, y: .infinity)

    /// Selects the deepest view at a point of the nearest window there. A second tap within 10 points selects the view
    /// around that, and so on. After the outermost comes the deepest again.
    ///
    /// - Returns: The view's id, or 0 if nothing is there.
    mutating func select(at point: Point, in tree: borrowing NodeTree) -> UInt64 {
        let (dx, dy) = (point.x - tap.x, point.y - tap.y)
        let isSamePlace = dx * dx + dy * dy <= 100
        let selected = view
        var (last, previous, found) = (UInt64(0), UInt64(0), UInt64(0))
        var isFound = false
        tree.forEachView(at: point, window: tree.windowToSelect(at: point)) { id in
            if id == selected { (found, isFound) = (previous, true) }
            (previous, last) = (id, id)
        }
        // The outermost view has none before it, so the deepest follows.
        view = isSamePlace && isFound && found != 0 ? found : last
        tap = point
        return view
    }
}

extension NodeTree {
    /// Visits all windows and views at a point, except tool windows: parents before children, and the nearest last. Views
    /// that touches cannot hit count too, and so do children outside of a parent that does not clip.
    ///
    /// - Parameter isEverything: Also visits what is hidden or nearly transparent.
    func forEachView(at point: Point, isEverything: Bool, _ body: (UInt64) -> Void) {
        var index = windows.count
        while index > 0 {
            index &-= 1
            let slot = windows[index]
            let node = nodes[slot]
            let local = LocalPoint(point: point).inside(node)
            if !node.flags.contains(.tool), isEverything || isSeen(node), local.isIn(node) {
                body(node.id)
                forEachView(in: slot, local, isEverything, body)
            }
        }
    }

    /// Visits the views of a window at a point. `Node.none` has none.
    fileprivate func forEachView(at point: Point, window: Int, _ body: (UInt64) -> Void) {
        if window == Node.none { return }
        forEachView(in: window, LocalPoint(point: point).inside(nodes[window]), false, body)
    }

    /// The nearest window that is hit, else the one with the focus. Never a tool window.
    fileprivate func windowToSelect(at point: Point) -> Int {
        for index in steps(to: windows.count) {
            let slot = windows[index]
            if !nodes[slot].flags.contains(.tool), hit(point, window: slot) != nil { return slot }
        }
        guard let slot = try? find(focusedWindow), !nodes[slot].flags.contains(.tool) else { return Node.none }
        return slot
    }

    private func isSeen(_ node: Node) -> Bool { !node.isHidden && node.alpha > 0.01 }

    /// The recursion is as deep as views are nested: 256 at most.
    private func forEachView(in slot: Int, _ local: LocalPoint, _ isEverything: Bool, _ body: (UInt64) -> Void) {
        let local = local.scrolled(nodes[slot])
        var child = nodes[slot].firstChild
        while child != Node.none {
            let node = nodes[child]
            if isEverything || isSeen(node) {
                let inside = local.inside(node)
                let isIn = inside.isIn(node)
                if isIn, !node.flags.contains(.notSelectable) { body(node.id) }
                if node.firstChild != Node.none, isIn || !node.flags.contains(.clips) {
                    forEachView(in: child, inside, isEverything, body)
                }
            }
            child = node.next
        }
    }
}

extension Scene {
    /// As `Selection.select`.
    package func select(at point: Point) -> UInt64 {
        change { $0.selection.select(at: point, in: $0.tree) }
    }

    /// The id of the selected view. 0 if nothing is selected, or if the view was removed.
    package var selected: UInt64 { contains(state.selection.view) ? state.selection.view : 0 }

    /// As `NodeTree.forEachView`.
    package func forEachView(at point: Point, isEverything: Bool, _ body: (UInt64) -> Void) {
        state.tree.forEachView(at: point, isEverything: isEverything, body)
    }
}
