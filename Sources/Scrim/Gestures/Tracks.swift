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
        /// The newest sample, and its time.
        var newest = 0
        var time: UInt64 = 0
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
        tracks[index] = Track(newest: 0, time: time, count: 1, run: 1)
        samples[slot(index, 0)] = Sample(time: time, point: point)
    }

    mutating func add(_ index: Int, _ point: Point, _ time: UInt64) {
        var track = tracks[index]
        let isPause = time &- track.time > Self.pause
        let isDense = track.run > 1 && track.time &- sample(index, track, before: 1).time < Self.spacing
        if isPause || time != track.time && !isDense {
            track.newest = (track.newest &+ 1) & (Self.ring &- 1)
            track.count = min(track.count &+ 1, Self.ring)
            track.run = isPause ? 1 : min(track.run &+ 1, Self.ring)
        }
        (track.time, track.known) = (time, 0)
        samples[slot(index, track.newest)] = Sample(time: time, point: point)
        tracks[index] = track
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
        let (newest, known) = tracks.read(index) { ($0.time, $0.known) }
        if estimator != .mean, time &- newest > Self.pause { return .zero }
        let place = index &* Self.estimators &+ Int(truncatingIfNeeded: estimator.rawValue)
        // Only the mean also counts the time since the newest sample.
        if known & 1 &<< estimator.rawValue == 0 || estimator == .mean && time != newest {
            estimate(index, estimator, at: time, place)
        }
        return velocities[place]
    }

    /// Stores what an estimator finds for the newest sample. The estimators are inlined because a call would copy `self`.
    @inline(never)
    private mutating func estimate(_ index: Int, _ estimator: VelocityEstimator, at time: UInt64, _ place: Int) {
        let track = tracks[index]
        velocities[place] =
            switch estimator {
            case .default: recent(index, track)
            case .line: line(index, track)
            case .quadratic: quadratic(index, track)
            case .impulse: impulse(index, track)
            case .weightedDifferences: weightedDifferences(index, track)
            case .mean: mean(index, track, at: time)
            }
        let bit: UInt32 = 1 &<< estimator.rawValue
        let isOfSample = estimator != .mean || time == track.time
        tracks.update(index) { $0.known = isOfSample ? $0.known | bit : $0.known & ~bit }
    }

    private func slot(_ index: Int, _ sample: Int) -> Int { index &* Self.ring &+ (sample & (Self.ring &- 1)) }

    /// The sample before which `number` newer ones were taken.
    @inline(__always)
    func sample(_ index: Int, _ track: Track, before number: Int) -> Sample {
        samples[slot(index, track.newest &- number)]
    }
}
