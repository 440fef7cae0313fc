// SPDX-License-Identifier: MIT

// What gestures ask of a scene, by id. An id that is not there is private, hidden and without parent.

extension Scene {
    package func contains(_ id: UInt64) -> Bool { (try? find(id)) != nil }

    package func isWindow(_ id: UInt64) -> Bool { node(id).isWindow }

    package func flags(_ id: UInt64) -> ViewFlags { node(id).flags }

    /// The window or view that it is in; 0 for a window.
    package func parent(_ id: UInt64) -> UInt64 { nodes[node(id).parent].id }

    /// The frame of a window.
    package func windowFrame(_ id: UInt64) -> Rect { node(id).frame }

    /// The window that it is in; a window is its own.
    package func window(of id: UInt64) -> UInt64 { ancestry(id).window }

    /// Whether neither it nor what it is in is hidden.
    package func isVisible(_ id: UInt64) -> Bool { !ancestry(id).flags.contains(.hidden) }

    private func node(_ id: UInt64) -> Node {
        guard let place = try? find(id) else { return Node() }
        return nodes[place]
    }

    /// The window, and the flags that it and all on the way up to it have.
    @inline(never)
    func ancestry(_ id: UInt64) -> (window: UInt64, flags: ViewFlags) {
        guard var place = try? find(id) else { return (0, .ofNothing) }
        var flags: ViewFlags = []
        while true {
            let node = nodes[place]
            flags.formUnion(node.flags)
            if node.parent == Node.none { return (node.id, flags) }
            place = node.parent
        }
    }
}
