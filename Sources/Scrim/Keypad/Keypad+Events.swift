// SPDX-License-Identifier: MIT

/// What a keypad reports to its delegate.
package enum KeypadEvent {
    case willShow
    case didShow
    case willHide
    case didHide
}

/// Learns when a keypad shows and hides. It sees only complete states. From inside a call it may destroy the keypad, but not
/// change it otherwise.
package protocol KeypadDelegate: AnyObject {
    /// - Returns: Whether this is still the same process.
    func tell(_ event: KeypadEvent, _ bounds: Rect) -> Bool
    /// Is called when this object is no longer the delegate.
    func removed()
}

extension Keypad {
    package func setDelegate(_ new: any KeypadDelegate) {
        let old = delegate
        delegate = new
        old?.removed()
    }

    /// Reports an event.
    ///
    /// - Returns: Whether the call that reports it may continue. It may not if the delegate destroyed the keypad, nor in a child
    ///   process that the delegate forked.
    func tell(_ event: KeypadEvent) -> Bool {
        guard !isClosed else { return false }
        guard let delegate else { return true }
        return delegate.tell(event, options.bounds) && !isClosed
    }

    /// Reports that the keypad hides because of an error. It is hidden already, and its order is wiped: fail closed.
    func reportHidingByError() {
        if tell(.willHide) { _ = tell(.didHide) }
    }
}
