// SPDX-License-Identifier: MIT

/// How the memory of a secret is protected. The bits are the ones in scrim/memory.h.
package struct Protection: OptionSet {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var guarded: Protection { Protection(rawValue: 1) }
    package static var locked: Protection { Protection(rawValue: 2) }
    package static var noDump: Protection { Protection(rawValue: 4) }
    package static var noFork: Protection { Protection(rawValue: 8) }
    package static var secret: Protection { Protection(rawValue: 16) }

    /// All bits.
    package static var all: Protection { Protection(rawValue: 31) }
}
