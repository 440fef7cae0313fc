// SPDX-License-Identifier: MIT

/// A box whose corners are quarters of an ellipse, in pixels: a rounded rectangle, or an ellipse, which is only corners.
struct RoundBox {
    private let box: Box
    /// The half axes of the corners.
    private let across: Double
    private let down: Double
    /// By how much each row is widened: far more than the rounding errors of `columns(in:)`, which are below 2^-49 of the
    /// largest coordinate. It is 2^-22 pixels for coordinates up to 2^26 pixels.
    private let slack: Double

    init(ellipse box: Box) {
        self.init(box, across: (box.right - box.left) / 2, down: (box.bottom - box.top) / 2)
    }

    init(_ box: Box, radius: Double) {
        let radius = max(min(radius, (box.right - box.left) / 2, (box.bottom - box.top) / 2), 0)
        self.init(box, across: radius, down: radius)
    }

    private init(_ box: Box, across: Double, down: Double) {
        self.box = box
        (self.across, self.down) = (across, down)
        let farthest = max(max(abs(box.left), abs(box.top)), max(abs(box.right), abs(box.bottom)))
        slack = max(0x1p-22, farthest * 0x1p-48)
    }

    /// Whether all numbers are finite. Otherwise the rows mean nothing.
    var isFinite: Bool {
        let sum = box.left + box.top + box.right + box.bottom + across + down
        return sum - sum == 0
    }

    /// Visits bands of rows that have the same columns. Cost: O(rows that are not between the corners).
    func visit(
        width: Int32, height: Int32, _ body: (PixelRect) throws(Failure) -> Void
    ) throws(Failure) {
        guard let rows = PixelAxis.touched(from: box.top, to: box.bottom, below: height) else { return }
        var band = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
        var row = rows.first
        while row < rows.end {
            let depth = depth(of: row)
            var end = row &+ 1
            // All rows down to the lower corners are like this one.
            if depth >= down { end = max(end, min(rows.end, PixelAxis.floor(clamped(box.bottom - down, height)) &+ 1)) }
            if let (left, right) = columns(at: depth, below: width) {
                if band.bottom != row || band.left != left || band.right != right {
                    if band.left < band.right { try body(band) }
                    band = PixelRect(left: left, top: row, right: right, bottom: row)
                }
                band.bottom = end
            }
            row = end
        }
        if band.left < band.right { try body(band) }
    }

    private func clamped(_ value: Double, _ side: Int32) -> Double { max(min(value, Double(side)), -1) }

    /// The distance of a row's widest line from the nearer of the upper and the lower edge.
    private func depth(of row: Int32) -> Double {
        let (above, below) = (Double(row &+ 1) - box.top, box.bottom - Double(row))
        return min(above, below, max(down, 0))
    }

    /// The columns of a line, by the equation of the ellipse in a form in which no large numbers cancel out.
    private func columns(at depth: Double, below width: Int32) -> (first: Int32, end: Int32)? {
        guard depth < down else { return PixelAxis.touched(from: box.left, to: box.right, below: width) }
        let part = max(depth / down, 0)
        let half = (part * (2 - part)).squareRoot()
        // 1 - half, as half² is 1 - (1 - part)².
        let inset = across * ((1 - part) * (1 - part) / (1 + half)) - slack
        guard inset > 0 else { return PixelAxis.touched(from: box.left, to: box.right, below: width) }
        let (left, right) = (box.left + inset, box.right - inset)
        return PixelAxis.touched(from: min(left, right), to: max(left, right), below: width)
    }
}
