// SPDX-License-Identifier: MIT

/// The part of the screen that a view occupies: a box, or a convex polygon inside one.
struct Outline: BitwiseCopyable {
    /// The box, or the bounding box of the polygon if there is one.
    var box: Box
    /// How much larger the outline counts as than its numbers, because of rounding. 0 if nothing was rotated or scaled.
    var slack: Double
    var polygon: ConvexPolygon?

    /// The whole plane: no clip, or an outline that numbers cannot represent.
    static var everything: Outline { Outline(box: .everything, slack: 0, polygon: nil) }

    init(box: Box, slack: Double, polygon: ConvexPolygon?) {
        (self.box, self.slack, self.polygon) = (box, slack, polygon)
    }

    /// Maps a rectangle that begins at 0 and has the size of a frame, including its outsets.
    init(_ size: Rect, outsets: Outsets, in space: Affine) {
        let (left, top) = (0 - outsets.left, 0 - outsets.top)
        let (right, bottom) = (size.width + outsets.right, size.height + outsets.bottom)
        let (a, b) = (space.map(left, top), space.map(right, top))
        let (c, d) = (space.map(right, bottom), space.map(left, bottom))
        var box = Box(
            left: min(min(a.x, b.x), min(c.x, d.x)), top: min(min(a.y, b.y), min(c.y, d.y)),
            right: max(max(a.x, b.x), max(c.x, d.x)), bottom: max(max(a.y, b.y), max(c.y, d.y)))
        // `min` may drop a NaN, so the corners are checked too.
        guard box.isFinite, (a.x + b.x + c.x + d.x).isFinite, (a.y + b.y + c.y + d.y).isFinite else {
            self = .everything
            return
        }
        let reach = max(max(0 - box.left, box.right), max(0 - box.top, box.bottom))
        // 2^-32 of the largest coordinate: a millionth of a point on a screen.
        let slack = max(reach, 1) * 2.3283064365386963e-10
        guard left < right, top < bottom else {
            self.init(box: Box(left: a.x, top: a.y, right: a.x, bottom: a.y), slack: slack, polygon: nil)
            return
        }
        // A box that is too thin for the precision of its coordinates is not empty.
        box.right = max(box.right, box.left.nextUp)
        box.bottom = max(box.bottom, box.top.nextUp)
        self.init(box: box, slack: slack, polygon: space.keepsAxes ? nil : ConvexPolygon(a, b, c, d))
        // A quad that is too thin to have a direction becomes its box.
        if polygon == nil, !space.keepsAxes { self.box = box.dilated(by: slack) }
    }

    /// The intersection of two outlines.
    func clipped(by other: Outline) -> Outline {
        let box = box.intersection(other.box)
        let slack = max(slack, other.slack)
        guard !box.isEmpty, polygon != nil || other.polygon != nil else {
            return Outline(box: box, slack: slack, polygon: nil)
        }
        let mine = polygon ?? ConvexPolygon(self.box)
        let theirs = other.polygon ?? (other.box.isFinite ? ConvexPolygon(other.box) : nil)
        guard let theirs else { return self }
        guard self.box.isFinite else { return other }
        let both = mine.clipped(by: theirs, slack: slack)
        // A corner that was computed from long edges may lie outside of a small clip. The bounds have room for that.
        let bounds = both.bounds.dilated(by: slack).intersection(box)
        // With too many corners it becomes its bounds, which covers more, never less.
        let isKept = both.count <= ConvexPolygon.maxCorners
        return Outline(box: isKept ? bounds : bounds.dilated(by: slack), slack: slack, polygon: isKept ? both : nil)
    }

    var isEmpty: Bool { box.isEmpty }
}
