// SPDX-License-Identifier: MIT

/// A point; y grows downwards.
package struct Point: BitwiseCopyable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    package var isValid: Bool { isCoordinate(x) && isCoordinate(y) }
}

/// A half-open rectangle: its left and top edges belong to it, the others do not.
package struct Rect: BitwiseCopyable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

    package var right: Double { x + width }
    package var bottom: Double { y + height }
    package var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Finite, with sides that are not negative, and no coordinate out of bounds.
    package var isValid: Bool {
        isCoordinate(x) && isCoordinate(y) && width >= 0 && height >= 0 && isCoordinate(right) && isCoordinate(bottom)
            && isCoordinate(width) && isCoordinate(height)
    }

    package func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < right && point.y >= y && point.y < bottom
    }

    /// What both cover; empty where they do not meet.
    package func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (width, height) = (min(right, other.right) - left, min(bottom, other.bottom) - top)
        return width > 0 && height > 0 ? Rect(x: left, y: top, width: width, height: height) : .zero
    }

    package func offset(byX dx: Double, y dy: Double) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width, height: height)
    }
}

/// Whether a number is finite and no larger than a coordinate may be (2^30).
package func isCoordinate(_ value: Double) -> Bool {
    value >= -1_073_741_824 && value <= 1_073_741_824
}
