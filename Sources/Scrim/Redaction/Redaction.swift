// SPDX-License-Identifier: MIT

/// Collects the regions of one frame, then covers them: add styles and regions, then call `cover`.
package struct Redaction: ~Copyable {
    package static let maxRegions = 1_000_000
    package static let maxStyles = 256
    package static let maxPoints = 65536
    package static let maxAllPoints = 1_000_000
    static let maxWorkMemory = 268_435_456

    let source: Frame
    let target: Frame
    /// Whether the target is another frame, which also gets what is not covered.
    let isCopy: Bool
    /// The rows that are written. For a band, regions outside it are collected as well, because covers must not read them.
    let rows: Rows
    let scale: Double
    let padding: RegionPadding
    /// For a stream: smooths the covers from frame to frame.
    let smoother: (any GridSmoother)?
    /// If there is none, 0 is black.
    private(set) var styles = Buffer<Style>(blank: .solid(.black))
    /// The regions of reversible styles. Their covers are made from what they cover, so they lie under the others.
    private(set) var reversible = RegionList()
    private(set) var irreversible = RegionList()
    var report = RedactionReport()
    /// Gets the regions whose border content crosses. Borders are checked if it is not nil.
    var crossed: CrossedList?
    /// The borders to check.
    var borders = Buffer<Border>(blank: .none)
    private var pointsGiven = 0
    /// How regions show on the current plane, the reversible ones first. Used unless all are solid.
    var sights = Buffer<RegionSight>(blank: .hidden)
    /// For shapes, used again from one to the next.
    private var raster = ShapeRaster()
    /// The rectangles of the region that is being added, in pixels of the frame.
    private var found = Buffer<PixelRect>(blank: .empty)

    /// - Parameters:
    ///   - target: The source itself, or a frame like it and apart from it.
    ///   - rows: Rows of the frame to write. All if there is no band.
    ///   - scale: Pixels per point.
    ///   - smoother: For a frame of a stream.
    /// - Throws: `invalidArgument` if a number is out of range.
    init(
        _ source: Frame, into target: Frame, rows: Rows? = nil, scale: Double, padding: RegionPadding = .none,
        smoother: (any GridSmoother)? = nil
    ) throws(Failure) {
        guard Self.isScale(scale), padding.isValid else { throw .invalidArgument }
        self.source = source
        self.target = target
        self.rows = rows ?? source.rows
        isCopy = source.overlap(target) != .same
        self.scale = scale
        self.padding = padding
        self.smoother = smoother
    }

    package static func isScale(_ scale: Double) -> Bool { scale >= 1.0 / 64 && scale <= 64 }

    // MARK: - Collecting

    /// - Parameter irreversible: Uses black in place of a reversible style, and says so in the report.
    /// - Throws: `limit`, `invalidArgument`, `unsupported` if the style does not work in the frame's format.
    package mutating func addStyle(_ kind: Style.Kind, irreversible: Bool = false) throws(Failure) {
        guard styles.count < Self.maxStyles else { throw .limit }
        let style = try Style(kind, scale: scale)
        let isRefused = irreversible && style.isReversible
        guard isRefused || style.works(in: source.format) else { throw .unsupported }
        if isRefused { report.isStyleRefused = true }
        try styles.append(isRefused ? .solid(.black) : style)
    }

    /// Adds a rectangle. Later regions lie on earlier ones, and irreversible ones on reversible ones.
    ///
    /// - Parameters:
    ///   - box: Points, counted from the frame's top left pixel; what lies outside of the frame is cut off.
    ///   - style: The index of a style that was added; without any, 0 is black.
    /// - Throws: `invalidArgument`, `limit`, `noMemory`.
    package mutating func add(_ box: Box, style: Int, id: UInt64 = 0) throws(Failure) {
        try begin(style: style)
        guard !box.isEmpty else { return }
        let pixels = PixelBox(box, scale: scale).snapped(padding)
        found.truncate(0)
        if let rect = pixels.clipped(to: area) { try found.append(rect) }
        try place(pixels, style: style, id: id)
    }

    /// Adds a rounded rectangle or an ellipse.
    ///
    /// - Parameter bounds: What holds it.
    /// - Throws: as above.
    package mutating func add(_ shape: Shape, bounds box: Box, style: Int, id: UInt64 = 0) throws(Failure) {
        if padding.sizeMultiple > 1 { return try add(box, style: style, id: id) }
        try begin(style: style)
        guard !box.isEmpty else { return }
        let (map, area) = (map, area)
        found.truncate(0)
        try raster.emit(shape, map: map, width: area.width, height: area.height) { rect throws(Failure) in
            try Self.note(rect.moved(byX: area.left, y: area.top), in: &found)
        }
        try place(PixelBox(box, scale: scale), style: style, id: id)
    }

    /// Adds a polygon, or the convex hull of four points.
    ///
    /// - Parameter points: Three or more, of a quad four.
    /// - Throws: as above.
    package mutating func add(polygon points: Span<Point>, isQuad: Bool, style: Int, id: UInt64 = 0) throws(Failure) {
        guard isQuad ? points.count == 4 : points.count >= 3, let box = Box(around: points)
        else { throw .invalidArgument }
        pointsGiven &+= points.count
        guard points.count <= Self.maxPoints, pointsGiven <= Self.maxAllPoints else { throw .limit }
        if padding.sizeMultiple > 1 { return try add(box, style: style, id: id) }
        try begin(style: style)
        let (map, area) = (map, area)
        found.truncate(0)
        if isQuad {
            try raster.emitQuad(points, map: map, width: area.width, height: area.height) { rect throws(Failure) in
                try Self.note(rect.moved(byX: area.left, y: area.top), in: &found)
            }
        } else {
            try raster.emitPolygon(points, map: map, width: area.width, height: area.height) { rect throws(Failure) in
                try Self.note(rect.moved(byX: area.left, y: area.top), in: &found)
            }
        }
        try place(PixelBox(box, scale: scale), style: style, id: id)
    }

    /// Adds a rectangle to the current region. A single region must not exceed the limit of the whole call.
    private static func note(_ rect: PixelRect, in found: inout Buffer<PixelRect>) throws(Failure) {
        guard found.count < RegionList.maxRects else { throw .limit }
        try found.append(rect)
    }

    /// Checks what every region needs, and counts it.
    private mutating func begin(style: Int) throws(Failure) {
        guard style >= 0, style < max(styles.count, 1) else { throw .invalidArgument }
        guard report.regions < UInt64(Self.maxRegions) else { throw .limit }
        report.regions &+= 1
    }

    /// Where a region must lie to reach into the frame.
    private var area: PixelRect { bounds.grown(by: padding.reach) }

    var bounds: PixelRect {
        PixelRect(
            left: 0, top: 0, right: Int32(truncatingIfNeeded: source.width),
            bottom: Int32(truncatingIfNeeded: source.height))
    }

    /// From points to pixels of `area`. For the rasterizer, the corner of `area` is 0, 0.
    private var map: PixelMap { PixelMap(scale: scale, shift: Double(padding.reach)) }

    /// Adds the region whose rectangles were found.
    private mutating func place(_ box: PixelBox, style index: Int, id: UInt64) throws(Failure) {
        let style = styles[index]
        let whole = box.grown(padding)
        var (around, count) = (PixelRect.empty, 0)
        for next in steps(to: found.count) {
            let rect = padding.grow(found[next]).intersection(bounds)
            if rect.isEmpty { continue }
            if count == 0 {
                if style.isReversible {
                    try reversible.begin(style: index, isSolid: false, id: id, whole)
                } else {
                    try irreversible.begin(style: index, isSolid: style.isSolid, id: id, whole)
                }
            }
            count &+= 1
            around = around.union(rect)
            if style.isReversible { try reversible.add(rect) } else { try irreversible.add(rect) }
        }
        guard count > 0 else { return }
        if crossed != nil { try addBorder(around, isReversible: style.isReversible, count: count) }
        report.regionsInside &+= 1
        if whole.isClipped(width: source.width, height: source.height) { report.regionsClipped &+= 1 }
        report.weakestClass = max(report.weakestClass, style.styleClass)
    }
}
