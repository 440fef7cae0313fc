// SPDX-License-Identifier: MIT

// The walk that brings regions up to date: from a node that has changed down to what is inside it.

/// What a node hands down to those inside it.
struct Inherited: BitwiseCopyable {
    /// From the coordinates of the children's frames to those of the screen.
    var space = Affine.identity
    /// Whether `space` only moves. Then nothing is lost to rounding.
    var isMoved = true
    /// What ancestors clip to: a box or, if there are corners, the polygon with those corners inside the box.
    var clip = Box.everything
    var clipSlack = 0.0
    var clipCorners = Node.none
    var clipCornerCount = 0
    var isSecure = false
    var privacy = PrivacyLevel.open
    /// Whether the walk visits all children, because the node is private or was. Else only those that lead to marked nodes.
    var visitsAll = false
    var isHidden = false
}

/// The fields of a node that a walk reads. This is much smaller than a node.
private struct WalkedNode {
    let depth: Int
    var region: Int
    let flags: ViewFlags
    let frame: Rect
    let contentOffset: Point
    let overflow: Outsets
    let isCovered: Bool
    let isSecure: Bool
    /// Which list the region is in.
    var isTouchOnly: Bool
    let isTyping: Bool
    let privacy: PrivacyLevel
    let hasChildren: Bool
    /// Nil if the node is neither turned nor scaled.
    let transform: Affine?

    @inline(__always)
    init(_ slot: Int, _ tree: borrowing NodeTree, _ policy: Policy) {
        self = tree.nodes.read(slot) { node in
            WalkedNode(node, isSecure: policy.isSecure(node.flags) || node.isOwnerSecure, policy)
        }
    }

    @inline(__always)
    private init(_ node: borrowing Node, isSecure: Bool, _ policy: Policy) {
        (depth, region, flags, frame) = (node.depth, node.region, node.flags, node.frame)
        (contentOffset, overflow, isCovered) = (node.contentOffset, node.overflow, node.isCovered)
        self.isSecure = isSecure
        (isTouchOnly, isTyping) = (node.isTouchOnly, node.isTyping)
        privacy = policy.privacy(of: node)
        hasChildren = node.firstChild != Node.none
        transform = node.isTransformed ? node.transform : nil
    }
}

/// What is private of a node, given what it inherits.
private struct InheritedPrivacy {
    let isHidden: Bool
    let isSecure: Bool
    let level: PrivacyLevel

    @inline(__always)
    init(_ node: WalkedNode, in around: Inherited) {
        isHidden = around.isHidden || node.flags.contains(.hidden)
        isSecure = !isHidden && (around.isSecure || node.isSecure)
        // Inside something secure, touches of text inputs and keypads are not reported at all.
        let own = isSecure && node.isTyping ? .silent : node.privacy
        level = isHidden ? .open : around.privacy.or(own)
    }
}

/// Where a node is on the screen, given what it inherits.
private struct Placement {
    /// From the node's own coordinates to those of the screen.
    let space: Affine
    let isMoved: Bool

    @inline(__always)
    init(_ node: WalkedNode, in around: Inherited) {
        let moved = around.space.after(movingByX: node.frame.x, y: node.frame.y)
        space = node.transform.map { moved.after($0) } ?? moved
        isMoved = around.isMoved && node.transform == nil
    }

    /// The box of a node that is only moved.
    @inline(__always)
    func box(_ node: WalkedNode, _ outsets: Outsets) -> Box {
        let rect = Rect(
            x: 0 - outsets.left, y: 0 - outsets.top, width: node.frame.width + outsets.left + outsets.right,
            height: node.frame.height + outsets.top + outsets.bottom)
        return Box(rect, from: Point(x: space.x0, y: space.y0))
    }

    @inline(never)
    func outline(_ node: WalkedNode, _ outsets: Outsets) -> Outline {
        isMoved
            ? Outline(box: box(node, outsets), slack: 0, polygon: nil)
            : Outline(node.frame, outsets: outsets, in: space)
    }
}

extension SecureAreas {
    /// Makes room to walk down to a depth.
    func reserveWalk(depth: Int) throws(Failure) {
        if inherited.count < depth &+ 2 { try inherited.resize(depth &+ 2) }
        if clipCorners.count < inherited.count &* ConvexPolygon.maxCorners {
            try clipCorners.resize(inherited.count &* ConvexPolygon.maxCorners)
        }
        if path.count < depth &+ 2 { try path.resize(depth &+ 2) }
    }

    /// Updates the regions of all windows and views.
    func refreshAll(_ tree: inout NodeTree, _ policy: Policy) {
        for index in steps(to: tree.windows.count) {
            refresh(tree.windows[index], in: &tree, policy, isEverything: true)
        }
    }

    /// Updates the regions of a window or view, and of everything inside it.
    ///
    /// Time: O(depth + what is inside it that is secure, was secure, or leads to secure nodes).
    @inline(never)
    func refresh(_ top: Int, in tree: inout NodeTree, _ policy: Policy, isEverything: Bool = false) {
        let (topDepth, parent) = tree.nodes.read(top) { ($0.depth, $0.parent) }
        guard
            isEverything || tree.nodes.read(top, { $0.isCovered || $0.marked > 0 })
                || tree.nodes.read(parent, { $0.isCovered })
        else { return }
        inherit(top, tree, policy)
        var slot = top
        while true {
            let depth = tree.nodes.read(slot) { $0.depth }
            let visitsAll = refresh(slot, &tree, policy) || isEverything
            var next = tree.nodes.read(slot) { visitsAll ? $0.firstChild : $0.firstMarked }
            // On to the siblings, and to those of the ancestors.
            var level = depth
            while next == Node.none {
                if slot == top || level <= topDepth { return }
                let visitsAll = isEverything || inherited.read(level) { $0.visitsAll }
                next = tree.nodes.read(slot) { visitsAll ? $0.next : $0.nextMarked }
                if next == Node.none {
                    slot = tree.nodes.read(slot) { $0.parent }
                    level &-= 1
                }
            }
            slot = next
        }
    }

    /// Puts or removes the region of one node, and writes what it hands down.
    ///
    /// - Returns: Whether everything inside it is private, or was.
    private func refresh(_ slot: Int, _ tree: inout NodeTree, _ policy: Policy) -> Bool {
        var node = WalkedNode(slot, tree, policy)
        let around = inherited[node.depth]
        let privacy = InheritedPrivacy(node, in: around)
        let isCovered = privacy.level != .open
        let placement = Placement(node, in: around)
        if node.region != Node.none, node.isTouchOnly == privacy.isSecure {
            // It goes from one list to the other.
            removeRegion(slot, &tree)
            node.region = Node.none
        }
        node.isTouchOnly = !privacy.isSecure
        let entry = isCovered ? put(slot, node, placement, around, &tree) : Node.none
        if entry == Node.none {
            removeRegion(slot, &tree)
        } else {
            if entry != node.region {
                tree.nodes.update(slot) { ($0.region, $0.isTouchOnly) = (entry, node.isTouchOnly) }
            }
            setPrivacy(privacy.level, of: entry, isTouchOnly: node.isTouchOnly)
        }
        if isCovered != node.isCovered { tree.nodes.update(slot) { $0.isCovered = isCovered } }
        if node.hasChildren { handDown(node, placement, around, privacy) }
        return isCovered || node.isCovered
    }

    /// Puts a private node into its list.
    ///
    /// - Returns: Its entry, or `Node.none` if nothing of it shows.
    private func put(
        _ slot: Int, _ node: WalkedNode, _ placement: Placement, _ around: Inherited, _ tree: inout NodeTree
    ) -> Int {
        // By far the most are only moved, and clipped by boxes.
        if placement.isMoved, around.clipCornerCount == 0 {
            let box = placement.box(node, node.overflow).intersection(around.clip)
            return box.isEmpty ? Node.none : put(box, of: slot, in: node.region, isTouchOnly: node.isTouchOnly, &tree)
        }
        let outline = clipped(placement.outline(node, node.overflow), around)
        if outline.isEmpty { return Node.none }
        return put(outline, of: slot, in: node.region, isTouchOnly: node.isTouchOnly, &tree)
    }

    // MARK: - Handing down

    /// Writes what a node hands down to its children.
    @inline(never)
    private func handDown(
        _ node: WalkedNode, _ placement: Placement, _ around: Inherited, _ privacy: InheritedPrivacy
    ) {
        var inside = around
        inside.space = placement.space.after(movingByX: 0 - node.contentOffset.x, y: 0 - node.contentOffset.y)
        (inside.isMoved, inside.isHidden) = (placement.isMoved, privacy.isHidden)
        (inside.isSecure, inside.privacy) = (privacy.isSecure, privacy.level)
        inside.visitsAll = privacy.level != .open || node.isCovered
        if node.flags.contains(.clips) {
            if placement.isMoved, around.clipCornerCount == 0 {
                inside.clip = placement.box(node, .zero).intersection(around.clip)
            } else {
                narrow(&inside, by: clipped(placement.outline(node, .zero), around), depth: node.depth &+ 1)
            }
        }
        inherited[node.depth &+ 1] = inside
    }

    @inline(never)
    private func narrow(_ inside: inout Inherited, by clip: Outline, depth: Int) {
        (inside.clip, inside.clipSlack, inside.clipCornerCount) = (clip.box, clip.slack, clip.polygon?.count ?? 0)
        // The corners of each depth have their own room, because those of the depths above are still in use.
        inside.clipCorners = depth &* ConvexPolygon.maxCorners
        clip.polygon?.write(to: &clipCorners, at: inside.clipCorners)
    }

    @inline(never)
    private func clipped(_ outline: Outline, _ around: Inherited) -> Outline {
        var clip = Outline(box: around.clip, slack: around.clipSlack, polygon: nil)
        if around.clipCornerCount > 0 {
            clip.polygon = ConvexPolygon(in: clipCorners, at: around.clipCorners, count: around.clipCornerCount)
        }
        return outline.clipped(by: clip)
    }

    /// Writes what is handed down to a node, from its window down.
    private func inherit(_ top: Int, _ tree: borrowing NodeTree, _ policy: Policy) {
        let end = tree.nodes.read(top) { $0.depth }
        var (slot, depth) = (tree.nodes.read(top) { $0.parent }, end)
        while slot != Node.none {
            depth &-= 1
            path[depth] = slot
            slot = tree.nodes.read(slot) { $0.parent }
        }
        inherited[0] = Inherited()
        for depth in steps(to: end) {
            let node = WalkedNode(path[depth], tree, policy)
            let around = inherited[depth]
            handDown(node, Placement(node, in: around), around, InheritedPrivacy(node, in: around))
        }
    }
}
