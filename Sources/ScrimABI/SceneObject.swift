// SPDX-License-Identifier: MIT
import CScrim
import Scrim

/// A scene with its callback of the C interface, of which the core knows nothing.
@safe final class SceneObject {
    let scene: Scene
    private var callback = unsafe CoverCallback()

    init(_ scene: Scene) { self.scene = scene }

    /// Calls back for each of the outputs.
    func tell(_ outputs: OutputSet, _ place: UInt32) {
        guard let cover = unsafe callback.cover else { return }
        var output: UInt32 = 0
        while output < OutputSet.maxCount {
            if outputs.contains(OutputSet(only: output)) {
                Groups.callBack(place) { unsafe cover(output, callback.userData) }
            }
            output &+= 1
        }
    }

    /// Sets the callback; the earlier one's data is freed once the new one is in place.
    func setCallback(_ new: CoverCallback, _ place: UInt32) {
        let old = unsafe callback
        unsafe callback = unsafe new
        if let free = unsafe old.free { Groups.callBack(place) { unsafe free(old.userData) } }
    }

    func close(_ place: UInt32) {
        scene.close()
        unsafe setCallback(CoverCallback(), place)
        reviewTexts()
    }
}

@unsafe struct CoverCallback {
    var cover: scrim_cover_fn?
    var userData: UnsafeMutableRawPointer?
    var free: scrim_free_fn?
}
