// SPDX-License-Identifier: MIT

/// What a host asks for the touches of a window or view. The numbers are those of scrim/scene.h.
package enum TouchPrivacy: UInt32, BitwiseCopyable {
    case standard = 0
    case show = 1
    case coarse = 2
    case silent = 3
}

/// How little may be reported of touches. Of two levels the stricter counts.
enum PrivacyLevel: UInt8, BitwiseCopyable {
    case open = 0
    case coarse = 2
    case silent = 3
    /// The view is unknown, so nothing is reported.
    case unknown = 4

    func or(_ other: PrivacyLevel) -> PrivacyLevel { rawValue < other.rawValue ? other : self }
}

/// What is secure without being marked so. The numbers are those of scrim/scene.h.
package enum Policy: UInt32, BitwiseCopyable {
    /// Everything that takes or shows typed text, and keypads, unless marked public.
    case standard = 1
    /// Nothing.
    case explicit = 2
    /// Everything that is not marked public.
    case allowList = 3
}

// What a node is by itself. Private to touches are secure nodes, text inputs and keypads (secure or not), and nodes that
// are marked so; further everything inside them, and the windows that belong to them. Built in, else whole nodes are copied.
extension Policy {
    func isSecure(_ flags: ViewFlags) -> Bool {
        if flags.hasAny(of: .secure, .showsText) { return true }
        switch self {
        case .standard: return flags.hasAny(of: .textInput, .keypad) && !flags.contains(.isPublic)
        case .explicit: return false
        case .allowList: return !flags.contains(.isPublic)
        }
    }

    /// Whether a node is secure by itself: by its flags, the policy, or its owner.
    @inline(__always)
    func isSecure(_ node: Node) -> Bool { !node.isFree && (isSecure(node.flags) || node.isOwnerSecure) }

    /// How private touches of a node are by itself.
    @inline(__always)
    func privacy(of node: Node) -> PrivacyLevel {
        node.isFree ? .open : privacy(of: node, isSecure: isSecure(node))
    }

    /// As above, if it is known whether the node is secure.
    @inline(__always)
    func privacy(of node: Node, isSecure: Bool) -> PrivacyLevel {
        privacy(of: node, isSecure: isSecure, atLeast: node.heldPrivacy.or(node.ownerPrivacy))
    }

    @inline(__always)
    func privacy(of node: Node, isSecure: Bool, atLeast known: PrivacyLevel) -> PrivacyLevel {
        var level = known
        if isSecure { level = level.or(.coarse) }
        if node.isTyping, isSecure || node.touches != .show { return level.or(.silent) }
        switch node.touches {
        case .standard, .show: return level
        case .coarse: return level.or(.coarse)
        case .silent: return level.or(.silent)
        }
    }
}

/// Keeps views as private to touches as they were, as long as somebody asks for it: a sequence of touches that began on a
/// private view stays private to its end.
struct PrivacyHolds {
    private var count = 0
    private var hasHeld = false

    var isActive: Bool { count > 0 }

    mutating func add() { count &+= 1 }

    /// - Returns: Whether this was the last, and something was held.
    mutating func remove() -> Bool {
        count &-= 1
        guard count == 0, hasHeld else { return false }
        hasHeld = false
        return true
    }

    mutating func noteHeld() { hasHeld = hasHeld || isActive }

    mutating func forgetHeld() { hasHeld = false }
}

/// Has a scene hold back what ceases to be private, until this value is destroyed.
struct PrivacyHold: ~Copyable {
    private let scene: Scene

    fileprivate init(_ scene: Scene) { self.scene = scene }

    deinit { scene.change { $0.removeHold() } }
}

extension Scene {
    /// From now on touches of views that cease to be private stay private, until the hold ends.
    func holdPrivacy() -> PrivacyHold {
        change { $0.holds.add() }
        return PrivacyHold(self)
    }
}
