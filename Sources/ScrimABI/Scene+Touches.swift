// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements hit testing, focus and selecting of scrim/scene.h. The header has the contracts.

@_cdecl("scrim_scene_hit_test") @implementation
public func scrim_scene_hit_test(
    _ scene: OpaquePointer!, _ x: Double, _ y: Double, _ window: UnsafeMutablePointer<scrim_id>!,
    _ view: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    defer { clearStack(unsafe depthOfPoints(scene)) }
    return unsafe hit(scene, x, y, window, view)
}

/// How many bytes of the stack may hold a point that an export got. It may be that of a touch on a keypad. The export clears them, so
/// that nothing stays below its frame.
@inline(never)
func depthOfPoints(_ scene: OpaquePointer?) -> Int {
    (unsafe try? Resolved<Scene>(scene))?.object.depthOfPoints ?? 16384
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func hit(
    _ scene: OpaquePointer?, _ x: Double, _ y: Double, _ window: UnsafeMutablePointer<scrim_id>?,
    _ view: UnsafeMutablePointer<scrim_id>?
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let (window, view) = (unsafe try required(window), unsafe try required(view))
        let hit = scene.object.hit(try Point(checked: x, y))
        unsafe window.pointee = hit.window
        unsafe view.pointee = hit.view
    }
}

@_cdecl("scrim_scene_set_input_region") @implementation
public func scrim_scene_set_input_region(
    _ scene: OpaquePointer!, _ id: scrim_id, _ regions: UnsafePointer<scrim_rect>!, _ count: Int,
    _ generation: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard count >= 0, count <= Scene.maxInputRegions else { throw .limit }
        let regions = unsafe try input(regions, count)
        let generation = unsafe try required(generation)
        unsafe generation.pointee = try scene.object.setInputRegions(id, count) { index throws(Failure) in
            Rect(unsafe regions[index])
        }
    }
}

@_cdecl("scrim_scene_input_region") @implementation
public func scrim_scene_input_region(
    _ scene: OpaquePointer!, _ id: scrim_id, _ regions: UnsafeMutablePointer<scrim_rect>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!, _ generation: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let generation = unsafe try required(generation)
        var number: UInt64 = 0
        unsafe try list(regions, capacity, count) { listing throws(Failure) in
            number = try scene.object.forEachInputRegion(id) { unsafe listing.put(scrim_rect($0)) }
        }
        unsafe generation.pointee = number
    }
}

@_cdecl("scrim_scene_route_touch") @implementation
public func scrim_scene_route_touch(
    _ scene: OpaquePointer!, _ touch: UnsafePointer<scrim_touch>!, _ window: UnsafeMutablePointer<scrim_id>!,
    _ view: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    defer { clearStack(unsafe depthOfPoints(scene)) }
    return unsafe route(scene, touch, window, view)
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func route(
    _ scene: OpaquePointer?, _ touch: UnsafePointer<scrim_touch>?, _ window: UnsafeMutablePointer<scrim_id>?,
    _ view: UnsafeMutablePointer<scrim_id>?
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard let touch = unsafe touch else { throw .invalidArgument }
        let (window, view) = (unsafe try required(window), unsafe try required(view))
        let target = try scene.object.route(try TouchSample(unsafe touch.pointee))
        unsafe window.pointee = target.window
        unsafe view.pointee = target.view
    }
}

@_cdecl("scrim_scene_responders") @implementation
public func scrim_scene_responders(
    _ scene: OpaquePointer!, _ id: scrim_id, _ ids: UnsafeMutablePointer<scrim_id>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        unsafe try list(ids, capacity, count) { listing throws(Failure) in
            try scene.object.forEachResponder(id) { unsafe listing.put($0) }
        }
    }
}

// MARK: - Keys

@_cdecl("scrim_scene_focus") @implementation
public func scrim_scene_focus(_ scene: OpaquePointer!, _ window: scrim_id) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        try scene.object.focus(window)
    }
}

@_cdecl("scrim_scene_resign_focus") @implementation
public func scrim_scene_resign_focus(_ scene: OpaquePointer!, _ window: scrim_id) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        try scene.object.resignFocus(window)
    }
}

@_cdecl("scrim_scene_focused") @implementation
public func scrim_scene_focused(_ scene: OpaquePointer!, _ window: UnsafeMutablePointer<scrim_id>!) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let window = unsafe try required(window)
        unsafe window.pointee = scene.object.focusedWindow
    }
}

// MARK: - Selecting

@_cdecl("scrim_scene_views_at") @implementation
public func scrim_scene_views_at(
    _ scene: OpaquePointer!, _ x: Double, _ y: Double, _ everything: UInt32, _ ids: UnsafeMutablePointer<scrim_id>!,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> scrim_status {
    defer { clearStack(unsafe depthOfPoints(scene)) }
    return unsafe viewsAt(scene, x, y, everything, ids, capacity, count)
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func viewsAt(
    _ scene: OpaquePointer?, _ x: Double, _ y: Double, _ everything: UInt32, _ ids: UnsafeMutablePointer<scrim_id>?,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        guard everything <= 1 else { throw .invalidArgument }
        let point = try Point(checked: x, y)
        unsafe try list(ids, capacity, count) { listing throws(Failure) in
            scene.object.forEachView(at: point, isEverything: everything == 1) { unsafe listing.put($0) }
        }
    }
}

@_cdecl("scrim_scene_select") @implementation
public func scrim_scene_select(
    _ scene: OpaquePointer!, _ x: Double, _ y: Double, _ view: UnsafeMutablePointer<scrim_id>!
) -> scrim_status {
    // The scene keeps the point until the next selection, so nothing is cleared.
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let view = unsafe try required(view)
        unsafe view.pointee = scene.object.select(at: try Point(checked: x, y))
    }
}

@_cdecl("scrim_scene_selected") @implementation
public func scrim_scene_selected(_ scene: OpaquePointer!, _ view: UnsafeMutablePointer<scrim_id>!) -> scrim_status {
    unsafe inspect(scene) { (scene: Resolved<Scene>) throws(Failure) in
        let view = unsafe try required(view)
        unsafe view.pointee = scene.object.selected
    }
}

/// Writes the values that a body lists into the caller's buffer. If it is too small, writes only their number.
private func list<Element>(
    _ room: UnsafeMutablePointer<Element>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ body: (inout Listing<Element>) throws(Failure) -> Void
) throws(Failure) {
    let room = unsafe try output(room, capacity)
    let count = unsafe try required(count)
    // Counts first, because nothing is written into a buffer that is too small. The body is compiled once, in this loop.
    var listing = unsafe Listing<Element>(room: UnsafeMutableBufferPointer(start: nil, count: 0))
    for pass in steps(to: 2) {
        unsafe try body(&listing)
        if pass == 1 { return }
        unsafe count.pointee = listing.total
        guard unsafe listing.total <= room.count else { throw .bufferTooSmall }
        unsafe listing = Listing(room: room)
    }
}

/// The caller's buffer, and the number of values in it. It is a struct because a closure that other closures capture is an object,
/// for which a call would have to claim memory.
@unsafe private struct Listing<Element> {
    let room: UnsafeMutableBufferPointer<Element>
    var total = 0

    mutating func put(_ element: Element) {
        if unsafe total < room.count { unsafe room[total] = element }
        unsafe total &+= 1
    }
}
