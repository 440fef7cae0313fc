// SPDX-License-Identifier: MIT

/// Where a frame shows a scene, and how what is private in it is covered.
package struct Capture: BitwiseCopyable {
    package var output: UInt32
    /// The screen's point at the frame's top left pixel.
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
}

extension Scene {
    /// Covers everything private in a frame, or all of it while its output is covered.
    ///
    /// - Throws: `invalidArgument`, `notFound`, `closed`, `noMemory`; the frame may still show anything then.
    package func protect(_ frame: Frame, _ capture: Capture) throws(Failure) -> RedactionReport {
        guard !isClosed else { throw .closed }
        guard capture.origin.isValid else { throw .invalidArgument }
        guard Redaction.isScale(capture.scale) else { throw .invalidArgument }
        if try isCovered(capture.output) {
            frame.fill(.black)
            return RedactionReport(covered: frame)
        }
        let place = FramePlace(
            origin: capture.origin, turn: .none, width: frame.width, height: frame.height, scale: capture.scale)
        return try Redaction.cover(frame, into: frame, scale: capture.scale) { redaction throws(Failure) in
            try redaction.addStyle(irreversible: capture.style)
            try forEachRegion { region, polygon, _ throws(Failure) in
                try redaction.add(region, polygon, in: place)
            }
        }
    }
}
