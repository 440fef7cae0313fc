// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the recognisers of scrim/gesture.h; the contracts stand there.

@_cdecl("scrim_gestures_create") @implementation
public func scrim_gestures_create(
    _ scene: OpaquePointer!, _ options: UnsafePointer<scrim_gestures_options>!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out, on: scene) { (scene: SceneObject) throws(Failure) -> Gestures in
        let options = unsafe try copyIn(options, zeroed: scrim_gestures_options())
        guard options.reserved == 0 else { throw .invalidArgument }
        return try Gestures.make(scene: scene.scene)
    }
}

@_cdecl("scrim_gestures_destroy") @implementation
public func scrim_gestures_destroy(_ gestures: OpaquePointer!) { unsafe destroy(gestures, as: Gestures.self) }

@_cdecl("scrim_gestures_add") @implementation
public func scrim_gestures_add(
    _ gestures: OpaquePointer!, _ recognizer: UnsafePointer<scrim_recognizer>!, _ id: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        let id = unsafe try required(id)
        let given = unsafe try copyIn(recognizer, zeroed: scrim_recognizer())
        guard let kind = GestureKind(rawValue: unsafe given.kind) else { throw .invalidArgument }
        let options = unsafe RecognizerOptions(
            kind: kind, view: given.view, taps: given.taps, touches: given.touches, duration: given.duration_ns,
            interval: given.interval_ns, movement: given.movement)
        let ownClass = unsafe try gestures.object.scene.names.ownClass(given.classes, given.class_count)
        unsafe id.pointee = try gestures.object.add(options, className: ownClass)
    }
}

@_cdecl("scrim_gestures_remove") @implementation
public func scrim_gestures_remove(_ gestures: OpaquePointer!, _ recognizer: UInt64) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        try gestures.object.remove(recognizer)
    }
}

@_cdecl("scrim_gestures_add_action") @implementation
public func scrim_gestures_add_action(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ target: UInt64, _ action: UnsafePointer<CChar>!, _ length: Int
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        let action = unsafe try inputBytes(action, length)
        try gestures.object.addAction(recognizer, target: target, action: unsafe action.span)
    }
}

@_cdecl("scrim_gestures_remove_action") @implementation
public func scrim_gestures_remove_action(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ target: UInt64, _ action: UnsafePointer<CChar>!, _ length: Int
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        // An empty action is none that could be there, so it is not taken for "any".
        if unsafe action != nil, length == 0 { throw .invalidArgument }
        let action = unsafe try inputBytes(action, length)
        try gestures.object.removeActions(recognizer, target: target, action: unsafe action.span)
    }
}

@_cdecl("scrim_gestures_feed") @implementation
public func scrim_gestures_feed(
    _ gestures: OpaquePointer!, _ samples: UnsafePointer<scrim_touch>!, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>!, _ events: UnsafeMutablePointer<scrim_gesture_event>!, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        let samples = unsafe try input(samples, count)
        let events = unsafe try output(events, capacity)
        let (consumed, produced) = unsafe (try required(consumed), try required(produced))
        var index = 0
        while index < count {
            _ = unsafe try TouchSample(samples[index])
            index &+= 1
        }
        do throws(Failure) {
            let progress = try gestures.object.feed(count, room: capacity) { index throws(Failure) in
                try TouchSample(unsafe samples[index])
            } emit: { index, event in
                unsafe events[index] = scrim_gesture_event(event)
            }
            unsafe (consumed.pointee, produced.pointee) = progress
        } catch .bufferTooSmall {
            unsafe (consumed.pointee, produced.pointee) = (0, gestures.object.roomNeeded)
            throw .bufferTooSmall
        }
    }
}

@_cdecl("scrim_gestures_advance") @implementation
public func scrim_gestures_advance(
    _ gestures: OpaquePointer!, _ now_ns: UInt64, _ events: UnsafeMutablePointer<scrim_gesture_event>!,
    _ capacity: Int, _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        let events = unsafe try output(events, capacity)
        let produced = unsafe try required(produced)
        do throws(Failure) {
            unsafe produced.pointee = try gestures.object.advance(to: now_ns, room: capacity) { index, event in
                unsafe events[index] = scrim_gesture_event(event)
            }
        } catch .bufferTooSmall {
            unsafe produced.pointee = gestures.object.roomNeeded
            throw .bufferTooSmall
        }
    }
}

@_cdecl("scrim_gestures_next_deadline") @implementation
public func scrim_gestures_next_deadline(
    _ gestures: OpaquePointer!, _ deadline_ns: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        let deadline = unsafe try required(deadline_ns)
        unsafe deadline.pointee = gestures.object.nextDeadline
    }
}

extension scrim_gesture_event {
    init(_ event: GestureEvent) {
        self.init()
        time_ns = event.time
        recognizer = event.recognizer
        window = event.window
        view = event.view
        sequence = event.sequence
        kind = event.kind.rawValue
        state = event.state.rawValue
        taps = event.taps
        touches = 1
        (x, y) = (event.point.x, event.point.y)
        (translation_x, translation_y) = (event.translation.x, event.translation.y)
        scale = 1
    }
}
