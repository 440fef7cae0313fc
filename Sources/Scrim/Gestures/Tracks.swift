// SPDX-License-Identifier: MIT

/// The recent positions of fingers, and their velocities.
///
/// The velocity of a finger is the slope of the least-squares line through its samples of the last 100 ms. A finger
/// without a sample for more than 40 ms counts as standing still, and its earlier samples are dropped. If two samples
/// are less than 4 ms apart, the later one replaces the earlier one. So 100 ms always fit into the ring, at any rate of
/// samples.
struct Tracks: ~Copyable {
    static var horizon: UInt64 { 100_000_000 }
    static var pause: UInt64 { 40_000_000 }
    private static var spacing: UInt64 { 4_000_000 }
    /// 100 ms are 26 samples of 4 ms.
    private static var ring: Int { 32 }

    private struct Sample: BitwiseCopyable {
        var time: UInt64 = 0
        var point = Point.zero
    }

    private struct Track: BitwiseCopyable {
        var newest = 0
        var count = 0
        /// What `velocity` found for the newest sample.
        var found = Point.zero
        var isFound = true
    }

    private var tracks = Buffer<Track>(blank: Track())
    /// A ring for each track.
    private var samples = Buffer<Sample>(blank: Sample())

    /// - Throws: `noMemory`.
    mutating func resize(_ count: Int) throws(Failure) {
        try tracks.resize(count)
        try samples.resize(count &* Self.ring)
    }

    mutating func start(_ index: Int, _ point: Point, _ time: UInt64) {
        tracks[index] = Track(newest: 0, count: 1)
        samples[slot(index, 0)] = Sample(time: time, point: point)
    }

    mutating func add(_ index: Int, _ point: Point, _ time: UInt64) {
        let track = tracks[index]
        let last = samples[slot(index, track.newest)].time
        if time &- last > Self.pause {
            // Wipe now: later the number of older samples would not be known.
            forget(index)
            return start(index, point, time)
        }
        let isDense = track.count > 1 && last &- samples[slot(index, track.newest &- 1)].time < Self.spacing
        let isNew = time != last && !isDense
        let newest = isNew ? track.newest &+ 1 : track.newest
        samples[slot(index, newest)] = Sample(time: time, point: point)
        tracks.update(index) {
            $0.newest = newest & (Self.ring &- 1)
            $0.count = min($0.count &+ (isNew ? 1 : 0), Self.ring)
            $0.isFound = false
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
    }

    /// Wipes all.
    mutating func wipe() {
        tracks.wipe(from: 0)
        samples.wipe(from: 0)
    }

    /// The velocity in points per second, at a time that is not before the newest sample.
    mutating func velocity(_ index: Int, at time: UInt64) -> Point {
        let track = tracks[index]
        if time &- samples[slot(index, track.newest)].time > Self.pause { return .zero }
        if track.isFound { return track.found }
        let found = slope(index, track)
        tracks.update(index) { ($0.found, $0.isFound) = (found, true) }
        return found
    }

    private func slot(_ index: Int, _ sample: Int) -> Int { index &* Self.ring &+ (sample & (Self.ring &- 1)) }

    /// Σ(t − t̄)(x − x̄) / Σ(t − t̄)², with the newest sample as the origin of both.
    private func slope(_ index: Int, _ track: Track) -> Point {
        let origin = samples[slot(index, track.newest)]
        let origins = SIMD2(origin.point.x, origin.point.y)
        var (number, t, tt) = (0.0, 0.0, 0.0)
        var (xy, txy) = (SIMD2<Double>(repeating: 0), SIMD2<Double>(repeating: 0))
        // The ring is filled from its start, up to the newest sample or completely.
        let start = slot(index, 0)
        samples.forEach(from: start, to: start &+ track.count) { sample in
            let elapsed = origin.time &- sample.time
            if elapsed > Self.horizon { return }
            let ago = Double(Int64(truncatingIfNeeded: elapsed)) * -1e-9
            let way = SIMD2(sample.point.x, sample.point.y) - origins
            number += 1
            t += ago
            tt += ago * ago
            xy += way
            txy += way * ago
        }
        let spread = number * tt - t * t
        guard spread > 0 else { return .zero }
        let slope = (txy * number - xy * t) / spread
        return Point(x: slope.x, y: slope.y)
    }
}
