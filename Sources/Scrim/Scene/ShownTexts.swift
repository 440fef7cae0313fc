// SPDX-License-Identifier: MIT

/// What a text may do from now on, because of the view that shows it.
package struct TextReview: BitwiseCopyable {
    package let tag: UInt64
    package let isAttached: Bool
    package let mayReveal: Bool
    /// Whether what the text reveals now has to end.
    package let endsReveal: Bool
}

/// The texts that views show. A view with a secret text is secure, whatever its flags and the policy say. The text
/// reveals nothing unless its user alone can see the view. A visible text makes no difference to its view.
struct ShownTexts: ~Copyable {
    private struct Entry: BitwiseCopyable {
        /// What the text's owner knows it by.
        var tag: UInt64
        var view: UInt64
    }

    private var entries = Buffer<Entry>(blank: Entry(tag: 0, view: 0))
    private var lastFocus: UInt64 = 0
    private var isCaptured = false
    /// Counts the changes of this type.
    private(set) var changes: UInt64 = 0
    /// The count of all changes at the last review.
    private var reviewed: UInt64 = 0

    /// A review that is going on: texts are looked at one after the other, because each may call back.
    struct Review {
        fileprivate let focus: UInt64
        fileprivate let lastFocus: UInt64
        fileprivate let endsAll: Bool
        fileprivate var index = 0
    }

    // MARK: - Changes

    /// - Throws: `limit`, `noMemory`.
    mutating func add(_ tag: UInt64, of view: UInt64) throws(Failure) {
        guard entries.count < Scene.maxTexts else { throw .limit }
        try entries.append(Entry(tag: tag, view: view))
        changes &+= 1
    }

    /// A view shows its text no more. The next review forgets it.
    mutating func noteDetached() { changes &+= 1 }

    /// Says whether frames of the screen leave it by other ways than this scene's snapshots.
    mutating func setCaptured(_ isCaptured: Bool) {
        self.isCaptured = isCaptured
        changes &+= 1
    }

    // MARK: - Reviews

    /// Begins a review if something has changed since the last one.
    ///
    /// - Parameters:
    ///   - count: The number of changes that matter to texts so far.
    ///   - endsAll: Ends every reveal, and reviews even if nothing has changed.
    @inline(__always)
    mutating func beginReview(_ count: UInt64, endsAll: Bool, _ tree: borrowing NodeTree) -> Review? {
        guard count != reviewed || endsAll, !entries.isEmpty else { return nil }
        reviewed = count
        let focus = tree.focusedWindow
        defer { lastFocus = focus }
        return Review(focus: focus, lastFocus: lastFocus, endsAll: endsAll)
    }

    /// Reviews the next text, and forgets it if its view shows it no more. Nil after the last.
    @inline(never)
    mutating func next(_ review: inout Review, _ tree: borrowing NodeTree, isWell: Bool) -> TextReview? {
        guard review.index < entries.count else { return nil }
        let text = entries[review.index]
        let isAttached = tree.flags(text.view).contains(.showsText)
        if isAttached { review.index &+= 1 } else { entries.remove(at: review.index) }
        let (window, flags) = tree.ancestry(text.view)
        let (focus, last) = (review.focus, review.lastFocus)
        let isSeenAlone = isWell && !isCaptured && !flags.contains(.hidden) && (focus == 0 || focus == window)
        let hasLostFocus = last == window && focus != last
        return TextReview(
            tag: text.tag, isAttached: isAttached, mayReveal: isSeenAlone || !isAttached,
            endsReveal: review.endsAll || !isSeenAlone || hasLostFocus || !isAttached)
    }
}

extension SceneState {
    /// - Throws: `notFound`, `invalidState` (the view has a text), `limit`, `noMemory`.
    mutating func attachText(_ tag: UInt64, to id: UInt64, isSecret: Bool) throws(Failure) {
        let slot = try tree.find(id)
        guard !tree.nodes.read(slot, { $0.flags }).contains(.showsText) else { throw .invalidState }
        try texts.add(tag, of: id)
        let flags: ViewFlags = isSecret ? .ofTexts : .showsText
        changeNode(slot) { $0.nodes.update(slot) { $0.flags.formUnion(flags) } }
    }

    /// Does nothing if the view has no text.
    ///
    /// - Throws: `notFound`.
    mutating func detachText(from id: UInt64) throws(Failure) {
        let slot = try tree.find(id)
        guard tree.nodes.read(slot, { $0.flags }).contains(.showsText) else { return }
        texts.noteDetached()
        changeNode(slot) { $0.nodes.update(slot) { $0.flags.subtract(.ofTexts) } }
    }

    mutating func beginTextReview(endsAll: Bool) -> ShownTexts.Review? {
        let count = tree.visibilityChanges &+ covers.changes &+ texts.changes
        return texts.beginReview(count, endsAll: endsAll, tree)
    }

    mutating func nextTextReview(_ review: inout ShownTexts.Review) -> TextReview? {
        texts.next(&review, tree, isWell: covers.isWell)
    }
}

extension Scene {
    package static let maxTexts = 256

    /// Attaches a text to a view. The text must be attached to no other.
    ///
    /// - Parameters:
    ///   - tag: Names the text in reviews.
    ///   - isSecret: The text makes the view secure.
    /// - Throws: `notFound`, `invalidState` (the view has a text), `limit`, `noMemory`.
    package func attachText(_ tag: UInt64, to id: UInt64, isSecret: Bool) throws(Failure) {
        try change { state throws(Failure) in try state.attachText(tag, to: id, isSecret: isSecret) }
    }

    /// Detaches the text of a view. Does nothing if the view has none.
    ///
    /// - Throws: `notFound`.
    package func detachText(from id: UInt64) throws(Failure) {
        try change { state throws(Failure) in try state.detachText(from: id) }
    }

    /// Says whether frames of the screen leave it by other ways than this scene's snapshots.
    package func setCaptured(_ isCaptured: Bool) { change { $0.texts.setCaptured(isCaptured) } }
}
