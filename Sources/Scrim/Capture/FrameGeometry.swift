// SPDX-License-Identifier: MIT

/// How a frame is oriented relative to the screen: flipped left to right or not, then rotated clockwise. The numbers are those of
/// scrim/capture.h.
package enum FrameTransform: UInt32, BitwiseCopyable {
    case none = 0
    case quarter = 1
    case half = 2
    case threeQuarters = 3
    case flipped = 4
    case flippedQuarter = 5
    case flippedHalf = 6
    case flippedThreeQuarters = 7

    var isFlipped: Bool { rawValue >= 4 }
    /// Clockwise.
    var quarters: UInt32 { rawValue & 3 }
}

/// What a region of the screen becomes in a frame, in points from the frame's top left corner.
enum FrameShape {
    case box(Box)
    case polygon(DilatedPolygon)
}

/// Which rectangle of the screen a frame shows.
struct FrameGeometry {
    /// The rectangle's top left corner.
    private let origin: Point
    private let transform: FrameTransform
    /// The rectangle's size, before it is turned.
    private let width: Double
    private let height: Double
    /// How much rounding may take from a region that is rotated.
    private let slack: Double

    /// - Parameters:
    ///   - width: The frame's width in pixels.
    ///   - scale: Pixels per point.
    init(origin: Point, transform: FrameTransform, width: Int, height: Int, scale: Double) {
        let (across, down) = (Double(width) / scale, Double(height) / scale)
        self.origin = origin
        self.transform = transform
        (self.width, self.height) = transform.quarters & 1 == 0 ? (across, down) : (down, across)
        // Dividing by a power of two is exact. Otherwise 2^-20 of a point is enough: 2^-52 of the largest coordinate is less.
        slack = transform == .none || scale.significandBitPattern == 0 ? 0 : 9.5367431640625e-07
    }

    /// Where a point of the screen shows in the frame.
    func map(_ point: Point) -> Point {
        let (left, y) = (point.x - origin.x, point.y - origin.y)
        let x = transform.isFlipped ? width - left : left
        switch transform.quarters {
        case 1: return Point(x: height - y, y: x)
        case 2: return Point(x: width - x, y: height - y)
        case 3: return Point(x: y, y: width - x)
        default: return Point(x: x, y: y)
        }
    }

    /// The point of the screen that a point of the frame shows.
    func unmap(_ point: Point) -> Point {
        let inner =
            switch transform.quarters {
            case 1: Point(x: point.y, y: height - point.x)
            case 2: Point(x: width - point.x, y: height - point.y)
            case 3: Point(x: width - point.y, y: point.x)
            default: point
            }
        return Point(x: (transform.isFlipped ? width - inner.x : inner.x) + origin.x, y: inner.y + origin.y)
    }

    private func map(_ box: Box) -> Box {
        let (a, b) = (map(Point(x: box.left, y: box.top)), map(Point(x: box.right, y: box.bottom)))
        return Box(left: min(a.x, b.x), top: min(a.y, b.y), right: max(a.x, b.x), bottom: max(a.y, b.y))
    }

    /// Where a region of the screen shows in the frame, dilated to all sides.
    ///
    /// - Parameter polygon: The region's polygon. Nil if it is its box.
    func shape(of region: SecureRegion, _ polygon: ConvexPolygon?, dilatedBy dilation: Double) -> FrameShape {
        let dilation = dilation + slack
        if let polygon {
            var dilated = DilatedPolygon(polygon, by: region.slack + dilation)
            dilated.map { map($0) }
            // If it is too far from the frame for the corners of a polygon, it becomes a box, which may be anywhere.
            if dilated.isValid { return .polygon(dilated) }
        }
        return .box(map(region.outerBox.dilated(by: dilation)))
    }
}
