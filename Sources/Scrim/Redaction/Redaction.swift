// SPDX-License-Identifier: MIT

/// Collects the regions of one frame, then covers them.
package struct Redaction: ~Copyable {
    package static let maxRegions = 1_000_000
    package static let maxStyles = 256
    package static let maxPoints = 65536
    package static let maxAllPoints = 1_000_000
    private static let maxWorkMemory = 268_435_456

    private let source: Frame
    private let target: Frame
    /// Whether the target is another frame, which gets what is not covered too.
    private let isCopy: Bool
    let scale: Double
    private let growth: RegionGrowth
    /// Of a stream: what the covers go on from.
    var easing: GridEasing?
    /// Without any, 0 is black.
    private var styles = Buffer<Style>(blank: .solid(.black))
    /// Regions whose covers are made from what they cover. They lie under the others: upon them, they would show those.
    private var cosmetic = RegionList()
    private var irreversible = RegionList()
    private var report = RedactionReport()
    private var pointsGiven = 0
    /// Which regions show, the cosmetic ones first; used where not all are solid.
    private var shown = Buffer<Bool>(blank: false)
    /// For shapes, used again from one to the next.
    private var raster = ShapeRaster()
    /// The rectangles of the region that is being added, in pixels of the frame.
    private var found = Buffer<PixelRect>(blank: .empty)

    private init(_ source: Frame, _ target: Frame, scale: Double, growth: RegionGrowth) throws(Failure) {
        guard Self.isScale(scale), growth.isValid else { throw .invalidArgument }
        self.source = source
        self.target = target
        isCopy = source.overlap(target) != .same
        self.scale = scale
        self.growth = growth
    }

    package static func isScale(_ scale: Double) -> Bool { scale >= 1.0 / 64 && scale <= 64 }

    /// Covers the regions that the body adds.
    ///
    /// - Parameters:
    ///   - target: The source itself, or a frame like it and apart from it.
    ///   - scale: Pixels per point.
    /// - Throws: `invalidArgument` where a number is out of range, `noMemory`, or what the body throws. The target may hold
    ///   anything then.
    package static func cover(
        _ source: Frame, into target: Frame, scale: Double, growth: RegionGrowth = .none,
        _ body: (inout Redaction) throws(Failure) -> Void
    ) throws(Failure) -> RedactionReport {
        var redaction = try Redaction(source, target, scale: scale, growth: growth)
        try body(&redaction)
        for index in steps(to: source.planeCount) {
            try redaction.cover(plane: index)
        }
        redaction.report.outcome = .ok
        return redaction.report
    }

    // MARK: - Collecting

    /// - Throws: `limit`, `invalidArgument`.
    package mutating func addStyle(_ kind: Style.Kind) throws(Failure) {
        guard styles.count < Self.maxStyles else { throw .limit }
        try styles.append(try Style(kind, scale: scale))
    }

    /// Puts down in the report that another style was asked for than was used.
    mutating func refuseStyle() { report.isStyleRefused = true }

    /// Adds a rectangle; later regions lie on earlier ones, irreversible ones on cosmetic ones.
    ///
    /// - Parameters:
    ///   - box: Points, counted from the frame's top left pixel; what lies outside of the frame is cut off.
    ///   - style: The index of a style that was added; without any, 0 is black.
    /// - Throws: `invalidArgument`, `limit`, `noMemory`.
    package mutating func add(_ box: Box, style: Int, id: UInt64 = 0) throws(Failure) {
        try begin(style: style)
        guard !box.isEmpty else { return }
        let pixels = PixelBox(box, scale: scale).snapped(growth)
        found.truncate(0)
        if let rect = pixels.clipped(to: area) { try found.append(rect) }
        try place(pixels, style: style, id: id)
    }

    /// Adds a rounded rectangle or an ellipse.
    ///
    /// - Parameter bounds: What holds it.
    /// - Throws: as above.
    package mutating func add(_ shape: Shape, bounds box: Box, style: Int, id: UInt64 = 0) throws(Failure) {
        if growth.snap > 1 { return try add(box, style: style, id: id) }
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
        if growth.snap > 1 { return try add(box, style: style, id: id) }
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

    /// Notes a rectangle of the region at hand, which alone may not have more than all of a call.
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
    private var area: PixelRect { bounds.grown(by: growth.reach) }

    private var bounds: PixelRect {
        PixelRect(
            left: 0, top: 0, right: Int32(truncatingIfNeeded: source.width),
            bottom: Int32(truncatingIfNeeded: source.height))
    }

    /// From points to pixels of `area`, whose corner a rasteriser calls 0, 0.
    private var map: PixelMap { PixelMap(scale: scale, shift: Double(growth.reach)) }

    /// Adds the region whose rectangles were found.
    private mutating func place(_ box: PixelBox, style index: Int, id: UInt64) throws(Failure) {
        let style = styles[index]
        let whole = box.grown(growth)
        var isInside = false
        var next = 0
        while next < found.count {
            let rect = growth.grow(found[next]).intersection(bounds)
            next &+= 1
            if rect.isEmpty { continue }
            if !isInside {
                if style.isCosmetic {
                    try cosmetic.begin(style: index, isSolid: false, id: id, whole)
                } else {
                    try irreversible.begin(style: index, isSolid: style.isSolid, id: id, whole)
                }
            }
            isInside = true
            if style.isCosmetic { try cosmetic.add(rect) } else { try irreversible.add(rect) }
        }
        guard isInside else { return }
        report.regionsInside &+= 1
        if whole.isClipped(width: source.width, height: source.height) { report.regionsClipped &+= 1 }
        report.strength = max(report.strength, style.strength)
    }

    // MARK: - Covering

    /// Covers one plane: everything is read before anything is written.
    private mutating func cover(plane index: Int) throws(Failure) {
        let (source, plane) = (source.plane(index), target.plane(index))
        var workspace = Workspace(budget: Self.maxWorkMemory &+ 32 &* source.byteCount, easing: easing)
        easing?.plane = index
        var tiles = Buffer<Tile>(blank: .solid(Pattern(.black, plane.layout, plane.space)))
        var union = RegionUnion()
        if isCopy {
            try tiles.append(.copy(source))
            try union.add(plane.bounds, layer: 0)
        }
        let first = tiles.count
        try cosmetic.add(to: &union, on: plane, from: first)
        try irreversible.add(to: &union, on: plane, from: first &+ cosmetic.count)
        if report.strength > .irreversible { try findShown(&union, from: first) }
        try makeCosmeticTiles(source, &tiles, &workspace)
        try makeIrreversibleTiles(source, &tiles, &workspace)
        var covered: UInt64 = 0
        try union.visit { rect, layer in
            tiles[layer].write(rect, to: plane)
            if layer >= first { covered &+= rect.pixels }
        }
        if index == 0 { report.pixels = covered }
    }

    /// Notes which regions show at all on a plane: no cover is made for one that lies hidden.
    private mutating func findShown(_ union: inout RegionUnion, from first: Int) throws(Failure) {
        shown.truncate(0)
        try shown.resize(cosmetic.count &+ irreversible.count)
        try union.visit { _, layer in shown[layer &- first] = true }
    }

    private func region(_ layer: RegionList.Layer, on source: Plane) -> TileRegion {
        TileRegion(
            source: source, bounds: source.covering(layer.bounds), size: layer.size,
            // Outward, as the bounds are.
            cut: (
                (layer.cut.left &+ source.shift) &>> source.shift, (layer.cut.top &+ source.shift) &>> source.shift
            ), reach: (growth.sight &+ source.shift) &>> source.shift, scale: scale, id: layer.id)
    }

    private func makeIrreversibleTiles(
        _ source: Plane, _ tiles: inout Buffer<Tile>, _ workspace: inout Workspace
    ) throws(Failure) {
        let mask = try unreadable(on: source)
        for index in steps(to: irreversible.count) {
            let layer = irreversible[index]
            switch styles[layer.style].kind {
            case .frost where !shown[cosmetic.count &+ index], .mosaic where !shown[cosmetic.count &+ index]:
                try tiles.append(Self.hiddenTile(on: source))
            case .frost(let base, let seed):
                let region = region(layer, on: source)
                try tiles.append(.frost(try FrostTile.make(region, base: base, seed: seed, mask: mask, &workspace)))
            case .mosaic(let base, let seed):
                let region = region(layer, on: source)
                try tiles.append(.mosaic(try MosaicTile.make(region, base: base, seed: seed, mask: mask, &workspace)))
            case .solid(let color):
                try tiles.append(.solid(Pattern(color, source.layout, source.space)))
            case .blur, .pixelate, .effect:
                try tiles.append(Self.hiddenTile(on: source))
            }
        }
    }

    private func makeCosmeticTiles(
        _ source: Plane, _ tiles: inout Buffer<Tile>, _ workspace: inout Workspace
    ) throws(Failure) {
        guard !cosmetic.isEmpty else { return }
        let hidden = try hidden(on: source)
        var index = 0
        while index < cosmetic.count {
            let layer = cosmetic[index]
            guard shown[index] else {
                try tiles.append(Self.hiddenTile(on: source))
                index &+= 1
                continue
            }
            let region = region(layer, on: source)
            let input = try ClampedInput.make(region, isRectangle: layer.isRectangle, hidden: hidden, &workspace) {
                add in
                cosmetic.forEachRect(of: layer) { add(source.covering($0)) }
            }
            switch styles[layer.style].kind {
            case .blur(let deviation):
                try tiles.append(.blur(try BlurTile.make(region, input, deviation: deviation, &workspace)))
            case .pixelate(let side):
                try tiles.append(.pixelate(try PixelateTile.make(region, input, side: side, &workspace)))
            case .effect(let effect):
                try tiles.append(.picture(try EffectPicture.make(region, input, effect, &workspace)))
            case .solid, .frost, .mosaic:
                try tiles.append(Self.hiddenTile(on: source))
            }
            index &+= 1
        }
    }

    /// The tile of a region that is never written; if it were, it would show nothing.
    private static func hiddenTile(on plane: Plane) -> Tile { .solid(Pattern(.black, plane.layout, plane.space)) }

    /// The pixels that frost and mosaic may not read: those of all regions and, in case their edges are soft, around them.
    private func unreadable(on plane: Plane) throws(Failure) -> PixelMask {
        var area = PixelRect.empty
        for index in steps(to: irreversible.count) {
            let layer = irreversible[index]
            if styles[layer.style].readsSurroundings { area = area.union(layer.bounds) }
        }
        let sight = Int32(truncatingIfNeeded: growth.sight &+ 2)
        let seen = plane.covering(area.grown(by: sight).intersection(bounds)).intersection(plane.bounds)
        let mask = try PixelMask.make(area.isEmpty ? .empty : seen)
        guard !area.isEmpty else { return mask }
        let reach = Int32(truncatingIfNeeded: growth.guardWidth)
        irreversible.forEachRect { mask.add(plane.covering($0.grown(by: reach))) }
        cosmetic.forEachRect { mask.add(plane.covering($0.grown(by: reach))) }
        return mask
    }

    /// The pixels that cosmetic styles may not show: those of irreversible regions, and around them.
    private func hidden(on plane: Plane) throws(Failure) -> PixelMask {
        var area = PixelRect.empty
        for index in steps(to: cosmetic.count) {
            area = area.union(cosmetic[index].bounds)
        }
        let mask = try PixelMask.make(irreversible.isEmpty ? .empty : plane.covering(area))
        let reach = Int32(truncatingIfNeeded: growth.guardWidth)
        irreversible.forEachRect { mask.add(plane.covering($0.grown(by: reach))) }
        return mask
    }
}

extension Style {
    /// Whether its cover is made from the pixels around it.
    fileprivate var readsSurroundings: Bool {
        switch kind {
        case .frost(let base, _), .mosaic(let base, _): base == nil
        default: false
        }
    }
}
