// SPDX-License-Identifier: MIT

/// Decides which gestures begin. From inside a call it may destroy the engine, but not change it otherwise.
package protocol GesturesDelegate: AnyObject {
    /// Whether a recognizer may be recognized.
    ///
    /// - Parameter event: The event that is sent if it may.
    /// - Returns: nil if the delegate forked, and this is the child process.
    func shouldBegin(_ event: GestureEvent) -> Bool?
    /// Is called when this object is no longer the delegate.
    func removed()
}

extension Gestures {
    package func setDelegate(_ new: any GesturesDelegate) {
        let old = delegate
        delegate = new
        old?.removed()
    }

    /// A callback destroys the engine. The call that caused the callback ends, and nothing is asked any more.
    package func abandon() { ending = .closed }

    /// Asks the delegate whether a recognizer that is about to be recognized may be. A copy of the recognizer makes the
    /// event, so that nothing has happened yet if the delegate refuses.
    @inline(never)
    func refuses(_ index: Int) -> Bool {
        guard let delegate else { return false }
        if isClosed { return true }
        var copy = list.all[index]
        copy.recognize(at: now, &fingers)
        let last = outbox.count
        _ = write(&copy)
        let event = outbox[last]
        outbox.truncate(last)
        let isAllowed = delegate.shouldBegin(event)
        if isAllowed == nil { ending = .forked }
        return isAllowed != true || isClosed
    }
}
