// SPDX-License-Identifier: MIT

/// Which part of a scene a frame shows, and the style that covers what is private in it.
package struct SceneRedactOptions: BitwiseCopyable {
    package var output: UInt32
    /// The point of the screen at the frame's top left pixel.
    package var origin: Point
    /// Pixels per point.
    package var scale: Double
    package var style: Style.Kind

    package init(output: UInt32, origin: Point, scale: Double, style: Style.Kind) {
        self.output = output
        self.origin = origin
        self.scale = scale
        self.style = style
    }

    var isValid: Bool { origin.isValid && Redaction.isScale(scale) }
}

extension Scene {
    /// Covers everything private in a frame, or all of it while its output is covered.
    ///
    /// - Parameters:
    ///   - rows: The rows of the frame to redact.
    ///   - countsCrossed: Whether the report counts the regions whose border content crosses.
    /// - Throws: `invalidArgument`, `notFound`, `closed`, `noMemory`. The frame may then still show anything.
    package func redact(
        _ frame: Frame, _ rows: Rows, _ options: SceneRedactOptions, countsCrossed: Bool = false
    ) throws(Failure) -> RedactionReport {
        guard !isClosed else { throw .closed }
        guard options.isValid else { throw .invalidArgument }
        if try isCovered(options.output) { return try .covering(frame, rows, with: cover(of: options.output)) }
        let geometry = FrameGeometry(
            origin: options.origin, transform: .none, width: frame.width, height: frame.height, scale: options.scale)
        var redaction = try Redaction(frame, into: frame, rows: rows, scale: options.scale)
        if countsCrossed { redaction.crossed = CrossedList() }
        try redaction.addStyle(options.style, irreversible: true)
        try forEachRegion { region, polygon, _ throws(Failure) in
            try redaction.add(geometry.shape(of: region, polygon, dilatedBy: 0), id: region.view)
        }
        return try redaction.cover()
    }
}

extension Redaction {
    /// Adds a shape in the first style.
    mutating func add(_ shape: FrameShape, id: UInt64) throws(Failure) {
        switch shape {
        case .box(let box): try add(box, style: 0, id: id)
        case .polygon(let polygon): try add(polygon: polygon.points, isQuad: false, style: 0, id: id)
        }
    }
}
