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

extension Names {
    /// The number of the first name of a class chain, 0 where the chain is empty. The others are only checked: of a
    /// recogniser nothing asks for them.
    ///
    /// - Throws: as `intern`.
    func ownClass(_ classes: UnsafePointer<scrim_string>?, _ count: Int) throws(Failure) -> UInt32 {
        guard count <= Int(SCRIM_MAX_CLASSES) else { throw .invalidArgument }
        let classes = unsafe try input(classes, count)
        for index in steps(to: count) {
            try Names.check(unsafe try inputBytes(classes[index]).span)
        }
        return unsafe classes.isEmpty ? 0 : try intern(try inputBytes(classes[0]).span)
    }
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
