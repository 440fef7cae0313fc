// SPDX-License-Identifier: MIT

/// A window or view. Nodes refer to each other by their slots in the scene's row of nodes.
struct Node: BitwiseCopyable {
    /// No slot: reading it gives a blank node.
    static var none: Int { -1 }

    // The walk for regions reads these fields first: see SecureAreas.
    /// 0 if the slot is free; `next` is then the next free slot.
    var id: UInt64 = 0
    var parent = Node.none
    var firstChild = Node.none
    var next = Node.none
    /// Links the children that are marked or contain marked views, in no order.
    var firstMarked = Node.none
    var nextMarked = Node.none
    /// 0 for a window.
    var depth = 0
    /// Whether the node is visible and secure, or visible with private touches. Then it and what is inside may have regions.
    var isCovered = false
    /// Whether only the node's touches are private. Such regions are in a separate list.
    var isTouchOnly = false
    var touches = TouchPrivacy.standard
    /// The privacy that still applies to touch sequences that began while it was in force.
    var heldPrivacy = PrivacyLevel.open
    /// The node's entry in the list of regions, or `Node.none`.
    var region = Node.none

    var flags: ViewFlags = []
    var frame = Rect.zero
    var contentOffset = Point(x: 0, y: 0)
    var transform = Affine.identity
    var isTransformed = false
    var isContentKnown = false
    var overflow = Outsets.zero
    var alpha = 1.0
    var classes = ClassChain()
    var lastChild = Node.none
    var previous = Node.none
    var previousMarked = Node.none
    /// How many nodes are marked, of this one and all inside it. A node is marked if it is secure or its touches are private.
    var marked = 0
    /// A number that the observer of regions keeps here, `Node.none` at first.
    var observerNote = Node.none
    /// The numbers of the content and the metadata in the tree's strings.
    var content = 0
    var metadata = 0
    /// The first of the input regions, or `Node.none`.
    var inputRegions = Node.none
    var inputGeneration: UInt64 = 0

    // Only windows use these.
    var level: Int32 = 0
    var activity = Activity.active
    var owner: UInt64 = 0
    var isOwnerSecure = false
    var ownerPrivacy = PrivacyLevel.open
    /// When the window was given the focus: later windows have larger numbers. 0 if never.
    var focused: UInt64 = 0
    /// The numbers of the screen's name and of the title in the tree's strings. They are not interned: titles change often.
    var screen = 0
    var title = 0

    var isFree: Bool { id == 0 }
    var isWindow: Bool { id != 0 && parent == Node.none }
    var isHidden: Bool { flags.contains(.hidden) }

    /// Whether a touch can hit the node at a point that it contains.
    var canBeHit: Bool { flags.contains(.interactive) && !isHidden && alpha > 0.01 }

    /// Whether text is typed into it, or with it.
    var isTyping: Bool { flags.hasAny(of: .textInput, .keypad) }

    /// The flags that decide whether the user sees the node, and so whether a text in it may be revealed.
    var visibility: ViewFlags { flags.intersection([.hidden, .tool, .acceptsFocus]) }
}
