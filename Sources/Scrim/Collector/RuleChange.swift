// SPDX-License-Identifier: MIT

/// Checks waiting records when a set of rules replaces another.
///
/// If a record contains what the new rules look at, it is checked again. If it does not, and the new rules may forbid it, it
/// is dropped.
struct RuleChange {
    private let old: Rules
    private let new: Rules
    private let changesCells: Bool
    /// The new interval is longer. Records do not keep which other gestures were near in time.
    private let isLonger: Bool
    private let deduplicates: Bool
    /// Records do not keep of which views their content is.
    private let ignoresMore: Bool

    @inline(never)
    init(from old: Rules, to new: Rules) {
        (self.old, self.new) = (old, new)
        changesCells = !new.hasCells(of: old)
        isLonger = new.settings.controlInterval > old.settings.controlInterval
        deduplicates = new.settings.deduplicates && !old.settings.deduplicates
        ignoresMore = new.ignoresMoreTypes(than: old)
    }

    @inline(never)
    func allows(_ record: Record, in scene: Scene) -> Bool {
        if deduplicates || isLonger && record.isOfControl || ignoresMore && record.isContentJoined { return false }
        // Which pairs were live then, nobody remembers.
        if changesCells, new.mayBeCell(record.gestureChain, inside: record.parentChain, in: scene) { return false }
        // The old set aimed at a view; the new one at the same only by the same rule.
        return new.retarget(of: record.gestureClass)?.inner == old.retarget(of: record.gestureClass)?.inner
    }
}

extension Rules {
    /// Whether it says the same as another set of pairs that are not enough.
    fileprivate func hasCells(of other: Rules) -> Bool {
        guard builtinActions.count == other.builtinActions.count else { return false }
        for index in steps(to: builtinActions.count) {
            let (one, two) = (builtinActions[index], other.builtinActions[index])
            if one.className != two.className || one.action != two.action || one.isParent != two.isParent {
                return false
            }
        }
        return true
    }

    /// Whether some pair is not enough on a view of a chain, in something of another.
    func mayBeCell(_ chain: UInt32, inside parent: UInt32, in scene: Scene) -> Bool {
        !builtinActions.isEmpty
            && (marks(of: chain, in: scene).contains(.cell) || marks(of: parent, in: scene).contains(.cellParentKind))
    }
}
