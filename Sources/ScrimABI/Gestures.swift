// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the recognisers of scrim/gesture.h; the contracts stand there.

@_cdecl("scrim_gestures_create") @implementation
public func scrim_gestures_create(
    _ scene: OpaquePointer!, _ options: UnsafePointer<scrim_gestures_options>!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out, on: scene) { (scene: Scene) throws(Failure) -> Gestures in
        let options = unsafe try copyIn(options, zeroed: scrim_gestures_options())
        guard options.reserved == 0 else { throw .invalidArgument }
        return try Gestures.make(scene: scene, patience: options.patience_ns)
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
        let options = unsafe try RecognizerOptions(given)
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

@_cdecl("scrim_recognizer_defaults") @implementation
public func scrim_recognizer_defaults(
    _ kind: UInt32, _ profile: UInt32, _ density: Double, _ recognizer: UnsafeMutablePointer<scrim_recognizer>!
) -> scrim_status {
    answer { () throws(Failure) in
        guard let kind = GestureKind(rawValue: kind), let profile = GestureProfile(rawValue: profile)
        else { throw .invalidArgument }
        let options = try profile.options(kind, density: density)
        let recognizer = unsafe try required(recognizer)
        _ = unsafe try copyIn(recognizer, zeroed: scrim_recognizer())
        unsafe copyOut(scrim_recognizer(options), to: recognizer)
    }
}

@_cdecl("scrim_gestures_relate") @implementation
public func scrim_gestures_relate(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ relation: UInt32, _ other: UInt64
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        guard let relation = Relation(rawValue: relation) else { throw .invalidArgument }
        try gestures.object.relate(recognizer, relation, other)
    }
}

@_cdecl("scrim_gestures_unrelate") @implementation
public func scrim_gestures_unrelate(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ relation: UInt32, _ other: UInt64
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        guard let relation = Relation(rawValue: relation) else { throw .invalidArgument }
        try gestures.object.unrelate(recognizer, relation, other)
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
        let action = unsafe try anyOrBytes(action, length)
        try gestures.object.removeActions(recognizer, target: target, action: unsafe action.span)
    }
}

@_cdecl("scrim_gestures_set_action_live") @implementation
public func scrim_gestures_set_action_live(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ target: UInt64, _ action: UnsafePointer<CChar>!, _ length: Int,
    _ live: UInt32
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        guard live <= 1 else { throw .invalidArgument }
        let action = unsafe try anyOrBytes(action, length)
        try gestures.object.setActionsLive(recognizer, target: target, action: unsafe action.span, live == 1)
    }
}

@_cdecl("scrim_gestures_sequence") @implementation
public func scrim_gestures_sequence(
    _ gestures: OpaquePointer!, _ sequence: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        let sequence = unsafe try required(sequence)
        unsafe sequence.pointee = gestures.object.sequence
    }
}

@_cdecl("scrim_gestures_feed") @implementation
public func scrim_gestures_feed(
    _ gestures: OpaquePointer!, _ samples: UnsafePointer<scrim_touch>!, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>!, _ events: UnsafeMutablePointer<scrim_gesture_event>!, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    let status = unsafe feed(gestures, samples, count, consumed, events, capacity, produced)
    unsafe clearPrivate(gestures)
    return status
}

/// In a frame of its own, that the caller can clear.
@inline(never)
private func feed(
    _ gestures: OpaquePointer?, _ samples: UnsafePointer<scrim_touch>?, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>?,
    _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int, _ produced: UnsafeMutablePointer<Int>?
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        let samples = unsafe try input(samples, count)
        let events = unsafe try output(events, capacity)
        let (consumed, produced) = unsafe (try required(consumed), try required(produced))
        for index in steps(to: count) { _ = unsafe try TouchSample(samples[index]) }
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

/// Clears what private touches have left below the frame of an export. Not as for texts: there closures are called, not built in, which
/// takes longer than the clearing.
@inline(__always)
private func clearPrivate(_ gestures: OpaquePointer?) {
    if let referent = unsafe try? Referent<Gestures>(gestures), referent.object.takeHasLeftPoints() { clearStack() }
}

/// The bytes of an action, or none for any: an empty one is none that could be there, so it is not taken for "any".
private func anyOrBytes(_ action: UnsafePointer<CChar>?, _ length: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    if unsafe action != nil, length == 0 { throw .invalidArgument }
    return unsafe try inputBytes(action, length)
}

/// Hands the events of a call over, or says how much room they need.
private func deliver(
    _ gestures: Gestures, _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>?,
    _ call: (_ emit: (Int, GestureEvent) -> Void) throws(Failure) -> Int
) throws(Failure) {
    let events = unsafe try output(events, capacity)
    let produced = unsafe try required(produced)
    do throws(Failure) {
        unsafe produced.pointee = try call { index, event in unsafe events[index] = scrim_gesture_event(event) }
    } catch .bufferTooSmall {
        unsafe produced.pointee = gestures.roomNeeded
        throw .bufferTooSmall
    }
}

@_cdecl("scrim_gestures_advance") @implementation
public func scrim_gestures_advance(
    _ gestures: OpaquePointer!, _ now_ns: UInt64, _ events: UnsafeMutablePointer<scrim_gesture_event>!,
    _ capacity: Int, _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    let status = unsafe advance(gestures, now_ns, events, capacity, produced)
    unsafe clearPrivate(gestures)
    return status
}

@inline(never)
private func advance(
    _ gestures: OpaquePointer?, _ now_ns: UInt64, _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>?
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        unsafe try deliver(gestures.object, events, capacity, produced) { emit throws(Failure) in
            try gestures.object.advance(to: now_ns, room: capacity, emit: emit)
        }
    }
}

@_cdecl("scrim_gestures_cancel") @implementation
public func scrim_gestures_cancel(
    _ gestures: OpaquePointer!, _ now_ns: UInt64, _ events: UnsafeMutablePointer<scrim_gesture_event>!,
    _ capacity: Int, _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    let status = unsafe cancel(gestures, now_ns, events, capacity, produced)
    unsafe clearPrivate(gestures)
    return status
}

@inline(never)
private func cancel(
    _ gestures: OpaquePointer?, _ now_ns: UInt64, _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>?
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Referent<Gestures>) throws(Failure) in
        unsafe try deliver(gestures.object, events, capacity, produced) { emit throws(Failure) in
            try gestures.object.cancel(at: now_ns, room: capacity, emit: emit)
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
        touches = event.touches
        direction = event.direction
        (x, y) = (event.point.x, event.point.y)
        (translation_x, translation_y) = (event.translation.x, event.translation.y)
        (velocity_x, velocity_y) = (event.velocity.x, event.velocity.y)
        (scale, rotation) = (event.scale, event.rotation)
        (scale_velocity, rotation_velocity) = (event.scaleVelocity, event.rotationVelocity)
    }
}

extension RecognizerOptions {
    /// - Throws: `invalidArgument` for an unknown kind or flag; the core checks the numbers.
    fileprivate init(_ given: scrim_recognizer) throws(Failure) {
        let known = UInt32(SCRIM_RECOGNIZER_SIMULTANEOUS | SCRIM_RECOGNIZER_CONTROL)
        guard let kind = GestureKind(rawValue: unsafe given.kind), unsafe given.flags & ~known == 0
        else { throw .invalidArgument }
        self.init(kind: kind)
        view = unsafe given.view
        (taps, touches, maxTouches) = unsafe (given.taps, given.touches, given.max_touches)
        isSimultaneous = unsafe given.flags & UInt32(SCRIM_RECOGNIZER_SIMULTANEOUS) != 0
        isControl = unsafe given.flags & UInt32(SCRIM_RECOGNIZER_CONTROL) != 0
        (directions, edges) = unsafe (given.directions, given.edges)
        (duration, interval, minInterval) = unsafe (given.duration_ns, given.interval_ns, given.min_interval_ns)
        (movement, distance, angle) = unsafe (given.movement, given.distance, given.angle)
        (minVelocity, maxVelocity) = unsafe (given.min_velocity, given.max_velocity)
    }
}

extension scrim_recognizer {
    fileprivate init(_ options: RecognizerOptions) {
        unsafe self.init()
        unsafe kind = options.kind.rawValue
        unsafe (taps, touches, max_touches) = (options.taps, options.touches, options.maxTouches)
        unsafe (directions, edges) = (options.directions, options.edges)
        unsafe (duration_ns, interval_ns) = (options.duration, options.interval)
        unsafe min_interval_ns = options.minInterval
        unsafe (movement, distance, angle) = (options.movement, options.distance, options.angle)
        unsafe (min_velocity, max_velocity) = (options.minVelocity, options.maxVelocity)
    }
}
