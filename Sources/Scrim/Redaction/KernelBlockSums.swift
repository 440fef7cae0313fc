// SPDX-License-Identifier: MIT
import CPlatform

/// Means of the blocks of one plane: rows are added up first, all bytes of a row side by side, and blocks then.
@safe
struct BlockSums {
    /// As many rows as sums of 16 bits have room for.
    private static let mostRows = 256

    private let input: Plane
    /// Bytes of a pixel, each a channel of its own; RGB565 has three.
    private let channels: Int
    private let columns: BlockGrid
    /// A number for each byte of a row.
    private let rowSums: UnsafeMutablePointer<UInt16>
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

    private func addRows(_ start: Int, _ end: Int) {
        unsafe memset(rowSums, 0, input.width &* channels &* MemoryLayout<UInt16>.size)
        var y = start
        if case .color565 = input.layout {
            while y < end {
                unsafe PackedColor.expand(input.pixel(0, y), to: expanded, count: input.width)
                unsafe add(expanded)
                y &+= 1
            }
            return
        }
        while y <= end &- 4 {
            unsafe add(row(y), row(y &+ 1), row(y &+ 2), row(y &+ 3))
            y &+= 4
        }
        while y < end {
            unsafe add(row(y))
            y &+= 1
        }
    }

    private func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe input.pixel(0, y).assumingMemoryBound(to: UInt8.self)
    }

    private func add(_ row: UnsafeMutablePointer<UInt8>) {
        let sums = unsafe rowSums
        var x = 0
        while x < input.width &* channels {
            unsafe sums[x] &+= UInt16(row[x])
            x &+= 1
        }
    }

    /// Four rows at once, so that the sums are read and written less often.
    private func add(
        _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
        _ third: UnsafeMutablePointer<UInt8>, _ fourth: UnsafeMutablePointer<UInt8>
    ) {
        let sums = unsafe rowSums
        var x = 0
        while x < input.width &* channels {
            unsafe sums[x] &+= UInt16(first[x]) &+ UInt16(second[x]) &+ (UInt16(third[x]) &+ UInt16(fourth[x]))
            x &+= 1
        }
    }

    // MARK: - Along a row

    private func addToBlocks() {
        var block = 0
        while block < columns.count {
            let (start, end) = columns.pixels(of: block)
            let sums = unsafe rowSums + start &* channels
            let target = unsafe blockSums + block &* 4
            switch channels {
            case 4: unsafe addFours(sums, end &- start, target)
            case 1: unsafe target[0] &+= Self.sumOfOnes(sums, end &- start)
            default: unsafe addOthers(sums, (end &- start) &* channels, target)
            }
            block &+= 1
        }
    }

    /// Pixels of four channels, two at a time: 16-bit numbers, each with its neighbour in a lane of 32 bits.
    private func addFours(_ sums: UnsafeMutablePointer<UInt16>, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) {
        let low = SIMD4<UInt32>(repeating: 0xFFFF)
        var (even, odd) = (SIMD4<UInt32>(), SIMD4<UInt32>())
        let memory = UnsafeRawPointer(sums)
        var x = 0
        while x <= count &- 2 {
            let pair = unsafe memory.loadUnaligned(fromByteOffset: x &* 8, as: SIMD4<UInt32>.self)
            even &+= pair & low
            odd &+= pair &>> 16
            x &+= 2
        }
        unsafe target[0] &+= even[0] &+ even[2]
        unsafe target[1] &+= odd[0] &+ odd[2]
        unsafe target[2] &+= even[1] &+ even[3]
        unsafe target[3] &+= odd[1] &+ odd[3]
        if x < count { unsafe addOthers(sums + x &* 4, 4, target) }
    }

    private static func sumOfOnes(_ sums: UnsafeMutablePointer<UInt16>, _ count: Int) -> UInt32 {
        var sum: UInt32 = 0
        var x = 0
        while x < count {
            unsafe sum &+= UInt32(sums[x])
            x &+= 1
        }
        return sum
    }

    private func addOthers(
        _ sums: UnsafeMutablePointer<UInt16>, _ count: Int, _ target: UnsafeMutablePointer<UInt32>
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
        var block = 0
        while block < columns.count {
            let (start, end) = columns.pixels(of: block)
            let count = UInt64(UInt(bitPattern: rows &* (end &- start)))
            if count != mean.count { mean = Mean(count: count) }
            let sums = unsafe blockSums + block &* 4
            unsafe means[block] = input.layout.pixel(
                mean.of(sums[0]), mean.of(sums[1]), mean.of(sums[2]), mean.of(sums[3]))
            block &+= 1
        }
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

    /// Exact: sums, and so the products' errors, are below 2^32, and count ≤ 2^24 leaves 2^56 / count ≥ 2^32 for them. As
    /// means are below 256, products are below 2^64.
    func of(_ sum: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: ((UInt64(sum) &+ count / 2) &* factor) &>> 56)
    }
}

extension PixelLayout {
    /// The bytes of a pixel, the first one lowest, from those that were averaged.
    fileprivate func pixel(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt32 {
        let bytes = UInt32(first) | UInt32(second) &<< 8 | UInt32(third) &<< 16 | UInt32(fourth) &<< 24
        switch self {
        case .color4(_, _, _, let rest, let value):
            let place = UInt32(rest & 3) &* 8
            return bytes & ~(255 &<< place) | UInt32(value) &<< place
        case .color565: return UInt32(PackedColor.pack(first, second, third))
        default: return bytes
        }
    }
}
