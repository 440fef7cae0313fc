// SPDX-License-Identifier: MIT
import Scrim

/// Which pixels a shape touches, by tests of one pixel at a time in exact integers: 2^20 units are a pixel.
enum Oracle {
    typealias Number = Int128
    static let unit: Number = 1 << 20

    struct Place {
        var x: Number
        var y: Number

        init(_ x: Number, _ y: Number) { (self.x, self.y) = (x, y) }

        /// Exact, where no coordinate needs more than 53 bits.
        var point: Point { Point(x: Double(x) / 0x1p20, y: Double(y) / 0x1p20) }
    }

    /// A pixel, or more than one by `grown` on each side.
    struct Square {
        let left, top, right, bottom: Number

        init(_ column: Int, _ row: Int, grown: Number = 0) {
            left = Number(column) * unit - grown
            top = Number(row) * unit - grown
            right = Number(column + 1) * unit + grown
            bottom = Number(row + 1) * unit + grown
        }

        var corners: [Place] { [Place(left, top), Place(right, top), Place(left, bottom), Place(right, bottom)] }

        /// How far an interval is from its columns.
        func gap(columns from: Number, _ to: Number) -> Number { max(from - right, left - to, 0) }
        func gap(rows from: Number, _ to: Number) -> Number { max(from - bottom, top - to, 0) }
    }

    static func turn(_ a: Place, _ b: Place, _ c: Place) -> Number {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    /// Whether a line meets the inside of a square: whether no line parallel to a side of either keeps them apart.
    static func meetsInside(_ a: Place, _ b: Place, _ square: Square) -> Bool {
        guard max(a.x, b.x) > square.left, min(a.x, b.x) < square.right, max(a.y, b.y) > square.top,
            min(a.y, b.y) < square.bottom
        else { return false }
        if a.x == b.x && a.y == b.y { return true }
        let turns = square.corners.map { turn(a, b, $0) }
        return turns.contains { $0 > 0 } && turns.contains { $0 < 0 }
    }

    /// Whether a line meets a square with its left and top borders.
    static func meetsHalfOpen(_ a: Place, _ b: Place, _ square: Square) -> Bool {
        func meetsLeft(_ a: Place, _ b: Place, left: Number, top: Number, bottom: Number) -> Bool {
            let (a, b) = a.x <= b.x ? (a, b) : (b, a)
            guard a.x <= left, b.x >= left else { return false }
            if a.x == b.x { return min(a.y, b.y) < bottom && max(a.y, b.y) >= top }
            let (width, y) = (b.x - a.x, a.y * (b.x - a.x) + (left - a.x) * (b.y - a.y))
            return y >= top * width && y < bottom * width
        }
        func turned(_ place: Place) -> Place { Place(place.y, place.x) }
        return meetsInside(a, b, square)
            || meetsLeft(a, b, left: square.left, top: square.top, bottom: square.bottom)
            || meetsLeft(turned(a), turned(b), left: square.top, top: square.left, bottom: square.right)
    }

    /// How often a closed path winds around a place that is not on it.
    static func winding(_ path: [Place], _ place: Place) -> Int {
        var winding = 0
        for (a, b) in zip(path, path.dropFirst() + path.prefix(1)) {
            if a.y <= place.y, b.y > place.y, turn(a, b, place) > 0 { winding += 1 }
            if b.y <= place.y, a.y > place.y, turn(a, b, place) < 0 { winding -= 1 }
        }
        return winding
    }

    static func edges(_ path: [Place]) -> [(Place, Place)] { Array(zip(path, path.dropFirst() + path.prefix(1))) }

    static func isOneLine(_ path: [Place]) -> Bool {
        path.allSatisfy { a in path.allSatisfy { b in path.allSatisfy { turn(a, b, $0) == 0 } } }
    }

    /// Whether a path's inside or border meets the inside of a square.
    static func touches(_ path: [Place], _ square: Square) -> Bool {
        let middle = Place((square.left + square.right) / 2, (square.top + square.bottom) / 2)
        return edges(path).contains { meetsInside($0, $1, square) } || winding(path, middle) != 0
    }

    /// The corners of a convex hull, by gift wrapping.
    static func hull(_ places: [Place]) -> [Place] {
        guard !isOneLine(places), let start = places.min(by: { ($0.x, $0.y) < ($1.x, $1.y) }) else { return places }
        func distance(_ a: Place, _ b: Place) -> Number { (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) }
        var hull = [start]
        while hull.count <= places.count {
            let here = hull[hull.count - 1]
            var next = places.first { distance(here, $0) > 0 } ?? here
            for place in places {
                let turn = turn(here, next, place)
                if turn > 0 || turn == 0 && distance(here, place) > distance(here, next) { next = place }
            }
            if distance(next, start) == 0 { break }
            hull.append(next)
        }
        return hull
    }
}

/// What a raster emitted, on a canvas; nil where it emitted a pixel twice, an empty rectangle, or not in order.
struct Canvas {
    let width: Int
    let height: Int
    private(set) var isCovered: [Bool]
    private(set) var rects: [PixelRect] = []

    init?(
        _ width: Int, _ height: Int, _ emit: ((PixelRect) -> Void) throws -> Void
    ) rethrows {
        (self.width, self.height) = (width, height)
        isCovered = Array(repeating: false, count: width * height)
        var all: [PixelRect] = []
        try emit { all.append($0) }
        rects = all
        var last: PixelRect?
        for rect in all {
            guard rect.left >= 0, rect.top >= 0, rect.left < rect.right, rect.top < rect.bottom,
                rect.right <= width, rect.bottom <= height
            else { return nil }
            if let last {
                guard
                    rect.top >= last.bottom
                        || rect.top == last.top && rect.bottom == last.bottom
                            && rect.left > last.right
                else { return nil }
            }
            last = rect
            for y in rect.top..<rect.bottom {
                for x in rect.left..<rect.right { isCovered[Int(y) * width + Int(x)] = true }
            }
        }
    }

    func holds(_ x: Int, _ y: Int) -> Bool { isCovered[y * width + x] }
    var pixels: Int { isCovered.count { $0 } }

    /// The first pixel that must be covered and is not, or must not be and is.
    func firstWrong(must: (Int, Int) -> Bool, may: (Int, Int) -> Bool) -> String? {
        for y in 0..<height {
            for x in 0..<width {
                if holds(x, y) ? !may(x, y) : must(x, y) { return "\(x), \(y): \(holds(x, y))" }
            }
        }
        return nil
    }
}
