// SPDX-License-Identifier: MIT

/// The recent positions of fingers, and their velocities.
///
/// A sample less than 4 ms after the last one that was kept is replaced by the next one. So the longest horizon always
/// fits into the ring, at any rate of samples. A finger without a sample for more than 40 ms counts as standing still.
struct Tracks: ~Copyable {
    static var pause: UInt64 { 40_000_000 }
    private static var spacing: UInt64 { 4_000_000 }
    /// A horizon of 150 ms, with one sample before it, has 39 samples of 4 ms.
    private static var ring: Int { 64 }
    private static var estimators: Int { 6 }

    struct Sample: BitwiseCopyable {
        var time: UInt64 = 0
        var point = Point.zero
    }

    struct Track: BitwiseCopyable {
        var newest = 0
        var count = 0
        /// How many of the newest samples have no pause between them.
        var run = 0
        /// Which estimators' velocities have been computed since the newest sample: bits.
        var known: UInt32 = 0
    }

    private var tracks = Buffer<Track>(blank: Track())
    /// A ring for each track.
    private var samples = Buffer<Sample>(blank: Sample())
    /// For each track, the velocity that each estimator has found.
    private var velocities = Buffer<Point>(blank: .zero)

    /// - Throws: `noMemory`.
    mutating func resize(_ count: Int) throws(Failure) {
        try tracks.resize(count)
        try samples.resize(count &* Self.ring)
        try velocities.resize(count &* Self.estimators)
    }

    mutating func start(_ index: Int, _ point: Point, _ time: UInt64) {
        tracks[index] = Track(newest: 0, count: 1, run: 1)
        samples[slot(index, 0)] = Sample(time: time, point: point)
    }

    mutating func add(_ index: Int, _ point: Point, _ time: UInt64) {
        let track = tracks[index]
        let last = samples[slot(index, track.newest)].time
        let isPause = time &- last > Self.pause
        let isDense = track.run > 1 && last &- samples[slot(index, track.newest &- 1)].time < Self.spacing
        let isNew = isPause || time != last && !isDense
        let newest = isNew ? track.newest &+ 1 : track.newest
        samples[slot(index, newest)] = Sample(time: time, point: point)
        tracks.update(index) {
            $0.newest = newest & (Self.ring &- 1)
            $0.count = min($0.count &+ (isNew ? 1 : 0), Self.ring)
            $0.run = isPause ? 1 : min($0.run &+ (isNew ? 1 : 0), Self.ring)
            $0.known = 0
        }
    }

    /// Wipes the positions of a finger.
    @inline(never)
    mutating func forget(_ index: Int) {
        // The ring is filled from its start.
        var sample = tracks[index].count
        while sample > 0 {
            sample &-= 1
            samples[slot(index, sample)] = Sample()
        }
        tracks[index] = Track()
        var velocity = Self.estimators
        while velocity > 0 {
            velocity &-= 1
            velocities[index &* Self.estimators &+ velocity] = .zero
        }
    }

    /// Wipes all.
    mutating func wipe() {
        tracks.wipe(from: 0)
        samples.wipe(from: 0)
        velocities.wipe(from: 0)
    }

    /// The velocity in points per second, at a time that is not before the newest sample.
    mutating func velocity(_ index: Int, _ estimator: VelocityEstimator, at time: UInt64) -> Point {
        let track = tracks[index]
        let silence = time &- samples[slot(index, track.newest)].time
        if estimator == .mean {
            // The only estimator that counts the time since the newest sample.
            if silence > 0 { return mean(index, track, at: time) }
        } else if silence > Self.pause {
            return .zero
        }
        let bit: UInt32 = 1 &<< estimator.rawValue
        let place = index &* Self.estimators &+ Int(truncatingIfNeeded: estimator.rawValue)
        if track.known & bit != 0 { return velocities[place] }
        let found =
            switch estimator {
            case .default: recent(index, track)
            case .line: line(index, track)
            case .quadratic: quadratic(index, track)
            case .impulse: impulse(index, track)
            case .weightedDifferences: weightedDifferences(index, track)
            case .mean: mean(index, track, at: time)
            }
        velocities[place] = found
        tracks.update(index) { $0.known |= bit }
        return found
    }

    private func slot(_ index: Int, _ sample: Int) -> Int { index &* Self.ring &+ (sample & (Self.ring &- 1)) }

    /// The sample before which `number` newer ones were taken.
    @inline(__always)
    func sample(_ index: Int, _ track: Track, before number: Int) -> Sample {
        samples[slot(index, track.newest &- number)]
    }
}
