// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the callbacks of scrim/gesture.h. The header has the contracts.

/// The callbacks of a gesture engine. The core does not know them.
@safe final class GesturesCallbacks: GesturesDelegate {
    private let callbacks: scrim_gestures_callbacks
    private let userData: UnsafeMutableRawPointer?
    private let release: scrim_free_fn?
    private let index: UInt32

    init(
        _ callbacks: scrim_gestures_callbacks, _ userData: UnsafeMutableRawPointer?, _ release: scrim_free_fn?,
        _ index: UInt32
    ) {
        self.callbacks = callbacks
        unsafe self.userData = unsafe userData
        unsafe self.release = unsafe release
        self.index = index
    }

    func shouldBegin(_ event: GestureEvent) -> Bool? {
        guard let should = unsafe callbacks.should_begin else { return true }
        var (event, lent, answer) = (event, scrim_gesture_event(), UInt32(0))
        lent.set(&event)
        let isSameProcess = Groups.callBack(index) { answer = unsafe should(&lent, userData) }
        return isSameProcess ? answer != 0 : nil
    }

    /// Calls the host's function that frees the user data.
    func removed() {
        if let release = unsafe release { Groups.callBack(index) { unsafe release(userData) } }
    }
}

@_cdecl("scrim_gestures_set_callbacks") @implementation
public func scrim_gestures_set_callbacks(
    _ gestures: OpaquePointer!, _ callbacks: UnsafePointer<scrim_gestures_callbacks>!,
    _ user_data: UnsafeMutableRawPointer!, _ user_data_free: scrim_free_fn!
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        var new = scrim_gestures_callbacks()
        if let callbacks = unsafe callbacks { unsafe new = try copyIn(callbacks, zeroed: new) }
        guard new.reserved == 0 else { throw .invalidArgument }
        try Reserve.claim()
        let delegate = unsafe GesturesCallbacks(new, user_data, user_data_free, gestures.index)
        // Released before anything is called back: if a callback forks, the child's reserve has no claims.
        Reserve.release()
        gestures.object.setDelegate(delegate)
    }
}
