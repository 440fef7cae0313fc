// SPDX-License-Identifier: MIT
import CInitializers
import CScrim
import Scrim

// Implements scrim/redact.h. The header has the contracts.

@_cdecl("scrim_redact") @implementation
public func scrim_redact(
    _ frame: UnsafePointer<scrim_frame>!, _ regions: UnsafePointer<scrim_region>!, _ count: Int,
    _ options: UnsafePointer<scrim_redact_options>!, _ report: UnsafeMutablePointer<scrim_redact_report>!
) -> scrim_status {
    var given = unsafe value_of_SCRIM_REDACT_OPTIONS_INIT()
    return unsafe redact(frame, report, regions: count) { frame throws(Failure) in
        if unsafe options != nil { unsafe given = try copyIn(options, zeroed: scrim_redact_options()) }
        return unsafe try frame.rows(from: given.first_row, count: given.row_count)
    } _: { frame, rows, crossed throws(Failure) in
        unsafe try cover(frame, into: frame, rows, regions, nil, count, given, crossed)
    }
}

@_cdecl("scrim_redact_copy") @implementation
public func scrim_redact_copy(
    _ source: UnsafePointer<scrim_frame>!, _ destination: UnsafePointer<scrim_frame>!,
    _ regions: UnsafePointer<scrim_region>!, _ count: Int, _ options: UnsafePointer<scrim_redact_options>!,
    _ report: UnsafeMutablePointer<scrim_redact_report>!
) -> scrim_status {
    var given = unsafe value_of_SCRIM_REDACT_OPTIONS_INIT()
    return unsafe redact(destination, report, regions: count, apartFrom: try? Frame(source)) { frame throws(Failure) in
        if unsafe options != nil { unsafe given = try copyIn(options, zeroed: scrim_redact_options()) }
        return unsafe try frame.rows(from: given.first_row, count: given.row_count)
    } _: { frame, rows, crossed throws(Failure) in
        let source = unsafe try Frame(source)
        guard source.isLike(frame) else { throw .invalidArgument }
        return unsafe try cover(source, into: frame, rows, regions, nil, count, given, crossed)
    }
}

@_cdecl("scrim_redact_rects") @implementation
public func scrim_redact_rects(
    _ pixels: UnsafeMutableRawPointer!, _ stride: Int64, _ format: UInt32, _ width: UInt32, _ height: UInt32,
    _ rects: UnsafePointer<scrim_rect>!, _ count: Int, _ style: UnsafePointer<scrim_style>!,
    _ outcome: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    var frame = value_of_SCRIM_FRAME_INIT()
    (frame.format, frame.width, frame.height) = (format, width, height)
    unsafe frame.planes.0 = scrim_plane(data: pixels, stride: stride)
    var options = unsafe value_of_SCRIM_REDACT_OPTIONS_INIT()
    unsafe (options.styles, options.style_count) = (style, style == nil ? 0 : 1)
    return unsafe redact(&frame, nil, regions: count, outcome) { frame throws(Failure) in
        try frame.rows(from: 0, count: 0)
    } _: { frame, rows, _ throws(Failure) in
        unsafe try cover(frame, into: frame, rows, nil, rects, count, options, nil)
    }
}

/// Covers regions or, if there are none, rectangles.
@inline(never)
private func cover(
    _ source: Frame, into target: Frame, _ rows: Rows, _ regions: UnsafePointer<scrim_region>?,
    _ rects: UnsafePointer<scrim_rect>?, _ count: Int, _ options: scrim_redact_options, _ crossed: CrossedList?
) throws(Failure) -> RedactionReport {
    // `size_t` arrives as a signed Int: a count above 2^63 is negative here.
    guard count >= 0, count <= Redaction.maxRegions else { throw .limit }
    let isRects = unsafe regions == nil && rects != nil
    let rects = unsafe try input(rects, isRects ? count : 0)
    let regions = unsafe try input(regions, isRects ? 0 : count)
    let padding = RegionPadding(
        samplingGap: Int(unsafe options.sampling_gap), dilation: Int(unsafe options.dilation),
        sizeMultiple: Int(unsafe options.size_multiple),
        codecBlock: Int(unsafe options.codec_block))
    let scale = unsafe options.scale
    return try Redaction.cover(source, into: target, rows: rows, scale: scale, padding: padding, crossed: crossed) {
        redaction throws(Failure) in
        unsafe try redaction.addStyles(options)
        for index in steps(to: count) {
            if isRects {
                let rect = unsafe Rect(rects[index])
                guard rect.isValid else { throw .invalidArgument }
                try redaction.add(Box(rect), style: 0, id: UInt64(index))
            } else {
                unsafe try redaction.add(unsafe regions[index])
            }
        }
    }
}

/// Runs a call that covers regions of a frame. The report is always written.
///
/// After an error, the band is black, because other threads may be writing the other rows. If it is not known, the whole frame is
/// black. So nothing else is checked before the band is.
///
/// - Parameters:
///   - other: Another frame. If it overlaps the frame without being the same, nothing is written.
///   - outcome: Receives the outcome, if the caller wants it without a report.
///   - band: Returns the rows to write.
///   - body: Gets a list if the caller wants a report.
@inline(never)
func redact(
    _ frame: UnsafePointer<scrim_frame>?, _ report: UnsafeMutablePointer<scrim_redact_report>?, regions: Int,
    _ outcome: UnsafeMutablePointer<UInt32>? = nil, apartFrom other: Frame? = nil,
    _ band: (Frame) throws(Failure) -> Rows,
    _ body: (Frame, Rows, CrossedList?) throws(Failure) -> RedactionReport
) -> scrim_status {
    let regions = UInt64(UInt(bitPattern: regions))
    var result: (report: RedactionReport, failure: Failure?) = (RedactionReport(discarding: regions), nil)
    // Nil if no report can be written. The fields that the caller sets stay as they are.
    let written = unsafe try? copyIn(report, zeroed: scrim_redact_report())
    do throws(Failure) {
        let frame = unsafe try Frame(frame)
        if let other, frame.overlap(other) == .some { throw .invalidArgument }
        result = Redaction.failingClosed(frame, regions: regions) { rows throws(Failure) in
            rows = try band(frame)
            if unsafe report == nil { return try body(frame, rows, nil) }
            guard let given = unsafe written else { throw .invalidArgument }
            return try body(frame, rows, unsafe try CrossedList(given))
        }
    } catch {
        result.failure = error
    }
    if var written = unsafe written, let report = unsafe report {
        unsafe written.set(result.report)
        unsafe copyOut(written, to: report)
    }
    if let outcome = unsafe outcome { unsafe outcome.pointee = result.report.outcome.rawValue }
    if result.failure == nil, result.report.isStyleRefused { result.failure = .reversibleStyle }
    return result.failure.map(status) ?? code(SCRIM_OK)
}

extension scrim_redact_report {
    fileprivate mutating func set(_ report: RedactionReport) {
        unsafe outcome = report.outcome.rawValue
        unsafe weakest_class = report.weakestClass.rawValue
        unsafe reserved = 0
        unsafe regions = report.regions
        unsafe regions_inside = report.regionsInside
        unsafe regions_clipped = report.regionsClipped
        unsafe pixels = report.pixels
        unsafe regions_crossed = report.regionsCrossed
    }
}

extension CrossedList {
    /// - Throws: `invalidArgument` if the list is NULL but has a capacity.
    fileprivate init(_ report: scrim_redact_report) throws(Failure) {
        let capacity = unsafe Int(clamping: report.crossed_capacity)
        unsafe self.init(try output(report.crossed, capacity))
    }
}

@_cdecl("scrim_margin_for_source") @implementation
public func scrim_margin_for_source(
    _ source: UInt32, _ dilation: UnsafeMutablePointer<UInt32>!, _ codec_block: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    answer { () throws(Failure) in
        guard let margin = RegionPadding.margin(for: source) else { throw .invalidArgument }
        let (dilation, block) = (unsafe try required(dilation), unsafe try required(codec_block))
        unsafe dilation.pointee = margin.dilation
        unsafe block.pointee = margin.codecBlock
    }
}

extension Frame {
    /// - Throws: `invalidArgument`, `unsupported` (the format, range or matrix).
    init(_ frame: UnsafePointer<scrim_frame>?) throws(Failure) {
        let frame = unsafe try copyIn(frame, zeroed: scrim_frame())
        let (first, second, third, fourth) = unsafe frame.planes
        try unsafe self.init(
            format: frame.format, width: frame.width, height: frame.height,
            space: (frame.color_range, frame.color_matrix),
            addresses: (PlaneAddress(first), PlaneAddress(second), PlaneAddress(third), PlaneAddress(fourth)))
    }
}

extension PlaneAddress {
    fileprivate init(_ plane: scrim_plane) { unsafe self.init(base: plane.data, stride: plane.stride) }
}

extension Redaction {
    /// - Throws: `invalidArgument`, `unsupported` (the kind of a style), `limit`.
    mutating func addStyles(_ options: scrim_redact_options) throws(Failure) {
        guard unsafe options.style_count <= Redaction.maxStyles else { throw .limit }
        let styles = unsafe try input(options.styles, Int(options.style_count))
        for index in steps(to: styles.count) {
            try addStyle(try Style.Kind(unsafe styles[index]))
        }
    }

    /// - Throws: `invalidArgument`, `unsupported` (the shape), `limit`, `noMemory`.
    mutating func add(_ region: scrim_region) throws(Failure) {
        let (shape, style, id) = unsafe (Int(region.shape), Int(region.style), region.id)
        switch shape {
        case SCRIM_SHAPE_RECT, SCRIM_SHAPE_ROUNDED_RECT, SCRIM_SHAPE_ELLIPSE:
            let (rect, radius) = unsafe (Rect(region.rect), region.radius)
            guard rect.isValid, unsafe region.points == nil, unsafe region.point_count == 0,
                shape == SCRIM_SHAPE_ROUNDED_RECT ? radius >= 0 && isCoordinate(radius) : radius == 0
            else { throw .invalidArgument }
            let box = Box(rect)
            switch shape {
            case SCRIM_SHAPE_RECT: try add(box, style: style, id: id)
            case SCRIM_SHAPE_ELLIPSE: try add(.ellipse(box), bounds: box, style: style, id: id)
            default: try add(.roundedRectangle(box, radius: radius), bounds: box, style: style, id: id)
            }
        case SCRIM_SHAPE_POLYGON, SCRIM_SHAPE_QUAD:
            guard unsafe region.radius == 0 else { throw .invalidArgument }
            guard unsafe region.point_count <= Redaction.maxPoints else { throw .limit }
            let points = unsafe try input(region.points, Int(region.point_count))
            // Both are two doubles.
            let start = unsafe UnsafeRawPointer(points.baseAddress)?.assumingMemoryBound(to: Point.self)
            guard UInt(bitPattern: start) & 7 == 0 else { throw .invalidArgument }
            let corners = unsafe UnsafeBufferPointer(start: start, count: points.count)
            try add(polygon: unsafe corners.span, isQuad: shape == SCRIM_SHAPE_QUAD, style: style, id: id)
        default: throw .unsupported
        }
    }
}

// MARK: - Styles

extension Style.Kind {
    /// - Throws: `invalidArgument`, `unsupported` (the kind).
    init(_ style: scrim_style) throws(Failure) {
        guard style.reserved == 0, Int(style.flags) & ~SCRIM_STYLE_FLAG_ON_COLOR == 0 else { throw .invalidArgument }
        switch Int(style.kind) {
        case SCRIM_STYLE_SOLID: self = .solid(try Color(rgba: style.color))
        case SCRIM_STYLE_FROST: self = .frost(base: try style.base, seed: style.seed)
        case SCRIM_STYLE_TILES: self = .tiles(base: try style.base, seed: style.seed)
        case SCRIM_STYLE_BLUR: self = .blur(style.amount)
        case SCRIM_STYLE_PIXELATE: self = .pixelate(style.amount)
        case SCRIM_STYLE_EFFECT: self = .effect(try style.effect)
        case SCRIM_STYLE_LIGHT: self = .effect(.light)
        case SCRIM_STYLE_EXTRA_LIGHT: self = .effect(.extraLight)
        case SCRIM_STYLE_DARK: self = .effect(.dark)
        case SCRIM_STYLE_TINT: self = .effect(.tint(try Color(rgba: style.color)))
        default: throw .unsupported
        }
    }
}

extension scrim_style {
    /// The color under frost and tiles, if the style has one.
    fileprivate var base: Color? {
        get throws(Failure) { Int(flags) & SCRIM_STYLE_FLAG_ON_COLOR == 0 ? nil : try Color(rgba: color) }
    }

    fileprivate var effect: Effect {
        get throws(Failure) {
            Effect(
                radius: amount, saturation: saturation, tint: try Color(rgba: color | 0xFF).levels,
                tintAlpha: Double(color & 0xFF) / 255)
        }
    }
}
