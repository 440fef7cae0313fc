// SPDX-License-Identifier: MIT

/// How private a touch is, and the view or window that makes it so. 0 if that is unknown.
struct PrivacySource: BitwiseCopyable {
    var level = PrivacyLevel.open
    var view: UInt64 = 0

    var isOpen: Bool { level == .open }
}

extension SceneState {
    /// How private touches of a window or view are, because of itself or of what it is in. The outermost of those is the
    /// source.
    @inline(never)
    func privacySource(of id: UInt64) -> PrivacySource {
        guard var slot = try? tree.find(id) else { return PrivacySource(level: .unknown) }
        var found = PrivacySource()
        var isLifted = false
        while slot != Node.none {
            let node = tree.nodes[slot]
            let isSecure = policy.isSecure(node)
            isLifted = isLifted || node.isTyping && node.touches == .show
            // A text input cannot show its touches inside something secure.
            let own = isSecure && isLifted ? PrivacyLevel.silent : policy.privacy(of: node, isSecure: isSecure)
            if own != .open { found = PrivacySource(level: found.level.or(own), view: node.id) }
            slot = node.parent
        }
        return found
    }

    /// How private a touch is at a point, whatever is in front there.
    ///
    /// - Parameter target: The window or view that the touch hits, or 0.
    @inline(never)
    func privacySource(at point: Point, hitting target: UInt64) -> PrivacySource {
        if isClosed { return PrivacySource(level: .unknown) }
        var found = target == 0 ? PrivacySource() : privacySource(of: target)
        if let region = areas.strictest(at: point), region.privacy.rawValue > found.level.rawValue {
            found.view = found.isOpen ? privacySource(of: region.view).view : found.view
            found.level = region.privacy
        }
        return found
    }

    /// How private a window or view alone is at present. Privacy that is only held until a touch sequence ends does not count,
    /// because records may not depend on when sequences end.
    func presentPrivacy(_ node: Node) -> PrivacyLevel {
        let known = node.owner == 0 ? .open : ownership(node.owner, isHolding: false).privacy
        return policy.privacy(of: node, isSecure: policy.isSecure(node), atLeast: known)
    }

    // MARK: - Owners

    /// Whether a view is secure, or one that its window belongs to, and so on, and how private their touches are. A view that
    /// was removed is both.
    ///
    /// - Parameter isHolding: Counts what is held back for sequences of touches.
    func ownership(_ id: UInt64, isHolding: Bool = true) -> (isSecure: Bool, privacy: PrivacyLevel) {
        var (owner, chain, level, isLifted, isSecure) = (id, 0, PrivacyLevel.open, false, false)
        while owner != 0 {
            guard chain < Scene.maxOwners, var slot = try? tree.find(owner) else { return (true, .unknown) }
            while true {
                var node = tree.nodes[slot]
                isLifted = isLifted || node.isTyping && node.touches == .show
                let isMarkedSecure = policy.isSecure(node.flags)
                isSecure = isSecure || isMarkedSecure
                // It follows from what comes next.
                node.ownerPrivacy = .open
                let own =
                    isHolding
                    ? policy.privacy(of: node, isSecure: isMarkedSecure)
                    : policy.privacy(of: node, isSecure: isMarkedSecure, atLeast: .open)
                level = level.or(isMarkedSecure && isLifted ? .silent : own)
                if node.parent == Node.none {
                    owner = node.owner
                    break
                }
                slot = node.parent
            }
            chain &+= 1
        }
        return (isSecure, level)
    }
}

extension Scene {
    func privacySource(of id: UInt64) -> PrivacySource { state.privacySource(of: id) }

    func privacySource(at point: Point, hitting target: UInt64 = 0) -> PrivacySource {
        state.privacySource(at: point, hitting: target)
    }

    /// Whether a window or view is secure, or anything that it is in or belongs to.
    package func isSecure(_ id: UInt64) -> Bool {
        guard var slot = try? state.tree.find(id) else { return true }
        while slot != Node.none {
            let node = state.tree.nodes[slot]
            if state.policy.isSecure(node) { return true }
            slot = node.parent
        }
        return false
    }
}
