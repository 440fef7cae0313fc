// SPDX-License-Identifier: MIT

/// How a frame is turned against the screen: flipped left to right or not, then turned clockwise. The numbers are those of
/// scrim/capture.h.
package enum Turn: UInt32, BitwiseCopyable {
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

/// Which rectangle of the screen a frame shows.
struct FramePlace {
    /// The rectangle's top left corner.
    let origin: Point
    let turn: Turn
    /// Its size, before it is turned.
    private let width: Double
    private let height: Double
    /// What rounding may take from a place that is turned.
    let slack: Double

    /// - Parameters:
    ///   - width: Pixels, as the height.
    ///   - scale: Pixels per point.
    init(origin: Point, turn: Turn, width: Int, height: Int, scale: Double) {
        let (across, down) = (Double(width) / scale, Double(height) / scale)
        self.origin = origin
        self.turn = turn
        (self.width, self.height) = turn.quarters & 1 == 0 ? (across, down) : (down, across)
        // By a power of two a size is divided exactly. Else by 2^-20 of a point: 2^-52 of the largest coordinate is less.
        slack = turn == .none || scale.significandBitPattern == 0 ? 0 : 9.5367431640625e-07
    }

    /// The frame's point, from its top left corner, where a point of the screen shows.
    func map(_ point: Point) -> Point {
        let (left, y) = (point.x - origin.x, point.y - origin.y)
        let x = turn.isFlipped ? width - left : left
        switch turn.quarters {
        case 1: return Point(x: height - y, y: x)
        case 2: return Point(x: width - x, y: height - y)
        case 3: return Point(x: y, y: width - x)
        default: return Point(x: x, y: y)
        }
    }

    /// The point of the screen that a point of the frame shows.
    func unmap(_ point: Point) -> Point {
        let inner =
            switch turn.quarters {
            case 1: Point(x: point.y, y: height - point.x)
            case 2: Point(x: width - point.x, y: height - point.y)
            case 3: Point(x: width - point.y, y: point.x)
            default: point
            }
        return Point(x: (turn.isFlipped ? width - inner.x : inner.x) + origin.x, y: inner.y + origin.y)
    }

    func map(_ box: Box) -> Box {
        let (a, b) = (map(Point(x: box.left, y: box.top)), map(Point(x: box.right, y: box.bottom)))
        return Box(left: min(a.x, b.x), top: min(a.y, b.y), right: max(a.x, b.x), bottom: max(a.y, b.y))
    }
}

extension Redaction {
    /// Adds a style for what is private: black in place of one that could be undone.
    mutating func addStyle(irreversible style: Style.Kind) throws(Failure) {
        guard try Style(style, scale: scale).isCosmetic else { return try addStyle(style) }
        refuseStyle()
        try addStyle(.solid(.black))
    }

    /// Adds what a region covers, grown to all sides.
    mutating func add(
        _ region: SecureRegion, _ polygon: ConvexPolygon?, in place: FramePlace, grownBy growth: Double = 0
    ) throws(Failure) {
        let growth = growth + place.slack
        if let polygon {
            var grown = GrownPolygon(polygon, by: region.slack + growth)
            grown.map { place.map($0) }
            // Too far from the frame for a polygon's corners, it is a box, which may be anywhere.
            if grown.isValid {
                return try add(polygon: grown.points, isQuad: false, style: 0, id: region.view)
            }
        }
        try add(place.map(region.outerBox.grown(by: growth)), style: 0, id: region.view)
    }
}
