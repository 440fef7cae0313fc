// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// What a scene reports to the host, as scrim/scene.h has it. The core knows nothing of callbacks and groups.

/// The host's cover callback.
@unsafe private struct CoverCallback {
    var cover: scrim_cover_fn?
    var userData: UnsafeMutableRawPointer?
    var free: scrim_free_fn?
    /// The scene's place in the table.
    var place: UInt32 = 0
}

@safe final class SceneCallbacks: SceneDelegate {
    private var callback = unsafe CoverCallback()

    /// Tells a text what it may reveal, and splits it off the group when it is attached no more. A text that has been destroyed has
    /// nothing to reveal.
    func reviewed(_ review: TextReview) {
        guard let text = unsafe try? Referent<Text>(OpaquePointer(bitPattern: UInt(review.tag))) else { return }
        text.object.mayReveal = review.mayReveal
        if review.endsReveal { text.object.conceal() }
        guard !review.isAttached else { return }
        // First what a callback destroyed, while the group is whole: this text, or the scene, may be among that.
        Groups.settle(text.place)
        if let place = try? Handles.find(review.tag, UInt32(truncatingIfNeeded: Text.kind)) { Groups.leave(place) }
    }

    func covered(_ output: UInt32) {
        let callback = unsafe callback
        guard let cover = unsafe callback.cover else { return }
        Groups.callBack(unsafe callback.place) { unsafe cover(output, callback.userData) }
    }

    /// Gives the user data back.
    func removed() { unsafe setCover(nil, nil, nil, callback.place) }

    /// Sets the cover callback. The earlier one's data is freed once the new one is in place.
    func setCover(
        _ cover: scrim_cover_fn?, _ userData: UnsafeMutableRawPointer?, _ free: scrim_free_fn?, _ place: UInt32
    ) {
        let old = unsafe callback
        unsafe callback = unsafe CoverCallback(cover: cover, userData: userData, free: free, place: place)
        if let free = unsafe old.free { Groups.callBack(place) { unsafe free(old.userData) } }
    }
}
