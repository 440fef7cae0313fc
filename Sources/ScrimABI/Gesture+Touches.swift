// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the touches of scrim/gesture.h. The header has the contracts.

@_cdecl("scrim_gestures_feed") @implementation
public func scrim_gestures_feed(
    _ gestures: OpaquePointer!, _ samples: UnsafePointer<scrim_touch>!, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>!, _ events: UnsafeMutablePointer<scrim_gesture_event>!, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    let status = unsafe feed(gestures, samples, count, consumed, events, capacity, produced)
    unsafe clearPrivate(gestures, status)
    return status
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func feed(
    _ gestures: OpaquePointer?, _ samples: UnsafePointer<scrim_touch>?, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>?,
    _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int, _ produced: UnsafeMutablePointer<Int>?
) -> scrim_status {
    unsafe takeSamples(
        of: TouchSample.self, gestures, samples, count, consumed, events, capacity, produced,
        roomNeeded: { $0.roomNeeded }
    ) { (gestures, samples, emit) throws(Failure) in
        try gestures.feed(
            count, room: capacity, sample: { index throws(Failure) in try TouchSample(unsafe samples[index]) },
            emit: emit)
    }
}

/// A sample that is made of a struct of the headers.
protocol SampleOfStruct {
    associatedtype Struct

    /// - Throws: `invalidArgument`.
    init(_ given: Struct) throws(Failure)
}

extension TouchSample: SampleOfStruct {}

/// Runs a call that takes samples, and passes its events on or reports the capacity that they need. All samples are
/// converted once before, so that the call takes none if one of them is invalid. The call converts them again itself:
/// a closure from here is generic, and would be called through two thunks.
@inline(__always)
func takeSamples<Sample: SampleOfStruct>(
    of type: Sample.Type, _ gestures: OpaquePointer?, _ samples: UnsafePointer<Sample.Struct>?, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>?,
    _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int, _ produced: UnsafeMutablePointer<Int>?,
    roomNeeded: (Gestures) -> Int,
    _ call: (
        Gestures, UnsafeBufferPointer<Sample.Struct>, _ emit: (Int, inout GestureEvent) -> Void
    ) throws(Failure) -> (consumed: Int, produced: Int)
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        let samples = unsafe try input(samples, count)
        let events = unsafe try output(events, capacity)
        let (consumed, produced) = unsafe (try required(consumed), try required(produced))
        for index in steps(to: count) { _ = unsafe try Sample(samples[index]) }
        do throws(Failure) {
            let progress = unsafe try call(gestures.object, samples) { index, event in
                unsafe events[index].set(&event)
            }
            unsafe (consumed.pointee, produced.pointee) = progress
        } catch .bufferTooSmall {
            unsafe (consumed.pointee, produced.pointee) = (0, roomNeeded(gestures.object))
            throw .bufferTooSmall
        }
    }
}

/// Clears the stack below the frame of an export, on which private touches have left their points. Texts use `inspect` for
/// this. Here its closures, which are not inlined, would take longer than the clearing.
@inline(__always)
func clearPrivate(_ gestures: OpaquePointer?, _ status: scrim_status) {
    let depth = unsafe takeDepthOfPoints(gestures, status)
    if depth > 0 { clearStack(depth) }
}

/// How many bytes of the stack may hold points of private touches since the last question. 0: none.
@inline(never)
private func takeDepthOfPoints(_ gestures: OpaquePointer?, _ status: scrim_status) -> Int {
    // If a callback destroyed the engine or forked, nobody knows what the call has left.
    guard let gestures = (unsafe try? Resolved<Gestures>(gestures))?.object else { return Scene.mostDepthOfPoints }
    // A call that fails may have left samples that it did not take.
    return gestures.takeHasLeftPoints() || status != SCRIM_OK ? gestures.scene.depthOfPoints : 0
}

/// Runs a call that advances the time, and passes its events on or reports the capacity that they need.
@inline(__always)
private func deliver(
    _ gestures: OpaquePointer?, _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>?,
    _ call: (Gestures, _ emit: (Int, inout GestureEvent) -> Void) throws(Failure) -> Int
) -> scrim_status {
    let status = unsafe deliverApart(gestures, events, capacity, produced, call)
    unsafe clearPrivate(gestures, status)
    return status
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func deliverApart(
    _ gestures: OpaquePointer?, _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>?,
    _ call: (Gestures, _ emit: (Int, inout GestureEvent) -> Void) throws(Failure) -> Int
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        let events = unsafe try output(events, capacity)
        let produced = unsafe try required(produced)
        do throws(Failure) {
            unsafe produced.pointee = try call(gestures.object) { index, event in
                unsafe events[index].set(&event)
            }
        } catch .bufferTooSmall {
            unsafe produced.pointee = gestures.object.roomNeeded
            throw .bufferTooSmall
        }
    }
}

@_cdecl("scrim_gestures_advance") @implementation
public func scrim_gestures_advance(
    _ gestures: OpaquePointer!, _ now_ns: UInt64, _ events: UnsafeMutablePointer<scrim_gesture_event>!,
    _ capacity: Int, _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe deliver(gestures, events, capacity, produced) { gestures, emit throws(Failure) in
        try gestures.advance(to: now_ns, room: capacity, emit: emit)
    }
}

@_cdecl("scrim_gestures_cancel") @implementation
public func scrim_gestures_cancel(
    _ gestures: OpaquePointer!, _ now_ns: UInt64, _ events: UnsafeMutablePointer<scrim_gesture_event>!,
    _ capacity: Int, _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe deliver(gestures, events, capacity, produced) { gestures, emit throws(Failure) in
        try gestures.cancel(at: now_ns, room: capacity, emit: emit)
    }
}

@_cdecl("scrim_gestures_set_enabled") @implementation
public func scrim_gestures_set_enabled(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ enabled: UInt32, _ now_ns: UInt64,
    _ events: UnsafeMutablePointer<scrim_gesture_event>!, _ capacity: Int, _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe deliver(gestures, events, capacity, produced) { gestures, emit throws(Failure) in
        guard enabled <= 1 else { throw .invalidArgument }
        return try gestures.setEnabled(recognizer, enabled == 1, at: now_ns, room: capacity, emit: emit)
    }
}

@_cdecl("scrim_gestures_next_deadline") @implementation
public func scrim_gestures_next_deadline(
    _ gestures: OpaquePointer!, _ deadline_ns: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        let deadline = unsafe try required(deadline_ns)
        unsafe deadline.pointee = gestures.object.nextDeadline
    }
}

extension scrim_gesture_event {
    /// Sets all fields. The event is `inout` because it would otherwise be copied at each sample.
    mutating func set(_ event: inout GestureEvent) {
        time_ns = event.time
        recognizer = event.recognizer
        window = event.window
        view = event.view
        sequence = event.sequence
        kind = event.kind.rawValue
        state = event.state.rawValue
        taps = event.taps
        fingers = event.fingers
        (direction, reserved) = (event.direction, 0)
        (x, y) = (event.point.x, event.point.y)
        (translation_x, translation_y) = (event.translation.x, event.translation.y)
        (velocity_x, velocity_y) = (event.velocity.x, event.velocity.y)
        (scale, rotation) = (event.scale, event.rotation)
        (scale_velocity, rotation_velocity) = (event.scaleVelocity, event.rotationVelocity)
        (view_x, view_y) = (event.viewPoint.x, event.viewPoint.y)
        (view_translation_x, view_translation_y) = (event.viewTranslation.x, event.viewTranslation.y)
        (view_velocity_x, view_velocity_y) = (event.viewVelocity.x, event.viewVelocity.y)
    }
}
