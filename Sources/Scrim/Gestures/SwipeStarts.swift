// SPDX-License-Identifier: MIT

/// Where the fingers of a swipe were when the last of them came down, in the order of their slots. There are at most
/// five.
struct SwipeStarts: BitwiseCopyable {
    private var points = (Point.zero, Point.zero, Point.zero, Point.zero, Point.zero)

    subscript(index: Int) -> Point {
        get {
            switch index {
            case 0: points.0
            case 1: points.1
            case 2: points.2
            case 3: points.3
            default: points.4
            }
        }
        set {
            switch index {
            case 0: points.0 = newValue
            case 1: points.1 = newValue
            case 2: points.2 = newValue
            case 3: points.3 = newValue
            default: points.4 = newValue
            }
        }
    }
}
