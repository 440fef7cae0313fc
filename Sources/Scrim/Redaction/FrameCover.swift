// SPDX-License-Identifier: MIT

/// How a frame looks while it is covered as a whole. It never changes, so any thread may draw it. No look depends on the pixels
/// of the frame.
package final class FrameCover {
    private enum Look {
        case color(Color)
        /// Frost or tiles on a color.
        case texture(Style.Kind)
        case picture(HostPicture)
    }

    private let look: Look

    private init(_ look: Look) { self.look = look }

    package static func make(_ color: Color) -> FrameCover { FrameCover(.color(color)) }

    /// - Throws: `reversibleStyle`, `invalidArgument` if the style takes its colors from what is around a region.
    package static func make(_ style: Style.Kind) throws(Failure) -> FrameCover {
        switch style {
        case .solid(let color): return FrameCover(.color(color))
        case .frost(.some, _), .tiles(.some, _): return FrameCover(.texture(style))
        case .frost, .tiles: throw .invalidArgument
        case .blur, .pixelate, .effect: throw .reversibleStyle
        }
    }

    /// Copies a picture.
    ///
    /// - Parameter ground: The color under transparent pixels, and around the picture.
    /// - Throws: `limit`, `noMemory`.
    package static func make(_ picture: Frame, on ground: Color) throws(Failure) -> FrameCover {
        FrameCover(.picture(try HostPicture.make(picture, on: ground)))
    }

    /// Covers some rows of a frame.
    ///
    /// - Throws: `noMemory`. The rows may then hold anything.
    fileprivate func draw(on frame: Frame, _ rows: Rows) throws(Failure) {
        switch look {
        case .color(let color): frame.fill(color, rows)
        case .texture(let style):
            var redaction = try Redaction(frame, into: frame, rows: rows, scale: 1)
            try redaction.addStyle(style)
            let all = Box(left: 0, top: 0, right: Double(frame.width), bottom: Double(frame.height))
            try redaction.add(all, style: 0)
            _ = try redaction.cover()
        case .picture(let picture): try picture.draw(on: frame, rows)
        }
    }

    /// A picture or texture may seem to be what it covers.
    fileprivate var styleClass: StyleClass {
        if case .color = look { .irreversible } else { .synthetic }
    }
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
