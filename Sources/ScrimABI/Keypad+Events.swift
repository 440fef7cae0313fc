// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the callbacks of scrim/keypad.h. The header has the contracts.

/// The callbacks of a keypad. The core does not know them.
@safe final class KeypadCallbacks: KeypadDelegate {
    private let callbacks: scrim_keypad_callbacks
    private let userData: UnsafeMutableRawPointer?
    private let release: scrim_free_fn?
    private let index: UInt32

    init(
        _ callbacks: scrim_keypad_callbacks, _ userData: UnsafeMutableRawPointer?, _ release: scrim_free_fn?,
        _ index: UInt32
    ) {
        self.callbacks = callbacks
        unsafe self.userData = unsafe userData
        unsafe self.release = unsafe release
        self.index = index
    }

    func tell(_ event: KeypadEvent, _ bounds: Rect) -> Bool {
        let tell: scrim_keypad_event_fn? =
            switch event {
            case .willShow: unsafe callbacks.will_show
            case .didShow: unsafe callbacks.did_show
            case .willHide: unsafe callbacks.will_hide
            case .didHide: unsafe callbacks.did_hide
            }
        guard let tell = unsafe tell else { return true }
        var lent = scrim_rect(bounds)
        return Groups.callBack(index) { unsafe tell(&lent, userData) }
    }

    /// Calls the host's function that frees the user data.
    func removed() {
        if let release = unsafe release { Groups.callBack(index) { unsafe release(userData) } }
    }
}

@_cdecl("scrim_keypad_set_callbacks") @implementation
public func scrim_keypad_set_callbacks(
    _ keypad: OpaquePointer!, _ callbacks: UnsafePointer<scrim_keypad_callbacks>!,
    _ user_data: UnsafeMutableRawPointer!, _ user_data_free: scrim_free_fn!
) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        var new = scrim_keypad_callbacks()
        if let callbacks = unsafe callbacks { unsafe new = try copyIn(callbacks, zeroed: new) }
        guard new.reserved == 0 else { throw .invalidArgument }
        try Reserve.claim()
        let delegate = unsafe KeypadCallbacks(new, user_data, user_data_free, keypad.index)
        // Released before anything is called back: if a callback forks, the child's reserve has no claims.
        Reserve.release()
        keypad.object.setDelegate(delegate)
    }
}
