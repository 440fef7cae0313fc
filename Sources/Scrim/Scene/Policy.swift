// SPDX-License-Identifier: MIT

/// What is secure without being marked so. The numbers are those of scrim/scene.h.
package enum Policy: UInt32, BitwiseCopyable {
    /// Everything that takes or shows typed text, and keypads, unless marked public.
    case standard = 1
    /// Nothing.
    case explicit = 2
    /// Everything that is not marked public.
    case allowList = 3
}

// The privacy of a node alone, without the nodes around it. Touches are private on secure nodes, on text inputs and keypads even if
// these are not secure, and on nodes that are marked so. They are also private on everything inside such nodes, and in the windows
// that belong to them. The functions are inlined, because a call would copy whole nodes.
extension Policy {
    func isSecure(_ flags: ViewFlags) -> Bool {
        if flags.hasAny(of: .secure, .showsSecret) { return true }
        switch self {
        case .standard: return flags.hasAny(of: .textInput, .keypad) && !flags.contains(.isPublic)
        case .explicit: return false
        case .allowList: return !flags.contains(.isPublic)
        }
    }

    /// Whether a node alone is secure: by its flags, the policy, or its owner.
    @inline(__always)
    func isSecure(_ node: Node) -> Bool { !node.isFree && (isSecure(node.flags) || node.isOwnerSecure) }

    /// How private touches of a node alone are.
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
