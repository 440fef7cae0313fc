// SPDX-License-Identifier: MIT
import CPlatform
import Testing

/// The vector functions of CVectors.h against integer arithmetic, number by number. Pairs of 16-bit numbers are random,
/// together with all pairs of the numbers where signs and carries change.
@Suite struct VectorTests {
    private static let edges: [UInt16] = [
        0, 1, 2, 127, 128, 254, 255, 256, 257, 32766, 32767, 32768, 32769, 65279, 65280, 65408, 65534, 65535,
    ]

    /// Calls `body` with vectors of pairs, 16 pairs at a time.
    private func forEachVector(_ body: (SIMD16<UInt16>, SIMD16<UInt16>) throws -> Void) rethrows {
        var pairs = Self.edges.flatMap { a in Self.edges.map { b in (a, b) } }
        var state: UInt64 = 1
        for _ in 0..<(1 << 17) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            pairs.append((UInt16(truncatingIfNeeded: state >> 32), UInt16(truncatingIfNeeded: state >> 48)))
        }
        for start in stride(from: 0, through: pairs.count - 16, by: 4) {
            var (a, b) = (SIMD16<UInt16>(), SIMD16<UInt16>())
            for lane in 0..<16 {
                (a[lane], b[lane]) = pairs[start + lane]
            }
            try body(a, b)
        }
    }

    private func signed(_ vector: SIMD16<UInt16>) -> SIMD16<Int16> { SIMD16(truncatingIfNeeded: vector) }

    @Test func highProducts() throws {
        try forEachVector { a, b in
            let product = highProduct(a, b)
            for lane in 0..<16 {
                try #require(UInt32(product[lane]) == UInt32(a[lane]) * UInt32(b[lane]) / 65536)
            }
            try #require(highProduct(a.highHalf, b.highHalf) == product.highHalf)
            try #require(highProduct(a.lowHalf.lowHalf, b.lowHalf.lowHalf) == product.lowHalf.lowHalf)
        }
    }

    @Test func highProductsOfSignedNumbers() throws {
        try forEachVector { a, b in
            let product = highProduct(signed(a), signed(b))
            for lane in 0..<16 {
                try #require(Int32(product[lane]) == (Int32(signed(a)[lane]) * Int32(signed(b)[lane])) >> 16)
            }
        }
    }

    @Test func sumsAlongARow() throws {
        try forEachVector { a, _ in
            let sums = [1: sumsOfOneChannel(a), 2: sumsOfTwoChannels(a), 4: sumsOfFourChannels(a)]
            let last = [1: lastOfOneChannel(a), 2: lastOfTwoChannels(a), 4: lastOfFourChannels(a)]
            for channels in [1, 2, 4] {
                for lane in 0..<16 {
                    let before = lane < channels ? 0 : sums[channels]![lane - channels]
                    try #require(sums[channels]![lane] == before &+ a[lane])
                    try #require(last[channels]![lane] == a[16 - channels + lane % channels])
                }
            }
        }
    }

    @Test func averages() throws {
        try forEachVector { a, b in
            let mean = average(a, b)
            for lane in 0..<16 {
                try #require(UInt32(mean[lane]) == (UInt32(a[lane]) + UInt32(b[lane]) + 1) / 2)
            }
            try #require(average(a.highHalf, b.highHalf) == mean.highHalf)
        }
    }

    @Test func sumsOfTwoProducts() throws {
        func check(_ a: SIMD16<Int16>, _ b: SIMD16<Int16>) throws {
            let sums = pairProducts(a, b)
            for pair in 0..<8 {
                let (even, odd) = (2 * pair, 2 * pair + 1)
                let sum = Int64(a[even]) * Int64(b[even]) + Int64(a[odd]) * Int64(b[odd])
                try #require(sums[pair] == Int32(truncatingIfNeeded: sum))
            }
            try #require(pairProducts(a.highHalf, b.highHalf) == sums.highHalf)
        }
        try forEachVector { a, b in try check(signed(a), signed(b)) }
        try check(SIMD16(repeating: -32768), SIMD16(repeating: -32768))
    }

    @Test func extremes() throws {
        try forEachVector { a, b in
            let (smallest, largest) = (smaller(signed(a), signed(b)), larger(signed(a), signed(b)))
            for lane in 0..<16 {
                try #require(smallest[lane] == min(signed(a)[lane], signed(b)[lane]))
                try #require(largest[lane] == max(signed(a)[lane], signed(b)[lane]))
            }
        }
    }

    @Test func bytesOfNumbers() throws {
        try forEachVector { a, b in
            let (clamped, high, low) = (clampedBytes(signed(a), signed(b)), highBytes(a, b), lowBytes(a, b))
            for lane in 0..<32 {
                let number = lane < 16 ? a[lane] : b[lane - 16]
                try #require(clamped[lane] == UInt8(clamping: Int16(bitPattern: number)))
                try #require(high[lane] == UInt8(number / 256))
                try #require(low[lane] == UInt8(number % 256))
            }
            try #require(clampedBytes(signed(a)) == clamped.lowHalf)
            try #require(highBytes(a) == high.lowHalf)
            try #require(highBytes(a.lowHalf, a.highHalf) == high.lowHalf)
            try #require(lowBytes(a) == low.lowHalf)
        }
    }

    @Test func numbersOfBytes() throws {
        for first in stride(from: 0, to: 256, by: 16) {
            var bytes = SIMD16<UInt8>()
            for lane in 0..<16 {
                bytes[lane] = UInt8(first + lane)
            }
            let numbers = widened(bytes)
            for lane in 0..<16 {
                try #require(numbers[lane] == UInt16(first + lane))
            }
            try #require(widened(bytes.lowHalf) == numbers.lowHalf)
        }
    }
}
