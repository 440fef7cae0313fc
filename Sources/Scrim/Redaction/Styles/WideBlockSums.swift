// SPDX-License-Identifier: MIT

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
    private let isRedLowest: Bool
    /// A sum for each number of a row. No column of 4,096 numbers comes to 2^32.
    private let rowSums: UnsafeMutablePointer<UInt32>
    /// For colors of ten bits, where the sums of the next color begin.
    private let colorLength: Int

    /// - Throws: `noMemory`.
    init(_ input: Plane, _ columns: BlockGrid, _ workspace: inout Workspace) throws(Failure) {
        self.input = input
        self.columns = columns
        if case .color10(let red, _, let blue, _, _) = input.layout {
            (isPacked, isRedLowest, channels, lowest) = (true, red < blue, 1, UInt64(min(red, blue)))
        } else {
            (isPacked, isRedLowest, channels) = (false, false, input.layout.bytesPerPixel / 2)
            lowest = UInt64(UInt(bitPattern: input.layout.depth.shift))
        }
        // A vector is the least that is written.
        colorLength = max(input.width &* channels, 8)
        unsafe rowSums = try workspace.claim(colorLength &* (isPacked ? 3 : 1), of: UInt32.self)
    }

    @inline(__always)
    func average(_ start: Int, _ end: Int, _ body: (_ start: Int, _ end: Int, _ pixel: UInt64) -> Void) {
        let mask = UInt32(truncatingIfNeeded: input.layout.depth.top) &<< UInt32(truncatingIfNeeded: lowest)
        if isPacked {
            unsafe input.sumRows(start, end, FieldSums(mask), into: rowSums, colorLength: colorLength)
        } else {
            unsafe input.sumRows(start, end, PairSums(mask), into: rowSums, colorLength: colorLength)
        }
        for block in steps(to: columns.count) {
            let (left, right) = columns.pixels(of: block)
            let count = UInt64(UInt(bitPattern: (end &- start) &* (right &- left)))
            let sums = sums(left, right)
            // A pixel may have fewer numbers, whose sums are 0. A division takes longer than the rest of a small block.
            func mean(_ sum: UInt64) -> UInt64 { sum == 0 ? 0 : (sum &>> lowest &+ count / 2) / max(count, 1) }
            body(left, right, input.layout.pixel(mean(sums.x), mean(sums.y), mean(sums.z), 0xFFFF))
        }
    }

    /// The sums of a block, by channel. Colors of ten bits lie in the pixel from red up or from blue up.
    @inline(__always)
    private func sums(_ left: Int, _ right: Int) -> SIMD4<UInt64> {
        if isPacked {
            let (low, middle) = unsafe (rowSums + left, rowSums + left + colorLength)
            let high = unsafe middle + colorLength
            let (red, blue) = unsafe isRedLowest ? (low, high) : (high, low)
            return unsafe SIMD4(
                sum(red, right &- left).x, sum(middle, right &- left).x, sum(blue, right &- left).x, 0)
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
}

/// Numbers of 16 bits. Some of the bits are unused.
private struct PairSums: RowSums {
    private let mask: SIMD4<UInt32>
    private var even = SIMD4<UInt32>()
    private var odd = SIMD4<UInt32>()

    init(_ mask: UInt32) { self.mask = SIMD4(repeating: mask) }

    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer) {
        let bytes = unsafe bytes.loadUnaligned(as: SIMD4<UInt32>.self)
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
private struct FieldSums: RowSums {
    private let mask: SIMD4<UInt32>
    private var low = SIMD4<UInt32>()
    private var middle = SIMD4<UInt32>()
    private var high = SIMD4<UInt32>()

    init(_ mask: UInt32) { self.mask = SIMD4(repeating: mask) }

    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer) {
        let bytes = unsafe bytes.loadUnaligned(as: SIMD4<UInt32>.self)
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
