// SPDX-License-Identifier: MIT

/// What a collector tells of private touches, and how far it has come.
struct PrivateTouchReport: BitwiseCopyable {
    private var hints: PrivateTouchKinds = []
    /// Since which change: nothing from before is told.
    private var since: UInt64 = 0
    /// The collector's own time: that of the touches would tell when they were.
    private var now: UInt64 = 0
    /// The buckets before this one have been told of.
    private var start: UInt64 = 0

    /// When to look again: the end of the present bucket, whatever there is to tell.
    var deadline: UInt64 {
        hints.isEmpty ? .max : saturatingSum(now &- now % PrivateTouches.bucket, PrivateTouches.bucket)
    }

    /// Sets what is told, as rules say it.
    mutating func set(_ settings: RuleSettings, _ touches: PrivateTouches) {
        var new: PrivateTouchKinds = settings.tellsCoarse ? .coarse : []
        if settings.tellsSilent { new.insert(.silent) }
        guard new != hints else { return }
        touches.change(by: (new.isEmpty ? 0 : 1) &- (hints.isEmpty ? 0 : 1))
        (hints, since) = (new, touches.epoch)
    }

    mutating func advance(to time: UInt64) { now = max(now, time) }

    /// The next bucket that there is something to tell of, once it is over: when it began, and what there was.
    func next(_ touches: PrivateTouches, atOnce: Bool = false) -> (time: UInt64, hints: PrivateTouchKinds)? {
        let end = atOnce ? .max : now / PrivateTouches.bucket
        guard let found = touches.first(from: start, before: end, { $0 >= since ? hints : [] }) else { return nil }
        // That something silent was used is an interaction like others.
        let isSilent = found.hints.contains(.silent)
        let told = isSilent ? found.hints.union(.interaction).subtracting(.silent) : found.hints
        return (found.number &* PrivateTouches.bucket, told)
    }

    mutating func handOut(bucketAt time: UInt64) { start = time / PrivateTouches.bucket &+ 1 }
}
