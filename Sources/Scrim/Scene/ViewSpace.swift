// SPDX-License-Identifier: MIT

/// The map from the coordinates of a view's content to those of the screen, and back.
package struct ViewSpace: BitwiseCopyable {
    private var map = Affine.identity
    /// The product of the determinants of all maps on the way. The determinant of `map` itself may differ from 0 by
    /// rounding, even if one of them flattens everything to a line.
    private var determinant = 1.0

    /// Continues to the coordinates around a node.
    fileprivate mutating func leave(_ node: borrowing Node) {
        map.x0 -= node.contentOffset.x
        map.y0 -= node.contentOffset.y
        if node.isTransformed {
            let own = node.transform
            map = own.after(map)
            determinant *= own.xx * own.yy - own.xy * own.yx
        }
        map.x0 += node.frame.x
        map.y0 += node.frame.y
    }

    /// The point of the view at a point of the screen. (0, 0) if there is not exactly one.
    package func point(at point: Point) -> Point { vector(Point(x: point.x - map.x0, y: point.y - map.y0)) }

    /// A movement on the screen, as the view sees it. (0, 0) if there is not exactly one.
    package func vector(_ way: Point) -> Point {
        guard determinant.isFinite, determinant != 0 else { return .zero }
        let (x, y) = (map.yy * way.x - map.xy * way.y, map.xx * way.y - map.yx * way.x)
        return Point(x: coordinate(x / determinant), y: coordinate(y / determinant))
    }

    /// The nearest coordinate. Products of extreme scales may be no number.
    private func coordinate(_ value: Double) -> Double { value.isNaN ? 0 : clampedToCoordinate(value) }
}

extension Scene {
    /// The coordinates of the content of a window or view. Time: O(ancestors).
    package func space(of id: UInt64) -> ViewSpace {
        var space = ViewSpace()
        guard var slot = try? state.tree.find(id) else { return space }
        while slot != Node.none {
            slot = state.tree.nodes.read(slot) { node in
                space.leave(node)
                return node.parent
            }
        }
        return space
    }
}
