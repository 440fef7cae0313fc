// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/capture.h. The header has the contracts.

@_cdecl("scrim_scene_snapshot") @implementation
public func scrim_scene_snapshot(
    _ scene: OpaquePointer!, _ now_ns: UInt64, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe mutate(scene) { (scene: Resolved<Scene>) throws(Failure) in
        try scene.object.snapshot(now_ns) { snapshot throws(Failure) in
            // Its handle joins no group, because other threads use it.
            try unsafe make(out) { () throws(Failure) in try snapshot() }
        }
    }
}

@_cdecl("scrim_snapshot_destroy") @implementation
public func scrim_snapshot_destroy(_ snapshot: OpaquePointer!) { unsafe destroySnapshot(snapshot) }

@_cdecl("scrim_snapshot_encode") @implementation
public func scrim_snapshot_encode(
    _ snapshot: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> scrim_status {
    answer { () throws(Failure) in
        let length = unsafe try required(length)
        let buffer = unsafe try outputBytes(buffer, capacity)
        unsafe try withSnapshot(snapshot) { snapshot throws(Failure) in
            try snapshot.withBytes { bytes throws(Failure) in try unsafe write(bytes, to: buffer, length) }
        }
    }
}

@_cdecl("scrim_snapshot_decode") @implementation
public func scrim_snapshot_decode(
    _ bytes: UnsafeRawPointer!, _ length: Int, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Snapshot in
        let bytes = unsafe try input(bytes?.assumingMemoryBound(to: UInt8.self), length)
        return try Snapshot.decode(unsafe bytes.span, notAfter: .max)
    }
}

@_cdecl("scrim_capture_create") @implementation
public func scrim_capture_create(
    _ options: UnsafePointer<scrim_capture_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Capture in
        try Capture.make(try CaptureOptions(unsafe try copyIn(options, zeroed: scrim_capture_options())))
    }
}

@_cdecl("scrim_capture_destroy") @implementation
public func scrim_capture_destroy(_ capture: OpaquePointer!) { unsafe destroy(capture, as: Capture.self) }

@_cdecl("scrim_capture_redact") @implementation
public func scrim_capture_redact(
    _ capture: OpaquePointer!, _ snapshot: OpaquePointer!, _ frame: UnsafePointer<scrim_frame>!,
    _ captured_from_ns: UInt64, _ captured_to_ns: UInt64, _ report: UnsafeMutablePointer<scrim_redact_report>!
) -> scrim_status {
    unsafe scrim_capture_redact_rows(capture, snapshot, frame, captured_from_ns, captured_to_ns, 0, 0, report)
}

@_cdecl("scrim_capture_redact_rows") @implementation
public func scrim_capture_redact_rows(
    _ capture: OpaquePointer!, _ snapshot: OpaquePointer!, _ frame: UnsafePointer<scrim_frame>!,
    _ captured_from_ns: UInt64, _ captured_to_ns: UInt64, _ first_row: UInt32, _ row_count: UInt32,
    _ report: UnsafeMutablePointer<scrim_redact_report>!
) -> scrim_status {
    unsafe redact(frame, report, regions: 0) { frame throws(Failure) in
        try frame.rows(from: first_row, count: row_count)
    } _: { frame, rows, crossed throws(Failure) in
        let capture = unsafe try Resolved<Capture>(capture)
        return unsafe try withSnapshot(snapshot) { (snapshot: Snapshot) throws(Failure) in
            try capture.object.redact(
                frame, rows, snapshot, from: captured_from_ns, to: captured_to_ns, countsCrossed: crossed != nil)
        }
    }
}

@_cdecl("scrim_capture_screen_point") @implementation
public func scrim_capture_screen_point(
    _ capture: OpaquePointer!, _ width: UInt32, _ height: UInt32, _ x: Double, _ y: Double,
    _ screen_x: UnsafeMutablePointer<Double>!, _ screen_y: UnsafeMutablePointer<Double>!
) -> scrim_status {
    defer { clearStack() }  // The point may be that of a touch on a keypad.
    return unsafe screenPoint(capture, width, height, x, y, screen_x, screen_y)
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func screenPoint(
    _ capture: OpaquePointer?, _ width: UInt32, _ height: UInt32, _ x: Double, _ y: Double,
    _ screen_x: UnsafeMutablePointer<Double>?, _ screen_y: UnsafeMutablePointer<Double>?
) -> scrim_status {
    unsafe inspect(capture) { (capture: Resolved<Capture>) throws(Failure) in
        let (screenX, screenY) = (unsafe try required(screen_x), unsafe try required(screen_y))
        guard width >= 1, width <= SCRIM_FRAME_MAX_SIDE, height >= 1, height <= SCRIM_FRAME_MAX_SIDE else {
            throw .invalidArgument
        }
        let found = capture.object.screenPoint(try Point(checked: x, y), width: Int(width), height: Int(height))
        unsafe screenX.pointee = found.x
        unsafe screenY.pointee = found.y
    }
}

extension CaptureOptions {
    /// - Throws: `invalidArgument`, `unsupported` (the kind of the style).
    fileprivate init(_ options: scrim_capture_options) throws(Failure) {
        guard options.flags & ~UInt32(SCRIM_CAPTURE_DELAYED) == 0,
            let transform = FrameTransform(rawValue: options.transform)
        else {
            throw .invalidArgument
        }
        let view = SceneRedactOptions(
            output: options.output, origin: Point(options.origin), scale: options.scale,
            style: try Style.Kind(options.style))
        self.init(
            view, transform: transform, maxSpeed: options.max_speed, maxLatency: options.max_latency_ns,
            updateInterval: options.update_interval_ns, hold: options.hold_ns, smoothing: options.smoothing_ns,
            isDelayed: options.flags != 0)
    }
}
