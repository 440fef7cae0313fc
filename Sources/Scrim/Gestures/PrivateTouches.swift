// SPDX-License-Identifier: MIT

/// What collectors report about private touches. The bits are those of scrim/collector.h. `silent` is an interaction
/// with a view whose touches are silent.
struct PrivateTouchKinds: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    static var interaction: PrivateTouchKinds { PrivateTouchKinds(rawValue: 1) }
    static var longPress: PrivateTouchKinds { PrivateTouchKinds(rawValue: 2) }
    static var rage: PrivateTouchKinds { PrivateTouchKinds(rawValue: 4) }
    static var dead: PrivateTouchKinds { PrivateTouchKinds(rawValue: 8) }
    static var silent: PrivateTouchKinds { PrivateTouchKinds(rawValue: 16) }
    /// All that may be reported about coarse touches.
    static var coarse: PrivateTouchKinds { PrivateTouchKinds(rawValue: 1 | 2 | 4 | 8) }
}

/// Counts which sorts of private touches there were, in buckets of time. It does so for all collectors of an engine,
/// and only while one of them reports private touches.
///
/// A sequence counts for the view on which it began, or which it reached later. Only a single finger that came down on
/// the view makes a tap or a long press.
final class PrivateTouches {
    static var bucket: UInt64 { 10_000_000_000 }
    /// A press of this duration is a long press. A shorter one is a tap.
    private static var pressTime: UInt64 { 500_000_000 }
    private static var pressMovement: Double { 10 }
    /// Rage is three taps within this time, and within this distance of the first.
    private static var rageTime: UInt64 { 1_000_000_000 }
    private static var rageDistance: Double { 30 }
    /// A tap without a response within this time is a dead tap.
    private static var answerTime: UInt64 { 1_000_000_000 }
    /// An episode of silent touches ends after this time without one.
    private static var quiet: UInt64 { 5_000_000_000 }
    private static var maxBuckets: Int { 32 }
    private static var maxAwaiting: Int { 16 }

    private struct Entry: BitwiseCopyable {
        /// The number of the bucket, counted from time 0, and of the last change of rules.
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

    /// How many collectors report private touches.
    private var tellers = 0
    /// Counts the changes of what they report.
    private(set) var epoch: UInt64 = 0
    /// The first bucket that no collector has finished. Late findings count for it. Adding them to a finished bucket
    /// would reveal when they were found.
    private var firstOpen: UInt64 = 0
    private var entries = Buffer<Entry>(blank: Entry())

    // The present sequence.
    private var level = PrivacyLevel.unknown
    /// When and where the single finger came down, while it is one: `isPressed`.
    private var press = Tap()
    private var isPressed = false
    private var isLong = false
    // The last silent touch of the current episode.
    private var lastSilence: UInt64?
    // The last two taps, and whether they belong to a rage that was reported.
    private var taps = (Tap(), Tap())
    private var hasTaps = false
    private var isRage = false
    /// Until when taps wait for a response.
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

    /// Called when the rules about reporting change. Touches that began before are not reported any more, so that the
    /// new rules do not reveal what the old rules concealed.
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

    /// A finger of a private sequence sends a sample.
    func go(_ sample: TouchSample, at time: UInt64) {
        if level == .silent, tellers > 0 { lastSilence = time }
        if isPressed, !press.point.isNear(sample.point, Self.pressMovement) { cancel() }
    }

    /// The finger is lifted. Called after `go`.
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

    /// Wipes the positions of fingers.
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
        // The positions of taps are kept only while they may still become part of a rage.
        let end = !hasTaps ? .max : saturatingSum(saturatingSum(taps.1.time, Self.rageTime), 1)
        return min(press, awaiting.isEmpty ? end : awaiting[0])
    }

    /// Counts what is due at a time, and notes whether there was a response to the taps that wait for one.
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

    /// A collector has reported everything up to a time.
    func close(until time: UInt64) { firstOpen = max(firstOpen, time / Self.bucket) }

    /// The application has responded in a way that the scene does not show.
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

    /// The first bucket between two numbers with something to report.
    ///
    /// - Parameter mask: What may be reported about an epoch.
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
