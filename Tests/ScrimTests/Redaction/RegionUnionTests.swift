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
        for (index, (rect, _)) in rects.enumerated() { try union.add(rect, layer: UInt32(index)) }
        #expect(union.count == rects.count)
        var canvas = [Int](repeating: -1, count: side * side)
        var isOnce = true
        try union.visit { rect, layer in
            for y in rect.top..<rect.bottom {
                for x in rect.left..<rect.right {
                    if canvas[Int(y) * side + Int(x)] != -1 { isOnce = false }
                    canvas[Int(y) * side + Int(x)] = rects[layer].style
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
        var layer: UInt32 = 0
        while row > 0 {
            try union.add(PixelRect(left: 0, top: 0, right: row, bottom: row), layer: layer)
            try union.add(PixelRect(left: 0, top: 65536 - row, right: 1, bottom: 65536), layer: layer + 1)
            row /= 2
            layer += 2
        }
        var (pixels, first) = (UInt64(0), UInt64(0))
        try union.visit { rect, layer in
            pixels += rect.pixels
            if layer % 2 == 1 { first += rect.pixels }
        }
        #expect(pixels == 65536 * 65536)
        // Of the left column, what no later rectangle of the other style took.
        #expect(first == 32768)
    }

    /// Each group of rows, each size of sort and each digit of a coordinate: compared with painting one after the other.
    @Test(arguments: [1, 7, 24, 25, 300])
    func farApartRectanglesAreVisitedOnce(count: Int) throws {
        var numbers = Numbers()
        for _ in 0..<20 {
            var union = RegionUnion()
            var cells = [Int](repeating: -1, count: 32 * 32)
            for layer in 0..<count {
                // Cells of 2,048 × 2,048 pixels, those in every second row low enough to leave a gap.
                let (x, y, width) = (numbers.below(32), numbers.below(32), 1 + numbers.below(3))
                let height: Int32 = y % 2 == 0 ? 2048 : 100
                let right = min(x + width, 32)
                try union.add(
                    PixelRect(
                        left: Int32(x * 2048), top: Int32(y * 2048), right: Int32(right * 2048),
                        bottom: Int32(y * 2048) + height), layer: UInt32(layer))
                for column in x..<right { cells[y * 32 + column] = layer }
            }
            var pixels = [Int](repeating: 0, count: 32 * 32)
            var isRight = true
            try union.visit { rect, layer in
                let y = Int(rect.top) / 2048
                for x in stride(from: Int(rect.left), to: Int(rect.right), by: 2048) {
                    pixels[y * 32 + x / 2048] += 2048 * Int(rect.bottom - rect.top)
                    if cells[y * 32 + x / 2048] != layer { isRight = false }
                }
            }
            #expect(isRight)
            for cell in 0..<(32 * 32) {
                let height = cell / 32 % 2 == 0 ? 2048 : 100
                #expect(pixels[cell] == (cells[cell] < 0 ? 0 : 2048 * height))
            }
        }
    }

    /// Shapes that make careless algorithms quadratic, each as the rectangle of a number.
    enum Shape: CaseIterable {
        case identical, nested, staircase, comb, random, narrow

        func rect(_ index: Int, _ numbers: inout Numbers) -> PixelRect {
            let k = Int32(truncatingIfNeeded: index)
            switch self {
            case .identical: return PixelRect(left: 5, top: 5, right: 900, bottom: 900)
            case .nested:
                return PixelRect(left: k % 500, top: k % 500, right: 1024 - k % 500, bottom: 1024 - k % 500)
            case .staircase:
                return PixelRect(left: k % 1000, top: k % 1000, right: k % 1000 + 24, bottom: 1024)
            case .comb where index % 2 == 0:
                return PixelRect(left: k % 1024, top: 0, right: k % 1024 + 1, bottom: 1024)
            case .comb: return PixelRect(left: 0, top: k % 1024, right: 1024, bottom: k % 1024 + 1)
            case .random:
                let (left, top) = (Int32(numbers.below(1000)), Int32(numbers.below(1000)))
                return PixelRect(
                    left: left, top: top, right: left + 1 + Int32(numbers.below(1024 - Int(left))),
                    bottom: top + 1 + Int32(numbers.below(1024 - Int(top))))
            case .narrow:
                let top = Int32(numbers.below(65000))
                return PixelRect(left: 0, top: top, right: 3, bottom: top + 1 + Int32(numbers.below(65536 - Int(top))))
            }
        }
    }

    /// O(n log n + pixels), counted in steps: four looks at a region on each of 17 levels at most, and two at a run for each pixel.
    @Test(arguments: Shape.allCases, [1000, 20_000])
    func theCostIsBounded(shape: Shape, count: Int) throws {
        var numbers = Numbers()
        var union = RegionUnion()
        for index in 0..<count { try union.add(shape.rect(index, &numbers), layer: UInt32(index)) }
        var (pixels, parts) = (0, 0)
        try union.visit { rect, _ in
            pixels += Int(rect.pixels)
            parts += 1
        }
        #expect(parts <= pixels)
        #expect(union.visits <= 68 * count + 2 * pixels)
    }

    /// Lines of words cost a step each: nothing is cut where there is nothing to cut.
    @Test func wordsThatDoNotOverlapAreNotCut() throws {
        var union = RegionUnion()
        // 19 is prime to 1,000: every word comes once, in no order.
        for index in 0..<1000 {
            let word = Int32(index * 19 % 1000)
            let (left, top) = (word % 25 * 70, word / 25 * 27)
            try union.add(PixelRect(left: left, top: top, right: left + 64, bottom: top + 24), layer: 0)
        }
        var parts = 0
        try union.visit { _, _ in parts += 1 }
        #expect(parts == 1000)
        #expect(union.visits == 0)
    }
}
