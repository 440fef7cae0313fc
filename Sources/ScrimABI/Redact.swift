// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/redact.h; the contracts stand there.

@_cdecl("scrim_redact") @implementation
public func scrim_redact(
    _ frame: UnsafePointer<scrim_frame>!, _ regions: UnsafePointer<scrim_region>!, _ count: Int,
    _ options: UnsafePointer<scrim_redact_options>!, _ report: UnsafeMutablePointer<scrim_redact_report>!
) -> scrim_status {
    unsafe redact(frame, report, regions: count) { (frame: Frame) throws(Failure) in
        // A count that is negative here is above 2^63 there.
        guard count >= 0, count <= Redaction.maxRegions else { throw .limit }
        let regions = unsafe try input(regions, count)
        let options = unsafe options == nil ? .standard : try copyIn(options, zeroed: scrim_redact_options())
        return try Redaction.cover(frame, scale: unsafe options.scale) { redaction throws(Failure) in
            unsafe try redaction.addStyles(options)
            var index = 0
            while index < count {
                unsafe try redaction.add(unsafe regions[index])
                index &+= 1
            }
        }
    }
}

/// Runs a call that covers regions of a frame: an error ends in a black frame, and the report is written whatever
/// happens.
func redact(
    _ frame: UnsafePointer<scrim_frame>?, _ report: UnsafeMutablePointer<scrim_redact_report>?, regions: Int,
    _ body: (Frame) throws(Failure) -> RedactionReport
) -> scrim_status {
    let given = UInt64(UInt(bitPattern: regions))
    var result: (report: RedactionReport, failure: Failure?) = (RedactionReport(covered: nil, regions: given), nil)
    var canReport = true
    do throws(Failure) {
        let frame = unsafe try Frame(frame)
        result = Redaction.failingClosed(frame, regions: given) { frame throws(Failure) in
            canReport = false
            if let report = unsafe report { _ = unsafe try copyIn(report, zeroed: scrim_redact_report()) }
            canReport = true
            return try body(frame)
        }
    } catch {
        result.failure = error
        canReport = unsafe (try? copyIn(report, zeroed: scrim_redact_report())) != nil
    }
    if canReport, let report = unsafe report { unsafe write(result.report, to: report) }
    return result.failure.map(status) ?? code(SCRIM_OK)
}

private func write(_ report: RedactionReport, to target: UnsafeMutablePointer<scrim_redact_report>) {
    unsafe target.pointee.outcome = report.outcome.rawValue
    unsafe target.pointee.strength = UInt32(
        truncatingIfNeeded: report.pixels > 0 ? SCRIM_STRENGTH_IRREVERSIBLE : SCRIM_STRENGTH_NONE)
    unsafe target.pointee.reserved = 0
    unsafe target.pointee.regions = report.regions
    unsafe target.pointee.regions_inside = report.regionsInside
    unsafe target.pointee.pixels = report.pixels
}

extension Frame {
    /// - Throws: `invalidArgument`, `unsupported` (the format).
    init(_ frame: UnsafePointer<scrim_frame>?) throws(Failure) {
        let frame = unsafe try copyIn(frame, zeroed: scrim_frame())
        let (plane, second, third, fourth) = unsafe frame.planes
        try unsafe self.init(
            format: frame.format, width: frame.width, height: frame.height, base: plane.data, stride: plane.stride)
        guard unsafe second.isUnused, unsafe third.isUnused, unsafe fourth.isUnused else { throw .invalidArgument }
    }
}

extension scrim_plane {
    fileprivate var isUnused: Bool { unsafe data == nil && stride == 0 }
}

extension Redaction {
    /// - Throws: `invalidArgument`, `unsupported` (the kind of a style), `limit`.
    mutating func addStyles(_ options: scrim_redact_options) throws(Failure) {
        guard unsafe options.style_count <= Redaction.maxStyles else { throw .limit }
        let styles = unsafe try input(options.styles, Int(options.style_count))
        var index = 0
        while index < styles.count {
            try addStyle(try Color(unsafe styles[index]))
            index &+= 1
        }
    }

    /// - Throws: `invalidArgument`, `unsupported` (the shape), `noMemory`.
    mutating func add(_ region: scrim_region) throws(Failure) {
        guard unsafe Int(region.shape) == SCRIM_SHAPE_RECT else { throw .unsupported }
        guard unsafe region.radius == 0, unsafe region.points == nil, unsafe region.point_count == 0
        else { throw .invalidArgument }
        try add(Rect(unsafe region.rect), style: Int(unsafe region.style))
    }
}

extension scrim_redact_options {
    /// SCRIM_REDACT_OPTIONS_INIT, which is no constant that Swift imports.
    fileprivate static var standard: Self {
        unsafe Self(struct_size: 0, style_count: 0, styles: nil, scale: 1)
    }
}

extension Color {
    /// - Throws: `invalidArgument`, `unsupported` (the kind).
    init(_ style: scrim_style) throws(Failure) {
        guard Int(style.kind) == SCRIM_STYLE_SOLID else { throw .unsupported }
        guard style.amount == 0, style.seed == 0 else { throw .invalidArgument }
        try self.init(rgba: style.color)
    }
}
