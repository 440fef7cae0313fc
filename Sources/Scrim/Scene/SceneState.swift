// SPDX-License-Identifier: MIT

/// All that can change about a scene, in parts that own their fields, and what follows in one part from a change of another.
/// `Scene.change` alone lends it for writing.
struct SceneState: ~Copyable {
    var isClosed = false
    var tree = NodeTree()
    private(set) var policy = Policy.standard
    /// What is private on the screen.
    let areas = SecureAreas()
    var covers: OutputCovers
    var texts = ShownTexts()
    var holds = PrivacyHolds()
    var routing = TouchRouting()
    var selection = Selection()
    /// Counts the changes that hosts and gestures have to look at: of windows, views, the policy and what is private.
    var generation: UInt64 = 0
    /// Counts the windows and views that were removed, without what was inside them.
    var removals: UInt64 = 0

    init(outputs: OutputSet) { covers = OutputCovers(outputs: outputs) }

    mutating func close() {
        isClosed = true
        covers.close()
        tree = NodeTree()
        areas.clear()
        holds.forgetHeld()
        routing = TouchRouting()
        selection = Selection()
    }

    // MARK: - Windows and views

    /// - Throws: `invalidArgument`, `invalidUTF8`, `notFound` (the owner), `limit`, `noMemory`.
    mutating func addWindow(
        _ properties: WindowProperties, screen: Span<UInt8>, title: Span<UInt8>
    ) throws(Failure) -> UInt64 {
        guard properties.isValid else { throw .invalidArgument }
        if properties.owner != 0 { _ = try tree.find(properties.owner) }
        try areas.reserveWalk(depth: 0)
        try tree.reserveWindow()
        let names = try tree.storeNames(screen, title)
        let slot: Int
        do throws(Failure) {
            slot = try takeSlot()
        } catch {
            tree.strings.release(names.screen)
            tree.strings.release(names.title)
            throw error
        }
        changeNode(slot, isNew: true) {
            $0.set(slot, properties, names)
            $0.insertWindow(slot)
        }
        return tree.nodes.read(slot) { $0.id }
    }

    /// - Throws: `invalidArgument`, `invalidUTF8`, `notFound` (the window, or a new owner), `noMemory`.
    mutating func updateWindow(
        _ id: UInt64, _ properties: WindowProperties, screen: Span<UInt8>, title: Span<UInt8>
    ) throws(Failure) {
        guard properties.isValid else { throw .invalidArgument }
        let slot = try tree.findWindow(id)
        // An owner that was removed may stay: it keeps the window secure.
        if properties.owner != 0, properties.owner != tree.nodes.read(slot, { $0.owner }) {
            _ = try tree.find(properties.owner)
        }
        let names = try tree.storeNames(screen, title)
        changeNode(slot) {
            $0.set(slot, properties, names)
            $0.removeWindow(slot)
            $0.insertWindow(slot)
        }
    }

    /// - Throws: `invalidArgument`, `notFound`, `limit`, `invalidUTF8`, `noMemory`.
    mutating func addView(
        _ parent: UInt64, _ properties: ViewProperties, content: Span<UInt8>
    ) throws(Failure) -> UInt64 {
        guard properties.isValid else { throw .invalidArgument }
        let above = try tree.find(parent)
        let depth = tree.nodes.read(above) { $0.depth } &+ 1
        guard depth <= Scene.maxDepth else { throw .limit }
        try areas.reserveWalk(depth: depth)
        let content = try tree.storeContent(content)
        let slot: Int
        do throws(Failure) {
            slot = try takeSlot()
        } catch {
            tree.strings.release(content)
            throw error
        }
        changeNode(slot, isNew: true) {
            $0.setDepth(slot, depth)
            $0.set(slot, properties, content)
            $0.link(slot, under: above)
        }
        return tree.nodes.read(slot) { $0.id }
    }

    /// - Throws: `invalidArgument`, `notFound`, `limit`, `invalidUTF8`, `noMemory`.
    mutating func updateView(
        _ id: UInt64, _ properties: ViewProperties, content: Span<UInt8>
    ) throws(Failure) {
        guard properties.isValid else { throw .invalidArgument }
        let slot = try tree.findView(id)
        let content = try tree.storeContent(content)
        changeNode(slot) { $0.set(slot, properties, content) }
    }

    private mutating func takeSlot() throws(Failure) -> Int {
        let areas = areas
        return try tree.takeSlot { count throws(Failure) in try areas.reserve(count) }
    }

    /// Removes a window or view and everything inside it.
    ///
    /// - Throws: `notFound`.
    mutating func remove(_ id: UInt64) throws(Failure) {
        let top = try tree.find(id)
        removals &+= 1
        tree.removeMarked(top)
        if tree.nodes.read(top, { $0.isWindow }) { tree.removeWindow(top) } else { tree.unlink(top) }
        // Leaves first: each is taken off its parent's list, so the parent becomes a leaf in turn.
        var slot = top
        while true {
            let (firstChild, next, parent) = tree.nodes.read(slot) { ($0.firstChild, $0.next, $0.parent) }
            if firstChild != Node.none {
                slot = firstChild
                continue
            }
            areas.remove(slot, from: &tree)
            covers.removeWindow(tree.nodes.read(slot) { $0.activity })
            tree.free(slot)
            if slot == top { return reviewOwners() }
            tree.nodes.update(parent) { $0.firstChild = next }
            slot = parent
        }
    }

    // MARK: - Policy

    mutating func setPolicy(_ policy: Policy) {
        guard policy != self.policy else { return }
        let isHolding = holds.isActive
        for slot in steps(to: tree.nodes.count) {
            let was = self.policy.privacy(of: tree.nodes[slot])
            tree.forgetMarked(slot)
            if isHolding { tree.nodes.update(slot) { $0.heldPrivacy = $0.heldPrivacy.or(was) } }
        }
        self.policy = policy
        holds.noteHeld()
        for slot in steps(to: tree.nodes.count) {
            updateOwner(slot)
            if policy.privacy(of: tree.nodes[slot]) != .open { tree.changeMarked(from: slot, by: 1) }
        }
        areas.refreshAll(&tree, policy)
        generation &+= 1
    }

    // MARK: - After a change

    /// What other fields of the scene depend on, of one window or view.
    private struct Summary {
        let isSecure: Bool
        let privacy: PrivacyLevel
        let owner: UInt64
    }

    @inline(__always)
    private func summary(_ slot: Int) -> Summary {
        let node = tree.nodes[slot]
        return Summary(isSecure: policy.isSecure(node), privacy: policy.privacy(of: node), owner: node.owner)
    }

    /// Changes a window or view, then brings everything that follows from its properties up to date. Cannot fail, because room
    /// was made before.
    mutating func changeNode(_ slot: Int, isNew: Bool = false, _ body: (inout NodeTree) -> Void) {
        let was = isNew ? Summary(isSecure: false, privacy: .open, owner: 0) : summary(slot)
        body(&tree)
        let hasOwner = tree.nodes.read(slot) { $0.owner != 0 }
        if hasOwner || was.owner != 0 { updateOwner(slot) }
        hold(slot, was.privacy)
        let now = summary(slot)
        tree.changeMarked(from: slot, by: Self.markedChange(was.privacy, now.privacy))
        areas.refresh(slot, in: &tree, policy)
        if now.isSecure != was.isSecure || now.privacy != was.privacy || now.owner != was.owner { reviewOwners() }
        generation &+= 1
    }

    private static func markedChange(_ was: PrivacyLevel, _ now: PrivacyLevel) -> Int {
        (now == .open ? 0 : 1) &- (was == .open ? 0 : 1)
    }

    /// Looks whether the views that windows belong to have become secure, are secure no more, or were removed.
    mutating func reviewOwners() {
        generation &+= 1
        guard tree.ownedWindows > 0 else { return }
        for index in steps(to: tree.windows.count) {
            let slot = tree.windows[index]
            let was = policy.privacy(of: tree.nodes[slot])
            if updateOwner(slot) {
                hold(slot, was)
                tree.changeMarked(from: slot, by: Self.markedChange(was, policy.privacy(of: tree.nodes[slot])))
                areas.refresh(slot, in: &tree, policy)
            }
        }
    }

    /// Updates what a window has from the view that it belongs to.
    ///
    /// - Returns: Whether that has changed.
    @discardableResult
    private mutating func updateOwner(_ slot: Int) -> Bool {
        let (owner, wasSecure, was) = tree.nodes.read(slot) { ($0.owner, $0.isOwnerSecure, $0.ownerPrivacy) }
        let (isSecure, privacy) = ownership(owner)
        tree.nodes.update(slot) { ($0.isOwnerSecure, $0.ownerPrivacy) = (isSecure, privacy) }
        return isSecure != wasSecure || privacy != was
    }

    // MARK: - Holds

    /// Keeps a window or view as private to touches as it was, if somebody holds privacy.
    private mutating func hold(_ slot: Int, _ was: PrivacyLevel) {
        guard holds.isActive, was.rawValue > policy.privacy(of: tree.nodes[slot]).rawValue else { return }
        tree.nodes.update(slot) { $0.heldPrivacy = $0.heldPrivacy.or(was) }
        holds.noteHeld()
    }

    @inline(never)
    mutating func removeHold() {
        guard holds.remove() else { return }
        for slot in steps(to: tree.nodes.count) {
            if tree.nodes.read(slot, { $0.heldPrivacy }) != .open {
                tree.nodes.update(slot) { $0.heldPrivacy = .open }
                if policy.privacy(of: tree.nodes[slot]) == .open { tree.changeMarked(from: slot, by: -1) }
            }
        }
        areas.refreshAll(&tree, policy)
        reviewOwners()
    }
}
