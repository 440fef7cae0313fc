// SPDX-License-Identifier: MIT
import CPlatform

/// A set of pixels of one plane, with one bit for each pixel of `bounds`. Pixels outside `bounds` are never in the set.
@safe
struct PixelMask: ~Copyable {
    let bounds: PixelRect
    /// 64-bit words in a row. An additional row of zeros lets a reader take two words anywhere.
    private let words: Int
    private let bits: UnsafeMutablePointer<UInt64>

    /// An empty set. Its memory is touched only where rectangles are added.
    ///
    /// - Throws: `noMemory`.
    static func make(_ bounds: PixelRect) throws(Failure) -> PixelMask {
        let words = (max(bounds.width, 0) &+ 63) / 64 &+ 1
        guard let memory = unsafe calloc(max(bounds.height, 0) &+ 1, words &* 8) else { throw .noMemory }
        return unsafe PixelMask(bounds, words, memory.bindMemory(to: UInt64.self, capacity: words))
    }

    private init(_ bounds: PixelRect, _ words: Int, _ bits: UnsafeMutablePointer<UInt64>) {
        self.bounds = bounds
        self.words = words
        unsafe self.bits = bits
    }

    deinit { unsafe free(bits) }

    /// Adds the pixels of a rectangle, as far as they lie within the bounds.
    func add(_ rect: PixelRect) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return }
        let (first, end) = (Int(rect.left) &- Int(bounds.left), Int(rect.right) &- Int(bounds.left))
        let (firstWord, lastWord) = (first / 64, (end &- 1) / 64)
        let firstBits = ~UInt64(0) &<< UInt64(first & 63)
        let lastBits = ~UInt64(0) &>> UInt64(63 &- ((end &- 1) & 63))
        for y in steps(from: Int(rect.top) &- Int(bounds.top), to: Int(rect.bottom) &- Int(bounds.top)) {
            let row = unsafe bits + y &* words
            if firstWord == lastWord {
                unsafe row[firstWord] |= firstBits & lastBits
            } else {
                unsafe row[firstWord] |= firstBits
                for word in steps(from: firstWord &+ 1, to: lastWord) {
                    unsafe row[word] = ~0
                }
                unsafe row[lastWord] |= lastBits
            }
        }
    }

    /// 64 pixels of a row, from column `x` on, the first in the lowest bit: which of them belong to the set.
    func word(_ x: Int, _ y: Int) -> UInt64 {
        let (column, row) = (x &- Int(bounds.left), y &- Int(bounds.top))
        guard row >= 0, row < bounds.height, column > -64, column < bounds.width else { return 0 }
        let line = unsafe bits + row &* words
        if column < 0 { return unsafe line[0] &<< UInt64(0 &- column) }
        let (index, offset) = (column / 64, UInt64(column & 63))
        let low = unsafe line[index] &>> offset
        return unsafe offset == 0 ? low : low | line[index &+ 1] &<< (64 &- offset)
    }

    /// `word` of column `x` for one row after the other, from row `y` on.
    func words(_ x: Int, from y: Int) -> Words {
        let (column, row) = (x &- Int(bounds.left), y &- Int(bounds.top))
        let isSeen = column > -64 && column < bounds.width
        let first = max(column, 0)
        return unsafe Words(
            next: bits + (row &* words &+ first / 64), stride: words, row: row, rows: isSeen ? bounds.height : 0,
            offset: UInt64(first & 63), skipped: UInt64(max(0 &- column, 0) & 63))
    }

    @safe
    struct Words {
        fileprivate var next: UnsafeMutablePointer<UInt64>
        fileprivate let stride: Int
        fileprivate var row: Int
        fileprivate let rows: Int
        fileprivate let offset: UInt64
        fileprivate let skipped: UInt64

        @inline(__always)
        mutating func callAsFunction() -> UInt64 {
            let here = unsafe next
            let isInside = UInt(bitPattern: row) < UInt(bitPattern: rows)
            row &+= 1
            unsafe next += stride
            guard isInside else { return 0 }
            return unsafe (here[0] &>> offset | (here[1] &<< 1) &<< (63 &- offset)) &<< skipped
        }
    }

    func holds(_ x: Int, _ y: Int) -> Bool { word(x, y) & 1 == 1 }

    /// Visits the stretches of a row, from one column up to another, that are not in the set.
    @inline(__always)
    func forEachGap(row: Int, from start: Int, to end: Int, _ body: (_ start: Int, _ end: Int) -> Void) {
        var x = start
        while x < end {
            let covered = (~word(x, row)).trailingZeroBitCount
            guard covered == 0 else {
                x &+= covered
                continue
            }
            let first = x
            var free: Int
            repeat {
                free = word(x, row).trailingZeroBitCount
                x &+= free
            } while free == 64 && x < end
            body(first, min(x, end))
        }
    }

    /// Whether none of a rectangle's pixels is in the set.
    func isDisjoint(_ rect: PixelRect) -> Bool {
        let rect = rect.intersection(bounds)
        for y in steps(from: Int(rect.top), to: Int(rect.bottom)) {
            for x in steps(from: Int(rect.left), to: Int(rect.right), by: 64) {
                let left = Int(rect.right) &- x
                let wanted = left >= 64 ? ~UInt64(0) : ~(~UInt64(0) &<< UInt64(truncatingIfNeeded: left))
                if word(x, y) & wanted != 0 { return false }
            }
        }
        return true
    }
}
