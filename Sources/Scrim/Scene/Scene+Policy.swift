// SPDX-License-Identifier: MIT

/// What is secure without being marked so. The numbers are those of scrim/scene.h.
package enum Policy: UInt32, BitwiseCopyable {
    /// What takes or shows typed text, and keypads, unless marked public.
    case standard = 1
    /// Nothing.
    case explicit = 2
    /// Everything that is not marked public.
    case allowList = 3
}

/// What the derived fields of the scene depend on, of one view or window.
struct Marking: BitwiseCopyable {
    var isMarked = false
    var secrecy = Secrecy.open
    var isSkipped = false
    var isHidden = false
    var mayFocus = true
    var owner: UInt64 = 0
}

extension Scene {
    /// The longest chain of windows that belong to views of others. What goes on, or in a circle, is secure.
    package static var maxOwners: Int { 16 }

    /// Says what is secure without being marked so.
    package func setPolicy(_ policy: Policy) {
        guard policy != self.policy else { return }
        var place = 0
        while place < nodes.count {
            let was = ownSecrecy(nodes[place])
            nodes.update(place) { node in
                (node.marked, node.firstMarked, node.nextMarked, node.previousMarked) = (
                    0, Node.none, Node.none, Node.none
                )
                if holders > 0 { node.held = node.held.or(was) }
            }
            place &+= 1
        }
        self.policy = policy
        hasHeld = hasHeld || holders > 0
        place = 0
        while place < nodes.count {
            lookAtOwner(place)
            if ownSecrecy(nodes[place]) != .open { changeMarked(from: place, by: 1) }
            place &+= 1
        }
        refreshAll()
        generation &+= 1
    }

    func refreshAll() {
        var index = 0
        while index < windows.count {
            refresh(windows[index], isEverything: true)
            index &+= 1
        }
    }

    /// Whether a window or view, or what it is in or belongs to, is secure.
    package func isSecure(_ id: UInt64) -> Bool {
        guard var place = try? find(id) else { return true }
        while place != Node.none {
            let node = nodes[place]
            if isMarked(node) { return true }
            place = node.parent
        }
        return false
    }

    /// Whether it is secure by itself: by its flags, the policy, or its owner.
    func isMarked(_ node: Node) -> Bool { !node.isFree && (isMarked(node.flags) || node.isOwnerSecure) }

    func isMarked(_ flags: ViewFlags) -> Bool {
        if flags.hasAny(of: .secure, .showsText) { return true }
        switch policy {
        case .standard: return flags.hasAny(of: .textInput, .keypad) && !flags.contains(.isPublic)
        case .explicit: return false
        case .allowList: return !flags.contains(.isPublic)
        }
    }

    func marking(_ place: Int) -> Marking {
        let node = nodes[place]
        return Marking(
            isMarked: isMarked(node), secrecy: ownSecrecy(node), isSkipped: node.flags.contains(.skipped),
            isHidden: node.isHidden, mayFocus: mayFocus(node), owner: node.owner)
    }

    // MARK: - After a change

    /// Brings everything that follows from a window's or view's properties up to date. Cannot fail: room was made before.
    func review(_ place: Int, was: Marking) {
        if nodes[place].owner != 0 || was.owner != 0 { lookAtOwner(place) }
        keep(place, was.secrecy)
        let now = marking(place)
        owned &+= (now.owner != 0 ? 1 : 0) &- (was.owner != 0 ? 1 : 0)
        skipped &+= (now.isSkipped ? 1 : 0) &- (was.isSkipped ? 1 : 0)
        changeMarked(from: place, was.secrecy, now.secrecy)
        if now.isHidden != was.isHidden || now.mayFocus != was.mayFocus { mustReviewTexts = true }
        refresh(place)
        if now.isMarked != was.isMarked || now.secrecy != was.secrecy || now.owner != was.owner { reviewOwners() }
        generation &+= 1
    }

    private func changeMarked(from place: Int, _ was: Secrecy, _ now: Secrecy) {
        changeMarked(from: place, by: (now == .open ? 0 : 1) &- (was == .open ? 0 : 1))
    }

    /// Counts what is marked, on the way up from a place.
    @inline(never)
    func changeMarked(from place: Int, by change: Int) {
        guard change != 0 else { return }
        var place = place
        while place != Node.none {
            let (marked, parent) = nodes.update(place) { node in
                node.marked &+= change
                return (node.marked, node.parent)
            }
            if marked == 0 { unlinkMarked(place) } else if marked == change { linkMarked(place) }
            place = parent
        }
    }

    private func linkMarked(_ place: Int) {
        let parent = nodes.read(place) { $0.parent }
        let first = nodes.update(parent) { node in
            let first = node.firstMarked
            node.firstMarked = place
            return first
        }
        nodes.update(place) { $0.nextMarked = first }
        nodes.update(first) { $0.previousMarked = place }
    }

    /// Takes a view off the list of what matters in its parent.
    func unlinkMarked(_ place: Int) {
        let (parent, next, previous) = nodes.update(place) { node in
            let links = (node.parent, node.nextMarked, node.previousMarked)
            (node.nextMarked, node.previousMarked) = (Node.none, Node.none)
            return links
        }
        nodes.update(next) { $0.previousMarked = previous }
        nodes.update(previous) { $0.nextMarked = next }
        nodes.update(parent) { if $0.firstMarked == place { $0.firstMarked = next } }
    }

    /// Looks whether what windows belong to has become secure, or is so no more, or is gone.
    func reviewOwners() {
        generation &+= 1
        guard owned > 0 else { return }
        var index = 0
        while index < windows.count {
            let place = windows[index]
            let was = ownSecrecy(nodes[place])
            if lookAtOwner(place) {
                keep(place, was)
                changeMarked(from: place, was, ownSecrecy(nodes[place]))
                refresh(place)
            }
            index &+= 1
        }
    }

    /// Looks what a window that belongs to a view has from it.
    ///
    /// - Returns: Whether that is something else than before.
    @discardableResult
    private func lookAtOwner(_ place: Int) -> Bool {
        let (owner, wasSecure, was) = nodes.read(place) { ($0.owner, $0.isOwnerSecure, $0.ownerSecrecy) }
        let (isSecure, secrecy) = ownership(owner)
        nodes.update(place) { ($0.isOwnerSecure, $0.ownerSecrecy) = (isSecure, secrecy) }
        return isSecure != wasSecure || secrecy != was
    }

    /// Whether a view is secure, by flags and policy, or one that its window belongs to is, and so on, and how private
    /// their touches are. What is gone is.
    ///
    /// - Parameter isHolding: What is held back for the touches that go on counts.
    func ownership(_ id: UInt64, isHolding: Bool = true) -> (isSecure: Bool, secrecy: Secrecy) {
        var (owner, chain, secrecy, isLifted, isSecure) = (id, 0, Secrecy.open, false, false)
        while owner != 0 {
            guard chain < Self.maxOwners, var place = try? find(owner) else { return (true, .unknown) }
            while true {
                var node = nodes[place]
                isLifted = isLifted || node.isTyping && node.touches == .show
                let isMarkedSecure = isMarked(node.flags)
                isSecure = isSecure || isMarkedSecure
                // It follows from what comes next.
                node.ownerSecrecy = .open
                let own = self.secrecy(of: node, isSecure: isMarkedSecure, isHolding: isHolding)
                secrecy = secrecy.or(isMarkedSecure && isLifted ? .silent : own)
                if node.parent == Node.none {
                    owner = node.owner
                    break
                }
                place = node.parent
            }
            chain &+= 1
        }
        return (isSecure, secrecy)
    }
}
