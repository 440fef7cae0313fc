// SPDX-License-Identifier: MIT

/// Kinds of gestures. The numbers are those of scrim/gesture.h.
package enum GestureKind: UInt32, BitwiseCopyable {
    case tap = 1
    case longPress = 2
}

/// States of a recogniser. The numbers are those of scrim/gesture.h.
package enum GestureState: UInt32, BitwiseCopyable {
    case possible = 0
    case began = 1
    case changed = 2
    case ended = 3
    case cancelled = 4
    case failed = 5
}

/// A step of a gesture.
package struct GestureEvent: BitwiseCopyable {
    package var time: UInt64 = 0
    package var recognizer: UInt64 = 0
    package var window: UInt64 = 0
    /// 0 where the recogniser is attached to the window.
    package var view: UInt64 = 0
    package var sequence: UInt64 = 0
    package var kind = GestureKind.tap
    package var state = GestureState.possible
    package var taps: UInt32 = 0
    package var point = Point(x: 0, y: 0)
    package var translation = Point(x: 0, y: 0)

    package init() {}
}

/// One finger on a recogniser, from its down on.
struct Press: BitwiseCopyable {
    /// Its place among the fingers that are followed.
    var finger = 0
    var sequence: UInt64 = 0
    /// It came down in a sequence that was private by then.
    var isHidden = false
    var time: UInt64 = 0
    var down = Point(x: 0, y: 0)
    var last = Point(x: 0, y: 0)

    var translation: Point { Point(x: last.x - down.x, y: last.y - down.y) }
}

extension Point {
    /// Whether another point is no farther away than `limit`; just as far is near.
    func isNear(_ other: Point, _ limit: Double) -> Bool {
        let (dx, dy) = (other.x - x, other.y - y)
        return dx * dx + dy * dy <= limit * limit
    }
}

/// A sum of times that stays at the end of time instead of starting anew.
func saturatingSum(_ time: UInt64, _ span: UInt64) -> UInt64 {
    let (sum, overflow) = time.addingReportingOverflow(span)
    return overflow ? .max : sum
}
