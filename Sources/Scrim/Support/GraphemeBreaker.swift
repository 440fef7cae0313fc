// SPDX-License-Identifier: MIT
import CUTF8Proc

/// Finds the boundaries of extended grapheme clusters (UAX #29) from one code point to the next.
package struct GraphemeBreaker {
    private var previous: Int32 = -1
    private var state: Int32 = 0

    package init() {}

    /// Whether a cluster begins at `scalar`, the next code point of the text.
    package mutating func begins(at scalar: UInt32) -> Bool {
        let next = Int32(truncatingIfNeeded: scalar)
        defer { previous = next }
        if previous < 0 { return true }
        if previous < 0x80, next < 0x80 {
            // Between ASCII characters, nothing before them matters, and no table is needed.
            state = 0
            return previous != 0x0D || next != 0x0A
        }
        return unsafe utf8proc_grapheme_break_stateful(previous, next, &state)
    }

    /// Returns whether there is a boundary between two code points for every text before the first one.
    ///
    /// Some rules look further back than one code point. They apply only after a code point that extends the one
    /// before, or between regional indicators. If the first code point extends nothing and the pair alone has a
    /// boundary, there is a boundary in every text. Otherwise the result is false, which means "not certain".
    package static func surelyBreaks(_ first: UInt32, _ second: UInt32) -> Bool {
        if first < 0x80, second < 0x80 { return first != 0x0D || second != 0x0A }
        let (before, after) = (Int32(truncatingIfNeeded: first), Int32(truncatingIfNeeded: second))
        return utf8proc_grapheme_break(0x78, before) && utf8proc_grapheme_break(before, after)
    }
}
