// SPDX-License-Identifier: MIT

// What is asked of a node by its id. An id without a node is secure, hidden and without parent.

extension NodeTree {
    func contains(_ id: UInt64) -> Bool { (try? find(id)) != nil }

    func node(_ id: UInt64) -> Node {
        guard let slot = try? find(id) else { return Node() }
        return nodes[slot]
    }

    /// The window of a node, and the flags that the node and all that it is in have.
    @inline(never)
    func ancestry(_ id: UInt64) -> (window: UInt64, flags: ViewFlags) {
        guard var slot = try? find(id) else { return (0, .ofNothing) }
        var flags: ViewFlags = []
        while true {
            let node = nodes[slot]
            flags.formUnion(node.flags)
            if node.parent == Node.none { return (node.id, flags) }
            slot = node.parent
        }
    }

    func flags(_ id: UInt64) -> ViewFlags {
        guard let slot = try? find(id) else { return [] }
        return nodes.read(slot) { $0.flags }
    }

    /// Visits a view, what it is in, and so on to the window. Nodes that pass touches through are left out.
    ///
    /// - Throws: `notFound`.
    func forEachResponder(_ id: UInt64, _ body: (UInt64) -> Void) throws(Failure) {
        var slot = try find(id)
        while slot != Node.none {
            let node = nodes[slot]
            if !node.flags.contains(.passThrough) { body(node.id) }
            slot = node.parent
        }
    }

    // MARK: - Focus

    /// Gives a window the keyboard focus until another asks for it.
    ///
    /// - Throws: `notFound`; `refused` for a tool window that does not ask for the focus.
    mutating func focus(_ id: UInt64) throws(Failure) {
        let slot = try findWindow(id)
        guard nodes.read(slot, { $0.flags }).mayFocus else { throw .refused }
        lastFocus &+= 1
        let number = lastFocus
        nodes.update(slot) { $0.focused = number }
        visibilityChanges &+= 1
    }

    /// - Throws: `notFound`.
    mutating func resignFocus(_ id: UInt64) throws(Failure) {
        let slot = try findWindow(id)
        nodes.update(slot) { $0.focused = 0 }
        visibilityChanges &+= 1
    }

    /// The window that has the focus: the last that asked, of those that are not hidden. 0 if there is none.
    @inline(never)
    var focusedWindow: UInt64 {
        var (latest, window) = (UInt64(0), UInt64(0))
        for index in steps(to: windows.count) {
            let (id, focused, flags) = nodes.read(windows[index]) { ($0.id, $0.focused, $0.flags) }
            if focused > latest, !flags.contains(.hidden), flags.mayFocus { (latest, window) = (focused, id) }
        }
        return window
    }
}

// The same for the rest of the core.
extension Scene {
    package func contains(_ id: UInt64) -> Bool { state.tree.contains(id) }

    package func isWindow(_ id: UInt64) -> Bool { state.tree.node(id).isWindow }

    package func flags(_ id: UInt64) -> ViewFlags { state.tree.flags(id) }

    /// The window or view that a view is in. 0 for a window.
    package func parent(_ id: UInt64) -> UInt64 {
        guard let slot = try? state.tree.find(id) else { return 0 }
        return state.tree.nodes.read(state.tree.nodes.read(slot) { $0.parent }) { $0.id }
    }

    /// The frame of a window.
    package func windowFrame(_ id: UInt64) -> Rect {
        guard let slot = try? state.tree.find(id) else { return .zero }
        return state.tree.nodes.read(slot) { $0.frame }
    }

    /// The window that a view is in. A window is its own.
    package func window(of id: UInt64) -> UInt64 { state.tree.ancestry(id).window }

    /// Whether neither a view nor anything that it is in is hidden.
    package func isVisible(_ id: UInt64) -> Bool { !state.tree.ancestry(id).flags.contains(.hidden) }

    /// Visits what a touch that nobody takes is offered to: a view, what it is in, and so on to the window.
    ///
    /// - Throws: `notFound`.
    package func forEachResponder(_ id: UInt64, _ body: (UInt64) -> Void) throws(Failure) {
        try state.tree.forEachResponder(id, body)
    }

    /// The window that has the keyboard focus. 0 if there is none.
    package var focusedWindow: UInt64 { state.tree.focusedWindow }
}
