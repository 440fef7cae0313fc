// SPDX-License-Identifier: MIT

// From regions to pixels: for each plane, the union of the regions decides which cover writes which pixels.

extension Redaction {
    /// Covers the regions that were added.
    ///
    /// - Throws: `noMemory`, `limit`. The target may then hold anything.
    package mutating func cover() throws(Failure) -> RedactionReport {
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
        _ source: Frame, into target: Frame, scale: Double, padding: RegionPadding,
        _ body: (inout Redaction) throws(Failure) -> Void
    ) throws(Failure) -> RedactionReport {
        var redaction = try Redaction(source, into: target, scale: scale, padding: padding)
        try body(&redaction)
        return try redaction.cover()
    }

    /// Covers one plane: everything is read before anything is written.
    private mutating func cover(plane index: Int) throws(Failure) {
        let (source, plane) = (source.plane(index), target.plane(index))
        var workspace = Workspace(budget: Self.maxWorkMemory &+ 32 &* source.byteCount)
        smoother?.beginPlane(index)
        var covers = Buffer<Cover>(blank: .solid(Pattern(.black, plane.layout, plane.space)))
        var union = RegionUnion()
        if isCopy {
            try covers.append(.copy(source))
            try union.add(plane.bounds, layer: 0)
        }
        let first = covers.count
        try reversible.add(to: &union, from: first) { plane.covering($0) }
        try irreversible.add(to: &union, from: first &+ reversible.count) { plane.covering($0) }
        if report.weakestClass > .irreversible { try findShown(&union, from: first) }
        try makeReversibleTiles(source, &covers, &workspace)
        try makeIrreversibleCovers(source, &covers, &workspace)
        var covered: UInt64 = 0
        try union.visit { rect, layer in
            covers[layer].write(rect, to: plane)
            if layer >= first { covered &+= rect.pixels }
        }
        if index == 0 { report.pixels = covered }
    }

    /// Notes which regions show at all on a plane. No cover is made for the others.
    private mutating func findShown(_ union: inout RegionUnion, from first: Int) throws(Failure) {
        shown.truncate(0)
        try shown.resize(reversible.count &+ irreversible.count)
        try union.visit { _, layer in shown[layer &- first] = true }
    }

    private func region(_ layer: RegionList.Layer, on source: Plane) -> CoverRegion {
        CoverRegion(
            source: source, bounds: source.covering(layer.bounds), size: layer.size,
            // Outward, as the bounds are.
            cut: (
                (layer.cut.left &+ source.shift) &>> source.shift, (layer.cut.top &+ source.shift) &>> source.shift
            ), reach: (padding.sight &+ source.shift) &>> source.shift, scale: scale, id: layer.id, smoother: smoother)
    }

    private func makeIrreversibleCovers(
        _ source: Plane, _ covers: inout Buffer<Cover>, _ workspace: inout Workspace
    ) throws(Failure) {
        let mask = try unreadable(on: source)
        for index in steps(to: irreversible.count) {
            let layer = irreversible[index]
            switch styles[layer.style].kind {
            case .frost where !shown[reversible.count &+ index], .tiles where !shown[reversible.count &+ index]:
                try covers.append(Self.blackCover(on: source))
            case .frost(let base, let seed):
                let region = region(layer, on: source)
                try covers.append(.frost(try FrostCover.make(region, base: base, seed: seed, mask: mask, &workspace)))
            case .tiles(let base, let seed):
                let region = region(layer, on: source)
                try covers.append(.tiles(try TilesCover.make(region, base: base, seed: seed, mask: mask, &workspace)))
            case .solid(let color):
                try covers.append(.solid(Pattern(color, source.layout, source.space)))
            case .blur, .pixelate, .effect:
                try covers.append(Self.blackCover(on: source))
            }
        }
    }

    private func makeReversibleTiles(
        _ source: Plane, _ covers: inout Buffer<Cover>, _ workspace: inout Workspace
    ) throws(Failure) {
        guard !reversible.isEmpty else { return }
        let hidden = try hidden(on: source)
        for index in steps(to: reversible.count) {
            let layer = reversible[index]
            guard shown[index] else {
                try covers.append(Self.blackCover(on: source))
                continue
            }
            let region = region(layer, on: source)
            let input = try ClampedInput.make(region, isRectangle: layer.isRectangle, hidden: hidden, &workspace) {
                add in
                reversible.forEachRect(of: layer) { add(source.covering($0)) }
            }
            switch styles[layer.style].kind {
            case .blur(let deviation):
                try covers.append(.blur(try BlurCover.make(region, input, deviation: deviation, &workspace)))
            case .pixelate(let side):
                try covers.append(.pixelate(try PixelateCover.make(region, input, side: side, &workspace)))
            case .effect(let effect):
                try covers.append(.picture(try EffectPicture.make(region, input, effect, &workspace)))
            case .solid, .frost, .tiles:
                try covers.append(Self.blackCover(on: source))
            }
        }
    }

    /// The cover of a region that is never written. If it were written, it would show nothing.
    private static func blackCover(on plane: Plane) -> Cover { .solid(Pattern(.black, plane.layout, plane.space)) }

    /// The pixels that frost and tiles may not read: all regions, and the sampling gap around them for soft edges.
    private func unreadable(on plane: Plane) throws(Failure) -> PixelMask {
        var area = PixelRect.empty
        for index in steps(to: irreversible.count) {
            let layer = irreversible[index]
            if styles[layer.style].readsSurroundings { area = area.union(layer.bounds) }
        }
        let sight = Int32(truncatingIfNeeded: padding.sight &+ 2)
        let seen = plane.covering(area.grown(by: sight).intersection(bounds)).intersection(plane.bounds)
        let mask = try PixelMask.make(area.isEmpty ? .empty : seen)
        guard !area.isEmpty else { return mask }
        let reach = Int32(truncatingIfNeeded: padding.samplingGap)
        irreversible.forEachRect { mask.add(plane.covering($0.grown(by: reach))) }
        reversible.forEachRect { mask.add(plane.covering($0.grown(by: reach))) }
        return mask
    }

    /// The pixels that reversible styles may not show: the irreversible regions, and the sampling gap around them.
    private func hidden(on plane: Plane) throws(Failure) -> PixelMask {
        var area = PixelRect.empty
        for index in steps(to: reversible.count) {
            area = area.union(reversible[index].bounds)
        }
        let mask = try PixelMask.make(irreversible.isEmpty ? .empty : plane.covering(area))
        let reach = Int32(truncatingIfNeeded: padding.samplingGap)
        irreversible.forEachRect { mask.add(plane.covering($0.grown(by: reach))) }
        return mask
    }
}

extension Style {
    /// Whether its cover is drawn from the pixels around the region.
    fileprivate var readsSurroundings: Bool {
        switch kind {
        case .frost(let base, _), .tiles(let base, _): base == nil
        default: false
        }
    }
}
