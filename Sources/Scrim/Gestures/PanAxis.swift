// SPDX-License-Identifier: MIT

/// Axes of pans. The numbers are those of scrim/gesture.h.
package enum PanAxis: UInt32, BitwiseCopyable {
    case free = 0
    case horizontal = 1
    case vertical = 2

    /// The part of a movement along the axis.
    func along(_ way: Point) -> Point {
        switch self {
        case .free: way
        case .horizontal: Point(x: way.x, y: 0)
        case .vertical: Point(x: 0, y: way.y)
        }
    }

    /// Whether the angle between a movement and the axis is at most a limit. 0 stands for 45°.
    func admits(_ way: Point, within limit: Double) -> Bool {
        if self == .free { return true }
        let (width, height) = (abs(way.x), abs(way.y))
        let (along, across) = self == .horizontal ? (width, height) : (height, width)
        // The ratio of the shorter part to the longer one is exact for a diagonal, so both axes admit it.
        let angle =
            along >= across ? Angle.of(x: 1, y: across / along) : Angle.pi / 2 - Angle.of(x: 1, y: along / across)
        return angle <= (limit == 0 ? Angle.pi / 4 : limit)
    }
}
