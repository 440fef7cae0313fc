// SPDX-License-Identifier: MIT

/// Redacts the frames of one stream, so that they can be handed on.
package final class Capture {
    private let options: CaptureOptions
    private var lastFrom: UInt64 = 0
    /// Whether the last frame began before the one before it.
    private var wasBackwards = false
    private let smoothing: GridSmoothing?
    /// The scene of the last frame. Nothing of one scene may be smoothed into another.
    private var lastScene: UInt64 = 0
    #if SCRIM_TEST_HOOKS
    /// Called once the frame is redacted, before the second look for a cover.
    package var afterRedaction: (() -> Void)?
    #endif

    private init(_ options: CaptureOptions) {
        self.options = options
        let isSmoothed = options.smoothing > 0 && options.view.style.readsSurroundings
        smoothing = isSmoothed ? GridSmoothing(timeConstant: options.smoothing) : nil
    }

    /// - Throws: `invalidArgument`.
    package static func make(_ options: CaptureOptions) throws(Failure) -> Capture {
        guard options.isValid else { throw .invalidArgument }
        return Capture(options)
    }

    /// Covers what a frame may show of everything private, or all of it.
    ///
    /// - Parameters:
    ///   - rows: The rows of the frame to redact.
    ///   - from: When the first of what it shows was on the screen.
    ///   - to: When the last was.
    ///   - countsCrossed: Whether the report counts the regions whose border content crosses.
    /// - Throws: `invalidArgument`, `notFound` (the output), `unsupported` (a band, if covers are smoothed), `noMemory`. The frame
    ///   may then still show anything.
    package func redact(
        _ frame: Frame, _ rows: Rows, _ snapshot: Snapshot, from: UInt64, to: UInt64, countsCrossed: Bool = false
    ) throws(Failure) -> RedactionReport {
        guard from <= to else { throw .invalidArgument }
        // The colors of a frame are remembered from one call for all of it.
        guard rows.count == frame.height || smoothing == nil else { throw .unsupported }
        // The other bands of a frame, and a call that is repeated after an error, are judged as the first call was.
        let isBackwards = from < lastFrom || wasBackwards && from == lastFrom
        (lastFrom, wasBackwards) = (from, isBackwards)
        let view = options.view
        let isCovered = try snapshot.isCovered(view.output)
        let age = to > snapshot.time ? to &- snapshot.time : 0
        let newer = snapshot.time > to ? min(snapshot.time &- to, options.maxLatency) : 0
        // The last part of what the frame shows of which the scene may not have learned.
        let unknown = options.maxLatency &+ age &- newer
        let isEarly = options.isDelayed && unknown > 0
        // While an output is covered, it may show what the scene does not know.
        let wasCovered = snapshot.coveredUntil[Int(view.output & 31)] >= from
        let isForgotten = from < snapshot.start || from &- snapshot.start < options.hold
        if isCovered || wasCovered || isBackwards || isEarly || age > options.maxLatency || isForgotten {
            return try .covering(frame, rows, with: snapshot.cover(of: view.output))
        }
        let geometry = geometry(width: frame.width, height: frame.height)
        if lastScene != snapshot.scene { smoothing?.forgetAll() }
        lastScene = snapshot.scene
        smoothing?.beginFrame(at: from)
        var redaction = try Redaction(frame, into: frame, rows: rows, scale: view.scale, smoother: smoothing)
        if countsCrossed { redaction.crossed = CrossedList() }
        try redaction.addStyle(view.style, irreversible: true)
        let dilation = dilation(unknown: unknown)
        try snapshot.forEachRegion(since: from &- options.hold) { region, polygon throws(Failure) in
            try redaction.add(geometry.shape(of: region, polygon, dilatedBy: dilation), id: region.view)
        }
        let report = try redaction.cover()
        #if SCRIM_TEST_HOOKS
        afterRedaction?()
        #endif
        // If a cover was raised meanwhile, nobody may be handed what it was raised to hide.
        if try snapshot.isCovered(view.output) {
            return try .covering(frame, rows, with: snapshot.cover(of: view.output))
        }
        smoothing?.endFrame()
        return report
    }

    /// How far in points something may be from where the snapshot has it, and one pixel.
    private func dilation(unknown: UInt64) -> Double {
        guard options.maxSpeed > 0 else { return 0 }
        return options.maxSpeed * (Double(unknown &+ options.updateInterval) * 1e-9) + 1 / options.view.scale
    }

    /// The point of the screen that a point of a frame shows.
    ///
    /// - Parameters:
    ///   - point: Pixels from the frame's top left corner.
    ///   - width: The frame's width in pixels.
    package func screenPoint(_ point: Point, width: Int, height: Int) -> Point {
        let scale = options.view.scale
        return geometry(width: width, height: height).unmap(Point(x: point.x / scale, y: point.y / scale))
    }

    private func geometry(width: Int, height: Int) -> FrameGeometry {
        FrameGeometry(
            origin: options.view.origin, transform: options.transform, width: width, height: height,
            scale: options.view.scale)
    }
}
