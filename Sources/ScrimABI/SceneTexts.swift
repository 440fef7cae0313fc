// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the texts of scrim/scene.h; the contracts stand there.

@_cdecl("scrim_scene_attach_text") @implementation
public func scrim_scene_attach_text(_ scene: OpaquePointer!, _ view: scrim_id, _ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let shown = unsafe try Referent<Text>(text)
        if Groups.isBusy(shown.place) { throw .busy }
        if Groups.hasDependency(shown.place) { throw .invalidState }
        try scene.object.scene.attachText(UInt64(UInt(bitPattern: text)), to: view)
        Groups.join(shown.place, to: scene.place)
        scene.object.reviewTexts()
    }
}

@_cdecl("scrim_scene_detach_text") @implementation
public func scrim_scene_detach_text(_ scene: OpaquePointer!, _ view: scrim_id) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        try scene.object.scene.detachText(from: view)
        scene.object.reviewTexts()
    }
}

@_cdecl("scrim_scene_set_captured") @implementation
public func scrim_scene_set_captured(_ scene: OpaquePointer!, _ captured: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        guard captured <= 1 else { throw .invalidArgument }
        scene.object.scene.setCaptured(captured == 1)
        scene.object.reviewTexts()
    }
}

extension SceneObject {
    /// After each call that may have changed which texts may reveal. A text that has been destroyed has nothing to reveal.
    @inline(never)
    func reviewTexts(endsAll: Bool = false) {
        scene.reviewTexts(endsAll: endsAll) { review in
            guard let text = unsafe try? Referent<Text>(OpaquePointer(bitPattern: UInt(review.tag))) else { return }
            text.object.mayReveal = review.mayReveal
            if review.isOver { text.object.conceal() }
            guard !review.isAttached else { return }
            // First what a callback destroyed, while the group is whole: this text, or the scene, may be among that.
            Groups.settle(text.place)
            if let place = try? Handles.find(review.tag, UInt32(truncatingIfNeeded: Text.kind)) { Groups.leave(place) }
        }
    }
}
