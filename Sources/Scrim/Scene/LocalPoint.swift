// SPDX-License-Identifier: MIT

/// A point of the screen in the coordinates of a view's children. Unless a view is rotated or scaled, the point keeps its
/// numbers and only the origin moves. So a view that is only moved is hit exactly inside its region, without rounding.
struct LocalPoint: BitwiseCopyable {
    var point: Point
    var origin = Point(x: 0, y: 0)

    /// The point inside a child, before the child's content offset.
    @inline(__always)
    func inside(_ node: borrowing Node) -> LocalPoint {
        let origin = Point(x: origin.x + node.frame.x, y: origin.y + node.frame.y)
        guard node.isTransformed else { return LocalPoint(point: point, origin: origin) }
        return LocalPoint(point: node.transform.unmap(Point(x: point.x - origin.x, y: point.y - origin.y)))
    }

    /// Whether it lies inside the frame of a node. It must be the point inside that node.
    @inline(__always)
    func isIn(_ node: borrowing Node) -> Bool {
        let (width, height) = (node.frame.width, node.frame.height)
        return contains(point.x, from: origin.x, width) && contains(point.y, from: origin.y, height)
    }

    /// An extent that is too thin for the precision of its coordinates still contains its first point, as with `Box`.
    @inline(__always)
    private func contains(_ number: Double, from low: Double, _ extent: Double) -> Bool {
        number >= low && (number < low + extent || extent > 0 && number == low)
    }

    /// The point in the node's own coordinates.
    var coordinates: Point { Point(x: point.x - origin.x, y: point.y - origin.y) }

    @inline(__always)
    func scrolled(_ node: borrowing Node) -> LocalPoint {
        var local = self
        local.origin = Point(x: origin.x - node.contentOffset.x, y: origin.y - node.contentOffset.y)
        return local
    }
}
