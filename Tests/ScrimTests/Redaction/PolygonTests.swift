// SPDX-License-Identifier: MIT
import Scrim
import Testing

@Suite struct PolygonTests {
    typealias Place = Oracle.Place

    private func polygon(_ points: [Point], scale: Double = 1, _ width: Int, _ height: Int) throws -> Canvas? {
        var raster = ShapeRaster()
        return try polygon(points, scale: scale, width, height, &raster)
    }

    private func polygon(
        _ points: [Point], scale: Double = 1, _ width: Int, _ height: Int, _ raster: inout ShapeRaster
    ) throws -> Canvas? {
        try Canvas(width, height) {
            try raster.emitPolygon(points.span, map: PixelMap(scale: scale), width: width, height: height, $0)
        }
    }

    private func quad(_ points: [Point], scale: Double = 1, _ width: Int, _ height: Int) throws -> Canvas? {
        var raster = ShapeRaster()
        return try Canvas(width, height) {
            try raster.emitQuad(points.span, map: PixelMap(scale: scale), width: width, height: height, $0)
        }
    }

    /// Compares with the oracle: nothing missed, and nothing covered that is a unit away.
    private func check(_ canvas: Canvas?, _ path: [Place]) throws {
        let canvas = try #require(canvas, "\(path)")
        let isLine = Oracle.isOneLine(path)
        let wrong = canvas.firstWrong { x, y in
            let square = Oracle.Square(x, y)
            guard isLine else { return Oracle.touches(path, square) }
            return Oracle.edges(path).contains { Oracle.meetsHalfOpen($0, $1, square) }
        } may: {
            Oracle.touches(path, Oracle.Square($0, $1, grown: 1))
        }
        #expect(wrong == nil, "\(path)")
    }

    private func places(_ numbers: inout Numbers, _ count: Int, step: Int, from: Int, to: Int) -> [Place] {
        (0..<count).map { _ in
            Place(
                Oracle.Number(from + numbers.below(to - from)) * Oracle.Number(step),
                Oracle.Number(from + numbers.below(to - from)) * Oracle.Number(step))
        }
    }

    /// Steps of a pixel, a quarter, and a unit: corners on the grid, and anywhere.
    @Test(arguments: [1 << 20, 1 << 18, 1])
    func pathsAgreeWithTheOracle(step: Int) throws {
        var numbers = Numbers()
        var raster = ShapeRaster()
        let pixels = (1 << 20) / step
        for round in 0..<150 {
            let path = places(&numbers, 1 + round % 9, step: step, from: -6 * pixels, to: 18 * pixels)
            let (width, height) = (1 + numbers.below(13), 1 + numbers.below(13))
            try check(try polygon(path.map(\.point), width, height, &raster), path)
        }
    }

    /// Lines along an axis, where most of a square's borders are.
    @Test(arguments: [1 << 20, 1 << 18])
    func linesAndPointsAreCovered(step: Int) throws {
        var numbers = Numbers()
        let pixels = (1 << 20) / step
        for round in 0..<150 {
            var path = places(&numbers, 2, step: step, from: -2 * pixels, to: 12 * pixels)
            if round % 3 == 1 { path[1].x = path[0].x }
            if round % 3 == 2 { path[1].y = path[0].y }
            path.append(round % 2 == 0 ? path[0] : Place((path[0].x + path[1].x) / 2, (path[0].y + path[1].y) / 2))
            try check(try polygon(path.map(\.point), 10, 10), path)
            path.append(path[1])
            try check(try quad(path.map(\.point), 10, 10), path)
        }
    }

    /// From a window's size to 2^33 pixels away: what cancels out there has more bits than a Double.
    @Test(arguments: [8, 17, 18, 24, 31, 33])
    func pathsFromFarAwayAgreeWithTheOracle(bits: Int) throws {
        var numbers = Numbers()
        for round in 0..<60 {
            // A Double has 53 bits: coarser steps for larger numbers.
            let step = 1 << max(0, bits + 20 - 52)
            let far = (1 << (bits + 20)) / step
            var path = (0..<3 + round % 4).map { _ in
                let x = numbers.below(1 << 30) &* numbers.below(1 << 30) % (2 * far) - far
                let y = numbers.below(1 << 30) &* numbers.below(1 << 30) % (2 * far) - far
                return Place(Oracle.Number(x * step), Oracle.Number(y * step))
            }
            // An edge through the window: the mirror image of a corner, moved by some pixels.
            let by = places(&numbers, 1, step: 1 << 18, from: 0, to: 80)[0]
            path.insert(Place(by.x - path[0].x, by.y - path[0].y), at: 1)
            try check(try polygon(path.map(\.point), 10, 10), path)
            let corners = Array(path.prefix(4))
            try check(try quad(corners.map(\.point), 10, 10), Oracle.hull(corners))
        }
    }

    /// All orders of the corners are one quad: its hull.
    @Test(arguments: [1 << 20, 1 << 18, 1])
    func quadsAreTheirHullInAnyOrder(step: Int) throws {
        var numbers = Numbers()
        let pixels = (1 << 20) / step
        for _ in 0..<60 {
            let p = places(&numbers, 4, step: step, from: -4 * pixels, to: 14 * pixels)
            let first = try #require(try quad(p.map(\.point), 10, 10))
            try check(first, Oracle.hull(p))
            for order in [[0, 2, 1, 3], [0, 1, 3, 2], [3, 2, 1, 0], [2, 0, 3, 1]] {
                #expect(try quad(order.map { p[$0].point }, 10, 10)?.isCovered == first.isCovered)
            }
        }
    }

    @Test func whatIsAlignedCoversNothingBesideIt() throws {
        // An L, a cross that goes over itself, and a frame whose hole winds the other way.
        let letter = [(2, 1), (5, 1), (5, 6), (9, 6), (9, 8), (2, 8)]
        let ring = [(1, 1), (9, 1), (9, 9), (1, 9), (1, 1), (3, 3), (3, 7), (7, 7), (7, 3), (3, 3)]
        for path in [letter, ring] {
            let places = path.map { Place(Oracle.Number($0.0) * Oracle.unit, Oracle.Number($0.1) * Oracle.unit) }
            let canvas = try #require(try polygon(places.map(\.point), 12, 12))
            #expect(
                canvas.firstWrong {
                    Oracle.touches(places, Oracle.Square($0, $1))
                } may: {
                    // The ring's seam, a line from corner to corner, goes through 2 pixels, and has a slope.
                    Oracle.touches(places, Oracle.Square($0, $1)) || path.count == 10 && ($0, $1) == (2, 1)
                        || path.count == 10 && ($0, $1) == (1, 2)
                } == nil)
        }
        let corners = [Point(x: 2, y: 3), Point(x: 7, y: 3), Point(x: 7, y: 5), Point(x: 2, y: 5)]
        #expect(try quad(corners, 12, 12)?.rects == [PixelRect(left: 2, top: 3, right: 7, bottom: 5)])
        #expect(try polygon(corners, 12, 12)?.rects == [PixelRect(left: 2, top: 3, right: 7, bottom: 5)])
        #expect(try polygon(corners, scale: 0.5, 12, 12)?.rects == [PixelRect(left: 1, top: 1, right: 4, bottom: 3)])
    }

    @Test func windingsKeepAHoleOnlyTheOtherWayRound() throws {
        func ring(_ from: Double, _ to: Double, reversed: Bool) -> [Point] {
            let ring = [(from, from), (to, from), (to, to), (from, to), (from, from)].map { Point(x: $0.0, y: $0.1) }
            return reversed ? ring.reversed() : ring
        }
        // From the outer ring to the inner one and back, along the diagonal.
        let hole = try #require(try polygon(ring(0, 20, reversed: false) + ring(5, 15, reversed: true), 20, 20))
        #expect(!hole.holds(10, 10) && hole.holds(2, 10) && hole.holds(17, 10) && hole.holds(10, 17))
        #expect(hole.pixels == 400 - 100)
        #expect(try polygon(ring(0, 20, reversed: false) + ring(5, 15, reversed: false), 20, 20)?.pixels == 400)
        // In the hole, an island.
        let path = ring(0, 20, reversed: false) + ring(5, 15, reversed: true) + ring(8, 12, reversed: false)
        #expect(try polygon(path, 20, 20)?.holds(10, 10) == true)
    }

    @Test func aBowTieIsTwoTriangles() throws {
        let points = [(0, 0), (20, 20), (20, 0), (0, 20)].map { Point(x: $0.0, y: $0.1) }
        let canvas = try #require(try polygon(points, 20, 20))
        #expect(canvas.holds(1, 10) && canvas.holds(18, 10) && !canvas.holds(10, 1) && !canvas.holds(10, 18))
        #expect(try quad(points, 20, 20)?.pixels == 400)
    }

    /// A pentagram winds around its middle twice: even-odd would leave that open.
    @Test func aStarIsFullInTheMiddle() throws {
        let points = [(50, 2), (80, 95), (3, 37), (97, 37), (20, 95)].map { Point(x: $0.0, y: $0.1) }
        let canvas = try #require(try polygon(points, 100, 100))
        #expect(canvas.holds(50, 50) && !canvas.holds(10, 10) && !canvas.holds(50, 94))
        try check(canvas, points.map { Place(Oracle.Number($0.x) * Oracle.unit, Oracle.Number($0.y) * Oracle.unit) })
    }

    /// Numbers as large as may come, in which a pixel of the frame is far below the last bit.
    @Test func hugeCoordinatesAreExact() throws {
        let far = 1e18
        // The diagonal x = y, as an edge: what is below it is covered.
        let below = [Point(x: -far, y: -far), Point(x: far, y: far), Point(x: -far, y: far)]
        for scale in [1.0 / 64, 0.75, 1, 1.5, 64] {
            let canvas = try #require(try polygon(below, scale: scale, 30, 30))
            #expect(
                canvas.firstWrong {
                    $0 <= $1
                } may: {
                    $0 <= $1 + 1
                } == nil)
        }
        // 2 x = 3 y + c, from a corner far away to one nearer: sums that only just fit a Double.
        let (from, to) = (0x1p58, 0x1p57)
        for move in [0.0, 128, 4096] {
            let path = [
                Point(x: -3 * from + move, y: -2 * from), Point(x: 3 * to + move, y: 2 * to),
                Point(x: -3 * from, y: to),
            ]
            // Moves as small as the last bit of 3 · 2^58.
            let moved = path[0].x + 3 * from
            let other = path[1].x - 3 * to
            guard moved == other else { continue }
            let canvas = try #require(try polygon(path, 300, 200))
            #expect(
                canvas.firstWrong {
                    2 * Double($0) < 3 * Double($1 + 1) + 2 * moved
                } may: {
                    2 * Double($0) <= 3 * Double($1 + 1) + 2 * moved
                } == nil)
        }
        let around = [(-far, -far), (far, -far), (far, far), (-far, far)].map { Point(x: $0.0, y: $0.1) }
        #expect(try polygon(around, 30, 20)?.rects == [PixelRect(left: 0, top: 0, right: 30, bottom: 20)])
        #expect(try quad(around, 30, 20)?.rects == [PixelRect(left: 0, top: 0, right: 30, bottom: 20)])
        let beside = around.map { Point(x: $0.x + 2 * far, y: $0.y) }
        #expect(try polygon(beside, 30, 20)?.pixels == 0)
        #expect(try quad(beside, 30, 20)?.pixels == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func whatIsNoNumberIsTheWholeFrame(value: Double) throws {
        let points = [Point(x: 0, y: 0), Point(x: 1, y: value), Point(x: 1, y: 1)]
        #expect(try polygon(points, 9, 7)?.rects == [PixelRect(left: 0, top: 0, right: 9, bottom: 7)])
        #expect(try quad(points, 9, 7)?.rects == [PixelRect(left: 0, top: 0, right: 9, bottom: 7)])
        #expect(try polygon(points, 0, 7)?.rects.isEmpty == true)
    }

    @Test func noPointsCoverNothing() throws {
        #expect(try polygon([], 9, 7)?.pixels == 0)
        #expect(try quad([], 9, 7)?.pixels == 0)
    }

    @Test func equalRowsAreOneRectangle() throws {
        let posts = [(1, 0), (3, 0), (3, 9), (5, 9), (5, 0), (7, 0), (7, 10), (1, 10)].map { Point(x: $0.0, y: $0.1) }
        #expect(
            try polygon(posts, 10, 10)?.rects == [
                PixelRect(left: 1, top: 0, right: 3, bottom: 9), PixelRect(left: 5, top: 0, right: 7, bottom: 9),
                PixelRect(left: 1, top: 9, right: 7, bottom: 10),
            ])
    }

    /// Many edges at a time, and frames of more than one word of columns.
    @Test func spikesAgreeWithTheOracle() throws {
        var numbers = Numbers()
        for round in 0..<4 {
            let path = (0..<200).map { index in
                Place(
                    Oracle.Number(index) << 19 &- Oracle.Number(numbers.below(1 << 18)),
                    Oracle.Number(numbers.below(8 << 20)) + Oracle.Number(index % 2 == round % 2 ? 0 : 8 << 20))
            }
            try check(try polygon(path.map(\.point), 130, 16), path)
        }
    }
}
