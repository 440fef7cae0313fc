// SPDX-License-Identifier: MIT

// Velocities as slopes of lines and parabolas through the recent samples.
//
// Time runs backward here: a sample's age is how long before the newest one it was taken, as a share of 100 ms.
// Positions are relative to the newest one. Both keep the sums small, so that little is lost by rounding.

/// The weighted sums of the powers of the ages, and of their products with the positions.
private struct Moments {
    typealias Vector = SIMD2<Double>

    var count = 0
    private var ages = SIMD4<Double>(repeating: 0)
    private var fourth = 0.0
    private var way = Vector(repeating: 0)
    private var firstWay = Vector(repeating: 0)
    private var secondWay = Vector(repeating: 0)
    private var squares = Vector(repeating: 0)

    @inline(__always)
    mutating func add(_ way: Vector, age: Double, weight: Double) {
        // A weight that is hardly more than 0 would leave nothing but rounding errors.
        guard weight > 1e-6 else { return }
        let square = age * age
        let powers = SIMD4(1, age, square, square * age) * weight
        count &+= 1
        ages += powers
        fourth += powers[3] * age
        self.way += way * powers[0]
        firstWay += way * powers[1]
        secondWay += way * powers[2]
        squares += way * way * weight
    }

    /// The slope of the line.
    var line: Vector {
        let spread = ages[0] * ages[2] - ages[1] * ages[1]
        guard count > 1, spread > 0 else { return .zero }
        return (firstWay * ages[0] - way * ages[1]) / spread
    }

    /// The slope of the parabola at age 0.
    ///
    /// - Parameter doubt: The slope is shortened by this many variances of it, as far as the distances of the samples
    ///   from the parabola show them. Noise around a finger at rest is then no movement.
    func parabola(doubt: Double) -> Vector {
        // The cofactors of the normal equations.
        let c00 = ages[2] * fourth - ages[3] * ages[3]
        let c01 = ages[2] * ages[3] - ages[1] * fourth
        let c02 = ages[1] * ages[3] - ages[2] * ages[2]
        let c11 = ages[0] * fourth - ages[2] * ages[2]
        let c12 = ages[1] * ages[2] - ages[0] * ages[3]
        let determinant = ages[0] * c00 + ages[1] * c01 + ages[2] * c02
        guard count > 2, determinant > 0 else { return line }
        let slope = (way * c01 + firstWay * c11 + secondWay * c12) / determinant
        guard count > 3, doubt > 0 else { return slope }
        let c22 = ages[0] * ages[2] - ages[1] * ages[1]
        let offset = (way * c00 + firstWay * c01 + secondWay * c02) / determinant
        let bend = (way * c02 + firstWay * c12 + secondWay * c22) / determinant
        let rest = max(0, (squares - offset * way - slope * firstWay - bend * secondWay).sum())
        let variance = rest / Double(count &- 3) * (c11 / determinant)
        let square = (slope * slope).sum()
        guard square > doubt * variance else { return .zero }
        return slope * (1 - doubt * variance / square)
    }
}

extension Tracks {
    /// Older samples count for no estimator but the mean.
    static var horizon: UInt64 { 100_000_000 }

    /// A straight line through the samples of 100 ms.
    @inline(__always)
    func line(_ index: Int, _ track: Track) -> Point {
        var moments = Moments()
        walk(index, track, most: track.run) { moments.add($0, age: $1, weight: 1) }
        return perSecond(moments.line)
    }

    /// Android's LSQ2: a parabola through the samples of 100 ms, but not more than 20.
    @inline(__always)
    func quadratic(_ index: Int, _ track: Track) -> Point {
        var moments = Moments()
        walk(index, track, most: min(track.run, 20)) { moments.add($0, age: $1, weight: 1) }
        return perSecond(moments.parabola(doubt: 0))
    }

    /// Scrim's own: a parabola whose samples weigh less the older they are. docs/explanation/velocity.md has the study
    /// that chose its numbers.
    ///
    /// Two rules correct a parabola that goes beyond what the samples show. A finger that has stayed within 2 points for
    /// 40 ms is at rest. And the velocity is at most twice the mean velocity of the last 20 ms, and at most 60° from it.
    @inline(__always)
    func recent(_ index: Int, _ track: Track) -> Point {
        let (restAge, meanAge) = (0.4, 0.2)
        var moments = Moments()
        var (isNear, rests) = (true, false)
        var (mean, meanTime) = (SIMD2<Double>(repeating: 0), 0.0)
        walk(index, track, most: track.run) { way, age in
            let weight = 1 - age
            moments.add(way, age: age, weight: weight * weight * weight)
            if meanTime < meanAge { (mean, meanTime) = (way, age) }
            if isNear, !rests {
                isNear = (way * way).sum() <= 4
                rests = isNear && age >= restAge
            }
        }
        if rests || meanTime <= 0 { return .zero }
        let slope = moments.parabola(doubt: 4)
        mean /= meanTime
        let (forward, square) = ((slope * mean).sum(), (mean * mean).sum())
        // The square of a tiny speed may be 0.
        if forward <= 0 || !square.isNormal { return .zero }
        let along = mean * (forward / square)
        let across = slope - along
        let limited = along + across * shortening((across * across).sum(), to: 3 * (along * along).sum())
        return perSecond(limited * shortening((limited * limited).sum(), to: 4 * square))
    }

    /// Visits the newest samples, the newest first, with their distances from it and their ages. A sample that is hardly
    /// older than the newest one is left out, because noise between the two would look like a high speed.
    @inline(__always)
    private func walk(
        _ index: Int, _ track: Track, most: Int, _ body: (_ way: SIMD2<Double>, _ age: Double) -> Void
    ) {
        let origin = sample(index, track, before: 0)
        let start = SIMD2(origin.point.x, origin.point.y)
        for number in steps(to: most) {
            let sample = sample(index, track, before: number)
            let age = origin.time &- sample.time
            if age > Self.horizon { break }
            if number > 0, age < Self.leastAge { continue }
            body(SIMD2(sample.point.x, sample.point.y) - start, Double(Int64(truncatingIfNeeded: age)) * 1e-8)
        }
    }

    /// The factor that shortens a vector to a length. Both lengths are given as squares.
    private func shortening(_ square: Double, to most: Double) -> Double {
        square > most ? (most / square).squareRoot() : 1
    }

    /// From a slope over ages, whose unit is 100 ms.
    private func perSecond(_ slope: SIMD2<Double>) -> Point { Point(x: slope.x * -10, y: slope.y * -10) }
}
