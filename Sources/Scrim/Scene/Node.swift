// SPDX-License-Identifier: MIT

/// Flags of windows and views. The bits are those of scrim/scene.h.
package struct ViewFlags: OptionSet, BitwiseCopyable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var hidden: ViewFlags { ViewFlags(rawValue: 1) }
    package static var interactive: ViewFlags { ViewFlags(rawValue: 2) }
    package static var clips: ViewFlags { ViewFlags(rawValue: 4) }
    package static var secure: ViewFlags { ViewFlags(rawValue: 8) }
    package static var ignored: ViewFlags { ViewFlags(rawValue: 16) }
    package static var isPublic: ViewFlags { ViewFlags(rawValue: 32) }
    package static var textInput: ViewFlags { ViewFlags(rawValue: 64) }
    package static var keypad: ViewFlags { ViewFlags(rawValue: 128) }
    package static var passThrough: ViewFlags { ViewFlags(rawValue: 256) }
    package static var limited: ViewFlags { ViewFlags(rawValue: 512) }
    package static var own: ViewFlags { ViewFlags(rawValue: 1024) }
    package static var skipped: ViewFlags { ViewFlags(rawValue: 2048) }
    package static var takesKeys: ViewFlags { ViewFlags(rawValue: 4096) }

    /// Shows a text that is attached; set by the scene alone.
    static var showsText: ViewFlags { ViewFlags(rawValue: 1 << 31) }

    /// All that there is to give.
    package static var all: ViewFlags { ViewFlags(rawValue: 8191) }
    /// Of what is not there: hidden and secure.
    package static var ofNothing: ViewFlags { ViewFlags(rawValue: 1 | 8) }
}

/// What a window is given, apart from its strings.
package struct WindowProperties: BitwiseCopyable {
    package var flags: ViewFlags
    package var frame: Rect
    package var level: Int32
    /// The view that it belongs to; 0: none.
    package var owner: UInt64
    package var touches: TouchPrivacy

    package init(
        flags: ViewFlags, frame: Rect, level: Int32, owner: UInt64 = 0, touches: TouchPrivacy = .standard
    ) {
        self.flags = flags
        self.frame = frame
        self.level = level
        self.owner = owner
        self.touches = touches
    }

    var isValid: Bool { ViewFlags.all.isSuperset(of: flags) && frame.isValid }
}

/// What a view is given.
package struct ViewProperties: BitwiseCopyable {
    package var flags: ViewFlags
    package var frame: Rect
    package var alpha: Double
    package var classes: ClassChain
    /// Whether its content is known, if only to be empty.
    package var isContentKnown: Bool
    /// The point of its own space that shows at its origin: how far it is scrolled.
    package var contentOffset: Point
    /// How its own space, whose origin is that of its frame, is mapped.
    package var transform: Affine
    package var overflow: Outsets
    package var touches: TouchPrivacy

    package init(
        flags: ViewFlags, frame: Rect, alpha: Double, classes: ClassChain = ClassChain(), isContentKnown: Bool = true,
        contentOffset: Point = Point(x: 0, y: 0), transform: Affine = .identity, overflow: Outsets = .zero,
        touches: TouchPrivacy = .standard
    ) {
        self.flags = flags
        self.frame = frame
        self.alpha = alpha
        self.classes = classes
        self.isContentKnown = isContentKnown
        self.contentOffset = contentOffset
        self.transform = transform
        self.overflow = overflow
        self.touches = touches
    }

    var isValid: Bool {
        ViewFlags.all.isSuperset(of: flags) && frame.isValid && alpha >= 0 && alpha <= 1 && contentOffset.isValid
            && transform.isValid && overflow.isValid
    }
}

/// How active an application or window is. The numbers are those of scrim/scene.h.
package enum Activity: UInt32, BitwiseCopyable {
    case active = 1
    case inactive = 2
    case background = 3
}

/// A window or view, linked to its parent and siblings by their places in the scene's row of nodes.
struct Node: BitwiseCopyable {
    /// No place: reading there gives a blank node.
    static var none: Int { -1 }

    // What a walk for regions looks at comes first: Scene+Regions keeps what of it follows from the rest.
    /// 0: the place is free, and `next` is the next free one.
    var id: UInt64 = 0
    var parent = Node.none
    var firstChild = Node.none
    var next = Node.none
    /// Of its children those that are marked, or have such inside, in no order: as links from here, and among themselves.
    var firstMarked = Node.none
    var nextMarked = Node.none
    /// 0 for a window.
    var depth = 0
    /// Whether it is secure, or its touches are private, and shows, so that it, and what is inside it, may have regions.
    var isCovered = false
    /// Only its touches are private: its region is in another list.
    var isQuiet = false
    var touches = TouchPrivacy.standard
    /// What it was until now, for sequences of touches that began before.
    var held = Secrecy.open
    /// Its slot in the list of regions; `Node.none`: it has none.
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
    /// How many are marked secure, or as ones whose touches are private, of it and all inside it.
    var marked = 0
    /// Where the history keeps its places; `Node.none`: it has none.
    var past = Node.none
    /// The numbers of its content and its description in the scene's strings.
    var content = 0
    var description = 0
    /// The first of its touch regions; `Node.none`: it has none.
    var touchRegions = Node.none
    var touchGeneration: UInt64 = 0

    // Of windows alone.
    var level: Int32 = 0
    var activity = Activity.active
    var owner: UInt64 = 0
    var isOwnerSecure = false
    var ownerSecrecy = Secrecy.open
    /// When it was given the focus: later ones have larger numbers; 0: never.
    var focused: UInt64 = 0
    /// The numbers of its screen's name and of its title in the scene's strings. No names: a title changes as users do things.
    var screen = 0
    var title = 0

    var isFree: Bool { id == 0 }
    var isWindow: Bool { id != 0 && parent == Node.none }
    var isHidden: Bool { flags.contains(.hidden) }

    /// Whether a touch may hit it, where it contains the point.
    var canBeHit: Bool { flags.contains(.interactive) && !isHidden && alpha > 0.01 }
}
