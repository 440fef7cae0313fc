// SPDX-License-Identifier: MIT

/// What a view occupies of the screen: a box, or a convex polygon within one.
struct Outline: BitwiseCopyable {
    /// What it occupies or, where there is a polygon, what that does.
    var box: Box
    /// How much larger than its numbers it is taken, against rounding; 0 where nothing was turned or scaled.
    var slack: Double
    var polygon: ConvexPolygon?

    /// The whole plane: no clip, or what numbers cannot say.
    static var everything: Outline { Outline(box: .everything, slack: 0, polygon: nil) }

    init(box: Box, slack: Double, polygon: ConvexPolygon?) {
        (self.box, self.slack, self.polygon) = (box, slack, polygon)
    }

    /// A rectangle of the size of a frame, that begins at 0, with its outsets, mapped.
    init(_ size: Rect, outsets: Outsets, in space: Affine) {
        let (left, top) = (0 - outsets.left, 0 - outsets.top)
        let (right, bottom) = (size.width + outsets.right, size.height + outsets.bottom)
        let (a, b) = (space.map(left, top), space.map(right, top))
        let (c, d) = (space.map(right, bottom), space.map(left, bottom))
        var box = Box(
            left: min(min(a.x, b.x), min(c.x, d.x)), top: min(min(a.y, b.y), min(c.y, d.y)),
            right: max(max(a.x, b.x), max(c.x, d.x)), bottom: max(max(a.y, b.y), max(c.y, d.y)))
        // `min` may lose what is no number, so the corners are asked.
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
        // Thinner than numbers of that size can say, it still is not empty.
        box.right = max(box.right, box.left.nextUp)
        box.bottom = max(box.bottom, box.top.nextUp)
        self.init(box: box, slack: slack, polygon: space.keepsAxes ? nil : ConvexPolygon(a, b, c, d))
        // Too thin to have a direction: all of the box.
        if polygon == nil, !space.keepsAxes { self.box = box.dilated(by: slack) }
    }

    /// What lies in both.
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
        // Of long edges a corner that was computed may lie beside a clip that is small: the bounds have room for that.
        let bounds = both.bounds.dilated(by: slack).intersection(box)
        // Of more corners than are kept, the bounds: more, never less.
        let isKept = both.count <= ConvexPolygon.maxCorners
        return Outline(box: isKept ? bounds : bounds.dilated(by: slack), slack: slack, polygon: isKept ? both : nil)
    }

    var isEmpty: Bool { box.isEmpty }
}
