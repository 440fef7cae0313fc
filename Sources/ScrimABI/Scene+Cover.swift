// SPDX-License-Identifier: MIT
import CInitializers
import CScrim
import Scrim

// Implements activity, covers and frames of scrim/scene.h. The header has the contracts.

// MARK: - Activity and cover

@_cdecl("scrim_scene_set_activity") @implementation
public func scrim_scene_set_activity(_ scene: OpaquePointer!, _ window: scrim_id, _ activity: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard let activity = Activity(rawValue: activity) else { throw .invalidArgument }
        try scene.object.setActivity(window, activity)
    }
}

@_cdecl("scrim_scene_set_transition") @implementation
public func scrim_scene_set_transition(_ scene: OpaquePointer!, _ in_transition: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard in_transition <= 1 else { throw .invalidArgument }
        scene.object.setInTransition(in_transition == 1)
    }
}

@_cdecl("scrim_scene_add_output") @implementation
public func scrim_scene_add_output(
    _ scene: OpaquePointer!, _ output: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let output = unsafe try required(output)
        try scene.object.addOutput { unsafe output.pointee = $0 }
    }
}

@_cdecl("scrim_scene_remove_output") @implementation
public func scrim_scene_remove_output(_ scene: OpaquePointer!, _ output: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        try scene.object.removeOutput(output)
    }
}

@_cdecl("scrim_scene_frame_ready") @implementation
public func scrim_scene_frame_ready(_ scene: OpaquePointer!, _ output: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in try scene.object.frameReady(output) }
}

@_cdecl("scrim_scene_is_covered") @implementation
public func scrim_scene_is_covered(
    _ scene: OpaquePointer!, _ output: UInt32, _ covered: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let covered = unsafe try required(covered)
        unsafe covered.pointee = try scene.object.isCovered(output) ? 1 : 0
    }
}

@_cdecl("scrim_scene_set_cover_callback") @implementation
public func scrim_scene_set_cover_callback(
    _ scene: OpaquePointer!, _ cover: scrim_cover_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ user_data_free: scrim_free_fn!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let callbacks = scene.object.delegate as? SceneCallbacks
        unsafe callbacks?.setCover(cover, user_data, user_data_free, scene.index)
    }
}

@_cdecl("scrim_scene_set_cover") @implementation
public func scrim_scene_set_cover(
    _ scene: OpaquePointer!, _ output: UInt32, _ cover: UnsafePointer<scrim_cover>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard unsafe cover != nil else { return try scene.object.setCover(output, nil) }
        // Before the picture is copied.
        _ = try scene.object.isCovered(output)
        try Reserve.claim()
        defer { Reserve.release() }
        let cover = unsafe try copyIn(cover, zeroed: scrim_cover())
        try scene.object.setCover(output, unsafe try FrameCover.make(cover))
    }
}

extension FrameCover {
    /// - Throws: `invalidArgument`, `reversibleStyle`, `unsupported` (a kind, or the format of the picture), `limit`, `noMemory`.
    fileprivate static func make(_ cover: scrim_cover) throws(Failure) -> FrameCover {
        guard unsafe cover.reserved == 0 else { throw .invalidArgument }
        switch unsafe Int(cover.kind) {
        case SCRIM_COVER_COLOR: return make(try Color(rgba: unsafe cover.color))
        case SCRIM_COVER_STYLE: return try make(try Style.Kind(unsafe cover.style))
        case SCRIM_COVER_PICTURE:
            let color = try Color(rgba: unsafe cover.color)
            return try make(unsafe try Frame(cover.picture), on: color)
        default: throw .unsupported
        }
    }
}

// MARK: - Frames

@_cdecl("scrim_scene_redact") @implementation
public func scrim_scene_redact(
    _ scene: OpaquePointer!, _ frame: UnsafePointer<scrim_frame>!,
    _ options: UnsafePointer<scrim_scene_redact_options>!,
    _ report: UnsafeMutablePointer<scrim_redact_report>!
) -> scrim_status {
    var given = value_of_SCRIM_SCENE_REDACT_OPTIONS_INIT()
    return unsafe redact(frame, report, regions: 0) { frame throws(Failure) in
        if unsafe options != nil { unsafe given = try copyIn(options, zeroed: scrim_scene_redact_options()) }
        return try frame.rows(from: given.first_row, count: given.row_count)
    } _: { frame, rows, crossed throws(Failure) in
        let scene = unsafe try Resolved<Scene>(scene)
        let options = try SceneRedactOptions(given)
        return try scene.object.redact(frame, rows, options, countsCrossed: crossed != nil)
    }
}

extension SceneRedactOptions {
    /// - Throws: `invalidArgument`, `unsupported` (the kind of the style).
    fileprivate init(_ options: scrim_scene_redact_options) throws(Failure) {
        self.init(
            output: options.output, origin: Point(options.origin), scale: options.scale,
            style: try Style.Kind(options.style))
    }
}
