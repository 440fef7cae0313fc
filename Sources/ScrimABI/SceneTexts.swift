// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the texts of scrim/scene.h; the contracts stand there.

@_cdecl("scrim_scene_attach_text") @implementation
public func scrim_scene_attach_text(_ scene: OpaquePointer!, _ view: scrim_id, _ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<Scene>) throws(Failure) in
        let shown = unsafe try Referent<Text>(text)
        if Groups.isBusy(shown.place) { throw .busy }
        if Groups.hasDependency(shown.place) { throw .invalidState }
        // First, because the text may call back as it is attached.
        Groups.join(shown.place, to: scene.place)
        do throws(Failure) {
            try scene.object.attachText(UInt64(UInt(bitPattern: text)), to: view)
        } catch {
            Groups.leave(shown.place)
            throw error
        }
    }
}

@_cdecl("scrim_scene_detach_text") @implementation
public func scrim_scene_detach_text(_ scene: OpaquePointer!, _ view: scrim_id) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<Scene>) throws(Failure) in
        try scene.object.detachText(from: view)
    }
}

@_cdecl("scrim_scene_set_captured") @implementation
public func scrim_scene_set_captured(_ scene: OpaquePointer!, _ captured: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<Scene>) throws(Failure) in
        guard captured <= 1 else { throw .invalidArgument }
        scene.object.setCaptured(captured == 1)
    }
}
