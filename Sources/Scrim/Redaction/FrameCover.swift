// SPDX-License-Identifier: MIT

/// How a frame looks while it is covered as a whole. No look depends on the pixels of the frame. It is small, because a table of
/// looks must fit into one cell of the reserve.
package struct FrameCover {
    enum Kind: UInt8, BitwiseCopyable {
        case solid
        case frost
        case tiles
    }

    let kind: Kind
    /// Under the texture or picture.
    let color: Color
    let seed: UInt64
    /// It never changes, so any thread may draw it.
    private var picture: HostPicture?

    init(_ kind: Kind, on color: Color, seed: UInt64 = 0) { (self.kind, self.color, self.seed) = (kind, color, seed) }

    package static func make(_ color: Color) -> FrameCover { FrameCover(.solid, on: color) }

    /// - Throws: `reversibleStyle`, `invalidArgument` if the style takes its colors from what is around a region.
    package static func make(_ style: Style.Kind) throws(Failure) -> FrameCover {
        switch style {
        case .solid(let color): return FrameCover(.solid, on: color)
        case .frost(.some(let color), let seed): return FrameCover(.frost, on: color, seed: seed)
        case .tiles(.some(let color), let seed): return FrameCover(.tiles, on: color, seed: seed)
        case .frost, .tiles: throw .invalidArgument
        case .blur, .pixelate, .effect: throw .reversibleStyle
        }
    }

    /// Copies a picture.
    ///
    /// - Parameter ground: The color under transparent pixels, and around the picture.
    /// - Throws: `limit`, `noMemory`.
    package static func make(_ picture: Frame, on ground: Color) throws(Failure) -> FrameCover {
        var cover = FrameCover(.solid, on: ground)
        cover.picture = try HostPicture.make(picture, on: ground)
        return cover
    }

    /// Covers some rows of a frame.
    ///
    /// - Throws: `noMemory`. The rows may then hold anything.
    fileprivate func draw(on frame: Frame, _ rows: Rows) throws(Failure) {
        if let picture { return try picture.draw(on: frame, rows) }
        if kind == .solid { return frame.fill(color, rows) }
        var redaction = try Redaction(frame, into: frame, rows: rows, scale: 1)
        try redaction.addStyle(kind == .frost ? .frost(base: color, seed: seed) : .tiles(base: color, seed: seed))
        let all = Box(left: 0, top: 0, right: Double(frame.width), bottom: Double(frame.height))
        try redaction.add(all, style: 0)
        _ = try redaction.cover()
    }

    /// A picture or texture may seem to be what it covers.
    fileprivate var styleClass: StyleClass { kind == .solid && picture == nil ? .irreversible : .synthetic }
}

extension RedactionReport {
    /// Covers all of some rows.
    ///
    /// - Parameter cover: Black if nil.
    /// - Throws: `noMemory`. The rows may then hold anything.
    static func covering(_ frame: Frame, _ rows: Rows, with cover: FrameCover?) throws(Failure) -> RedactionReport {
        guard let cover else { return .covering(frame, rows) }
        try cover.draw(on: frame, rows)
        return RedactionReport(covering: frame, rows, cover.styleClass)
    }
}
