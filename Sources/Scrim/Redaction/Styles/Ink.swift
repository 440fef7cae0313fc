// SPDX-License-Identifier: MIT

/// A 32-bit hash, from which the lines, words and clouds of the texture are drawn. Not for secrets.
struct Mix: BitwiseCopyable {
    var value: UInt32 = 2_166_136_261

    func with(_ word: UInt32) -> Mix {
        var h = (value ^ word) &* 0x9E37_79B1
        h = (h ^ h &>> 15) &* 0x85EB_CA77
        return Mix(value: h ^ h &>> 13)
    }

    func with(_ word: Int) -> Mix { with(UInt32(truncatingIfNeeded: word)) }

    func with(_ word: UInt64) -> Mix {
        with(UInt32(truncatingIfNeeded: word)).with(UInt32(truncatingIfNeeded: word &>> 32))
    }

    var byte: Int { Int(value &>> 24) }

    /// One of the four bytes.
    func byte(_ index: Int) -> Int { Int(value &>> UInt32(truncatingIfNeeded: (index & 3) &* 8) & 255) }
}

/// The look of a region: lines of words if it is low and wide, otherwise a surface with soft clouds. It depends on the size
/// of the region and on nothing else in the frame.
enum Ink {
    /// Regions of fewer pixels in height look like text, unless they have the shape of a picture.
    static let pageHeight = 150
    /// Regions of fewer pixels in height look like text in any shape.
    static let lineHeight = 40

    /// The start of all hashes of a region.
    static func key(_ seed: UInt64, _ id: UInt64) -> Mix { Mix().with(seed).with(id) }

    static func isPage(_ region: CoverRegion) -> Bool {
        let (width, height) = region.size
        return height < lineHeight || height < pageHeight && 2 &* width >= 3 &* height
    }
}

/// Lines about 30 pixels high, made of words, made of letters. Most letters are small. Some rise above and some hang below.
struct Page: BitwiseCopyable {
    private let key: Mix
    private let cell: Int
    private let width: Int
    private let height: UInt
    private let lines: UInt
    private let letter: UInt

    /// - Parameter cell: Pixels of a plane of the frame's size.
    init(_ region: CoverRegion, seed: UInt64, cell: Int) {
        key = Ink.key(seed, region.id)
        self.cell = cell
        width = region.size.width
        height = max(UInt(bitPattern: region.size.height), 1)
        lines = max((2 &* height &+ 30) / 60, 1)
        letter = max(UInt(bitPattern: cell), 3 &* height / max(10 &* lines, 1), 1)
    }

    /// Passes on the ink, 0 … 255, of the cells of a row. Rows and cells are counted from the region's corner.
    func draw(row: Int, columns: CellRange, _ put: (_ column: Int, _ ink: Int) -> Void) {
        let position = UInt(bitPattern: (2 &* row &+ 1) &* cell &* 128) &* lines / max(height, 1)
        // A region that is too low for a line is one row of small letters.
        let (line, level) = height < 8 ? (0, 128) : (Int(bitPattern: position &>> 8), Int(bitPattern: position & 255))
        let shapes = key.with(UInt32(1)).with(line)
        let gaps = key.with(UInt32(2)).with(line)
        let end = width &* end(line)
        let strokes = key.with(UInt32(4)).with(line)
        let grain = key.with(UInt32(5)).with(row)
        var (last, isInked) = (-1, false)
        for column in steps(from: columns.start, to: columns.end) {
            let index = Int(bitPattern: UInt(bitPattern: column &* cell) / max(letter, 1))
            if index != last {
                last = index
                isInked = isInk(shapes.with(index).byte, level) && !isGap(gaps, index)
            }
            if isInked, column &* cell &* 256 < end {
                put(column, 112 &+ strokes.with(column).byte &>> 2 &+ (grain.with(column).byte &* 5) &>> 4)
            } else {
                put(column, 0)
            }
        }
    }

    /// Whether a letter has ink at a height of its line, in 1/256 from above.
    private func isInk(_ shape: Int, _ level: Int) -> Bool {
        if level >= 92, level < 176 { return true }
        if level >= 44, level < 92 { return shape & 7 < 4 }
        return level >= 176 && level < 216 && shape & 7 == 4
    }

    /// A word never begins with a gap, and two gaps are never next to each other.
    private func isGap(_ gaps: Mix, _ letter: Int) -> Bool {
        letter > 0 && gaps.with(letter).byte < 48 && gaps.with(letter &- 1).byte >= 48
    }

    /// The length of a line, in 1/256 of the width. If there are several lines, none is full, and the last one is shorter.
    private func end(_ line: Int) -> Int {
        guard lines > 1 else { return 256 }
        let byte = UInt(bitPattern: key.with(UInt32(3)).with(line).byte)
        return Int(bitPattern: line == Int(bitPattern: lines) &- 1 ? 112 &+ byte &* 5 / 12 : 208 &+ byte / 5)
    }
}

/// Value noise of three octaves, 0 … 255.
struct Clouds: BitwiseCopyable {
    private let coarse: Mix
    private let middle: Mix
    private let fine: Mix

    init(_ region: CoverRegion, seed: UInt64) {
        let key = Ink.key(seed, region.id)
        fine = key.with(UInt32(8))
        middle = key.with(UInt32(9))
        coarse = key.with(UInt32(10))
    }

    /// Passes on the noise of the cells of a row. Rows and cells are counted from the region's corner.
    func draw(row: Int, columns: CellRange, _ put: (_ column: Int, _ noise: Int) -> Void) {
        let (coarse, middle) = (Octave(coarse, row, bits: 2), Octave(middle, row, bits: 1))
        let fine = fine.with(row)
        var (four, two) = (coarse.corner(columns.start), middle.corner(columns.start))
        var (nextFour, nextTwo) = (coarse.corner(columns.start &+ 4), middle.corner(columns.start &+ 2))
        var grain = fine.with(columns.start &>> 2)
        var column = columns.start
        while column < columns.end {
            let (three, one) = (column & 3, column & 1)
            let first = (four &* (4 &- three) &+ nextFour &* three) &>> 4
            let second = (two &* (2 &- one) &+ nextTwo &* one) &>> 2
            put(column, (5 &* first &+ 2 &* second &+ grain.byte(three)) &>> 3)
            column &+= 1
            if column & 1 == 0 { (two, nextTwo) = (nextTwo, middle.corner(column &+ 2)) }
            if column & 3 == 0 {
                (four, nextFour) = (nextFour, coarse.corner(column &+ 4))
                grain = fine.with(column &>> 2)
            }
        }
    }

    /// A lattice whose squares have 2^bits cells on each side, at one row of cells.
    private struct Octave {
        private let upper: Mix
        private let lower: Mix
        private let part: Int
        private let bits: Int

        init(_ key: Mix, _ row: Int, bits: Int) {
            upper = key.with(row &>> bits)
            lower = key.with(row &>> bits &+ 1)
            part = row & (1 &<< bits &- 1)
            self.bits = bits
        }

        /// The noise at the corner to the left of a column, times 2^bits.
        func corner(_ column: Int) -> Int {
            let corner = column &>> bits
            return upper.with(corner).byte &* (1 &<< bits &- part) &+ lower.with(corner).byte &* part
        }
    }
}
