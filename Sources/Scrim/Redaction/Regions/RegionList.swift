// SPDX-License-Identifier: MIT

/// Regions in pixels of the frame, each a list of rectangles, from the lowest to the topmost.
struct RegionList: ~Copyable {
    /// A region, or several that follow each other in the list and have the same solid style.
    struct Layer: BitwiseCopyable {
        let style: Int
        let id: UInt64
        /// The box around all of its rectangles.
        var bounds: PixelRect
        /// How many pixels of it the frame cuts off on the left and above.
        let cut: (left: Int, top: Int)
        /// The width and height, including the part that the frame cuts off.
        let size: (width: Int, height: Int)
        /// Its rectangles.
        var start: Int
        var end: Int

        /// Whether it fills its bounds.
        var isRectangle: Bool { end &- start == 1 }
    }

    /// The largest number of rectangles that the regions of a call may consist of.
    static var maxRects: Int { 10_000_000 }

    private var layers = Buffer<Layer>(
        blank: Layer(style: 0, id: 0, bounds: .empty, cut: (0, 0), size: (0, 0), start: 0, end: 0))
    private var rects = Buffer<PixelRect>(blank: .empty)

    var count: Int { layers.count }
    var isEmpty: Bool { layers.isEmpty }
    var rectCount: Int { rects.count }

    subscript(index: Int) -> Layer { layers[index] }

    func rect(_ index: Int) -> PixelRect { rects[index] }

    /// Begins a region, or continues the last one if both have the same solid style.
    ///
    /// - Parameter whole: The region's bounding box, not clipped.
    /// - Throws: `noMemory`.
    mutating func begin(style: Int, isSolid: Bool, id: UInt64, _ whole: PixelBox) throws(Failure) {
        if isSolid, !layers.isEmpty, layers[layers.count &- 1].style == style { return }
        try layers.append(
            Layer(
                style: style, id: id, bounds: .empty, cut: whole.cut, size: whole.size, start: rects.count,
                end: rects.count))
    }

    /// Adds a rectangle, which is not empty, to the last region.
    ///
    /// - Throws: `noMemory`, `limit`.
    mutating func add(_ rect: PixelRect) throws(Failure) {
        guard rects.count < Self.maxRects else { throw .limit }
        try rects.append(rect)
        let end = rects.count
        layers.update(layers.count &- 1) {
            $0.bounds = $0.bounds.union(rect)
            $0.end = end
        }
    }

    func forEachRect(of layer: Layer, _ body: (PixelRect) -> Void) {
        rects.forEach(from: layer.start, to: layer.end, body)
    }

    /// Adds all rectangles to a union, the layers numbered from `first` on.
    ///
    /// - Parameter map: Maps a rectangle of the frame to one of the plane, or to an empty one.
    /// - Throws: `noMemory`.
    @inline(__always)
    func add(
        to union: inout RegionUnion, from first: Int, _ map: (PixelRect) -> PixelRect
    ) throws(Failure) {
        for index in steps(to: layers.count) {
            let layer = layers[index]
            for next in steps(from: layer.start, to: layer.end) {
                let rect = map(rects[next])
                if !rect.isEmpty { try union.add(rect, layer: UInt32(truncatingIfNeeded: first &+ index)) }
            }
        }
    }
}
