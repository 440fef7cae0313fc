// SPDX-License-Identifier: MIT

/// Which regions have no other region near them, in squares of 8 by 8 pixels. A look costs a word for 512 pixels of each eighth row.
struct RegionGrid: ~Copyable {
    /// 64 squares of a row.
    private struct Word: BitwiseCopyable {
        /// Those that a region meets.
        var once: UInt64
        /// Those that two or more regions meet.
        var twice: UInt64
    }

    private var words = Buffer<Word>(blank: Word(once: 0, twice: 0))
    private let bounds: PixelRect
    private let wordsPerRow: Int

    private init(_ bounds: PixelRect) {
        self.bounds = bounds
        wordsPerRow = (bounds.width &+ 511) / 512
    }

    /// - Parameter bounds: The frame. Its left and top edges are 0.
    /// - Throws: `noMemory`.
    static func make(_ bounds: PixelRect) throws(Failure) -> RegionGrid {
        var grid = RegionGrid(bounds)
        try grid.words.resize(grid.wordsPerRow &* ((bounds.height &+ 7) / 8))
        return grid
    }

    /// The squares that a rectangle meets, which is not empty and lies within the bounds.
    private static func squares(_ rect: PixelRect) -> PixelRect {
        PixelRect(
            left: rect.left &>> 3, top: rect.top &>> 3, right: (rect.right &- 1) &>> 3 &+ 1,
            bottom: (rect.bottom &- 1) &>> 3 &+ 1)
    }

    /// The bits of a word that are between two columns of squares.
    @inline(__always)
    private static func bits(_ squares: PixelRect, word: Int) -> UInt64 {
        let first = max(Int(squares.left) &- word &* 64, 0)
        let end = min(Int(squares.right) &- word &* 64, 64)
        guard first < end else { return 0 }
        return (~0 &>> UInt64(64 &- (end &- first))) &<< UInt64(first)
    }

    /// Adds a region by its bounding box, which is not empty and lies within the bounds.
    mutating func add(_ rect: PixelRect) {
        let squares = Self.squares(rect)
        for word in steps(from: Int(squares.left) / 64, to: (Int(squares.right) &+ 63) / 64) {
            let bits = Self.bits(squares, word: word)
            for row in steps(from: Int(squares.top), to: Int(squares.bottom)) {
                words.update(row &* wordsPerRow &+ word) {
                    $0.twice |= $0.once & bits
                    $0.once |= bits
                }
            }
        }
    }

    /// Whether no other region is near one that was added. True is certain, false is not.
    ///
    /// - Parameter distance: How many pixels around the bounding box are near.
    func isAlone(_ rect: PixelRect, within distance: Int32) -> Bool {
        let own = Self.squares(rect)
        let near = Self.squares(rect.grown(by: distance).intersection(bounds))
        for word in steps(from: Int(near.left) / 64, to: (Int(near.right) &+ 63) / 64) {
            let (nearBits, ownBits) = (Self.bits(near, word: word), Self.bits(own, word: word))
            for row in steps(from: Int(near.top), to: Int(near.bottom)) {
                let isOwn = row >= Int(own.top) && row < Int(own.bottom)
                let (mine, found) = (isOwn ? ownBits : 0, words[row &* wordsPerRow &+ word])
                if found.once & nearBits & ~mine != 0 || found.twice & mine != 0 { return false }
            }
        }
        return true
    }
}
