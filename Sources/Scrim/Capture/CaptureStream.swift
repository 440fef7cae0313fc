// SPDX-License-Identifier: MIT

/// What a stream of frames shows of a scene, and how far it may be behind.
package struct CaptureProperties: BitwiseCopyable {
    package static var maxDuration: UInt64 { 1_000_000_000 }
    package static var maxHold: UInt64 { 500_000_000 }
    package static var maxEasing: UInt64 { 4_000_000_000 }

    package var capture: Capture
    package var turn: Turn
    /// Points per second: the most that anything private moves.
    package var maxSpeed: Double
    /// Nanoseconds: the longest that a snapshot is behind the screen.
    package var maxLateness: UInt64
    /// Nanoseconds: the longest from one update of what moves to the next.
    package var updateInterval: UInt64
    /// Nanoseconds: how long what was private stays covered.
    package var hold: UInt64
    /// Nanoseconds: the time constant of what covers take from around them; 0: they do not ease.
    package var easing: UInt64

    package init(
        _ capture: Capture, turn: Turn, maxSpeed: Double, maxLateness: UInt64, updateInterval: UInt64, hold: UInt64,
        easing: UInt64
    ) {
        self.capture = capture
        self.turn = turn
        self.maxSpeed = maxSpeed
        self.maxLateness = maxLateness
        self.updateInterval = updateInterval
        self.hold = hold
        self.easing = easing
    }

    var isValid: Bool {
        capture.origin.isValid && Redaction.isScale(capture.scale) && isCoordinate(maxSpeed) && maxSpeed >= 0
            && maxLateness <= Self.maxDuration && updateInterval <= Self.maxDuration && hold <= Self.maxHold
            && easing <= Self.maxEasing
    }
}

/// Makes the frames of one stream safe to hand on.
package final class CaptureStream {
    private let properties: CaptureProperties
    private var lastFrom: UInt64 = 0

    private let easing: GridEasing?
    #if SCRIM_TEST_HOOKS
    /// Called once the frame is redacted, before the second look for a cover.
    package var afterRedaction: (() -> Void)?
    #endif

    private init(_ properties: CaptureProperties) {
        self.properties = properties
        easing = properties.easing == 0 ? nil : GridEasing(constant: properties.easing)
    }

    /// - Throws: `invalidArgument`.
    package static func make(_ properties: CaptureProperties) throws(Failure) -> CaptureStream {
        guard properties.isValid else { throw .invalidArgument }
        return CaptureStream(properties)
    }

    /// Covers what a frame may show of all that is private, or all of it.
    ///
    /// - Parameter times: When what it shows was on the screen, from and to.
    /// - Throws: `invalidArgument`, `notFound` (the output), `noMemory`; the frame may still show anything then.
    package func protect(
        _ frame: Frame, _ snapshot: Snapshot, from: UInt64, to: UInt64
    ) throws(Failure) -> RedactionReport {
        guard from <= to else { throw .invalidArgument }
        let isBackwards = from < lastFrom
        lastFrom = from
        let capture = properties.capture
        let isCovered = try snapshot.isCovered(capture.output)
        let age = to > snapshot.time ? to &- snapshot.time : 0
        let since = from > properties.hold ? from &- properties.hold : 0
        if isCovered || isBackwards || age > properties.maxLateness || since < snapshot.start { return cover(frame) }
        let place = FramePlace(
            origin: capture.origin, turn: properties.turn, width: frame.width, height: frame.height,
            scale: capture.scale)
        let growth = growth(age: age)
        easing?.begin(at: from, of: snapshot.scene)
        let report = try Redaction.cover(frame, into: frame, scale: capture.scale) { redaction throws(Failure) in
            redaction.easing = easing
            try redaction.addStyle(irreversible: capture.style)
            try snapshot.forEachRegion(since: since) { region, polygon throws(Failure) in
                try redaction.add(region, polygon, in: place, grownBy: growth)
            }
        }
        #if SCRIM_TEST_HOOKS
        afterRedaction?()
        #endif
        // A cover that was raised meanwhile: nobody may be handed what it was raised to hide.
        if try snapshot.isCovered(capture.output) { return cover(frame) }
        easing?.end()
        return report
    }

    private func cover(_ frame: Frame) -> RedactionReport {
        frame.fill(.black)
        return RedactionReport(covered: frame)
    }

    /// How far, in points, something may be from where the snapshot has it, and one pixel.
    private func growth(age: UInt64) -> Double {
        guard properties.maxSpeed > 0 else { return 0 }
        let late = Double(properties.maxLateness &+ properties.updateInterval &+ age) * 1e-9
        return properties.maxSpeed * late + 1 / properties.capture.scale
    }

    /// The point of the screen that a point of a frame shows.
    ///
    /// - Parameters:
    ///   - point: Pixels from the frame's top left corner.
    ///   - width: The frame's, in pixels, as the height.
    package func screenPoint(_ point: Point, width: Int, height: Int) -> Point {
        let capture = properties.capture
        let place = FramePlace(
            origin: capture.origin, turn: properties.turn, width: width, height: height, scale: capture.scale)
        return place.unmap(Point(x: point.x / capture.scale, y: point.y / capture.scale))
    }
}
