// SPDX-License-Identifier: MIT

/// What became of a frame. The numbers are those of scrim/redact.h.
package enum Outcome: UInt32 {
    case ok = 1
    case covered = 2
    case discard = 3
}

/// What a call did to a frame.
package struct RedactionReport {
    package var outcome = Outcome.discard
    package var regions: UInt64 = 0
    package var regionsInside: UInt64 = 0
    /// Pixels covered, each counted once.
    package var pixels: UInt64 = 0

    package init() {}

    /// The whole frame is covered, where there is one.
    package init(covered frame: Frame?, regions: UInt64 = 0) {
        self.regions = regions
        guard let frame else { return }
        outcome = .covered
        pixels = UInt64(truncatingIfNeeded: frame.width &* frame.height)
    }
}

/// Collects the regions of one frame, then covers them.
package struct Redaction: ~Copyable {
    package static let maxRegions = 1_000_000
    package static let maxStyles = 256

    private let frame: Frame
    private let scale: Double
    private var styles = InlineArray<256, Color>(repeating: .black)
    private var styleCount = 0
    private var union = RegionUnion()
    private var given: UInt64 = 0

    private init(_ frame: Frame, scale: Double) throws(Failure) {
        guard Self.isScale(scale) else { throw .invalidArgument }
        self.frame = frame
        self.scale = scale
    }

    package static func isScale(_ scale: Double) -> Bool { scale >= 1.0 / 64 && scale <= 64 }

    /// Covers the regions that the body adds.
    ///
    /// - Parameter scale: Pixels per point.
    /// - Throws: `invalidArgument` where the scale is out of range, `noMemory`, or what the body throws.
    package static func cover(
        _ frame: Frame, scale: Double, _ body: (inout Redaction) throws(Failure) -> Void
    ) throws(Failure) -> RedactionReport {
        var redaction = try Redaction(frame, scale: scale)
        try body(&redaction)
        return try redaction.cover()
    }

    /// Runs a redaction that fails closed: whatever it throws, the frame is black afterwards.
    ///
    /// - Parameter regions: What the report says of an error.
    package static func failingClosed(
        _ frame: Frame, regions: UInt64, _ body: (Frame) throws(Failure) -> RedactionReport
    ) -> (report: RedactionReport, failure: Failure?) {
        do throws(Failure) {
            return (try body(frame), nil)
        } catch {
            frame.fill(.black)
            return (RedactionReport(covered: frame, regions: regions), error)
        }
    }

    /// - Throws: `limit`.
    package mutating func addStyle(_ color: Color) throws(Failure) {
        guard styleCount < Self.maxStyles else { throw .limit }
        styles[styleCount & 255] = color
        styleCount &+= 1
    }

    /// Adds a region that a caller named.
    ///
    /// - Throws: as below.
    package mutating func add(_ rect: Rect, style: Int) throws(Failure) {
        guard rect.isValid else { throw .invalidArgument }
        try add(Box(rect), style: style)
    }

    /// Adds a region; later ones win where they overlap.
    ///
    /// - Parameters:
    ///   - box: Points, counted from the frame's top left pixel; what lies outside of the frame is cut off.
    ///   - style: The index of a style that was added; without any, 0 is black.
    /// - Throws: `invalidArgument`, `limit`, `noMemory`.
    package mutating func add(_ box: Box, style: Int) throws(Failure) {
        guard style >= 0, style < max(styleCount, 1) else { throw .invalidArgument }
        guard given < UInt64(Self.maxRegions) else { throw .limit }
        given &+= 1
        guard !box.isEmpty, let (left, right) = pixels(box.left, box.right, below: frame.width),
            let (top, bottom) = pixels(box.top, box.bottom, below: frame.height)
        else { return }
        try union.add(PixelRect(left: left, top: top, right: right, bottom: bottom), style: style)
    }

    private mutating func cover() throws(Failure) -> RedactionReport {
        var report = RedactionReport()
        report.outcome = .ok
        report.regions = given
        report.regionsInside = UInt64(truncatingIfNeeded: union.count)
        var last = 0
        var pattern = Pattern(styles[0], frame.format)
        try union.visit { rect, style in
            if style != last { (last, pattern) = (style, Pattern(styles[style & 255], frame.format)) }
            frame.fill(rect, pattern)
            report.pixels &+= rect.pixels
        }
        return report
    }

    /// The pixels that an extent touches, on an axis of the frame; nil where these lie outside.
    private func pixels(_ from: Double, _ to: Double, below side: Int) -> (Int32, Int32)? {
        let (low, high, end) = (from * scale, to * scale, Double(side))
        guard low < end, to > 0 else { return nil }
        let first = Self.floor(max(low, 0))
        // However thin it is, it touches the pixel that it begins in.
        let last = max(0 &- Self.floor(0 - min(high, end)), first &+ 1)
        return (first, last)
    }

    /// The largest integer not above a number between ± 2^30: a sum that has no bits left for fractions, and no branch
    /// that traps.
    private static func floor(_ value: Double) -> Int32 {
        let nearest = Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
        return Double(nearest) > value ? nearest &- 1 : nearest
    }
}
