// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/collector.h. The header has the contracts. Collector+Rules.swift reads rules.

@_cdecl("scrim_reason_name") @implementation
public func scrim_reason_name(_ reason: UInt32) -> UnsafePointer<CChar>! { unsafe cString(words(Int(reason)).name) }

@_cdecl("scrim_reason_message") @implementation
public func scrim_reason_message(_ reason: UInt32) -> UnsafePointer<CChar>! {
    unsafe cString(words(Int(reason)).message)
}

@inline(never)
private func words(_ reason: Int) -> (name: StaticString, message: StaticString) {
    switch reason {
    case SCRIM_REASON_NONE: ("SCRIM_REASON_NONE", "the event is not dropped")
    case SCRIM_REASON_PRIVATE:
        ("SCRIM_REASON_PRIVATE", "a touch or its view is private, or the touch sequence is unknown")
    case SCRIM_REASON_STATE: ("SCRIM_REASON_STATE", "the gesture neither ended nor was cancelled")
    case SCRIM_REASON_OFF:
        (
            "SCRIM_REASON_OFF",
            "the rules are off or do not include clicks, or too many sets of rules followed each other"
        )
    case SCRIM_REASON_GONE: ("SCRIM_REASON_GONE", "the recognizer or the view does not exist any more")
    case SCRIM_REASON_TOOL_WINDOW: ("SCRIM_REASON_TOOL_WINDOW", "the window is a tool window, or belongs to one")
    case SCRIM_REASON_CLASS: ("SCRIM_REASON_CLASS", "the class of the recognizer is not in the rules' recognizers")
    case SCRIM_REASON_GESTURE_VIEW: ("SCRIM_REASON_GESTURE_VIEW", "the view is one of the rules' gesture_views")
    case SCRIM_REASON_NO_ACTION:
        (
            "SCRIM_REASON_NO_ACTION",
            "the recognizer has no available target with an action: call scrim_gestures_add_action"
        )
    case SCRIM_REASON_BUILTIN_ACTION:
        (
            "SCRIM_REASON_BUILTIN_ACTION",
            "the recognizer has only actions of the toolkit, which the rules' builtin_actions name"
        )
    case SCRIM_REASON_NO_INNER_VIEW:
        ("SCRIM_REASON_NO_INNER_VIEW", "no suitable view inside the container is at the point")
    case SCRIM_REASON_VIEW_HIDDEN: ("SCRIM_REASON_VIEW_HIDDEN", "the view is hidden, or is inside a hidden one")
    case SCRIM_REASON_VIEW_IGNORED: ("SCRIM_REASON_VIEW_IGNORED", "the view is marked as ignored")
    case SCRIM_REASON_TYPE_IGNORED: ("SCRIM_REASON_TYPE_IGNORED", "the view is one of the rules' ignored_types")
    case SCRIM_REASON_SCREEN_IGNORED: ("SCRIM_REASON_SCREEN_IGNORED", "the screen is one of the rules' ignored_screens")
    case SCRIM_REASON_INTERVAL:
        (
            "SCRIM_REASON_INTERVAL",
            "another record of the same control is less than control_interval_ns away"
        )
    case SCRIM_REASON_DUPLICATE:
        (
            "SCRIM_REASON_DUPLICATE",
            "another gesture of the same window, touch sequence and time has been recorded"
        )
    case SCRIM_REASON_CAPACITY: ("SCRIM_REASON_CAPACITY", "too many records wait: call scrim_collector_next")
    default: ("unknown reason", "unknown reason")
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
    _ decisions: UnsafeMutablePointer<scrim_decision>!
) -> scrim_status {
    var hasPrivate = false
    let status = unsafe decide(collector, events, count, decisions, &hasPrivate)
    if hasPrivate || status != code(SCRIM_OK) { clearStack() }
    return status
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
///
/// - Parameter hasPrivate: Becomes true if one of the events is private.
@inline(never)
private func decide(
    _ collector: OpaquePointer?, _ events: UnsafePointer<scrim_gesture_event>?, _ count: Int,
    _ decisions: UnsafeMutablePointer<scrim_decision>?, _ hasPrivate: inout Bool
) -> scrim_status {
    unsafe mutate(collector) { (collector: Resolved<Collector>) throws(Failure) in
        let events = unsafe try input(events, count)
        let decisions = unsafe try output(decisions, count)
        try collector.object.decide(count) { index throws(Failure) in
            try GestureEvent(unsafe events[index])
        } answer: { index, reason in
            let result = reason == 0 ? SCRIM_DECISION_PENDING : SCRIM_DECISION_DROPPED
            unsafe decisions[index] = scrim_decision(result: UInt32(truncatingIfNeeded: result), reason: reason)
            if Int(reason) == SCRIM_REASON_PRIVATE { hasPrivate = true }
        }
    }
}

@_cdecl("scrim_collector_explain") @implementation
public func scrim_collector_explain(
    _ collector: OpaquePointer!, _ event: UnsafePointer<scrim_gesture_event>!,
    _ checks: UnsafeMutablePointer<scrim_check>!, _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> scrim_status {
    defer { clearStack() }
    return unsafe explain(collector, event, checks, capacity, count)
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func explain(
    _ collector: OpaquePointer?, _ event: UnsafePointer<scrim_gesture_event>?,
    _ checks: UnsafeMutablePointer<scrim_check>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> scrim_status {
    unsafe inspect(collector) { (collector: Resolved<Collector>) throws(Failure) in
        let (checks, count) = unsafe (try output(checks, capacity), try required(count))
        let event = unsafe try input(event, 1)
        let findings = try collector.object.explain(try GestureEvent(unsafe event[0]))
        let isHidden = findings.failed(UInt32(SCRIM_REASON_PRIVATE))
        unsafe count.pointee = isHidden ? 1 : Int(Findings.checks)
        guard unsafe count.pointee <= checks.count else { throw .bufferTooSmall }
        var reason: UInt32 = 1
        while reason <= (isHidden ? 1 : Findings.checks) {
            let outcome =
                findings.failed(reason)
                ? SCRIM_CHECK_FAILED : findings.skipped(reason) ? SCRIM_CHECK_SKIPPED : SCRIM_CHECK_PASSED
            unsafe checks[Int(reason) &- 1] = scrim_check(reason: reason, outcome: UInt32(truncatingIfNeeded: outcome))
            reason &+= 1
        }
    }
}

// MARK: - Records

@_cdecl("scrim_collector_next") @implementation
public func scrim_collector_next(
    _ collector: OpaquePointer!, _ record: UnsafeMutablePointer<scrim_record>!
) -> scrim_status {
    unsafe mutate(collector) { (collector: Resolved<Collector>) throws(Failure) in
        let out = unsafe try required(record)
        _ = unsafe try copyIn(out, zeroed: scrim_record())
        try collector.object.nextRecord { record, number, strings in
            unsafe copyOut(scrim_record(record, number, strings), to: out)
        } privateTouches: { time, what in
            var record = unsafe scrim_record()
            unsafe (record.private_touch, record.time_ns) = (what, time)
            unsafe copyOut(record, to: out)
        }
    }
}

extension scrim_record {
    fileprivate init(_ record: Record, _ number: UInt64, _ strings: Span<UInt8>) {
        unsafe self.init()
        unsafe self.number = number
        unsafe (time_ns, view) = (record.time, record.view)
        unsafe (kind, state) = (record.kind.rawValue, record.state.rawValue)
        // The bytes belong to the collector. They do not move until a call changes it.
        unsafe strings.withUnsafeBufferPointer { all in
            func lent(_ field: Record.Field) -> scrim_string {
                let extent = record.extent(field.rawValue)
                guard extent.isKnown, let start = unsafe UnsafeRawPointer(all.baseAddress) else {
                    return unsafe scrim_string()
                }
                let bytes = unsafe (start + extent.start).assumingMemoryBound(to: CChar.self)
                return unsafe scrim_string(data: bytes, length: extent.length)
            }
            unsafe (screen, title, id, type) = (lent(.screen), lent(.title), lent(.id), lent(.type))
            unsafe (content, position, path) = (lent(.content), lent(.position), lent(.path))
            unsafe properties = lent(.properties)
        }
    }
}

@_cdecl("scrim_collector_next_json") @implementation
public func scrim_collector_next_json(
    _ collector: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe mutate(collector) { (collector: Resolved<Collector>) throws(Failure) in
        let length = unsafe try required(length)
        let buffer = unsafe try outputBytes(buffer, capacity)
        try collector.object.nextJSON { text throws(Failure) in try unsafe write(text, to: buffer, length) }
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
        (taps, fingers, direction) = (event.taps, event.fingers, event.direction)
        velocity = Point(x: event.velocity_x, y: event.velocity_y)
        (scale, rotation) = (event.scale, event.rotation)
        (scaleVelocity, rotationVelocity) = (event.scale_velocity, event.rotation_velocity)
        point = Point(x: event.x, y: event.y)
        translation = Point(x: event.translation_x, y: event.translation_y)
    }
}

// MARK: - Private touches

@_cdecl("scrim_collector_advance") @implementation
public func scrim_collector_advance(_ collector: OpaquePointer!, _ now: UInt64) -> scrim_status {
    unsafe mutate(collector) { (collector: Resolved<Collector>) throws(Failure) in
        try collector.object.advance(to: now)
    }
}

@_cdecl("scrim_collector_next_deadline") @implementation
public func scrim_collector_next_deadline(
    _ collector: OpaquePointer!, _ deadline: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(collector) { (collector: Resolved<Collector>) throws(Failure) in
        let deadline = unsafe try required(deadline)
        unsafe deadline.pointee = collector.object.nextDeadline
    }
}

@_cdecl("scrim_collector_note_response") @implementation
public func scrim_collector_note_response(_ collector: OpaquePointer!) -> scrim_status {
    unsafe mutate(collector) { (collector: Resolved<Collector>) throws(Failure) in try collector.object.reacted() }
}
