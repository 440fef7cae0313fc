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
    package static var inputRegion: ViewFlags { ViewFlags(rawValue: 512) }
    package static var tool: ViewFlags { ViewFlags(rawValue: 1024) }
    package static var notSelectable: ViewFlags { ViewFlags(rawValue: 2048) }
    package static var acceptsFocus: ViewFlags { ViewFlags(rawValue: 4096) }

    // Only the scene sets the next two flags.
    /// A text is attached to the view.
    static var showsText: ViewFlags { ViewFlags(rawValue: 1 << 31) }
    /// A secret text is attached to the view.
    static var showsSecret: ViewFlags { ViewFlags(rawValue: 1 << 30) }
    /// Both flags above.
    static var ofTexts: ViewFlags { ViewFlags(rawValue: 3 << 30) }

    /// All flags that a host may set.
    package static var all: ViewFlags { ViewFlags(rawValue: 8191) }
    /// The flags of a view that does not exist: hidden and secure.
    package static var ofNothing: ViewFlags { ViewFlags(rawValue: 1 | 8) }

    /// Whether a window with these flags may have the keyboard focus. A tool window has to ask for it.
    var mayFocus: Bool { !contains(.tool) || contains(.acceptsFocus) }
}
