// SPDX-License-Identifier: MIT

/// What a tool has selected, and where the tap was that did it.
struct Selection: BitwiseCopyable {
    var view: UInt64 = 0
    var tap = Point(x: .infinity, y: .infinity)
}

extension Scene {
    /// Visits all windows and views at a point, those of overlays left out, parents before children and what is nearest last.
    /// Neither interaction nor level hides one; where a parent does not clip, children outside of it count.
    ///
    /// - Parameter isEverything: What is hidden, or as good as transparent, too.
    package func forEachView(at point: Point, isEverything: Bool, _ body: (UInt64) -> Void) {
        var index = windows.count
        while index > 0 {
            index &-= 1
            let place = windows[index]
            let node = nodes[place]
            let sight = Sight(point: point).inside(node)
            if !node.flags.contains(.own), isEverything || isSeen(node), sight.isIn(node) {
                body(node.id)
                forEachView(in: place, sight, isEverything, body)
            }
        }
    }

    /// Selects the deepest view at a point of the nearest window there; tapped again within 10 points, the one around that,
    /// and after the outermost the deepest again.
    ///
    /// - Returns: Its id; 0: nothing is there.
    package func select(at point: Point) -> UInt64 {
        let (dx, dy) = (point.x - selection.tap.x, point.y - selection.tap.y)
        let isSamePlace = dx * dx + dy * dy <= 100
        let window = windowToSelect(at: point)
        var (last, previous, found) = (UInt64(0), UInt64(0), UInt64(0))
        var isFound = false
        if window != Node.none {
            let sight = Sight(point: point).inside(nodes[window])
            forEachView(in: window, sight, false) { id in
                if id == selection.view { (found, isFound) = (previous, true) }
                (previous, last) = (id, id)
            }
        }
        // The outermost has none before it, and is followed by the last.
        let view = isSamePlace && isFound && found != 0 ? found : last
        selection = Selection(view: view, tap: point)
        return view
    }

    /// What is selected; 0: nothing, or what is gone.
    package var selected: UInt64 { contains(selection.view) ? selection.view : 0 }

    /// The nearest that is hit, else the one with the keys; never an overlay.
    private func windowToSelect(at point: Point) -> Int {
        var index = 0
        while index < windows.count {
            let place = windows[index]
            if !nodes[place].flags.contains(.own), hit(point, window: place) != nil { return place }
            index &+= 1
        }
        guard let place = try? find(focusedWindow), !nodes[place].flags.contains(.own) else { return Node.none }
        return place
    }

    private func isSeen(_ node: Node) -> Bool { !node.isHidden && node.alpha > 0.01 }

    /// As deep a recursion as views are nested: 256 at most.
    private func forEachView(in place: Int, _ sight: Sight, _ isEverything: Bool, _ body: (UInt64) -> Void) {
        let sight = sight.scrolled(nodes[place])
        var child = nodes[place].firstChild
        while child != Node.none {
            let node = nodes[child]
            if isEverything || isSeen(node) {
                let inside = sight.inside(node)
                let isIn = inside.isIn(node)
                if isIn, !node.flags.contains(.skipped) { body(node.id) }
                if node.firstChild != Node.none, isIn || !node.flags.contains(.clips) {
                    forEachView(in: child, inside, isEverything, body)
                }
            }
            child = node.next
        }
    }
}
