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
}

/// Returns whether a number is finite and within the limit of a coordinate (2^30).
package func isCoordinate(_ value: Double) -> Bool {
    value >= -1_073_741_824 && value <= 1_073_741_824
}

extension Point {
    static var zero: Point { Point(x: 0, y: 0) }

    static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }
    static func / (point: Point, divisor: Double) -> Point { Point(x: point.x / divisor, y: point.y / divisor) }

    var length: Double { (x * x + y * y).squareRoot() }

    /// Returns whether the distance to another point is at most `limit`.
    func isNear(_ other: Point, _ limit: Double) -> Bool {
        let (dx, dy) = (other.x - x, other.y - y)
        return dx * dx + dy * dy <= limit * limit
    }
}

/// Limits a number to the range of a coordinate.
func clampedToCoordinate(_ value: Double) -> Double { min(max(value, -1_073_741_824), 1_073_741_824) }
