// SPDX-License-Identifier: MIT

/// An edit that is about to be made, in clusters.
package struct TextChange {
    /// What is replaced; nil where the text hides its length.
    package let range: (location: Int, length: Int)?
    /// What is put there, counted by itself.
    package let count: Int
}

/// What a text asks before it does something.
package enum TextQuestion {
    case clear
    case finish
    case begin
    case end
}

/// What a text tells after something was done.
package enum TextEvent {
    case changed
    case displayChanged
    case began
    case ended
    case finished
}

/// Whom a text asks and tells. It sees complete states only, and may not change the text from inside, but wipe it.
package protocol TextDelegate: AnyObject {
    func shouldChange(_ change: TextChange) -> Bool
    func should(_ question: TextQuestion) -> Bool
    func tell(_ event: TextEvent)
    /// It is no longer the delegate.
    func removed()
}

extension Text {
    /// Replaces the delegate, and has the new one draw the text.
    package func setDelegate(_ new: any TextDelegate) {
        let old = delegate
        delegate = new
        let before = interruptions
        old?.removed()
        // If the text was wiped just now, the host redraws it anyway.
        if interruptions == before { new.tell(.displayChanged) }
    }

    /// Begins editing; nothing where it has begun.
    ///
    /// - Throws: `refused`, as each of these.
    package func beginEditing() throws(Failure) {
        if isEditing { return }
        try ask(.begin)
        isEditing = true
        delegate?.tell(.began)
    }

    /// Ends editing; nothing where it has not begun.
    package func endEditing() throws(Failure) {
        guard isEditing else { return }
        try ask(.end)
        isEditing = false
        let before = interruptions
        conceal()
        guard interruptions == before else { throw .refused }
        delegate?.tell(.ended)
    }

    /// The user is done: ends editing.
    ///
    /// - Throws: `refused`; where the text was wiped before the end was told, too.
    package func finish() throws(Failure) {
        let before = interruptions
        try ask(.finish)
        try endEditing()
        conceal()
        guard interruptions == before else { throw .refused }
        delegate?.tell(.finished)
    }

    // MARK: -

    /// - Throws: `refused`; where the text was wiped meanwhile, too.
    func ask(_ question: TextQuestion) throws(Failure) {
        let before = interruptions
        if let delegate, !delegate.should(question) { throw .refused }
        guard interruptions == before else { throw .refused }
    }

    /// Tells of something that has been done.
    ///
    /// - Throws: `refused` where the text was wiped meanwhile, which undid it.
    func tell(_ event: TextEvent) throws(Failure) {
        let before = interruptions
        delegate?.tell(event)
        guard interruptions == before else { throw .refused }
    }

    /// Tells of a change that has been made.
    ///
    /// - Throws: as `tell`.
    func tellChange() throws(Failure) {
        try tell(.changed)
        try tell(.displayChanged)
    }
}
