// SPDX-License-Identifier: MIT

/// An edit that is about to happen, in clusters.
package struct TextChange {
    /// The replaced range. nil if the text hides its length.
    package let range: (location: Int, length: Int)?
    /// The number of clusters in the inserted text alone.
    package let count: Int
}

/// A question that a text asks its delegate before it does something.
package enum TextQuestion {
    case clear
    case finish
    case begin
    case end
}

/// An event that a text reports to its delegate after it happened.
package enum TextEvent {
    case changed
    case displayChanged
    case began
    case ended
    case finished
}

/// Decides what a text may do, and receives its events. It sees only complete states. From inside a call it may
/// wipe the text, but not change it otherwise.
package protocol TextDelegate: AnyObject {
    /// - Parameter new: The inserted text. nil if the text is secret.
    func shouldChange(_ change: TextChange, inserting new: Span<UInt8>?) -> Bool
    func should(_ question: TextQuestion) -> Bool
    func tell(_ event: TextEvent)
    /// Is called when this object is no longer the delegate.
    func removed()
}

extension Text {
    /// Replaces the delegate, and asks the new one to draw the text.
    package func setDelegate(_ new: any TextDelegate) {
        let old = delegate
        delegate = new
        let before = interruptions
        old?.removed()
        // If the text was wiped just now, the host redraws it anyway.
        if interruptions == before { new.tell(.displayChanged) }
    }

    /// Begins editing. Does nothing if editing has begun.
    ///
    /// - Throws: `refused`, like the two functions below.
    package func beginEditing() throws(Failure) {
        if isEditing { return }
        try ask(.begin)
        isEditing = true
        delegate?.tell(.began)
    }

    /// Ends editing. Does nothing if editing has not begun.
    package func endEditing() throws(Failure) {
        guard isEditing else { return }
        try ask(.end)
        isEditing = false
        let before = interruptions
        conceal()
        guard interruptions == before else { throw .refused }
        delegate?.tell(.ended)
    }

    /// Handles the user's "done": ends editing.
    ///
    /// - Throws: `refused`, also if the text was wiped before the end was reported.
    package func finish() throws(Failure) {
        let before = interruptions
        try ask(.finish)
        try endEditing()
        conceal()
        guard interruptions == before else { throw .refused }
        delegate?.tell(.finished)
    }

    // MARK: -

    /// - Throws: `refused`, also if the text was wiped meanwhile.
    func ask(_ question: TextQuestion) throws(Failure) {
        let before = interruptions
        if let delegate, !delegate.should(question) { throw .refused }
        guard interruptions == before else { throw .refused }
    }

    /// Reports an event.
    ///
    /// - Throws: `refused` if the text was wiped meanwhile, which undid the change.
    func tell(_ event: TextEvent) throws(Failure) {
        let before = interruptions
        delegate?.tell(event)
        guard interruptions == before else { throw .refused }
    }

    /// Reports a change.
    ///
    /// - Throws: like `tell`.
    func tellChange() throws(Failure) {
        try tell(.changed)
        try tell(.displayChanged)
    }
}
