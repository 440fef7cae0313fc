// SPDX-License-Identifier: MIT
import CPlatform

/// A symmetric filter as weights of 16 bits, and how rows of numbers are convolved with it.
@safe
struct BlurTaps: BitwiseCopyable {
    let radius: Int
    /// Weights of the middle and of the numbers on either side. All together are 65,536. If there is only the middle, its weight
    /// is 65,535.
    private let weights: UInt16Row
    /// The offsets of the numbers before and after the middle, two for each weight.
    private let offsets: UnsafeMutablePointer<Int>
    /// Makes up for rounding down the products, by a half on average.
    private let loss: UInt16

    /// A Gaussian.
    ///
    /// - Parameters:
    ///   - variance: In squares of the distance between two numbers, above 0 and at most 68,000.
    ///   - radius: How many numbers on either side have a weight.
    /// - Throws: `noMemory`.
    static func make(variance: Double, radius: Int, _ workspace: inout Workspace) throws(Failure) -> BlurTaps {
        try make(ratio: exponential(-0.5 / variance), radius: radius, &workspace)
    }

    /// The same, with all numbers that have a weight.
    ///
    /// - Throws: `noMemory`.
    static func make(variance: Double, _ workspace: inout Workspace) throws(Failure) -> BlurTaps {
        let reach = Int32(exactly: (3 * variance.squareRoot()).rounded(.up)) ?? 0
        return try make(variance: variance, radius: Int(reach) &+ 1, &workspace)
    }

    /// The weights ratio^(i²), in proportion.
    ///
    /// - Throws: `noMemory`.
    static func make(ratio: Double, radius: Int, _ workspace: inout Workspace) throws(Failure) -> BlurTaps {
        let taps = unsafe try make(radius: radius, try workspace.claim(radius &+ 1, of: UInt16.self), &workspace)
        taps.setWeights(ratio)
        return taps
    }

    /// Pascal's triangle: 20, 15, 6 and 1 of 64. Its result has nothing of the finest pattern, in which every other number is
    /// the same, so every other number of the result can be left out. Its variance is 1.5.
    ///
    /// - Throws: `noMemory`.
    static func makeHalving(_ workspace: inout Workspace) throws(Failure) -> BlurTaps {
        let taps = unsafe try make(radius: 3, try workspace.claim(4, of: UInt16.self), &workspace)
        unsafe (taps.weights[0], taps.weights[1]) = (20480, 15360)
        unsafe (taps.weights[2], taps.weights[3]) = (6144, 1024)
        return taps
    }

    /// The same weights, for rows whose neighbors lie elsewhere.
    ///
    /// - Throws: `noMemory`.
    func twin(_ workspace: inout Workspace) throws(Failure) -> BlurTaps {
        unsafe try Self.make(radius: radius, weights, &workspace)
    }

    private static func make(
        radius: Int, _ weights: UInt16Row, _ workspace: inout Workspace
    ) throws(Failure) -> BlurTaps {
        unsafe BlurTaps(
            radius: radius, weights: weights, offsets: try workspace.claim(2 &* radius &+ 2, of: Int.self),
            loss: UInt16(truncatingIfNeeded: (radius &+ 1) &>> 1))
    }

    private func setWeights(_ ratio: Double) {
        var total = 1.0
        Self.forEachHeight(ratio, radius) { _, height in total += 2 * height }
        var rest = 65536
        Self.forEachHeight(ratio, radius) { index, height in
            let weight = UInt16(exactly: (height / total * 65536).rounded()) ?? 0
            unsafe weights[index] = weight
            rest &-= 2 &* Int(weight)
        }
        unsafe weights[0] = UInt16(truncatingIfNeeded: min(rest, 65535))
    }

    /// The heights of the curve ratio^(i²) next to the middle, whose height is 1. Each height is the previous one times a factor,
    /// which is multiplied by the same number each time.
    private static func forEachHeight(_ ratio: Double, _ radius: Int, _ body: (Int, Double) -> Void) {
        var (height, factor) = (1.0, ratio)
        for index in steps(from: 1, to: radius &+ 1) {
            height *= factor
            factor *= ratio * ratio
            body(index, height)
        }
    }

    /// The ratio for weights that have a variance. For a narrow Gaussian, the weights of its heights would have too little.
    ///
    /// - Parameter variance: In squares of the distance between two numbers, above 0.
    static func ratio(variance: Double) -> Double {
        // From here on, the heights have the right variance.
        guard variance < 1 else { return exponential(-0.5 / variance) }
        var (low, high) = (0.0, 1.0)
        for _ in steps(to: 40) {
            let middle = (low + high) / 2
            var (total, squares) = (1.0, 0.0)
            forEachHeight(middle, 6) { index, height in
                total += 2 * height
                squares += 2 * height * Double(index &* index)
            }
            if squares < variance * total { low = middle } else { high = middle }
        }
        return low
    }

    /// e to a power of at most 0. It uses only multiplication, so that all machines agree to the last bit.
    @inline(never)
    static func exponential(_ power: Double) -> Double {
        guard power > -700 else { return 0 }
        let part = power / 1024
        var (term, sum, index) = (1.0, 1.0, 1.0)
        while index < 20 {
            term *= part / index
            sum += term
            index += 1
        }
        for _ in steps(to: 10) {
            sum *= sum
        }
        return sum
    }

    /// Sets the distance of neighbors, in numbers.
    func setNeighbours(distance: Int) {
        setNeighbours { $0 &* distance }
    }

    /// Sets the offset of each neighbor.
    func setNeighbours(_ offset: (_ neighbour: Int) -> Int) {
        for index in steps(to: radius &+ 1) {
            unsafe offsets[2 &* index] = offset(0 &- index)
            unsafe offsets[2 &* index &+ 1] = offset(index)
        }
    }

    // MARK: - Convolution

    /// Convolves `count` numbers, none above 32,640, and up to 31 numbers after them.
    func convolve(_ source: UInt16Row, count: Int, into target: UInt16Row) {
        let start = loss
        // One loop for each of the usual lengths, so that the weights stay in registers.
        switch radius {
        case 1: unsafe convolve(source, count, into: target, start, 1)
        case 2: unsafe convolve(source, count, into: target, start, 2)
        case 3: unsafe convolve(source, count, into: target, start, 3)
        case 4: unsafe convolve(source, count, into: target, start, 4)
        case 5: unsafe convolve(source, count, into: target, start, 5)
        case 6: unsafe convolve(source, count, into: target, start, 6)
        case 7: unsafe convolve(source, count, into: target, start, 7)
        default: unsafe convolveAny(source, count, into: target, start)
        }
    }

    @inline(__always)
    private func convolve(
        _ source: UInt16Row, _ count: Int, into target: UInt16Row, _ start: UInt16, _ radius: Int
    ) {
        let weights = vectors(radius)
        for x in steps(to: count, by: 32) {
            let sums = unsafe sums(source + x, weights, start, radius)
            unsafe target.set(x, wide: sums.0)
            unsafe target.set(x &+ 16, wide: sums.1)
        }
    }

    /// The weights as vectors: the middle's, and as many as there are numbers on either side, at most 7.
    @inline(__always)
    private func vectors(_ radius: Int) -> InlineArray<8, SIMD16<UInt16>> {
        var vectors = InlineArray<8, SIMD16<UInt16>>(repeating: SIMD16(repeating: 0))
        for index in steps(to: radius &+ 1) {
            vectors[index] = unsafe SIMD16(repeating: weights[index])
        }
        return vectors
    }

    /// The results for 32 numbers.
    @inline(__always)
    private func sums(
        _ source: UInt16Row, _ weights: InlineArray<8, SIMD16<UInt16>>, _ start: UInt16, _ radius: Int
    ) -> (SIMD16<UInt16>, SIMD16<UInt16>) {
        let middle = unsafe source + offsets[0]
        var a = unsafe SIMD16(repeating: start) &+ highProduct(middle.wide(0), weights[0])
        var b = unsafe SIMD16(repeating: start) &+ highProduct(middle.wide(16), weights[0])
        @inline(__always)
        func add(_ index: Int) {
            let before = unsafe source + offsets[2 &* index]
            let behind = unsafe source + offsets[2 &* index &+ 1]
            unsafe a &+= highProduct(before.wide(0) &+ behind.wide(0), weights[index])
            unsafe b &+= highProduct(before.wide(16) &+ behind.wide(16), weights[index])
        }
        // Not a loop: the compiler would not always unroll it, and then look each weight up.
        if radius > 0 { add(1) }
        if radius > 1 { add(2) }
        if radius > 2 { add(3) }
        if radius > 3 { add(4) }
        if radius > 4 { add(5) }
        if radius > 5 { add(6) }
        if radius > 6 { add(7) }
        return (a, b)
    }

    private func convolveAny(_ source: UInt16Row, _ count: Int, into target: UInt16Row, _ start: UInt16) {
        for x in steps(to: count, by: 32) {
            let middle = unsafe source + (offsets[0] &+ x)
            var weight = unsafe SIMD16<UInt16>(repeating: weights[0])
            var a = unsafe SIMD16(repeating: start) &+ highProduct(middle.wide(0), weight)
            var b = unsafe SIMD16(repeating: start) &+ highProduct(middle.wide(16), weight)
            for index in steps(from: 1, to: radius &+ 1) {
                let before = unsafe source + (offsets[2 &* index] &+ x)
                let behind = unsafe source + (offsets[2 &* index &+ 1] &+ x)
                weight = unsafe SIMD16(repeating: weights[index])
                unsafe a &+= highProduct(before.wide(0) &+ behind.wide(0), weight)
                unsafe b &+= highProduct(before.wide(16) &+ behind.wide(16), weight)
            }
            unsafe target.set(x, wide: a)
            unsafe target.set(x &+ 16, wide: b)
        }
    }

    /// Convolves rows of levels times 128, and writes the levels as pixels. The radius is at most 6.
    func convolve(_ source: UInt16Row, as output: BlurOutput, to target: UnsafeMutableRawPointer) {
        switch radius {
        case 1: unsafe convolve(source, as: output, to: target, 1)
        case 2: unsafe convolve(source, as: output, to: target, 2)
        case 3: unsafe convolve(source, as: output, to: target, 3)
        case 4: unsafe convolve(source, as: output, to: target, 4)
        case 5: unsafe convolve(source, as: output, to: target, 5)
        default: unsafe convolve(source, as: output, to: target, 6)
        }
    }

    @inline(__always)
    private func convolve(
        _ source: UInt16Row, as output: BlurOutput, to target: UnsafeMutableRawPointer, _ radius: Int
    ) {
        let weights = vectors(radius)
        unsafe output.write(to: target) { x in
            let sums = unsafe sums(source + x, weights, loss &+ 64, radius)
            return levelBytes(sums.0, sums.1)
        }
    }
}
