// SPDX-License-Identifier: MIT

extension Scene {
    /// What a touch at a point hits: a window, and the deepest view there; 0 where there is none.
    package func hit(_ point: Point) -> (window: UInt64, view: UInt64) {
        var index = 0
        while index < windows.count {
            let window = nodes[windows[index]]
            if window.canBeHit, Box(window.frame).contains(point) {
                return (window.id, deepestView(at: point, in: window))
            }
            index &+= 1
        }
        return (0, 0)
    }

    private func deepestView(at point: Point, in window: Node) -> UInt64 {
        var (deepest, origin) = (window, Point(x: window.frame.x, y: window.frame.y))
        var place = window.lastChild
        while place != Node.none {
            let node = nodes[place]
            let box = Box(node.frame, from: origin)
            if node.canBeHit, box.contains(point) {
                (deepest, origin) = (node, Point(x: box.left, y: box.top))
                place = node.lastChild
            } else {
                place = node.previous
            }
        }
        return deepest.isWindow ? 0 : deepest.id
    }

    // MARK: - What is private

    /// Whether what shows at a point is private, whatever lies in front of it. In a scene that is closed, everything
    /// is.
    package func isSecure(at point: Point) -> Bool {
        var isSecure = isClosed
        try? visitPrivate { box throws(Failure) in
            isSecure = box.contains(point)
            return !isSecure
        }
        return isSecure
    }

    /// Visits what every secure window or view that shows occupies, and every one inside it, until the body answers
    /// false. Ancestors that clip make it smaller; neither alpha nor what lies in front does.
    package func visitPrivate(_ body: (Box) throws(Failure) -> Bool) throws(Failure) {
        var index = 0
        while index < windows.count {
            guard try visitPrivate(in: windows[index], Surroundings(), body) else { return }
            index &+= 1
        }
    }

    /// What an ancestor hands down.
    private struct Surroundings: BitwiseCopyable {
        var origin = Point(x: 0, y: 0)
        var clip = Box.everything
        var isSecure = false
    }

    /// Visits a subtree: eight levels of it here, what is deeper by calls for each eight more. Room for all 256 levels would have to
    /// be cleared at each call, which costs more than a tree of a usual depth.
    private func visitPrivate(
        in top: Int, _ around: Surroundings, _ body: (Box) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let topDepth = nodes[top].depth
        var handedDown = InlineArray<8, Surroundings>(repeating: around)
        var place = top
        while true {
            let node = nodes[place]
            let level = node.depth &- topDepth
            let around = handedDown[level & 7]
            if !node.isHidden {
                let box = Box(node.frame, from: around.origin)
                let isSecure = around.isSecure || node.flags.contains(.secure)
                let shown = box.intersection(around.clip)
                if isSecure, !shown.isEmpty, !(try body(shown)) { return false }
                let inside = Surroundings(
                    origin: Point(x: box.left, y: box.top), clip: node.flags.contains(.clips) ? shown : around.clip,
                    isSecure: isSecure)
                if level < 7, node.firstChild != Node.none {
                    handedDown[(level &+ 1) & 7] = inside
                    place = node.firstChild
                    continue
                }
                var child = node.firstChild
                while child != Node.none {
                    guard try visitPrivate(in: child, inside, body) else { return false }
                    child = nodes[child].next
                }
            }
            while place != top, nodes[place].next == Node.none { place = nodes[place].parent }
            if place == top { return true }
            place = nodes[place].next
        }
    }
}
