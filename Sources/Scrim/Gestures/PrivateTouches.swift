// SPDX-License-Identifier: MIT

/// What is told of private touches. The bits are those of scrim/collector.h; `silent` is an interaction with what is
/// silent.
struct PrivateTouchKinds: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    static var interaction: PrivateTouchKinds { PrivateTouchKinds(rawValue: 1) }
    static var longPress: PrivateTouchKinds { PrivateTouchKinds(rawValue: 2) }
    static var rage: PrivateTouchKinds { PrivateTouchKinds(rawValue: 4) }
    static var dead: PrivateTouchKinds { PrivateTouchKinds(rawValue: 8) }
    static var silent: PrivateTouchKinds { PrivateTouchKinds(rawValue: 16) }
    /// All that may be told of coarse touches.
    static var coarse: PrivateTouchKinds { PrivateTouchKinds(rawValue: 1 | 2 | 4 | 8) }
}

/// What may be told of private touches: which sorts there were, in buckets of time. Kept only while a collector tells of
/// them, for all collectors of an engine.
///
/// A sequence counts for the view that it came down on, or that it strayed into. Only one of a single finger, which came
/// down there, is a tap or a long press.
final class PrivateTouches {
    static var bucket: UInt64 { 10_000_000_000 }
    /// A press this long is a long one; what is shorter a tap.
    private static var pressTime: UInt64 { 500_000_000 }
    private static var pressMovement: Double { 10 }
    /// Rage is three taps in this time, this near the first.
    private static var rageTime: UInt64 { 1_000_000_000 }
    private static var rageDistance: Double { 30 }
    /// A tap to which nothing answers in this time is a dead one.
    private static var answerTime: UInt64 { 1_000_000_000 }
    /// The end of an episode.
    private static var quiet: UInt64 { 5_000_000_000 }
    private static var maxBuckets: Int { 32 }
    private static var maxAwaiting: Int { 16 }

    private struct Entry: BitwiseCopyable {
        /// Which bucket, counted from the begin of time, and since which change of rules.
        var number: UInt64 = 0
        var epoch: UInt64 = 0
        var hints: PrivateTouchKinds = []
    }

    private struct Tap: BitwiseCopyable {
        var time: UInt64 = 0
        var point = Point.zero
        /// 0: there was none.
        var root: UInt64 = 0
    }

    /// How many collectors tell of private touches.
    private var tellers = 0
    /// Counts the changes of what they tell.
    private(set) var epoch: UInt64 = 0
    /// The first bucket that no collector has gone past. What is heard of late counts for it: told at once, in a bucket that is over,
    /// it would tell when it was heard of.
    private var firstOpen: UInt64 = 0
    private var entries = Buffer<Entry>(blank: Entry())

    // The present sequence.
    private var level = PrivacyLevel.unknown
    /// When and where the single finger came down, while it is one: `isPressed`.
    private var press = Tap()
    private var isPressed = false
    private var isLong = false
    // The episode of what is silent.
    private var lastSilence: UInt64?
    // The last two taps, and whether they belong to a rage that was told of.
    private var taps = (Tap(), Tap())
    private var hasTaps = false
    private var isRage = false
    /// Until when taps wait for an answer.
    private var awaiting = Buffer<UInt64>(blank: .max)
    private var seen: UInt64 = 0
    private var answers: UInt64 = 0

    private init() {}

    /// - Throws: `noMemory`.
    static func make() throws(Failure) -> PrivateTouches {
        let new = PrivateTouches()
        try new.entries.reserve(maxBuckets)
        try new.awaiting.reserve(maxAwaiting)
        return new
    }

    /// What a collector tells has changed. What began before is not told from here on: nobody may learn from what the new
    /// rules tell what the old ones did not.
    func change(by tellers: Int) {
        self.tellers &+= tellers
        epoch &+= 1
        (level, lastSilence) = (.unknown, nil)
        isRage = false
        wipe()
        awaiting.truncate(0)
    }

    // MARK: - Touches

    /// A sequence begins, private or not.
    func start() {
        level = .open
        cancel()
    }

    /// The present sequence turns private.
    func enter(_ source: PrivacySource, at time: UInt64) { touch(source, time) }

    /// A finger comes down in a private sequence.
    func begin(_ sample: TouchSample, _ source: PrivacySource, isFirst: Bool, at time: UInt64) {
        isPressed = isFirst && source.level == .coarse && tellers > 0
        press = isPressed ? Tap(time: time, point: sample.point, root: source.view) : Tap()
        isLong = false
        touch(source, time)
    }

    private func touch(_ source: PrivacySource, _ time: UInt64) {
        level = level.or(source.level)
        guard tellers > 0, level != .unknown else { return }
        if source.level == .coarse { add(.interaction, at: time) }
        if source.level == .silent {
            if lastSilence.map({ time &- $0 > Self.quiet }) ?? true { add(.silent, at: time) }
            lastSilence = time
        }
    }

    /// A finger of a private sequence is heard of.
    func go(_ sample: TouchSample, at time: UInt64) {
        if level == .silent, tellers > 0 { lastSilence = time }
        if isPressed, !press.point.isNear(sample.point, Self.pressMovement) { cancel() }
    }

    /// It goes up, after `go`.
    @inline(never)
    func lift(_ sample: TouchSample, isTap: Bool, at time: UInt64, _ scene: Scene) {
        guard isPressed else { return }
        let down = press
        cancel()
        guard isTap, !isLong, sample.phase == .ended else { return }
        let tap = Tap(time: time, point: down.point, root: down.root)
        let first = taps.0
        let isRow =
            first.root == tap.root && taps.1.root == tap.root && tap.root != 0
            && time &- first.time <= Self.rageTime && first.point.isNear(tap.point, Self.rageDistance)
            && first.point.isNear(taps.1.point, Self.rageDistance)
        if isRow, !isRage { add(.rage, at: time) }
        isRage = isRow
        (taps, hasTaps) = ((taps.1, tap), true)
        seen = state(scene)
        if awaiting.count < Self.maxAwaiting { try? awaiting.append(saturatingSum(time, Self.answerTime)) }
    }

    func cancel() { (press, isPressed) = (Tap(), false) }

    /// Wipes where fingers were.
    func wipe() {
        cancel()
        forgetTaps()
    }

    private func forgetTaps() { (taps, hasTaps) = ((Tap(), Tap()), false) }

    // MARK: - Time

    /// Whether time may bring something new.
    var isAwaiting: Bool { isPressed || !awaiting.isEmpty || hasTaps }

    /// When `advance` is to be called next.
    var dueTime: UInt64 {
        let press = isPressed && !isLong ? saturatingSum(press.time, Self.pressTime) : .max
        // The points of taps are kept no longer than they may be those of a rage.
        let end = !hasTaps ? .max : saturatingSum(saturatingSum(taps.1.time, Self.rageTime), 1)
        return min(press, awaiting.isEmpty ? end : awaiting[0])
    }

    /// Notes what has become due by a time, and whether there was an answer to what waits for one.
    @inline(never)
    func advance(to time: UInt64, _ scene: Scene) {
        if isPressed, !isLong, time &- press.time >= Self.pressTime, time > press.time {
            isLong = true
            add(.longPress, at: saturatingSum(press.time, Self.pressTime))
        }
        if hasTaps, time > saturatingSum(taps.1.time, Self.rageTime) { forgetTaps() }
        guard !awaiting.isEmpty else { return }
        if seen != state(scene) { awaiting.truncate(0) }
        while !awaiting.isEmpty, awaiting[0] <= time {
            add(.dead, at: awaiting[0])
            awaiting.remove(at: 0)
        }
    }

    /// A collector goes on to a time; what was to be told until then is.
    func close(until time: UInt64) { firstOpen = max(firstOpen, time / Self.bucket) }

    /// The application has answered in a way that the scene does not show.
    func answer() { answers &+= 1 }

    private func state(_ scene: Scene) -> UInt64 { scene.generation &+ scene.activityReports &+ answers }

    // MARK: - Buckets

    @inline(never)
    private func add(_ hint: PrivateTouchKinds, at time: UInt64) {
        let new = Entry(number: max(time / Self.bucket, firstOpen), epoch: epoch, hints: hint)
        var index = entries.count
        while index > 0 {
            let entry = entries[index &- 1]
            if entry.number == new.number, entry.epoch == epoch {
                return entries.update(index &- 1) { $0.hints.insert(hint) }
            }
            if entry.number <= new.number { break }
            index &-= 1
        }
        if entries.count == Self.maxBuckets {
            entries.remove(at: 0)
            index = max(index &- 1, 0)
        }
        try? entries.insert(new, at: index)
    }

    /// The first bucket from one on, and before another, of which there is something to tell.
    ///
    /// - Parameter mask: What may be told of an epoch.
    @inline(never)
    func first(from start: UInt64, before end: UInt64, _ mask: (UInt64) -> PrivateTouchKinds) -> (
        number: UInt64, hints: PrivateTouchKinds
    )? {
        var found = (number: UInt64(0), hints: PrivateTouchKinds())
        for index in steps(to: entries.count) {
            let entry = entries[index]
            if !found.hints.isEmpty, entry.number != found.number { break }
            if entry.number >= start, entry.number < end {
                found = (entry.number, found.hints.union(entry.hints.intersection(mask(entry.epoch))))
            }
        }
        return found.hints.isEmpty ? nil : found
    }
}
