// SPDX-License-Identifier: MIT
import CPlatform

/// A Gaussian as weights of 16 bits, and how rows of numbers are convolved with it.
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

    /// - Parameter variance: In squares of the distance between two numbers, above 0 and at most 68,000.
    /// - Throws: `noMemory`.
    static func make(variance: Double, _ workspace: inout Workspace) throws(Failure) -> BlurTaps {
        let reach = Int32(exactly: (3 * variance.squareRoot()).rounded(.up)) ?? 0
        let radius = Int(reach) &+ 1
        let weights = unsafe try workspace.claim(radius &+ 1, of: UInt16.self)
        let offsets = unsafe try workspace.claim(2 &* radius &+ 2, of: Int.self)
        unsafe setWeights(weights, radius, variance)
        return unsafe BlurTaps(
            radius: radius, weights: weights, offsets: offsets, loss: UInt16(truncatingIfNeeded: (radius &+ 1) &>> 1))
    }

    /// The same weights, for rows whose neighbors lie elsewhere.
    ///
    /// - Throws: `noMemory`.
    func twin(_ workspace: inout Workspace) throws(Failure) -> BlurTaps {
        let offsets = unsafe try workspace.claim(2 &* radius &+ 2, of: Int.self)
        return unsafe BlurTaps(radius: radius, weights: weights, offsets: offsets, loss: loss)
    }

    private init(radius: Int, weights: UInt16Row, offsets: UnsafeMutablePointer<Int>, loss: UInt16) {
        self.radius = radius
        unsafe self.weights = weights
        unsafe self.offsets = offsets
        self.loss = loss
    }

    private static func setWeights(_ weights: UInt16Row, _ radius: Int, _ variance: Double) {
        let first = exponential(-0.5 / variance)
        var total = 1.0
        forEach(first, radius) { _, height in total += 2 * height }
        var rest = 65536
        forEach(first, radius) { index, height in
            let weight = UInt16(exactly: (height / total * 65536).rounded()) ?? 0
            unsafe weights[index] = weight
            rest &-= 2 &* Int(weight)
        }
        unsafe weights[0] = UInt16(truncatingIfNeeded: min(rest, 65535))
    }

    /// The heights of the curve exp(−i²/2σ²) next to the middle, whose height is 1. Each height is the previous one times a
    /// ratio, and the ratio is multiplied by the same factor each time.
    private static func forEach(_ first: Double, _ radius: Int, _ body: (Int, Double) -> Void) {
        var (height, ratio) = (1.0, first)
        for index in steps(from: 1, to: radius &+ 1) {
            height *= ratio
            ratio *= first * first
            body(index, height)
        }
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

    /// Convolves `count` numbers, none above 32,640, and up to 31 numbers after them.
    ///
    /// - Parameter rounding: A number that is added to each result.
    func convolve(_ source: UInt16Row, count: Int, into target: UInt16Row, rounding: UInt16 = 0) {
        let start = SIMD8<UInt16>(repeating: loss &+ rounding)
        var x = 0
        while x < count {
            if count &- x > 8 {
                unsafe convolveFour(source + x, into: target + x, start)
                x &+= 32
            } else {
                unsafe convolveOne(source + x, into: target + x, start)
                x &+= 8
            }
        }
    }

    @inline(__always)
    private func convolveFour(_ source: UInt16Row, into target: UInt16Row, _ start: SIMD8<UInt16>) {
        let middle = unsafe source + offsets[0]
        var weight = unsafe SIMD8<UInt16>(repeating: weights[0])
        var a = unsafe start &+ highProduct(middle.vector(0), weight)
        var b = unsafe start &+ highProduct(middle.vector(8), weight)
        var c = unsafe start &+ highProduct(middle.vector(16), weight)
        var d = unsafe start &+ highProduct(middle.vector(24), weight)
        for index in steps(from: 1, to: radius &+ 1) {
            let before = unsafe source + offsets[2 &* index]
            let behind = unsafe source + offsets[2 &* index &+ 1]
            weight = unsafe SIMD8<UInt16>(repeating: weights[index])
            unsafe a &+= highProduct(before.vector(0) &+ behind.vector(0), weight)
            unsafe b &+= highProduct(before.vector(8) &+ behind.vector(8), weight)
            unsafe c &+= highProduct(before.vector(16) &+ behind.vector(16), weight)
            unsafe d &+= highProduct(before.vector(24) &+ behind.vector(24), weight)
        }
        unsafe target.set(0, a)
        unsafe target.set(8, b)
        unsafe target.set(16, c)
        unsafe target.set(24, d)
    }

    @inline(__always)
    private func convolveOne(_ source: UInt16Row, into target: UInt16Row, _ start: SIMD8<UInt16>) {
        var sum = unsafe start &+ highProduct((source + offsets[0]).vector(0), SIMD8(repeating: weights[0]))
        for index in steps(from: 1, to: radius &+ 1) {
            let before = unsafe (source + offsets[2 &* index]).vector(0)
            let behind = unsafe (source + offsets[2 &* index &+ 1]).vector(0)
            unsafe sum &+= highProduct(before &+ behind, SIMD8(repeating: weights[index]))
        }
        unsafe target.set(0, sum)
    }
}
