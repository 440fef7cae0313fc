// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Plain values of the interface as the core's, and back.

extension Point {
    init(_ point: scrim_point) { self.init(x: point.x, y: point.y) }
}

extension Rect {
    init(_ rect: scrim_rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension scrim_rect {
    init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension TouchSample {
    /// - Throws: `invalidArgument` for an unknown phase, coordinates that are none, a reserved field in use.
    init(_ touch: scrim_touch) throws(Failure) {
        let point = Point(x: touch.x, y: touch.y)
        guard let phase = TouchPhase(rawValue: touch.phase), touch.reserved == 0, point.isValid
        else { throw .invalidArgument }
        self.init(time: touch.time_ns, id: touch.id, phase: phase, point: point)
    }
}
