// SPDX-License-Identifier: MIT

// From regions to pixels: for each plane, the union of the regions decides which cover writes which pixels.

extension Redaction {
    /// Covers the regions that were added.
    ///
    /// - Throws: `unsupported` (reversible regions and a band in place), `noMemory`, `limit`. The rows may then hold anything.
    package mutating func cover() throws(Failure) -> RedactionReport {
        // Another band may have changed the pixels that a reversible cover is made from.
        guard isCopy || rows.count == source.height || reversible.isEmpty else { throw .unsupported }
        for index in steps(to: source.planeCount) {
            try cover(plane: index)
        }
        report.outcome = .ok
        return report
    }

    /// Makes a redaction, has a body add styles and regions, and covers them. This is for the exports: a module cannot hold a
    /// value of a type without copies that belongs to another.
    ///
    /// - Throws: As `init` and `cover`, and what the body throws.
    package static func cover(
        _ source: Frame, into target: Frame, rows: Rows, scale: Double, padding: RegionPadding,
        crossed: CrossedList?, _ body: (inout Redaction) throws(Failure) -> Void
    ) throws(Failure) -> RedactionReport {
        var redaction = try Redaction(source, into: target, rows: rows, scale: scale, padding: padding)
        redaction.crossed = crossed
        try body(&redaction)
        return try redaction.cover()
    }

    /// Covers one plane. A cover that is made while it is written, or written at once, reads no pixel that another one writes. If
    /// memory runs out after the first of them was written, the caller blackens the frame.
    private mutating func cover(plane index: Int) throws(Failure) {
        let (source, plane) = (source.plane(index), target.plane(index))
        let band = plane.covering(self.source.area(rows))
        var workspace = Workspace(budget: Self.maxWorkMemory &+ 32 &* source.byteCount)
        smoother?.beginPlane(index)
        var covers = Buffer<Cover>(blank: .solid(Pattern(.black, plane.layout, plane.space)))
        var union = RegionUnion()
        if isCopy {
            try covers.append(.copy(source))
            try union.add(band, layer: 0)
        }
        let first = covers.count
        try reversible.add(to: &union, from: first) { plane.covering($0).intersection(band) }
        try irreversible.add(to: &union, from: first &+ reversible.count) { plane.covering($0).intersection(band) }
        if report.weakestClass > .irreversible { try findSights(&union, from: first, on: source, band) }
        try makeReversibleCovers(source, band, &covers, &workspace)
        try makeIrreversibleCovers(source, to: plane, band, &covers, &workspace)
        var check = index == 0 ? try makeBorderCheck() : nil
        var covered: UInt64 = 0
        try union.visit { rect, layer in
            check?.pass(rect)
            covers[layer].write(rect, to: plane)
            if layer >= first { covered &+= rect.pixels }
        }
        if index == 0 { report.pixels = covered }
        if let check = consume check { try finish(check) }
    }

    /// Notes how regions show on a plane. No cover is made for hidden ones.
    private mutating func findSights(
        _ union: inout RegionUnion, from first: Int, on source: Plane, _ band: PixelRect
    ) throws(Failure) {
        sights.truncate(0)
        try sights.resize(reversible.count &+ irreversible.count)
        try union.visit { rect, layer in
            guard layer >= first else { return }
            let index = layer &- first
            let bounds =
                index < reversible.count ? reversible[index].bounds : irreversible[index &- reversible.count].bounds
            let isWhole = rect == source.covering(bounds).intersection(band)
            sights[index] = isWhole ? .whole : .parts
        }
    }

    /// - Parameter band: The pixels of the plane that are written.
    private func region(_ layer: RegionList.Layer, on source: Plane, _ band: PixelRect) -> CoverRegion {
        let bounds = source.covering(layer.bounds)
        let part = bounds.intersection(band)
        // Outward, as the bounds are.
        func across(_ pixels: Int) -> Int { (pixels &+ source.shift.x) &>> source.shift.x }
        func down(_ pixels: Int) -> Int { (pixels &+ source.shift.y) &>> source.shift.y }
        return CoverRegion(
            source: source, bounds: bounds,
            rows: Rows(start: Int(part.top) &- Int(bounds.top), end: Int(part.bottom) &- Int(bounds.top)),
            size: layer.size, cut: (across(layer.cut.left), down(layer.cut.top)),
            reach: (across(padding.sight), down(padding.sight)), scale: scale, id: layer.id, smoother: smoother)
    }

    private func makeIrreversibleCovers(
        _ source: Plane, to target: Plane, _ band: PixelRect, _ covers: inout Buffer<Cover>,
        _ workspace: inout Workspace
    ) throws(Failure) {
        let mask = try unreadable(on: source)
        prefetchAround(0, on: source)
        for index in steps(to: irreversible.count) {
            prefetchAround(index &+ 1, on: source)
            let layer = irreversible[index]
            let sight = sights[reversible.count &+ index]
            let mark = workspace.mark
            switch styles[layer.style].kind {
            case .frost where sight == .hidden, .tiles where sight == .hidden:
                try covers.append(Self.blackCover(on: source))
            case .frost(let base, let seed):
                let region = region(layer, on: source, band)
                let cover = try FrostCover.make(region, base: base, seed: seed, mask: mask, &workspace)
                try covers.append(finished(.frost(cover), region, sight, to: target, mark, &workspace))
            case .tiles(let base, let seed):
                let region = region(layer, on: source, band)
                let cover = try TilesCover.make(region, base: base, seed: seed, mask: mask, &workspace)
                try covers.append(finished(.tiles(cover), region, sight, to: target, mark, &workspace))
            case .solid(let color):
                try covers.append(.solid(Pattern(color, source.layout, source.space)))
            case .blur, .pixelate, .effect:
                try covers.append(Self.blackCover(on: source))
            }
        }
    }

    /// Prefetches what the cover of an irreversible region will read.
    private func prefetchAround(_ index: Int, on source: Plane) {
        guard index < irreversible.count, styles[irreversible[index].style].kind.readsSurroundings,
            sights[reversible.count &+ index] != .hidden
        else { return }
        let reach = (
            x: (padding.sight &+ source.shift.x) &>> source.shift.x,
            y: (padding.sight &+ source.shift.y) &>> source.shift.y
        )
        source.prefetch(beside: source.covering(irreversible[index].bounds), reach: reach)
    }

    /// Writes a cover of frost or tiles at once if its region is written as one rectangle, while its pixels and its memory are in
    /// the cache. No cover reads these pixels: reversible covers have been made, and the mask excludes them for the others.
    private func finished(
        _ cover: Cover, _ region: CoverRegion, _ sight: RegionSight, to target: Plane, _ mark: Workspace.Mark,
        _ workspace: inout Workspace
    ) -> Cover {
        guard sight == .whole else { return cover }
        cover.write(region.bounds.rows(region.rows), to: target)
        workspace.release(to: mark)
        return .written
    }

    private func makeReversibleCovers(
        _ source: Plane, _ band: PixelRect, _ covers: inout Buffer<Cover>, _ workspace: inout Workspace
    ) throws(Failure) {
        guard !reversible.isEmpty else { return }
        let hidden = try hidden(on: source)
        for index in steps(to: reversible.count) {
            let layer = reversible[index]
            let sight = sights[index]
            guard sight != .hidden else {
                try covers.append(Self.blackCover(on: source))
                continue
            }
            let region = region(layer, on: source, band)
            let input = try ClampedInput.make(region, isRectangle: layer.isRectangle, hidden: hidden, &workspace) {
                add in
                reversible.forEachRect(of: layer) { add(source.covering($0)) }
            }
            switch styles[layer.style].kind {
            case .blur(let deviation):
                let stream = try RowStream.blur(region, input, deviation: deviation, &workspace)
                try covers.append(try cover(region, stream, sight, &workspace))
            case .pixelate(let side):
                let stream = RowStream.pixelate(try PixelateStream.make(region, input, side: side, &workspace))
                try covers.append(try cover(region, stream, sight, &workspace))
            case .effect(let effect):
                let stream = RowStream.effect(try EffectStream.make(region, input, effect, &workspace))
                try covers.append(try cover(region, stream, sight, &workspace))
            case .solid, .frost, .tiles:
                try covers.append(Self.blackCover(on: source))
            }
        }
    }

    /// The cover that a stream makes. Where the region is written as one rectangle, no other cover reads or writes its pixels, so
    /// the stream may run while others are written. Otherwise it runs now, into a picture.
    private func cover(
        _ region: CoverRegion, _ stream: RowStream, _ sight: RegionSight, _ workspace: inout Workspace
    ) throws(Failure) -> Cover {
        guard sight != .whole else { return .stream(stream) }
        let picture = try workspace.plane(like: region.source, width: region.bounds.width, height: region.rows.count)
        stream.run(to: picture)
        return .picture(
            PictureCover(
                picture: picture, left: region.bounds.left,
                top: region.bounds.top &+ Int32(truncatingIfNeeded: region.rows.start)))
    }

    /// The cover of a region that is never written. If it were written, it would show nothing.
    private static func blackCover(on plane: Plane) -> Cover { .solid(Pattern(.black, plane.layout, plane.space)) }

    /// The pixels that frost and tiles may not read: all regions, and the sampling gap around them for soft edges.
    private func unreadable(on plane: Plane) throws(Failure) -> PixelMask {
        var area = PixelRect.empty
        for index in steps(to: irreversible.count) {
            let layer = irreversible[index]
            guard sights[reversible.count &+ index] != .hidden, styles[layer.style].kind.readsSurroundings else {
                continue
            }
            area = area.union(layer.bounds)
        }
        let sight = Int32(truncatingIfNeeded: padding.sight &+ 2)
        let seen = plane.covering(area.grown(by: sight).intersection(bounds)).intersection(plane.bounds)
        return try mask(area.isEmpty ? .empty : seen, of: .all, on: plane)
    }

    /// The pixels that reversible styles may not show: the irreversible regions, and the sampling gap around them.
    private func hidden(on plane: Plane) throws(Failure) -> PixelMask {
        var area = PixelRect.empty
        for index in steps(to: reversible.count) {
            area = area.union(reversible[index].bounds)
        }
        return try mask(irreversible.isEmpty ? .empty : plane.covering(area), of: .irreversible, on: plane)
    }

    private enum Masked {
        case irreversible, all
    }

    /// The pixels of regions, and the sampling gap around them. They are added once each, even if many regions hold them.
    ///
    /// - Parameter bounds: Pixels of the plane, or empty.
    private func mask(_ bounds: PixelRect, of regions: Masked, on plane: Plane) throws(Failure) -> PixelMask {
        let mask = try PixelMask.make(bounds)
        guard !bounds.isEmpty else { return mask }
        var union = RegionUnion()
        try irreversible.add(to: &union, on: plane, within: bounds, gap: padding.samplingGap)
        if regions == .all { try reversible.add(to: &union, on: plane, within: bounds, gap: padding.samplingGap) }
        try union.visit { rect, _ in mask.add(rect) }
        return mask
    }
}

extension RegionList {
    /// Adds all rectangles and a gap around them to a union, in one layer.
    ///
    /// - Parameter bounds: Pixels of the plane. The rest is left out.
    /// - Throws: `noMemory`.
    @inline(never)
    func add(
        to union: inout RegionUnion, on plane: Plane, within bounds: PixelRect, gap: Int
    ) throws(Failure) {
        for index in steps(to: rectCount) {
            let rect = plane.covering(rect(index).grown(by: Int32(truncatingIfNeeded: gap))).intersection(bounds)
            if !rect.isEmpty { try union.add(rect, layer: 0) }
        }
    }
}

/// How much of a region is written to a plane.
enum RegionSight: UInt8, BitwiseCopyable {
    /// Nothing: it lies outside the band, or under other regions.
    case hidden
    /// All of its bounds inside the band, as one rectangle.
    case whole
    case parts
}

extension Style.Kind {
    /// Whether the cover is drawn from the pixels around the region.
    var readsSurroundings: Bool {
        switch self {
        case .frost(let base, _), .tiles(let base, _): base == nil
        default: false
        }
    }
}
