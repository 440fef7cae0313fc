// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/scroll.h. The header has the contracts.

@_cdecl("scrim_gestures_scroll") @implementation
public func scrim_gestures_scroll(
    _ gestures: OpaquePointer!, _ samples: UnsafePointer<scrim_scroll>!, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>!, _ events: UnsafeMutablePointer<scrim_gesture_event>!, _ capacity: Int,
    _ produced: UnsafeMutablePointer<Int>!
) -> scrim_status {
    let status = unsafe scroll(gestures, samples, count, consumed, events, capacity, produced)
    unsafe clearPrivate(gestures, status)
    return status
}

/// Runs in a separate stack frame, so that the caller can clear it afterwards.
@inline(never)
private func scroll(
    _ gestures: OpaquePointer?, _ samples: UnsafePointer<scrim_scroll>?, _ count: Int,
    _ consumed: UnsafeMutablePointer<Int>?,
    _ events: UnsafeMutablePointer<scrim_gesture_event>?, _ capacity: Int, _ produced: UnsafeMutablePointer<Int>?
) -> scrim_status {
    unsafe takeSamples(
        of: ScrollSample.self, gestures, samples, count, consumed, events, capacity, produced,
        roomNeeded: { $0.roomNeededForScroll }
    ) { (gestures, samples, emit) throws(Failure) in
        try gestures.scroll(
            count, room: capacity, sample: { index throws(Failure) in try ScrollSample(unsafe samples[index]) },
            emit: emit)
    }
}

extension ScrollSample: SampleOfStruct {
    /// - Throws: `invalidArgument` for an unknown source or phase, an invalid number, or a scale that is out of range.
    init(_ scroll: scrim_scroll) throws(Failure) {
        let (point, delta) = (Point(x: scroll.x, y: scroll.y), Point(x: scroll.delta_x, y: scroll.delta_y))
        // The other sources and phases have no scale and rotation: whatever is in these fields is ignored.
        let isPinch = scroll.source == ScrollSource.pinch.rawValue
        let scale = isPinch && scroll.phase == TouchPhase.moved.rawValue ? scroll.scale : 1
        let spread = Point(x: scale, y: isPinch ? scroll.delta_rotation : 0)
        guard let source = ScrollSource(rawValue: scroll.source), let phase = TouchPhase(rawValue: scroll.phase),
            point.isValid, delta.isValid, spread.isValid, scale >= 1 / SCRIM_MAX_COORDINATE
        else { throw .invalidArgument }
        self.init(
            time: scroll.time_ns, source: source, phase: phase, point: point, delta: delta, scale: spread.x,
            turn: spread.y)
    }
}
