// SPDX-License-Identifier: MIT

// The texts that views show. As long as a view has one it is secure, whatever its flags and the policy say, and the text
// reveals nothing but while the view can be seen by its user alone.

/// A text, by what the caller knows it by, and the view that shows it.
struct ShownText: BitwiseCopyable {
    var tag: UInt64
    var view: UInt64
}

/// What has come of a text that a view shows, or showed.
package struct TextReview {
    package let tag: UInt64
    package let isAttached: Bool
    package let mayReveal: Bool
    /// Whether what it reveals now is to be ended.
    package let isOver: Bool
}

extension Scene {
    package static let maxTexts = 256

    /// Attaches a text that is attached to no view.
    ///
    /// - Throws: `notFound`, `invalidState` (the view has one), `limit`, `noMemory`.
    package func attachText(_ tag: UInt64, to id: UInt64) throws(Failure) {
        let place = try find(id)
        guard !nodes[place].flags.contains(.showsText) else { throw .invalidState }
        guard texts.count < Self.maxTexts else { throw .limit }
        try texts.append(ShownText(tag: tag, view: id))
        toggleText(place)
    }

    /// Nothing where the view has none.
    ///
    /// - Throws: `notFound`.
    package func detachText(from id: UInt64) throws(Failure) {
        let place = try find(id)
        if nodes[place].flags.contains(.showsText) { toggleText(place) }
    }

    @inline(never)
    private func toggleText(_ place: Int) {
        let was = marking(place)
        nodes.update(place) { $0.flags.formSymmetricDifference(.showsText) }
        mustReviewTexts = true
        review(place, was: was)
    }

    /// Says whether frames of the screen leave it by other ways than this scene's snapshots.
    package func setCaptured(_ isCaptured: Bool) {
        self.isCaptured = isCaptured
        mustReviewTexts = true
    }

    /// Says of each text whether it may reveal, where that may have changed, and forgets those that are no longer attached.
    ///
    /// - Parameters:
    ///   - endsAll: Whether what is revealed now is to be ended, whatever may be revealed later.
    ///   - body: May close the scene.
    package func reviewTexts(endsAll: Bool, _ body: (TextReview) -> Void) {
        guard mustReviewTexts || endsAll, !texts.isEmpty else { return }
        mustReviewTexts = false
        let (last, focus) = (lastTextFocus, focusedWindow)
        lastTextFocus = focus
        var index = 0
        while index < texts.count {
            let text = texts[index]
            let isAttached = flags(text.view).contains(.showsText)
            if isAttached { index &+= 1 } else { texts.remove(at: index) }
            let (window, all) = ancestry(text.view)
            let isSeenAlone = isWell && !isCaptured && !all.contains(.hidden) && (focus == 0 || focus == window)
            let hasLostFocus = last == window && focus != last
            body(
                TextReview(
                    tag: text.tag, isAttached: isAttached, mayReveal: isSeenAlone || !isAttached,
                    isOver: endsAll || !isSeenAlone || hasLostFocus || !isAttached))
        }
    }
}
