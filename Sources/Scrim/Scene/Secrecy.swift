// SPDX-License-Identifier: MIT

/// What is asked for the touches of a window or view. The numbers are those of scrim/scene.h.
package enum TouchPrivacy: UInt32, BitwiseCopyable {
    case standard = 0
    case show = 1
    case coarse = 2
    case silent = 3
}

/// How little is told of touches, and where something is that makes them private. The stricter counts.
enum Secrecy: UInt8, BitwiseCopyable {
    case open = 0
    case coarse = 2
    case silent = 3
    /// Nobody knows what it is: nothing is told.
    case unknown = 4

    func or(_ other: Secrecy) -> Secrecy { rawValue < other.rawValue ? other : self }
}

/// Where touches are private: how, and the view or window whose being so makes them that. 0: nobody knows.
struct Hideout: BitwiseCopyable {
    var secrecy = Secrecy.open
    var root: UInt64 = 0

    var isOpen: Bool { secrecy == .open }
}

// What is private to touches: what is secure; text inputs and keypads, secure or not; what is marked so. All of it with
// everything inside it, and the windows that belong to it.

extension Scene {
    /// What a window or view is by itself, where it is known whether it is secure.
    @inline(__always)
    func ownSecrecy(_ node: Node, isSecure: Bool) -> Secrecy {
        secrecy(of: node, isSecure: isSecure, from: node.held.or(node.ownerSecrecy))
    }

    @inline(__always)
    private func secrecy(of node: Node, isSecure: Bool, from known: Secrecy) -> Secrecy {
        var secrecy = known
        if isSecure { secrecy = secrecy.or(.coarse) }
        if node.isTyping, isSecure || node.touches != .show { return secrecy.or(.silent) }
        switch node.touches {
        case .standard, .show: return secrecy
        case .coarse: return secrecy.or(.coarse)
        case .silent: return secrecy.or(.silent)
        }
    }

    @inline(__always)  // else the whole node is copied
    func ownSecrecy(_ node: Node) -> Secrecy { node.isFree ? .open : ownSecrecy(node, isSecure: isMarked(node)) }

    /// What a window or view is by itself at present, whatever is held back for the touches that go on. What records say
    /// may not depend on when those end.
    func presentSecrecy(_ node: Node) -> Secrecy {
        let known = node.owner == 0 ? .open : ownership(node.owner, isHolding: false).secrecy
        return secrecy(of: node, isSecure: isMarked(node), from: known)
    }

    /// What a window or view is by itself, as `presentSecrecy` where nothing is held back.
    func secrecy(of node: Node, isSecure: Bool, isHolding: Bool) -> Secrecy {
        isHolding ? ownSecrecy(node, isSecure: isSecure) : secrecy(of: node, isSecure: isSecure, from: .open)
    }

    /// How private touches of a window or view are, by itself and all that it is in, the outermost of which is its root.
    @inline(never)
    func hideout(of id: UInt64) -> Hideout {
        guard var place = try? find(id) else { return Hideout(secrecy: .unknown) }
        var found = Hideout()
        var isLifted = false
        while place != Node.none {
            let node = nodes[place]
            let isSecure = isMarked(node)
            isLifted = isLifted || node.isTyping && node.touches == .show
            // To show what is in something secure is no use.
            let own = isSecure && isLifted ? Secrecy.silent : ownSecrecy(node, isSecure: isSecure)
            if own != .open { found = Hideout(secrecy: found.secrecy.or(own), root: node.id) }
            place = node.parent
        }
        return found
    }

    /// How private a touch at a point is, whatever lies in front, that hits a window or view; 0: it hits nothing.
    @inline(never)
    func hideout(at point: Point, hitting target: UInt64 = 0) -> Hideout {
        if isClosed { return Hideout(secrecy: .unknown) }
        var found = target == 0 ? Hideout() : hideout(of: target)
        if let region = areas.strictest(at: point), region.secrecy.rawValue > found.secrecy.rawValue {
            found.root = found.isOpen ? hideout(of: region.view).root : found.root
            found.secrecy = region.secrecy
        }
        return found
    }

    // MARK: - What is shown, and was not

    /// A sequence of touches goes on: what is no longer private stays so for it.
    func holdBack() { holders &+= 1 }

    @inline(never)
    func release() {
        holders &-= 1
        guard holders == 0, hasHeld else { return }
        hasHeld = false
        var place = 0
        while place < nodes.count {
            if nodes.read(place, { $0.held }) != .open {
                nodes.update(place) { $0.held = .open }
                if ownSecrecy(nodes[place]) == .open { changeMarked(from: place, by: -1) }
            }
            place &+= 1
        }
        refreshAll()
        reviewOwners()
    }

    /// Has a window or view stay as private to touches as it was, while a sequence of them goes on.
    func keep(_ place: Int, _ was: Secrecy) {
        guard holders > 0, was.rawValue > ownSecrecy(nodes[place]).rawValue else { return }
        nodes.update(place) { $0.held = $0.held.or(was) }
        hasHeld = true
    }
}

extension Node {
    /// Takes typed text, or types it.
    var isTyping: Bool { flags.hasAny(of: .textInput, .keypad) }
}

extension Areas {
    /// The strictest that is private to touches at a point; in a change, what was before it too.
    func strictest(at point: Point) -> SecureRegion? {
        var found: SecureRegion?
        now.findStrictest(at: point, &found)
        quiet.findStrictest(at: point, &found)
        // Empty but in a change.
        before.findStrictest(at: point, &found)
        quietBefore.findStrictest(at: point, &found)
        return found
    }

    /// Visits around what private to touches lies.
    func forEachTouchBox(_ body: (Box) -> Void) {
        now.forEachBox(body)
        quiet.forEachBox(body)
        before.forEachBox(body)
        quietBefore.forEachBox(body)
    }
}
