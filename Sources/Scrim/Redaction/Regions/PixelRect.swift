// SPDX-License-Identifier: MIT

/// A half-open rectangle of pixels.
package struct PixelRect: BitwiseCopyable, Equatable {
    package var left: Int32
    package var top: Int32
    package var right: Int32
    package var bottom: Int32

    package init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    package static var empty: PixelRect { PixelRect(left: 0, top: 0, right: 0, bottom: 0) }

    package var width: Int { Int(right) &- Int(left) }
    package var height: Int { Int(bottom) &- Int(top) }
    package var isEmpty: Bool { left >= right || top >= bottom }
    package var pixels: UInt64 { UInt64(bitPattern: Int64(width) &* Int64(height)) }

    /// Whether it begins before another one, in the order of rows.
    @inline(__always)
    func comesBefore(_ other: PixelRect) -> Bool { top < other.top || top == other.top && left < other.left }

    func contains(_ x: Int, _ y: Int) -> Bool { x >= left && x < right && y >= top && y < bottom }

    func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    /// The smallest rectangle that holds both; an empty one adds nothing.
    func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    /// With rows for columns.
    var turned: PixelRect { PixelRect(left: top, top: left, right: bottom, bottom: right) }

    func grown(by distance: Int32) -> PixelRect {
        PixelRect(
            left: left &- distance, top: top &- distance, right: right &+ distance, bottom: bottom &+ distance)
    }

    /// Some of its rows, counted from its top.
    func rows(_ rows: Rows) -> PixelRect {
        PixelRect(
            left: left, top: top &+ Int32(truncatingIfNeeded: rows.start), right: right,
            bottom: top &+ Int32(truncatingIfNeeded: rows.end))
    }

    func moved(byX dx: Int32, y dy: Int32) -> PixelRect {
        PixelRect(left: left &+ dx, top: top &+ dy, right: right &+ dx, bottom: bottom &+ dy)
    }
}
