// SPDX-License-Identifier: MIT
import CPlatform

/// Makes the means of the blocks of one plane.
protocol BlockMeans {
    /// Averages the blocks of the rows from `start` to `end`, and passes on the pixels of each. A pixel's first byte is the
    /// lowest.
    func average(_ start: Int, _ end: Int, _ body: (_ start: Int, _ end: Int, _ pixel: UInt64) -> Void)
}

/// Means of blocks whose numbers have more than 8 bits. Rows are added up first, and then the columns of each block. Means are
/// rounded to nearest.
@safe
struct WideBlockSums: BlockMeans, BitwiseCopyable {
    private let input: Plane
    private let columns: BlockGrid
    /// Numbers of a pixel that are side by side. Three colors of ten bits each have a row of sums instead.
    private let channels: Int
    /// The lowest bit of the numbers. Sums are that much larger than those of the numbers.
    private let lowest: UInt64
    private let isPacked: Bool
    /// A sum for each number of a row. No column of 4,096 numbers comes to 2^32.
    private let rowSums: UnsafeMutablePointer<UInt32>
    /// For colors of ten bits, where the sums of the next color begin.
    private let colorLength: Int

    /// - Throws: `noMemory`.
    init(_ input: Plane, _ columns: BlockGrid, _ workspace: inout Workspace) throws(Failure) {
        self.input = input
        self.columns = columns
        if case .color10(let red, _, let blue, _, _) = input.layout {
            (isPacked, channels, lowest) = (true, 1, UInt64(min(red, blue)))
        } else {
            (isPacked, channels) = (false, input.layout.bytesPerPixel / 2)
            lowest = UInt64(UInt(bitPattern: input.layout.depth.shift))
        }
        // A vector is the least that is written.
        colorLength = max(input.width &* channels, 8)
        unsafe rowSums = try workspace.claim(colorLength &* (isPacked ? 3 : 1), of: UInt32.self)
    }

    @inline(__always)
    func average(_ start: Int, _ end: Int, _ body: (_ start: Int, _ end: Int, _ pixel: UInt64) -> Void) {
        let mask = UInt32(truncatingIfNeeded: input.layout.depth.top) &<< UInt32(truncatingIfNeeded: lowest)
        if isPacked { addRows(start, end, FieldSums(mask)) } else { addRows(start, end, PairSums(mask)) }
        for block in steps(to: columns.count) {
            let (left, right) = columns.pixels(of: block)
            let count = UInt64(UInt(bitPattern: (end &- start) &* (right &- left)))
            let sums = sums(left, right)
            func mean(_ sum: UInt64) -> UInt64 { (sum &>> lowest &+ count / 2) / max(count, 1) }
            body(left, right, pixel(mean, sums))
        }
    }

    /// The sums of a block, by channel.
    @inline(__always)
    private func sums(_ left: Int, _ right: Int) -> SIMD4<UInt64> {
        if isPacked {
            let (low, middle) = unsafe (rowSums + left, rowSums + left + colorLength)
            return unsafe SIMD4(
                sum(low, right &- left).x, sum(middle, right &- left).x, sum(middle + colorLength, right &- left).x, 0)
        }
        return unsafe sum(rowSums + left &* channels, (right &- left) &* channels)
    }

    /// The sums of `count` numbers, a whole number of pixels, by channel. A lane of 64 bits holds two numbers.
    @inline(__always)
    private func sum(_ numbers: UnsafeMutablePointer<UInt32>, _ count: Int) -> SIMD4<UInt64> {
        let low = SIMD2<UInt64>(repeating: 0xFFFF_FFFF)
        var (even, odd) = (SIMD2<UInt64>(), SIMD2<UInt64>())
        let memory = UnsafeRawPointer(numbers)
        var x = 0
        while x <= count &- 4 {
            let pairs = unsafe memory.loadUnaligned(fromByteOffset: x &* 4, as: SIMD2<UInt64>.self)
            even &+= pairs & low
            odd &+= pairs &>> 32
            x &+= 4
        }
        // Fewer than four numbers are left, of one or two channels.
        switch channels {
        case 1:
            var total = even[0] &+ even[1] &+ odd[0] &+ odd[1]
            while x < count {
                unsafe total &+= UInt64(numbers[x])
                x &+= 1
            }
            return SIMD4(total, 0, 0, 0)
        case 2:
            var total = SIMD4(even[0] &+ even[1], odd[0] &+ odd[1], 0, 0)
            if x < count { unsafe total &+= SIMD4(UInt64(numbers[x]), UInt64(numbers[x &+ 1]), 0, 0) }
            return total
        default: return SIMD4(even[0], odd[0], even[1], odd[1])
        }
    }

    @inline(__always)
    private func pixel(_ mean: (_ sum: UInt64) -> UInt64, _ sums: SIMD4<UInt64>) -> UInt64 {
        switch input.layout {
        case .color10(_, _, _, let rest, let value):
            let colors = mean(sums.x) | mean(sums.y) &<< 10 | mean(sums.z) &<< 20
            return colors &<< lowest | UInt64(value) &<< UInt64(rest)
        case .color16: return mean(sums.x) | mean(sums.y) &<< 16 | mean(sums.z) &<< 32 | 0xFFFF &<< 48
        case .chromaPair: return (mean(sums.x) | mean(sums.y) &<< 16) &<< lowest
        default: return mean(sums.x) &<< lowest
        }
    }

    // MARK: - Down the columns

    private func addRows<Sums: WideColumnSums>(_ start: Int, _ end: Int, _ empty: Sums) {
        let length = input.width &* input.layout.bytesPerPixel
        let first = unsafe UnsafeRawPointer(input.pixel(0, start))
        guard length >= 16 else { return unsafe addNarrow(first, end &- start, length, empty) }
        var x = 0
        while x <= length &- 64 {
            unsafe addLine(first + x, end &- start, x, empty)
            x &+= 64
        }
        while x < length {
            // The last ones, together with sums that are already right.
            x = min(x, length &- 16)
            var (sums, row) = unsafe (empty, first + x)
            for _ in steps(to: end &- start) {
                unsafe sums.add(row.loadUnaligned(as: SIMD4<UInt32>.self))
                unsafe row += input.stride
            }
            unsafe sums.store(rowSums, x, colorLength)
            x &+= 16
        }
    }

    /// Sums of 64 columns of bytes. This is a line of the cache, so each line is prefetched once, well before it is used.
    @inline(__always)
    private func addLine<Sums: WideColumnSums>(_ first: UnsafeRawPointer, _ rows: Int, _ x: Int, _ empty: Sums) {
        var (a, b, c, d) = (empty, empty, empty, empty)
        var row = unsafe first
        for _ in steps(to: rows) {
            unsafe a.add(row.loadUnaligned(as: SIMD4<UInt32>.self))
            unsafe b.add(row.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self))
            unsafe c.add(row.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt32>.self))
            unsafe d.add(row.loadUnaligned(fromByteOffset: 48, as: SIMD4<UInt32>.self))
            unsafe platform_prefetch(row + rows &* input.stride)
            unsafe row += input.stride
        }
        unsafe a.store(rowSums, x, colorLength)
        unsafe b.store(rowSums, x &+ 16, colorLength)
        unsafe c.store(rowSums, x &+ 32, colorLength)
        unsafe d.store(rowSums, x &+ 48, colorLength)
    }

    /// Sums of rows of fewer than 16 bytes.
    private func addNarrow<Sums: WideColumnSums>(
        _ first: UnsafeRawPointer, _ rows: Int, _ length: Int, _ empty: Sums
    ) {
        var sums = empty
        for y in steps(to: rows) {
            var numbers = SIMD4<UInt32>()
            unsafe withUnsafeMutableBytes(of: &numbers) { target in
                guard let target = target.baseAddress else { return }
                unsafe memcpy(target, first + y &* input.stride, length)
            }
            sums.add(numbers)
        }
        unsafe sums.store(rowSums, 0, colorLength)
    }
}

/// Sums of a column of 16 bytes.
private protocol WideColumnSums {
    mutating func add(_ bytes: SIMD4<UInt32>)

    /// Writes a sum for each number.
    ///
    /// - Parameters:
    ///   - x: The first of the bytes.
    ///   - colorLength: The distance of the colors of a pixel, if they are not side by side.
    func store(_ target: UnsafeMutablePointer<UInt32>, _ x: Int, _ colorLength: Int)
}

/// Numbers of 16 bits. Some of the bits are unused.
private struct PairSums: WideColumnSums {
    private let mask: SIMD4<UInt32>
    private var even = SIMD4<UInt32>()
    private var odd = SIMD4<UInt32>()

    init(_ mask: UInt32) { self.mask = SIMD4(repeating: mask) }

    @inline(__always)
    mutating func add(_ bytes: SIMD4<UInt32>) {
        even &+= bytes & mask
        odd &+= bytes &>> 16 & mask
    }

    @inline(__always)
    func store(_ target: UnsafeMutablePointer<UInt32>, _ x: Int, _ colorLength: Int) {
        var both = SIMD8<UInt32>()
        both.evenHalf = even
        both.oddHalf = odd
        unsafe UnsafeMutableRawPointer(target + x / 2).storeBytes(of: both, as: SIMD8<UInt32>.self)
    }
}

/// Three numbers of ten bits in 32.
private struct FieldSums: WideColumnSums {
    private let mask: SIMD4<UInt32>
    private var low = SIMD4<UInt32>()
    private var middle = SIMD4<UInt32>()
    private var high = SIMD4<UInt32>()

    init(_ mask: UInt32) { self.mask = SIMD4(repeating: mask) }

    @inline(__always)
    mutating func add(_ bytes: SIMD4<UInt32>) {
        low &+= bytes & mask
        middle &+= bytes &>> 10 & mask
        high &+= bytes &>> 20 & mask
    }

    @inline(__always)
    func store(_ target: UnsafeMutablePointer<UInt32>, _ x: Int, _ colorLength: Int) {
        let first = unsafe UnsafeMutableRawPointer(target + x / 4)
        unsafe first.storeBytes(of: low, as: SIMD4<UInt32>.self)
        unsafe first.storeBytes(of: middle, toByteOffset: colorLength &* 4, as: SIMD4<UInt32>.self)
        unsafe first.storeBytes(of: high, toByteOffset: colorLength &* 8, as: SIMD4<UInt32>.self)
    }
}
