// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the texts of scrim/scene.h, and what a scene reports while it changes. The header has the contracts.

@_cdecl("scrim_scene_attach_text") @implementation
public func scrim_scene_attach_text(_ scene: OpaquePointer!, _ view: scrim_id, _ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let shown = unsafe try Resolved<Text>(text)
        if Groups.isBusy(shown.index) { throw .busy }
        if Groups.hasDependency(shown.index) { throw .invalidState }
        // First, because the text may call back as it is attached.
        Groups.join(shown.index, to: scene.index)
        do throws(Failure) {
            try scene.object.attachText(
                UInt64(UInt(bitPattern: text)), to: view, isSecret: !shown.object.isVisible)
        } catch {
            Groups.leave(shown.index)
            throw error
        }
    }
}

@_cdecl("scrim_scene_detach_text") @implementation
public func scrim_scene_detach_text(_ scene: OpaquePointer!, _ view: scrim_id) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        try scene.object.detachText(from: view)
    }
}

@_cdecl("scrim_scene_set_captured") @implementation
public func scrim_scene_set_captured(_ scene: OpaquePointer!, _ captured: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard captured <= 1 else { throw .invalidArgument }
        scene.object.setCaptured(captured == 1)
    }
}

// MARK: - What a scene reports

/// The host's cover callback.
@unsafe private struct CoverCallback {
    var cover: scrim_cover_fn?
    var userData: UnsafeMutableRawPointer?
    var free: scrim_free_fn?
    /// The scene's index in the table.
    var index: UInt32 = 0
}

@safe final class SceneCallbacks: SceneDelegate {
    private var callback = unsafe CoverCallback()

    /// Sets how much a text may reveal, and splits it off the group when it is no longer attached. A text that has been destroyed
    /// has nothing to reveal.
    func reviewed(_ review: TextReview) {
        guard let text = unsafe try? Resolved<Text>(OpaquePointer(bitPattern: UInt(review.tag))) else { return }
        text.object.mayReveal = review.mayReveal
        if review.endsReveal { text.object.conceal() }
        guard !review.isAttached else { return }
        // Destroys first what callbacks deferred, while the group is whole. This text or the scene may be among it.
        Groups.destroyDeferred(text.index)
        if let index = try? Handles.find(review.tag, UInt32(truncatingIfNeeded: Text.kind)) { Groups.leave(index) }
    }

    func covered(_ output: UInt32) {
        let callback = unsafe callback
        guard let cover = unsafe callback.cover, !Groups.isDestroyed(unsafe callback.index) else { return }
        Groups.callBack(unsafe callback.index) { unsafe cover(output, callback.userData) }
    }

    /// Calls the host's function that frees the user data.
    func removed() { unsafe setCover(nil, nil, nil, callback.index) }

    /// Sets the cover callback. The data of the earlier one is freed after the new one is set.
    func setCover(
        _ cover: scrim_cover_fn?, _ userData: UnsafeMutableRawPointer?, _ free: scrim_free_fn?, _ index: UInt32
    ) {
        let old = unsafe callback
        unsafe callback = unsafe CoverCallback(cover: cover, userData: userData, free: free, index: index)
        if let free = unsafe old.free { Groups.callBack(index) { unsafe free(old.userData) } }
    }
}
