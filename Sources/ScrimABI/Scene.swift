// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/scene.h; the contracts stand there.

@_cdecl("scrim_scene_create") @implementation
public func scrim_scene_create(
    _ options: UnsafePointer<scrim_scene_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> SceneObject in
        let options = unsafe try copyIn(options, zeroed: scrim_scene_options())
        return SceneObject(try Scene.make(outputs: options.outputs))
    }
}

@_cdecl("scrim_scene_destroy") @implementation
public func scrim_scene_destroy(_ scene: OpaquePointer!) { unsafe destroy(scene, as: SceneObject.self) }

// MARK: - Windows and views

@_cdecl("scrim_scene_add_window") @implementation
public func scrim_scene_add_window(
    _ scene: OpaquePointer!, _ window: UnsafePointer<scrim_window>!, _ id: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let id = unsafe try required(id)
        let window = unsafe try copyIn(window, zeroed: scrim_window())
        let (screen, title) = (unsafe try inputBytes(window.screen), unsafe try inputBytes(window.title))
        unsafe id.pointee = try scene.object.scene.addWindow(
            try WindowProperties(window), screen: screen.span, title: title.span)
    }
}

@_cdecl("scrim_scene_update_window") @implementation
public func scrim_scene_update_window(
    _ scene: OpaquePointer!, _ window: scrim_id, _ properties: UnsafePointer<scrim_window>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let copy = unsafe try copyIn(properties, zeroed: scrim_window())
        let (screen, title) = (unsafe try inputBytes(copy.screen), unsafe try inputBytes(copy.title))
        unsafe try scene.object.scene.updateWindow(
            window, try WindowProperties(copy), screen: screen.span, title: title.span)
    }
}

@_cdecl("scrim_scene_add_view") @implementation
public func scrim_scene_add_view(
    _ scene: OpaquePointer!, _ parent: scrim_id, _ view: UnsafePointer<scrim_view>!,
    _ id: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let id = unsafe try required(id)
        let view = unsafe try copyIn(view, zeroed: scrim_view())
        let properties = unsafe try ViewProperties(view, scene.object.scene.names)
        let content = unsafe try inputBytes(view.content)
        unsafe id.pointee = try scene.object.scene.addView(parent, properties, content: content.span)
    }
}

@_cdecl("scrim_scene_update_view") @implementation
public func scrim_scene_update_view(
    _ scene: OpaquePointer!, _ view: scrim_id, _ properties: UnsafePointer<scrim_view>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let copy = unsafe try copyIn(properties, zeroed: scrim_view())
        let properties = unsafe try ViewProperties(copy, scene.object.scene.names)
        let content = unsafe try inputBytes(copy.content)
        try scene.object.scene.updateView(view, properties, content: unsafe content.span)
    }
}

@_cdecl("scrim_scene_remove") @implementation
public func scrim_scene_remove(_ scene: OpaquePointer!, _ id: scrim_id) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in try scene.object.scene.remove(id) }
}

// MARK: - Hit testing

@_cdecl("scrim_scene_hit_test") @implementation
public func scrim_scene_hit_test(
    _ scene: OpaquePointer!, _ x: Double, _ y: Double, _ window: UnsafeMutablePointer<scrim_id>!,
    _ view: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let (window, view) = (unsafe try required(window), unsafe try required(view))
        let hit = scene.object.scene.hit(try Point(checked: x, y))
        unsafe window.pointee = hit.window
        unsafe view.pointee = hit.view
    }
}

@_cdecl("scrim_scene_is_secure_at") @implementation
public func scrim_scene_is_secure_at(
    _ scene: OpaquePointer!, _ x: Double, _ y: Double, _ secure: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let secure = unsafe try required(secure)
        unsafe secure.pointee = scene.object.scene.isSecure(at: try Point(checked: x, y)) ? 1 : 0
    }
}

// MARK: - Activity and cover

@_cdecl("scrim_scene_set_activity") @implementation
public func scrim_scene_set_activity(_ scene: OpaquePointer!, _ window: scrim_id, _ activity: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        guard let activity = Activity(rawValue: activity) else { throw .invalidArgument }
        scene.object.tell(try scene.object.scene.setActivity(window, activity), scene.place)
    }
}

@_cdecl("scrim_scene_frame_ready") @implementation
public func scrim_scene_frame_ready(_ scene: OpaquePointer!, _ output: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in try scene.object.scene.frameReady(output) }
}

@_cdecl("scrim_scene_is_covered") @implementation
public func scrim_scene_is_covered(
    _ scene: OpaquePointer!, _ output: UInt32, _ covered: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let covered = unsafe try required(covered)
        unsafe covered.pointee = try scene.object.scene.isCovered(output) ? 1 : 0
    }
}

@_cdecl("scrim_scene_set_cover_callback") @implementation
public func scrim_scene_set_cover_callback(
    _ scene: OpaquePointer!, _ cover: scrim_cover_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ user_data_free: scrim_free_fn!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Referent<SceneObject>) throws(Failure) in
        let callback = unsafe CoverCallback(cover: cover, userData: user_data, free: user_data_free)
        unsafe scene.object.setCallback(callback, scene.place)
    }
}

// MARK: - Frames

@_cdecl("scrim_scene_protect") @implementation
public func scrim_scene_protect(
    _ scene: OpaquePointer!, _ frame: UnsafePointer<scrim_frame>!, _ options: UnsafePointer<scrim_protect_options>!,
    _ report: UnsafeMutablePointer<scrim_redact_report>!
) -> scrim_status {
    unsafe redact(frame, report, regions: 0) { (frame: Frame) throws(Failure) in
        let scene = unsafe try Referent<SceneObject>(scene)
        return try scene.object.scene.protect(frame, unsafe try Capture(options))
    }
}

// MARK: - Values

extension Point {
    /// - Throws: `invalidArgument`.
    fileprivate init(checked x: Double, _ y: Double) throws(Failure) {
        self.init(x: x, y: y)
        guard isValid else { throw .invalidArgument }
    }
}

extension WindowProperties {
    /// - Throws: `invalidArgument`.
    fileprivate init(_ window: scrim_window) throws(Failure) {
        guard unsafe window.reserved == 0 else { throw .invalidArgument }
        self.init(
            flags: ViewFlags(rawValue: unsafe window.flags), frame: Rect(unsafe window.frame),
            level: unsafe window.level)
    }
}

extension ViewProperties {
    /// - Throws: `invalidArgument`, `limit` (names), `invalidUTF8`, `noMemory`.
    fileprivate init(_ view: scrim_view, _ names: Names) throws(Failure) {
        self.init(
            flags: ViewFlags(rawValue: unsafe view.flags), frame: Rect(unsafe view.frame), alpha: unsafe view.alpha,
            ownClass: unsafe try names.ownClass(view.classes, view.class_count))
    }
}

extension Capture {
    /// - Throws: `invalidArgument`, `unsupported` (the kind of the style).
    fileprivate init(_ options: UnsafePointer<scrim_protect_options>?) throws(Failure) {
        guard let options = unsafe options else {
            self.init(output: 0, origin: Point(x: 0, y: 0), scale: 1, color: .black)
            return
        }
        let copy = unsafe try copyIn(options, zeroed: scrim_protect_options())
        self.init(
            output: copy.output, origin: Point(copy.origin), scale: copy.scale, color: try Color(copy.style))
    }
}
