// SPDX-License-Identifier: MIT

extension Scene {
    /// An area around a point in which nothing private is shown. It is empty if the point itself may be private. It is
    /// valid until the scene changes. Time: O(views).
    func clearArea(around point: Point) -> Box {
        var area = isClosed ? Box.nothing : Box.everything
        state.areas.forEachTouchBox { box in
            if box.contains(point) {
                area = .nothing
            } else if !area.isEmpty {
                area.cut(away: box, around: point)
            }
        }
        return area
    }
}

extension Box {
    /// Cuts away a box that does not contain `point`, at the side of the box that leaves the most room around the
    /// point.
    fileprivate mutating func cut(away box: Box, around point: Point) {
        let gaps = (box.left - point.x, point.x - box.right, box.top - point.y, point.y - box.bottom)
        let widest = max(max(gaps.0, gaps.1), max(gaps.2, gaps.3))
        if gaps.0 == widest {
            right = min(right, box.left)
        } else if gaps.1 == widest {
            left = max(left, box.right)
        } else if gaps.2 == widest {
            bottom = min(bottom, box.top)
        } else {
            top = max(top, box.bottom)
        }
    }
}
