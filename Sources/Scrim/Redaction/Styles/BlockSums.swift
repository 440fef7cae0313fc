// SPDX-License-Identifier: MIT
import CPlatform

/// Means of the blocks of one plane. Rows are added up first, byte by byte, and then the columns of each block.
@safe
struct BlockSums {
    /// The most rows whose sums fit into 16 bits.
    private static let mostRows = 256

    private let input: Plane
    /// Bytes of a pixel. Each is a channel. RGB565 has three.
    private let channels: Int
    private let columns: BlockGrid
    /// A number for each byte of a row.
    private let rowSums: UInt16Row
    /// Four numbers for each block, of which `channels` are used. No block of 4,096 · 4,096 bytes comes to 2^32.
    private let blockSums: UnsafeMutablePointer<UInt32>
    /// Room for one row of RGB565, expanded.
    private let expanded: UnsafeMutablePointer<UInt8>

    /// - Throws: `noMemory`.
    init(_ input: Plane, _ columns: BlockGrid, _ workspace: inout Workspace) throws(Failure) {
        self.input = input
        self.columns = columns
        if case .color565 = input.layout { channels = 3 } else { channels = input.layout.bytesPerPixel }
        unsafe rowSums = try workspace.claim(input.width &* channels, of: UInt16.self)
        unsafe blockSums = try workspace.claim(columns.count &* 4, of: UInt32.self)
        unsafe expanded = try workspace.claim(input.width &* 3, of: UInt8.self)
    }

    /// Averages the blocks of the rows from `start` to `end`.
    func average(_ start: Int, _ end: Int, into means: UnsafeMutablePointer<UInt32>) {
        unsafe memset(blockSums, 0, columns.count &* 4 &* MemoryLayout<UInt32>.size)
        var y = start
        while y < end {
            let next = min(y &+ Self.mostRows, end)
            addRows(y, next)
            addToBlocks()
            y = next
        }
        unsafe divide(rows: end &- start, into: means)
    }

    // MARK: - Down the columns

    /// Sums up to 256 rows, because their sums fit into 16 bits.
    private func addRows(_ start: Int, _ end: Int) {
        let length = input.width &* channels
        if case .color565 = input.layout {
            unsafe memset(rowSums, 0, length &* MemoryLayout<UInt16>.size)
            for y in steps(from: start, to: end) {
                unsafe PackedColor.expand(input.pixel(0, y), to: expanded, count: input.width)
                unsafe add(expanded)
            }
            return
        }
        let first = unsafe UnsafeRawPointer(input.pixel(0, start))
        let rows = end &- start
        var x = 0
        while x <= length &- 64 {
            unsafe sumLine(first + x, rows, into: rowSums + x)
            x &+= 64
        }
        if length >= 16 {
            while x < length {
                // The last ones, together with sums that are already right.
                x = min(x, length &- 16)
                var sums = ByteSums()
                var row = unsafe first + x
                for _ in steps(to: rows) {
                    unsafe sums.add(row)
                    unsafe row += input.stride
                }
                unsafe sums.store(rowSums + x)
                x &+= 16
            }
        } else {
            while x < length {
                var sum: UInt16 = 0
                for y in steps(to: rows) {
                    unsafe sum &+= UInt16(first.load(fromByteOffset: y &* input.stride &+ x, as: UInt8.self))
                }
                unsafe rowSums[x] = sum
                x &+= 1
            }
        }
    }

    /// Sums of 64 columns. This is a line of the cache, so each line is prefetched once, well before it is used.
    @inline(__always)
    private func sumLine(_ first: UnsafeRawPointer, _ rows: Int, into target: UInt16Row) {
        var (a, b, c, d) = (ByteSums(), ByteSums(), ByteSums(), ByteSums())
        var row = unsafe first
        for _ in steps(to: rows) {
            unsafe a.add(row)
            unsafe b.add(row + 16)
            unsafe c.add(row + 32)
            unsafe d.add(row + 48)
            unsafe platform_prefetch(row + rows &* input.stride)
            unsafe row += input.stride
        }
        unsafe a.store(target)
        unsafe b.store(target + 16)
        unsafe c.store(target + 32)
        unsafe d.store(target + 48)
    }

    private func add(_ row: UnsafeMutablePointer<UInt8>) {
        let sums = unsafe rowSums
        for x in steps(to: input.width &* channels) {
            unsafe sums[x] &+= UInt16(row[x])
        }
    }

    // MARK: - Along a row

    private func addToBlocks() {
        for block in steps(to: columns.count) {
            let (start, end) = columns.pixels(of: block)
            let sums = unsafe rowSums + start &* channels
            let target = unsafe blockSums + block &* 4
            if channels == 3 {
                unsafe addOthers(sums, (end &- start) &* channels, target)
            } else {
                unsafe addEights(sums, (end &- start) &* channels, target)
            }
        }
    }

    /// Adds pixels of one, two or four channels, eight numbers of 16 bits at a time. A lane of 32 bits holds two of them.
    private func addEights(_ sums: UInt16Row, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) {
        let low = SIMD4<UInt32>(repeating: 0xFFFF)
        var (even, odd) = (SIMD4<UInt32>(), SIMD4<UInt32>())
        let memory = UnsafeRawPointer(sums)
        var x = 0
        while x <= count &- 8 {
            let pairs = unsafe memory.loadUnaligned(fromByteOffset: x &* 2, as: SIMD4<UInt32>.self)
            even &+= pairs & low
            odd &+= pairs &>> 16
            x &+= 8
        }
        switch channels {
        case 1: unsafe target[0] &+= Self.sum(even &+ odd)
        case 2:
            unsafe target[0] &+= Self.sum(even)
            unsafe target[1] &+= Self.sum(odd)
        default:
            unsafe target[0] &+= even[0] &+ even[2]
            unsafe target[1] &+= odd[0] &+ odd[2]
            unsafe target[2] &+= even[1] &+ even[3]
            unsafe target[3] &+= odd[1] &+ odd[3]
        }
        if x < count { unsafe addOthers(sums + x, count &- x, target) }
    }

    private static func sum(_ lanes: SIMD4<UInt32>) -> UInt32 {
        let pairs = lanes.lowHalf &+ lanes.highHalf
        return pairs[0] &+ pairs[1]
    }

    private func addOthers(
        _ sums: UInt16Row, _ count: Int, _ target: UnsafeMutablePointer<UInt32>
    ) {
        var (x, channel) = (0, 0)
        while x < count {
            unsafe target[channel] &+= UInt32(sums[x])
            x &+= 1
            channel = channel &+ 1 == channels ? 0 : channel &+ 1
        }
    }

    // MARK: - Means

    private func divide(rows: Int, into means: UnsafeMutablePointer<UInt32>) {
        var mean = Mean(count: 1)
        for block in steps(to: columns.count) {
            let (start, end) = columns.pixels(of: block)
            let count = UInt64(UInt(bitPattern: rows &* (end &- start)))
            if count != mean.count { mean = Mean(count: count) }
            let sums = unsafe blockSums + block &* 4
            unsafe means[block] = input.layout.pixel(
                mean.of(sums[0]), mean.of(sums[1]), mean.of(sums[2]), mean.of(sums[3]))
        }
    }
}

/// Sums of a column of 16 bytes. Read as numbers of 16 bits, they are even bytes + 256 · odd bytes. The sums of the odd
/// bytes are subtracted in the end.
private struct ByteSums {
    private var plain = SIMD8<UInt16>()
    private var odd = SIMD8<UInt16>()

    @inline(__always)
    mutating func add(_ row: UnsafeRawPointer) {
        let bytes = unsafe row.loadUnaligned(as: SIMD8<UInt16>.self)
        plain &+= bytes
        odd &+= bytes &>> 8
    }

    /// Writes 16 numbers, byte by byte.
    @inline(__always)
    func store(_ target: UInt16Row) {
        unsafe target.set(0, even: plain &- odd &<< 8, odd: odd)
    }
}

/// Division by the number of a block's pixels, up to 4,096 · 4,096, rounded to nearest.
private struct Mean: BitwiseCopyable {
    let count: UInt64
    private let factor: UInt64

    init(count: UInt64) {
        self.count = max(count, 1)
        factor = (UInt64(1) &<< 56) / max(count, 1) &+ 1
    }

    /// Exact: the sums, and so the errors of the products, are below 2^32. As count ≤ 2^24, errors up to 2^56 / count ≥ 2^32 do
    /// no harm. As means are below 256, products are below 2^64.
    func of(_ sum: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: ((UInt64(sum) &+ count / 2) &* factor) &>> 56)
    }
}

extension PixelLayout {
    /// The bytes of a pixel, the first one lowest, from the averaged bytes.
    fileprivate func pixel(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt32 {
        let bytes = UInt32(first) | UInt32(second) &<< 8 | UInt32(third) &<< 16 | UInt32(fourth) &<< 24
        switch self {
        case .color4(_, _, _, let rest, let value):
            let shift = UInt32(rest & 3) &* 8
            return bytes & ~(255 &<< shift) | UInt32(value) &<< shift
        case .color565: return UInt32(PackedColor.pack(first, second, third))
        default: return bytes
        }
    }
}
