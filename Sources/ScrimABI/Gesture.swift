// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the recognizers of scrim/gesture.h. The header has the contracts.

@_cdecl("scrim_gestures_create") @implementation
public func scrim_gestures_create(
    _ scene: OpaquePointer!, _ options: UnsafePointer<scrim_gestures_options>!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out, on: scene) { (scene: Scene) throws(Failure) -> Gestures in
        let options = unsafe try copyIn(options, zeroed: scrim_gestures_options())
        guard options.reserved == 0 else { throw .invalidArgument }
        return try Gestures.make(scene: scene, patience: options.lost_touch_timeout_ns)
    }
}

@_cdecl("scrim_gestures_destroy") @implementation
public func scrim_gestures_destroy(_ gestures: OpaquePointer!) { unsafe destroy(gestures, as: Gestures.self) }

@_cdecl("scrim_gestures_add") @implementation
public func scrim_gestures_add(
    _ gestures: OpaquePointer!, _ recognizer: UnsafePointer<scrim_recognizer>!, _ id: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    let status = unsafe add(recognizer, to: gestures, id)
    unsafe clearPrivate(gestures, status)
    return status
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func add(
    _ recognizer: UnsafePointer<scrim_recognizer>?, to gestures: OpaquePointer?, _ id: UnsafeMutablePointer<UInt64>?
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        let id = unsafe try required(id)
        let given = unsafe try copyIn(recognizer, zeroed: scrim_recognizer())
        let options = unsafe try RecognizerOptions(given)
        try gestures.object.checkNew(options)
        let ownClass = unsafe try gestures.object.scene.names.ownClass(given.classes, given.class_count)
        unsafe id.pointee = try gestures.object.add(options, className: ownClass)
    }
}

@_cdecl("scrim_gestures_remove") @implementation
public func scrim_gestures_remove(_ gestures: OpaquePointer!, _ recognizer: UInt64) -> scrim_status {
    let status = unsafe remove(recognizer, from: gestures)
    unsafe clearPrivate(gestures, status)
    return status
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func remove(_ recognizer: UInt64, from gestures: OpaquePointer?) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
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
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        guard let relation = Relation(rawValue: relation) else { throw .invalidArgument }
        try gestures.object.relate(recognizer, relation, other)
    }
}

@_cdecl("scrim_gestures_unrelate") @implementation
public func scrim_gestures_unrelate(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ relation: UInt32, _ other: UInt64
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        guard let relation = Relation(rawValue: relation) else { throw .invalidArgument }
        try gestures.object.unrelate(recognizer, relation, other)
    }
}

@_cdecl("scrim_gestures_add_action") @implementation
public func scrim_gestures_add_action(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ target: UInt64, _ action: UnsafePointer<CChar>!, _ length: Int
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        let action = unsafe try inputBytes(action, length)
        try gestures.object.addAction(recognizer, target: target, action: unsafe action.span)
    }
}

@_cdecl("scrim_gestures_remove_action") @implementation
public func scrim_gestures_remove_action(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ target: UInt64, _ action: UnsafePointer<CChar>!, _ length: Int
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        let action = unsafe try anyOrBytes(action, length)
        try gestures.object.removeActions(recognizer, target: target, action: unsafe action.span)
    }
}

@_cdecl("scrim_gestures_set_target_available") @implementation
public func scrim_gestures_set_target_available(
    _ gestures: OpaquePointer!, _ recognizer: UInt64, _ target: UInt64, _ action: UnsafePointer<CChar>!, _ length: Int,
    _ available: UInt32
) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        guard available <= 1 else { throw .invalidArgument }
        let action = unsafe try anyOrBytes(action, length)
        try gestures.object.setTargetAvailable(recognizer, target: target, action: unsafe action.span, available == 1)
    }
}

@_cdecl("scrim_gestures_sequence") @implementation
public func scrim_gestures_sequence(
    _ gestures: OpaquePointer!, _ sequence: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in
        let sequence = unsafe try required(sequence)
        unsafe sequence.pointee = gestures.object.sequence
    }
}

/// The bytes of an action, or nil for any action. An empty string is not "any": no action has an empty name.
private func anyOrBytes(_ action: UnsafePointer<CChar>?, _ length: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    if unsafe action != nil, length == 0 { throw .invalidArgument }
    return unsafe try inputBytes(action, length)
}

extension RecognizerOptions {
    /// - Throws: `invalidArgument` for an unknown kind or flag; the core checks the numbers.
    fileprivate init(_ given: scrim_recognizer) throws(Failure) {
        guard let kind = GestureKind(rawValue: unsafe given.kind), let axis = PanAxis(rawValue: unsafe given.axis),
            let estimator = VelocityEstimator(rawValue: unsafe given.velocity_estimator), unsafe given.flags < 32
        else { throw .invalidArgument }
        self.init(kind: kind)
        (self.axis, self.estimator) = (axis, estimator)
        view = unsafe given.view
        (taps, minFingers, maxFingers) = unsafe (given.taps, given.min_fingers, given.max_fingers)
        isSimultaneous = unsafe given.flags & UInt32(SCRIM_RECOGNIZER_SIMULTANEOUS) != 0
        isControl = unsafe given.flags & UInt32(SCRIM_RECOGNIZER_CONTROL) != 0
        isDisabled = unsafe given.flags & UInt32(SCRIM_RECOGNIZER_DISABLED) != 0
        isWithoutSlop = unsafe given.flags & UInt32(SCRIM_RECOGNIZER_WITHOUT_SLOP) != 0
        hasViewCoordinates = unsafe given.flags & UInt32(SCRIM_RECOGNIZER_VIEW_COORDINATES) != 0
        (directions, edges) = unsafe (given.directions, given.edges)
        (minDuration, maxDuration) = unsafe (given.min_duration_ns, given.max_duration_ns)
        (minInterval, maxInterval) = unsafe (given.min_interval_ns, given.max_interval_ns)
        (touchSlop, tapSlop) = unsafe (given.touch_slop, given.tap_slop)
        (swipeDistance, edgeWidth, angle) = unsafe (given.swipe_distance, given.edge_width, given.angle)
        (minSpan, maxSeparation, axisAngle) = unsafe (given.min_span, given.max_separation, given.axis_angle)
        (minVelocity, maxVelocity) = unsafe (given.min_velocity, given.max_velocity)
    }
}

extension scrim_recognizer {
    fileprivate init(_ options: RecognizerOptions) {
        unsafe self.init()
        unsafe kind = options.kind.rawValue
        unsafe (taps, min_fingers, max_fingers) = (options.taps, options.minFingers, options.maxFingers)
        unsafe (directions, edges) = (options.directions, options.edges)
        unsafe (axis, velocity_estimator) = (options.axis.rawValue, options.estimator.rawValue)
        unsafe (min_duration_ns, max_duration_ns) = (options.minDuration, options.maxDuration)
        unsafe (min_interval_ns, max_interval_ns) = (options.minInterval, options.maxInterval)
        unsafe (touch_slop, tap_slop) = (options.touchSlop, options.tapSlop)
        unsafe (swipe_distance, edge_width, angle) = (options.swipeDistance, options.edgeWidth, options.angle)
        unsafe (min_span, max_separation, axis_angle) = (options.minSpan, options.maxSeparation, options.axisAngle)
        unsafe (min_velocity, max_velocity) = (options.minVelocity, options.maxVelocity)
    }
}
