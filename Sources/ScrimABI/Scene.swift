// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/scene.h. The header has the contracts.

@_cdecl("scrim_scene_create") @implementation
public func scrim_scene_create(
    _ options: UnsafePointer<scrim_scene_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Scene in
        let options = unsafe try copyIn(options, zeroed: scrim_scene_options())
        let scene = try Scene.make(outputs: options.outputs)
        scene.delegate = SceneCallbacks()
        return scene
    }
}

@_cdecl("scrim_scene_destroy") @implementation
public func scrim_scene_destroy(_ scene: OpaquePointer!) { unsafe destroy(scene, as: Scene.self) }

// MARK: - Windows and views

@_cdecl("scrim_scene_add_window") @implementation
public func scrim_scene_add_window(
    _ scene: OpaquePointer!, _ window: UnsafePointer<scrim_window>!, _ id: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let id = unsafe try required(id)
        let window = unsafe try copyIn(window, zeroed: scrim_window())
        let (screen, title) = (unsafe try inputBytes(window.screen), unsafe try inputBytes(window.title))
        unsafe id.pointee = try scene.object.addWindow(
            try WindowProperties(window), screen: screen.span, title: title.span)
    }
}

@_cdecl("scrim_scene_update_window") @implementation
public func scrim_scene_update_window(
    _ scene: OpaquePointer!, _ window: scrim_id, _ properties: UnsafePointer<scrim_window>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let copy = unsafe try copyIn(properties, zeroed: scrim_window())
        let (screen, title) = (unsafe try inputBytes(copy.screen), unsafe try inputBytes(copy.title))
        unsafe try scene.object.updateWindow(
            window, try WindowProperties(copy), screen: screen.span, title: title.span)
    }
}

@_cdecl("scrim_scene_add_view") @implementation
public func scrim_scene_add_view(
    _ scene: OpaquePointer!, _ parent: scrim_id, _ view: UnsafePointer<scrim_view>!,
    _ id: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let id = unsafe try required(id)
        let view = unsafe try copyIn(view, zeroed: scrim_view())
        let properties = unsafe try ViewProperties(view, of: parent, isNew: true, scene.object)
        let content = unsafe try inputBytes(view.content)
        unsafe id.pointee = try scene.object.addView(parent, properties, content: content.span)
    }
}

@_cdecl("scrim_scene_update_view") @implementation
public func scrim_scene_update_view(
    _ scene: OpaquePointer!, _ view: scrim_id, _ properties: UnsafePointer<scrim_view>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let copy = unsafe try copyIn(properties, zeroed: scrim_view())
        let properties = unsafe try ViewProperties(copy, of: view, isNew: false, scene.object)
        let content = unsafe try inputBytes(copy.content)
        try scene.object.updateView(view, properties, content: unsafe content.span)
    }
}

@_cdecl("scrim_scene_set_metadata") @implementation
public func scrim_scene_set_metadata(
    _ scene: OpaquePointer!, _ id: scrim_id, _ description: UnsafePointer<scrim_view_metadata>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let given = unsafe try copyIn(description, zeroed: scrim_view_metadata())
        unsafe try scene.object.setMetadata(id, given)
    }
}

@_cdecl("scrim_scene_remove") @implementation
public func scrim_scene_remove(_ scene: OpaquePointer!, _ id: scrim_id) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        try scene.object.remove(id)
    }
}

@_cdecl("scrim_scene_generation") @implementation
public func scrim_scene_generation(
    _ scene: OpaquePointer!, _ generation: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let generation = unsafe try required(generation)
        unsafe generation.pointee = scene.object.generation
    }
}

// MARK: - What is private

@_cdecl("scrim_scene_set_policy") @implementation
public func scrim_scene_set_policy(_ scene: OpaquePointer!, _ policy: UInt32) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard let policy = Policy(rawValue: policy) else { throw .invalidArgument }
        scene.object.setPolicy(policy)
    }
}

@_cdecl("scrim_scene_is_secure") @implementation
public func scrim_scene_is_secure(
    _ scene: OpaquePointer!, _ id: scrim_id, _ secure: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let secure = unsafe try required(secure)
        guard scene.object.contains(id) else { throw .notFound }
        unsafe secure.pointee = scene.object.isSecure(id) ? 1 : 0
    }
}

@_cdecl("scrim_scene_is_secure_at") @implementation
public func scrim_scene_is_secure_at(
    _ scene: OpaquePointer!, _ x: Double, _ y: Double, _ secure: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    defer { clearStack(unsafe depthOfPoints(scene)) }
    return unsafe isSecure(scene, x, y, secure)
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func isSecure(
    _ scene: OpaquePointer?, _ x: Double, _ y: Double, _ secure: UnsafeMutablePointer<UInt32>?
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let secure = unsafe try required(secure)
        unsafe secure.pointee = scene.object.isSecure(at: try Point(checked: x, y)) ? 1 : 0
    }
}

@_cdecl("scrim_scene_secure_regions") @implementation
public func scrim_scene_secure_regions(
    _ scene: OpaquePointer!, _ regions: UnsafeMutablePointer<scrim_secure_region>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let regions = unsafe try output(regions, capacity)
        let count = unsafe try required(count)
        unsafe count.pointee = scene.object.regionCount
        guard unsafe count.pointee <= regions.count else { throw .bufferTooSmall }
        var index = 0
        try scene.object.forEachRegion { region, polygon, view throws(Failure) in
            unsafe regions[index] = scrim_secure_region(polygon ?? ConvexPolygon(region.box), view)
            index &+= 1
        }
    }
}

@_cdecl("scrim_scene_begin") @implementation
public func scrim_scene_begin(_ scene: OpaquePointer!) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in try scene.object.begin() }
}

@_cdecl("scrim_scene_commit") @implementation
public func scrim_scene_commit(_ scene: OpaquePointer!) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in try scene.object.commit() }
}

// MARK: - Values

extension Point {
    /// - Throws: `invalidArgument`.
    init(checked x: Double, _ y: Double) throws(Failure) {
        self.init(x: x, y: y)
        guard isValid else { throw .invalidArgument }
    }
}

extension WindowProperties {
    /// - Throws: `invalidArgument`.
    fileprivate init(_ window: scrim_window) throws(Failure) {
        guard unsafe window.reserved == 0, unsafe window.reserved2 == 0,
            let touches = TouchPrivacy(rawValue: unsafe window.touch_privacy)
        else { throw .invalidArgument }
        self.init(
            flags: ViewFlags(rawValue: unsafe window.flags), frame: Rect(unsafe window.frame),
            level: unsafe window.level, owner: unsafe window.owner, touches: touches)
    }
}

extension ViewProperties {
    /// - Parameters:
    ///   - id: The view, or the parent of a new view.
    /// - Throws: `invalidArgument`, `notFound`, `limit`, `invalidUTF8`, `noMemory`.
    @inline(never)
    fileprivate init(_ view: scrim_view, of id: UInt64, isNew: Bool, _ scene: Scene) throws(Failure) {
        guard unsafe view.reserved == 0, let touches = TouchPrivacy(rawValue: unsafe view.touch_privacy)
        else { throw .invalidArgument }
        self.init(
            flags: ViewFlags(rawValue: unsafe view.flags), frame: Rect(unsafe view.frame), alpha: unsafe view.alpha,
            isContentKnown: unsafe view.content.data != nil,
            contentOffset: Point(unsafe view.content_offset), transform: Affine(unsafe view.transform),
            overflow: Outsets(unsafe view.overflow), touches: touches)
        guard unsafe view.class_count != 0 else { return }
        // The names of classes stay in the scene, so everything else is checked before.
        try scene.check(self, of: id, isNew: isNew, content: unsafe try inputBytes(view.content).span)
        classes = unsafe try scene.chain(view.classes, view.class_count)
    }
}

extension Affine {
    fileprivate init(_ affine: scrim_affine) {
        self.init(xx: affine.xx, yx: affine.yx, xy: affine.xy, yy: affine.yy, x0: affine.x0, y0: affine.y0)
    }
}

extension Outsets {
    fileprivate init(_ outsets: scrim_outsets) {
        self.init(left: outsets.left, top: outsets.top, right: outsets.right, bottom: outsets.bottom)
    }
}

extension scrim_secure_region {
    @inline(never)
    fileprivate init(_ polygon: ConvexPolygon, _ view: UInt64) {
        self.init()
        self.view = view
        corner_count = UInt32(truncatingIfNeeded: polygon.count)
        unsafe withUnsafeMutableBytes(of: &corners) { bytes in
            let corners = unsafe bytes.bindMemory(to: scrim_point.self)
            for index in steps(to: min(polygon.count, corners.count)) {
                unsafe corners[index] = scrim_point(x: polygon[index].x, y: polygon[index].y)
            }
        }
    }
}
