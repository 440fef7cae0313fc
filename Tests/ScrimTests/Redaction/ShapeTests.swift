// SPDX-License-Identifier: MIT
import Scrim
import Testing

@Suite struct ShapeTests {
    typealias Number = Oracle.Number

    /// Sides in units.
    private struct Sides {
        var left, top, right, bottom: Number

        init(_ numbers: inout Numbers, step: Int, below pixels: Int) {
            let steps = pixels * (1 << 20) / step
            left = Number((numbers.below(2 * steps) - steps) * step)
            top = Number((numbers.below(2 * steps) - steps) * step)
            right = left + Number((1 + numbers.below(2 * steps)) * step)
            bottom = top + Number((1 + numbers.below(2 * steps)) * step)
        }

        var box: Box {
            Box(
                left: Double(left) / 0x1p20, top: Double(top) / 0x1p20, right: Double(right) / 0x1p20,
                bottom: Double(bottom) / 0x1p20)
        }

        /// Whether the ellipse in here reaches into a square. All is doubled, for the middle.
        func ellipseMeets(_ square: Oracle.Square) -> Bool {
            let (x, y) = (left + right, top + bottom)
            let (a, b) = (right - left, bottom - top)
            let dx = max(x - 2 * square.right, 2 * square.left - x, 0)
            let dy = max(y - 2 * square.bottom, 2 * square.top - y, 0)
            guard dx < a, dy < b else { return false }
            return dx * dx * b * b + dy * dy * a * a < a * a * b * b
        }

        /// Whether a square is nearer than the radius to the box that is left without it. All is doubled.
        func roundedMeets(_ square: Oracle.Square, radius: Number) -> Bool {
            let r = min(2 * radius, right - left, bottom - top)
            guard r > 0 else {
                return left < square.right && right > square.left && top < square.bottom && bottom > square.top
            }
            let dx = max(2 * left + r - 2 * square.right, 2 * square.left - 2 * right + r, 0)
            let dy = max(2 * top + r - 2 * square.bottom, 2 * square.top - 2 * bottom + r, 0)
            return dx * dx + dy * dy < r * r
        }
    }

    private func canvas(_ shape: Shape, scale: Double = 1, _ width: Int, _ height: Int) throws -> Canvas? {
        var raster = ShapeRaster()
        return try Canvas(width, height) {
            try raster.emit(shape, map: PixelMap(scale: scale), width: width, height: height, $0)
        }
    }

    @Test(arguments: [1 << 20, 1 << 18, 1], [2, 12, 40])
    func ellipsesAgreeWithTheOracle(step: Int, size: Int) throws {
        var numbers = Numbers()
        for _ in 0..<200 {
            let sides = Sides(&numbers, step: step, below: size)
            let canvas = try #require(try canvas(.ellipse(sides.box), 14, 11))
            let wrong = canvas.firstWrong {
                sides.ellipseMeets(Oracle.Square($0, $1))
            } may: {
                sides.ellipseMeets(Oracle.Square($0, $1, grown: 1))
            }
            #expect(wrong == nil, "\(sides)")
        }
    }

    @Test(arguments: [1 << 20, 1 << 18, 1], [2, 12, 40])
    func roundedRectanglesAgreeWithTheOracle(step: Int, size: Int) throws {
        var numbers = Numbers()
        for round in 0..<200 {
            let sides = Sides(&numbers, step: step, below: size)
            // None, some, and more than there is room for.
            let radius = round % 5 == 0 ? 0 : Number(numbers.below(size * (1 << 20) / step) * step)
            let shape = Shape.roundedRectangle(sides.box, radius: Double(radius) / 0x1p20)
            let canvas = try #require(try canvas(shape, 14, 11))
            let wrong = canvas.firstWrong {
                sides.roundedMeets(Oracle.Square($0, $1), radius: radius)
            } may: {
                sides.roundedMeets(Oracle.Square($0, $1, grown: 1), radius: radius)
            }
            #expect(wrong == nil, "\(sides) \(radius)")
        }
    }

    @Test(arguments: [1 << 20, 1 << 18, 1])
    func rectanglesAgreeWithTheOracle(step: Int) throws {
        var numbers = Numbers()
        for _ in 0..<300 {
            let sides = Sides(&numbers, step: step, below: 12)
            let canvas = try #require(try canvas(.rectangle(sides.box), 14, 11))
            let isRight = canvas.firstWrong {
                sides.roundedMeets(Oracle.Square($0, $1), radius: 0)
            } may: {
                sides.roundedMeets(Oracle.Square($0, $1), radius: 0)
            }
            #expect(isRight == nil && canvas.rects.count <= 1, "\(sides)")
        }
    }

    /// One that is aligned touches each side of its box in the middle, and goes no farther.
    @Test func anAlignedShapeStaysInItsBox() throws {
        for (width, height) in [(1, 1), (2, 7), (8, 8), (9, 4), (30, 30)] {
            let box = Box(left: 3, top: 4, right: Double(3 + width), bottom: Double(4 + height))
            for shape in [Shape.ellipse(box), .roundedRectangle(box, radius: 2), .rectangle(box)] {
                let canvas = try #require(try canvas(shape, 40, 40))
                #expect(canvas.rects.map(\.left).min() == 3 && canvas.rects.map(\.right).max() == Int32(3 + width))
                #expect(canvas.rects.first?.top == 4 && canvas.rects.last?.bottom == Int32(4 + height))
            }
        }
    }

    @Test func shapesScaleWithTheirRadius() throws {
        let (half, whole) = (Box(left: 1, top: 2, right: 9, bottom: 8), Box(left: 2, top: 4, right: 18, bottom: 16))
        for (small, large) in [
            (Shape.ellipse(half), Shape.ellipse(whole)),
            (.roundedRectangle(half, radius: 3), .roundedRectangle(whole, radius: 6)),
            (.rectangle(half), .rectangle(whole)),
        ] {
            #expect(try canvas(small, scale: 2, 20, 20)?.isCovered == canvas(large, 20, 20)?.isCovered)
        }
    }

    /// The straight sides are one rectangle, and rows of equal columns too.
    @Test func equalRowsAreOneRectangle() throws {
        let box = Box(left: 0, top: 0, right: 100, bottom: 6000)
        let rounded = try canvas(.roundedRectangle(box, radius: 8), 100, 6000)
        #expect(try #require(rounded).rects.count <= 17)
        let disc = try #require(try canvas(.ellipse(Box(left: 0, top: 0, right: 100, bottom: 10_000)), 100, 10_000))
        #expect(disc.rects.count <= 101)
    }

    @Test func thinAndTinyShapesAreCovered() throws {
        for box in [
            Box(left: 3.999, top: 0, right: 3.9995, bottom: 8), Box(left: 4, top: 0, right: (4.0).nextUp, bottom: 8),
            Box(left: 3, top: 2, right: 3 + 1e-9, bottom: 2 + 1e-9),
            Box(left: 0, top: 0, right: 1e-300, bottom: 1e-300),
        ] {
            for shape in [Shape.ellipse(box), .roundedRectangle(box, radius: 1), .rectangle(box)] {
                for scale in [1.0 / 64, 1, 64] {
                    let canvas = try #require(try canvas(shape, scale: scale, 300, 300))
                    #expect(canvas.holds(Int(box.left * scale), Int(box.top * scale)), "\(box)")
                }
            }
        }
    }

    @Test func emptyBoxesCoverNothing() throws {
        for box in [Box(left: 2, top: 2, right: 2, bottom: 5), Box(left: 2, top: 2, right: 5, bottom: 2)] {
            for shape in [Shape.ellipse(box), .roundedRectangle(box, radius: 1), .rectangle(box)] {
                #expect(try canvas(shape, 9, 9)?.pixels == 0)
            }
        }
    }

    /// At 2^30 points and 64 pixels for each, all of the frame's corner is as the straight lines that a circle comes to.
    @Test func hugeShapesCoverWhatTheyShould() throws {
        let far = 0x1p30
        for scale in [1.0 / 64, 1, 64] {
            // Its right side touches column 50 from the left, near the middle row.
            let box = Box(left: 50 / scale - far, top: -far / 2, right: 50 / scale, bottom: far / 2)
            for shape in [Shape.ellipse(box), .roundedRectangle(box, radius: far)] {
                let canvas = try #require(try canvas(shape, scale: scale, 100, 20))
                #expect(canvas.rects == [PixelRect(left: 0, top: 0, right: 50, bottom: 20)])
            }
        }
        for huge in [1e18, 1e150, .infinity] {
            let box = Box(left: -huge, top: -huge, right: huge, bottom: huge)
            for shape in [Shape.ellipse(box), .roundedRectangle(box, radius: huge), .rectangle(box)] {
                let canvas = try #require(try canvas(shape, scale: 64, 10, 10))
                #expect(canvas.rects == [PixelRect(left: 0, top: 0, right: 10, bottom: 10)])
            }
        }
    }

    @Test func whatIsNoNumberIsTheWholeFrame() throws {
        let (box, side) = (Box(left: 2, top: 2, right: 3, bottom: 3), Box(left: 2, top: .nan, right: 3, bottom: 3))
        for shape in [
            Shape.ellipse(side), .roundedRectangle(side, radius: 1), .rectangle(side),
            .roundedRectangle(box, radius: .nan),
        ] {
            #expect(try canvas(shape, 10, 9)?.rects == [PixelRect(left: 0, top: 0, right: 10, bottom: 9)])
        }
    }
}
