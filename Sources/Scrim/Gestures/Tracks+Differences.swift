// SPDX-License-Identifier: MIT

// Velocities from the differences of neighboring samples.

extension Tracks {
    /// Samples that are closer to the newest one than this are left out.
    static var leastAge: UInt64 { 1_000_000 }

    /// Android's impulse strategy: the finger does work on a body, whose energy gives its velocity. x and y are
    /// independent.
    @inline(__always)
    func impulse(_ index: Int, _ track: Track) -> Point {
        let newest = sample(index, track, before: 0).time
        var number = 1
        while number < min(track.run, 20), newest &- sample(index, track, before: number).time <= Self.horizon {
            number &+= 1
        }
        // From the oldest to the newest. The first velocity is taken as that of a body which moved before.
        var (energy, isFirst) = (SIMD2<Double>(repeating: 0), true)
        number &-= 1
        while number > 0 {
            let speed = difference(index, track, number)
            number &-= 1
            guard let speed else { continue }
            energy += (speed - velocity(of: energy)) * SIMD2(abs(speed.x), abs(speed.y))
            if isFirst { energy *= 0.5 }
            isFirst = false
        }
        let found = velocity(of: energy)
        return Point(x: found.x, y: found.y)
    }

    private func velocity(of energy: SIMD2<Double>) -> SIMD2<Double> {
        let (x, y) = ((2 * abs(energy.x)).squareRoot(), (2 * abs(energy.y)).squareRoot())
        return SIMD2(energy.x < 0 ? -x : x, energy.y < 0 ? -y : y)
    }

    /// Flutter's model of iOS: the last three differences, of which the oldest weighs most. A missing one counts as 0.
    @inline(__always)
    func weightedDifferences(_ index: Int, _ track: Track) -> Point {
        var (sum, end) = (Point.zero, sample(index, track, before: 0))
        // A sample that is hardly older than the newest one is left out.
        var number = 1
        while number < track.run, track.time &- sample(index, track, before: number).time < Self.leastAge {
            number &+= 1
        }
        for weight in steps(to: 3) where number &+ weight < track.run {
            let start = sample(index, track, before: number &+ weight)
            let seconds = Double(Int64(truncatingIfNeeded: end.time &- start.time)) * 1e-9
            sum = sum + (end.point - start.point) / seconds * (weight == 0 ? 0.05 : weight == 1 ? 0.35 : 0.6)
            end = start
        }
        return sum
    }

    /// GTK's: the mean velocity of 150 ms. It begins at the last sample before that time.
    @inline(__always)
    func mean(_ index: Int, _ track: Track, at time: UInt64) -> Point {
        let end = sample(index, track, before: 0)
        var (number, start) = (0, end)
        while number < track.count {
            start = sample(index, track, before: number)
            if time &- start.time > 150_000_000 { break }
            number &+= 1
        }
        let elapsed = time &- start.time
        guard elapsed >= Self.leastAge else { return .zero }
        return (end.point - start.point) / (Double(Int64(truncatingIfNeeded: elapsed)) * 1e-9)
    }

    /// The velocity between a sample and the one after it. If that one is hardly older than the newest, the newest takes
    /// its place.
    private func difference(_ index: Int, _ track: Track, _ number: Int) -> SIMD2<Double>? {
        let newest = sample(index, track, before: 0)
        let start = sample(index, track, before: number)
        if newest.time &- start.time < Self.leastAge { return nil }
        var end = sample(index, track, before: number &- 1)
        if newest.time &- end.time < Self.leastAge { end = newest }
        let seconds = Double(Int64(truncatingIfNeeded: end.time &- start.time)) * 1e-9
        return SIMD2(end.point.x - start.point.x, end.point.y - start.point.y) / seconds
    }
}
