// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the collector of scrim/gesture.h; the contracts stand there.

@_cdecl("scrim_reason_name") @implementation
public func scrim_reason_name(_ reason: UInt32) -> UnsafePointer<CChar>! { unsafe cString(name(Int(reason))) }

private func name(_ reason: Int) -> StaticString {
    switch reason {
    case SCRIM_REASON_NONE: "SCRIM_REASON_NONE"
    case SCRIM_REASON_HIDDEN: "SCRIM_REASON_HIDDEN"
    case SCRIM_REASON_STATE: "SCRIM_REASON_STATE"
    case SCRIM_REASON_CLASS: "SCRIM_REASON_CLASS"
    case SCRIM_REASON_NO_ACTION: "SCRIM_REASON_NO_ACTION"
    case SCRIM_REASON_VIEW_HIDDEN: "SCRIM_REASON_VIEW_HIDDEN"
    case SCRIM_REASON_VIEW_IGNORED: "SCRIM_REASON_VIEW_IGNORED"
    case SCRIM_REASON_GONE: "SCRIM_REASON_GONE"
    case SCRIM_REASON_CAPACITY: "SCRIM_REASON_CAPACITY"
    default: "unknown reason"
    }
}

@_cdecl("scrim_collector_create") @implementation
public func scrim_collector_create(
    _ gestures: OpaquePointer!, _ options: UnsafePointer<scrim_collector_options>!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out, on: gestures) { (gestures: Gestures) throws(Failure) -> Collector in
        let options = unsafe try copyIn(options, zeroed: scrim_collector_options())
        return try Collector.make(gestures: gestures, capacity: options.capacity)
    }
}

@_cdecl("scrim_collector_destroy") @implementation
public func scrim_collector_destroy(_ collector: OpaquePointer!) { unsafe destroy(collector, as: Collector.self) }

@_cdecl("scrim_collector_decide") @implementation
public func scrim_collector_decide(
    _ collector: OpaquePointer!, _ events: UnsafePointer<scrim_gesture_event>!, _ count: Int,
    _ verdicts: UnsafeMutablePointer<scrim_verdict>!
) -> scrim_status {
    unsafe mutate(collector) { (collector: Referent<Collector>) throws(Failure) in
        let events = unsafe try input(events, count)
        let verdicts = unsafe try output(verdicts, count)
        try collector.object.decide(count) { index throws(Failure) in
            try GestureEvent(unsafe events[index])
        } answer: { index, refusal in
            let answer = refusal == nil ? SCRIM_ANSWER_PENDING : SCRIM_ANSWER_REFUSED
            unsafe verdicts[index] = scrim_verdict(
                answer: UInt32(truncatingIfNeeded: answer), reason: refusal?.rawValue ?? 0)
        }
    }
}

@_cdecl("scrim_collector_next_json") @implementation
public func scrim_collector_next_json(
    _ collector: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe mutate(collector) { (collector: Referent<Collector>) throws(Failure) in
        let length = unsafe try required(length)
        let buffer = unsafe try output(buffer, capacity)
        let needed = try collector.object.nextLength()
        unsafe length.pointee = needed
        guard needed <= buffer.count else { throw .bufferTooSmall }
        var index = 0
        try collector.object.next { byte in
            unsafe buffer[index] = CChar(bitPattern: byte)
            index &+= 1
        }
    }
}

extension GestureEvent {
    /// - Throws: `invalidArgument` for an unknown kind or state, or a number that is not finite.
    fileprivate init(_ event: scrim_gesture_event) throws(Failure) {
        guard let kind = GestureKind(rawValue: event.kind), let state = GestureState(rawValue: event.state),
            event.reserved == 0
        else { throw .invalidArgument }
        self.init()
        self.kind = kind
        self.state = state
        time = event.time_ns
        recognizer = event.recognizer
        window = event.window
        view = event.view
        sequence = event.sequence
        (taps, touches, direction) = (event.taps, event.touches, event.direction)
        velocity = Point(x: event.velocity_x, y: event.velocity_y)
        (scale, rotation) = (event.scale, event.rotation)
        (scaleVelocity, rotationVelocity) = (event.scale_velocity, event.rotation_velocity)
        point = Point(x: event.x, y: event.y)
        translation = Point(x: event.translation_x, y: event.translation_y)
    }
}
