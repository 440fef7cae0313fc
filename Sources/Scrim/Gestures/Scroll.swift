// SPDX-License-Identifier: MIT

/// Where a scroll comes from. The numbers are those of scrim/scroll.h.
package enum ScrollSource: UInt32, BitwiseCopyable {
    case wheel = 1
    case finger = 2
    case continuous = 3
    case pinch = 4

    /// Whether devices of this sort may stop without a last sample.
    var endsInSilence: Bool { self == .wheel || self == .continuous }
}

/// One sample of a scroll.
package struct ScrollSample: BitwiseCopyable {
    package let time: UInt64
    package let source: ScrollSource
    package let phase: TouchPhase
    /// The position of the pointer.
    package let point: Point
    package let delta: Point
    package let scale: Double
    /// Radians since the last sample, clockwise.
    package let turn: Double

    package init(
        time: UInt64, source: ScrollSource, phase: TouchPhase, point: Point, delta: Point, scale: Double, turn: Double
    ) {
        self.time = time
        self.source = source
        self.phase = phase
        self.point = point
        self.delta = delta
        self.scale = scale
        self.turn = turn
    }

    /// A sample without movement is the last one: libinput ends a scroll this way.
    private var isStill: Bool { delta.x == 0 && delta.y == 0 && source != .pinch }

    var isEnd: Bool { phase == .ended || phase == .moved && isStill }

    /// Whether it begins a scroll if none is in progress.
    var isBegin: Bool { phase == .began || phase == .moved && !isStill }
}

/// What a scroll has moved so far.
struct ScrollMeasure: BitwiseCopyable {
    /// The position of the pointer.
    var point = Point.zero
    var translation = Point.zero
    var scale = 1.0
    var rotation = 0.0
}

/// The scroll that is in progress.
final class Scroll {
    /// After this time without a sample, a scroll of a wheel has ended. Chromium uses the same time.
    static var pause: UInt64 { 500_000_000 }
    /// If the pointer has moved farther, further turns of a wheel are another scroll, as in Chromium.
    private static var latch: Double { 10 }
    /// The slot in which the finger of a scroll is. The horizontal positions in the other two are the scale and the
    /// rotation of a pinch.
    static var slot: Int { 0 }
    static var scaleSlot: Int { 1 }
    static var rotationSlot: Int { 2 }
    /// The span of a pinch in points, so that its rates are estimated as those of fingers at that distance.
    static var span: Double { 100 }

    private(set) var isRunning = false
    private(set) var source = ScrollSource.wheel
    private(set) var measure = ScrollMeasure()
    /// When it ends without another sample.
    private(set) var dueTime = UInt64.max
    /// How many events the next sample may cause, if it did not fit.
    var roomNeeded = 0
    private var origin = Point.zero
    private var scaleAnchor = 1.0

    init() {}

    func start(_ sample: ScrollSample) {
        (isRunning, source, measure, origin) = (true, sample.source, ScrollMeasure(), sample.point)
        // If its begin was lost, a pinch is measured from here on.
        scaleAnchor = sample.phase == .moved && sample.source == .pinch ? sample.scale : 1
    }

    func stop() {
        (isRunning, measure, dueTime, origin, scaleAnchor) = (false, ScrollMeasure(), .max, .zero, 1)
    }

    /// Whether a sample is part of this scroll.
    func continues(with sample: ScrollSample, at time: UInt64) -> Bool {
        wouldContinue(with: sample, at: time)
            && (!source.endsInSilence || !sample.isBegin || origin.isNear(sample.point, Self.latch))
    }

    /// Whether a sample is part of this scroll if the pointer is near enough.
    func wouldContinue(with sample: ScrollSample, at time: UInt64) -> Bool {
        isRunning && sample.source == source && sample.phase != .began && time < dueTime
    }

    /// Adds the movement of a sample.
    ///
    /// - Parameter timeout: After this time without a sample, the last one was lost. 0: never.
    func add(_ sample: ScrollSample, at time: UInt64, timeout: UInt64) {
        let delta = sample.delta
        measure.point = sample.point
        let sum = source == .pinch ? measure.translation + delta : measure.translation - delta
        measure.translation = Point(x: clampedToCoordinate(sum.x), y: clampedToCoordinate(sum.y))
        if source == .pinch {
            if sample.phase == .moved { measure.scale = sample.scale / scaleAnchor }
            measure.rotation = clampedToCoordinate(measure.rotation + sample.turn)
        }
        let silence = source.endsInSilence ? Self.pause : timeout
        dueTime = silence == 0 ? .max : saturatingSum(time, silence)
    }
}
