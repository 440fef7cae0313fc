// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Converts plain values between the interface and the core.

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
    /// The number of the first name of a class chain, or 0 if the chain is empty. The other names are only checked,
    /// because nothing uses them in a recognizer.
    ///
    /// - Throws: The errors of `intern`.
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
    /// A palm and a tool that hovers touch nothing, so their samples count as cancelled.
    ///
    /// - Throws: `invalidArgument` for an unknown phase or tool, or an invalid coordinate.
    init(_ touch: scrim_touch) throws(Failure) {
        let point = Point(x: touch.x, y: touch.y)
        guard let phase = TouchPhase(rawValue: touch.phase), touch.tool <= UInt32(SCRIM_TOUCH_TOOL_HOVER), point.isValid
        else { throw .invalidArgument }
        let touches = touch.tool < UInt32(SCRIM_TOUCH_TOOL_PALM)
        self.init(time: touch.time_ns, id: touch.id, phase: touches ? phase : .cancelled, point: point)
    }
}
