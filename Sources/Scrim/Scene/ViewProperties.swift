// SPDX-License-Identifier: MIT

/// The properties of a window, without its strings.
package struct WindowProperties: BitwiseCopyable {
    package var flags: ViewFlags
    package var frame: Rect
    package var level: Int32
    /// The view that the window belongs to, or 0.
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

/// The properties of a view, without its content.
package struct ViewProperties: BitwiseCopyable {
    package var flags: ViewFlags
    package var frame: Rect
    package var alpha: Double
    package var classes: ClassChain
    /// Whether the content is known. Known content may be empty.
    package var isContentKnown: Bool
    /// The point of the view's own space that appears at its origin: how far the view is scrolled.
    package var contentOffset: Point
    /// Maps the view's own space, whose origin is the frame's origin.
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
