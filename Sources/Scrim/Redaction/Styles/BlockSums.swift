// SPDX-License-Identifier: MIT

/// Means of the blocks of one plane. Rows are added up first, byte by byte, and then the columns of each block.
@safe
struct BlockSums: BlockMeans, BitwiseCopyable {
    /// The most rows whose sums fit into 16 bits.
    private static let mostRows = 256

    private let input: Plane
    private let columns: BlockGrid
    /// Numbers of a pixel that are averaged.
    private let channels: Int
    private let isPacked: Bool
    /// A number for each byte of a row. For RGB565, the numbers of red of a row, then those of green and of blue.
    private let rowSums: UInt16Row
    /// For RGB565, where the numbers of the next color begin.
    private let colorLength: Int
    /// No block of 4,096 · 4,096 bytes comes to 2^32.
    private let blockSums: UnsafeMutablePointer<SIMD4<UInt32>>

    /// - Throws: `noMemory`.
    init(_ input: Plane, _ columns: BlockGrid, _ workspace: inout Workspace) throws(Failure) {
        self.input = input
        self.columns = columns
        isPacked = if case .color565 = input.layout { true } else { false }
        channels = isPacked ? 3 : input.layout.bytesPerPixel
        // A vector is the least that is written.
        colorLength = max(input.width, 8)
        unsafe rowSums = try workspace.claim(max(colorLength &* channels, 16), of: UInt16.self)
        unsafe blockSums = try workspace.claim(columns.count, of: SIMD4<UInt32>.self)
    }

    @inline(__always)
    func average(
        _ start: Int, _ end: Int, _ body: (_ start: Int, _ end: Int, _ pixel: UInt64) -> Void
    ) {
        var y = start
        while y < end {
            let next = min(y &+ Self.mostRows, end)
            if isPacked {
                unsafe input.sumRows(y, next, PackedSums(), into: rowSums, colorLength: colorLength)
            } else {
                unsafe input.sumRows(y, next, ByteColumnSums(), into: rowSums, colorLength: colorLength)
            }
            addToBlocks(isFirst: y == start)
            y = next
        }
        var mean = Mean(count: 1)
        for block in steps(to: columns.count) {
            let (left, right) = columns.pixels(of: block)
            let count = UInt64(UInt(bitPattern: (end &- start) &* (right &- left)))
            if count != mean.count { mean = Mean(count: count) }
            body(left, right, UInt64(input.layout.pixel(unsafe mean.of(blockSums[block], channels))))
        }
    }

    // MARK: - Along a row

    private func addToBlocks(isFirst: Bool) {
        switch (isPacked, channels) {
        case (true, _):
            forEachBlock(isFirst) { start, end in
                let red = unsafe rowSums + start
                let green = unsafe red + colorLength
                let blue = unsafe green + colorLength
                return unsafe SIMD4(
                    red.channelSums(end &- start, 1).x, green.channelSums(end &- start, 1).x,
                    blue.channelSums(end &- start, 1).x, 0)
            }
        case (_, 1):
            forEachBlock(isFirst) { start, end in unsafe (rowSums + start).channelSums(end &- start, 1) }
        case (_, 2):
            forEachBlock(isFirst) { start, end in
                unsafe (rowSums + start &* 2).channelSums((end &- start) &* 2, 2)
            }
        case (_, 3):
            forEachBlock(isFirst) { start, end in
                unsafe (rowSums + start &* 3).channelSums((end &- start) &* 3, 3)
            }
        default:
            forEachBlock(isFirst) { start, end in
                unsafe (rowSums + start &* 4).channelSums((end &- start) &* 4, 4)
            }
        }
    }

    @inline(__always)
    private func forEachBlock(_ isFirst: Bool, _ sum: (_ start: Int, _ end: Int) -> SIMD4<UInt32>) {
        for block in steps(to: columns.count) {
            let (start, end) = columns.pixels(of: block)
            let sum = sum(start, end)
            unsafe blockSums[block] = isFirst ? sum : blockSums[block] &+ sum
        }
    }
}

extension ByteColumnSums: RowSums {
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer) { unsafe add(bytes.loadUnaligned(as: SIMD8<UInt16>.self)) }

    @inline(__always)
    func store(_ target: UInt16Row, _ x: Int, _ colorLength: Int) { unsafe store(target + x) }
}

/// RGB565: numbers of red, above those of green, above those of blue. Sums of the upper ones are subtracted in the end, which is
/// exact modulo 2^16.
private struct PackedSums: RowSums {
    private var plain = SIMD8<UInt16>()
    private var upper = SIMD8<UInt16>()
    private var red = SIMD8<UInt16>()

    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer) {
        let bytes = unsafe bytes.loadUnaligned(as: SIMD8<UInt16>.self)
        plain &+= bytes
        upper &+= bytes &>> 5
        red &+= bytes &>> 11
    }

    @inline(__always)
    func store(_ target: UInt16Row, _ x: Int, _ colorLength: Int) {
        unsafe target.set(x / 2, red)
        unsafe target.set(x / 2 &+ colorLength, upper &- red &<< 6)
        unsafe target.set(x / 2 &+ 2 &* colorLength, plain &- upper &<< 5)
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
    private func of(_ sum: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: ((UInt64(sum) &+ count / 2) &* factor) &>> 56)
    }

    /// The means of some channels, the first one lowest.
    @inline(__always)
    func of(_ sums: SIMD4<UInt32>, _ channels: Int) -> UInt32 {
        var bytes = of(sums.x)
        if channels > 1 { bytes |= of(sums.y) &<< 8 }
        if channels > 2 { bytes |= of(sums.z) &<< 16 }
        if channels > 3 { bytes |= of(sums.w) &<< 24 }
        return bytes
    }
}

extension PixelLayout {
    /// The bytes of a pixel from the averaged numbers, the first one lowest.
    fileprivate func pixel(_ means: UInt32) -> UInt32 {
        switch self {
        case .color4(_, _, _, let rest, let value):
            let shift = UInt32(rest & 3) &* 8
            return means & ~(255 &<< shift) | UInt32(value) &<< shift
        case .color565: return (means & 31) &<< 11 | (means &>> 8 & 63) &<< 5 | means &>> 16
        default: return means
        }
    }
}
