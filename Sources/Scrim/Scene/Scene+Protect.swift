// SPDX-License-Identifier: MIT

/// Where a frame shows a scene, and how what is private in it is covered.
package struct Capture {
    package var output: UInt32
    /// The screen's point at the frame's top left pixel.
    package var origin: Point
    /// Pixels per point.
    package var scale: Double
    package var color: Color

    package init(output: UInt32, origin: Point, scale: Double, color: Color) {
        self.output = output
        self.origin = origin
        self.scale = scale
        self.color = color
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
        return try Redaction.cover(frame, into: frame, scale: capture.scale) { redaction throws(Failure) in
            try redaction.addStyle(.solid(capture.color))
            try forEachRegion { region, polygon, view throws(Failure) in
                try redaction.add(region, polygon, of: view, from: capture.origin)
            }
        }
    }
}

extension Redaction {
    /// Adds what a region covers of a frame whose top left pixel is at an origin.
    fileprivate mutating func add(
        _ region: SecureRegion, _ polygon: ConvexPolygon?, of view: UInt64, from origin: Point
    ) throws(Failure) {
        guard let polygon else {
            return try add(region.outerBox.moved(byX: 0 - origin.x, y: 0 - origin.y), style: 0, id: view)
        }
        var grown = GrownPolygon(polygon, by: region.slack)
        grown.map { Point(x: $0.x - origin.x, y: $0.y - origin.y) }
        try add(polygon: grown.points, isQuad: false, style: 0, id: view)
    }
}
