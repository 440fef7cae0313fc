// SPDX-License-Identifier: MIT
import Scrim
import Testing

/// A generator whose numbers are the same in every run.
struct Numbers {
    private var state: UInt64 = 1

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}

@Suite struct RegionUnionTests {
    /// Paints rectangles one after the other.
    private func paint(_ rects: [(rect: PixelRect, style: Int)], side: Int) -> [Int] {
        var canvas = [Int](repeating: -1, count: side * side)
        for (rect, style) in rects {
            for y in rect.top..<rect.bottom {
                for x in rect.left..<rect.right { canvas[Int(y) * side + Int(x)] = style }
            }
        }
        return canvas
    }

    /// What the union visits; nil where it visits a pixel twice.
    private func visit(_ rects: [(rect: PixelRect, style: Int)], side: Int) throws -> [Int]? {
        var union = RegionUnion()
        for (rect, style) in rects { try union.add(rect, style: style) }
        #expect(union.count == rects.count)
        var canvas = [Int](repeating: -1, count: side * side)
        var isOnce = true
        try union.visit { rect, style in
            for y in rect.top..<rect.bottom {
                for x in rect.left..<rect.right {
                    if canvas[Int(y) * side + Int(x)] != -1 { isOnce = false }
                    canvas[Int(y) * side + Int(x)] = style
                }
            }
        }
        return isOnce ? canvas : nil
    }

    @Test func everyPixelIsVisitedOnceWithTheLastStyle() throws {
        var numbers = Numbers()
        for round in 0..<3000 {
            let side = 1 + numbers.below(40)
            let count = numbers.below(round % 10 == 0 ? 200 : 12)
            let rects = (0..<count).map { _ in
                let (left, top) = (numbers.below(side), numbers.below(side))
                let rect = PixelRect(
                    left: Int32(left), top: Int32(top), right: Int32(left + 1 + numbers.below(side - left)),
                    bottom: Int32(top + 1 + numbers.below(side - top)))
                return (rect: rect, style: numbers.below(1 + round % 4))
            }
            #expect(try visit(rects, side: side) == paint(rects, side: side))
        }
    }

    @Test func anEmptyUnionVisitsNothing() throws {
        #expect(try visit([], side: 3) == [Int](repeating: -1, count: 9))
    }

    /// Edges that halve the rows again and again make the deepest recursion.
    @Test func edgesThatHalveTheRowsAreCutThrough() throws {
        var union = RegionUnion()
        var row: Int32 = 65536
        while row > 0 {
            try union.add(PixelRect(left: 0, top: 0, right: row, bottom: row), style: 0)
            try union.add(PixelRect(left: 0, top: 65536 - row, right: 1, bottom: 65536), style: 1)
            row /= 2
        }
        var (pixels, first) = (UInt64(0), UInt64(0))
        try union.visit { rect, style in
            pixels += rect.pixels
            if style == 1 { first += rect.pixels }
        }
        #expect(pixels == 65536 * 65536)
        // Of the left column, what no later rectangle of the other style took.
        #expect(first == 32768)
    }
}
