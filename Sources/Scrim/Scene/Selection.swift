// SPDX-License-Identifier: MIT

/// What a tool has selected, and where the tap was that did it.
struct Selection: BitwiseCopyable {
    private(set) var view: UInt64 = 0
    private var tap = Point(x: .infinity, y: .infinity)

    /// Selects the deepest view at a point of the nearest window there. A second tap within 10 points selects the view
    /// around that, and so on. After the window comes the deepest view again.
    ///
    /// - Returns: The id of the view or window, or 0 if nothing is there.
    mutating func select(at point: Point, in tree: borrowing NodeTree) -> UInt64 {
        let (dx, dy) = (point.x - tap.x, point.y - tap.y)
        let isSamePlace = dx * dx + dy * dy <= 100
        let selected = view
        var (last, previous, found) = (UInt64(0), UInt64(0), UInt64(0))
        var isFound = false
        tree.forEachView(at: point, window: tree.windowToSelect(at: point), isEverything: false) { id in
            if id == selected { (found, isFound) = (previous, true) }
            (previous, last) = (id, id)
        }
        // The window has none before it, so the deepest view follows.
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
            forEachView(at: point, window: windows[index], isEverything: isEverything, body)
        }
    }

    /// Visits one window and its views. If the point is outside the window, or the window is a tool window or `Node.none`,
    /// visits nothing.
    fileprivate func forEachView(at point: Point, window slot: Int, isEverything: Bool, _ body: (UInt64) -> Void) {
        guard let seen = look(slot, LocalPoint(point: point), isEverything), seen.isIn, !seen.flags.contains(.tool)
        else { return }
        if !seen.flags.contains(.notSelectable) { body(nodes.read(slot) { $0.id }) }
        forEachView(in: slot, seen.inside, isEverything, body)
    }

    /// The nearest window that is hit and no tool window, else the one with the focus.
    fileprivate func windowToSelect(at point: Point) -> Int {
        for index in steps(to: windows.count) {
            let slot = windows[index]
            if !nodes.read(slot, { $0.flags }).contains(.tool), hit(point, window: slot) != nil { return slot }
        }
        return (try? find(focusedWindow)) ?? Node.none
    }

    /// The point inside a node that can be seen, and what to do there. Nil if the node cannot be seen.
    @inline(never)
    private func look(
        _ slot: Int, _ around: LocalPoint, _ isEverything: Bool
    ) -> (inside: LocalPoint, isIn: Bool, flags: ViewFlags, hasChildren: Bool)? {
        nodes.read(slot) { node in
            guard isEverything || !node.isHidden && node.alpha > 0.01 else { return nil }
            let inside = around.inside(node)
            return (inside, inside.isIn(node), node.flags, node.firstChild != Node.none)
        }
    }

    /// The recursion is as deep as views are nested: 256 at most.
    @inline(never)
    private func forEachView(in slot: Int, _ local: LocalPoint, _ isEverything: Bool, _ body: (UInt64) -> Void) {
        let local = nodes.read(slot) { local.scrolled($0) }
        var child = nodes.read(slot) { $0.firstChild }
        while child != Node.none {
            if let seen = look(child, local, isEverything) {
                if seen.isIn, !seen.flags.contains(.notSelectable) { body(nodes.read(child) { $0.id }) }
                if seen.hasChildren, seen.isIn || !seen.flags.contains(.clips) {
                    forEachView(in: child, seen.inside, isEverything, body)
                }
            }
            child = nodes.read(child) { $0.next }
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
