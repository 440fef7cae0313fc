// SPDX-License-Identifier: MIT

/// One side of a region's border: rows of pixels along it, the first of which is next to the region. On the left and right, these
/// rows run down.
struct BorderSide {
    enum Name {
        case top
        case bottom
        case left
        case right
    }

    /// The number of rows that are read, unless the frame ends before.
    static let depth: Int32 = 16

    let name: Name
    /// The positions along the border, one pixel beyond each corner.
    let start: Int
    let end: Int
    /// The outermost pixels of the region's box.
    private let edge: Int
    /// The rows that the frame has, at most `depth`.
    let rowCount: Int

    init(_ name: Name, of box: PixelRect, in frame: PixelRect) {
        self.name = name
        let room: Int32
        switch name {
        case .top: (edge, room) = (Int(box.top), box.top)
        case .bottom: (edge, room) = (Int(box.bottom) &- 1, frame.bottom &- box.bottom)
        case .left: (edge, room) = (Int(box.left), box.left)
        case .right: (edge, room) = (Int(box.right) &- 1, frame.right &- box.right)
        }
        rowCount = Int(min(room, Self.depth))
        switch name {
        case .top, .bottom: (start, end) = (Int(max(box.left &- 1, 0)), Int(min(box.right &+ 1, frame.right)))
        case .left, .right: (start, end) = (Int(max(box.top &- 1, 0)), Int(min(box.bottom &+ 1, frame.bottom)))
        }
    }

    /// Whether its rows run across.
    var isAcross: Bool { name == .top || name == .bottom }

    /// The pixel at a position of a line.
    @inline(__always)
    func pixel(_ position: Int, _ line: Int) -> (x: Int, y: Int) { isAcross ? (position, line) : (line, position) }

    /// The row of the frame, or the column, that is the side's row of a number.
    ///
    /// - Parameter row: From 1 on.
    @inline(__always)
    func line(_ row: Int) -> Int { line(row, from: edge) }

    /// The same, counted from another outermost pixel.
    @inline(__always)
    func line(_ row: Int, from edge: Int) -> Int {
        name == .top || name == .left ? edge &- row : edge &+ row
    }
}

/// Whether content crosses a side. The numbers are sums of steps from pixel to pixel, over all channels.
struct BorderRule {
    /// Steps that a side may always have.
    static let quiet: UInt64 = 4

    /// - Parameters:
    ///   - near: The sum of the row next to the region.
    ///   - rows: The number of rows that there are.
    ///   - sum: The sum of a row, from the second one on.
    @inline(__always)
    static func isLoud(_ near: UInt64, rows: Int, _ sum: (Int) -> UInt64) -> Bool {
        guard near > quiet else { return false }
        guard rows >= 5 else { return true }
        var (a, b, c) = (sum(2), sum(3), sum(4))
        var quietest = UInt64.max
        for row in steps(from: 5, to: rows &+ 1) {
            let d = sum(row)
            quietest = min(quietest, a &+ b &+ c &+ d)
            // Above 8 and one and a half times the mean of the quietest four rows. The other rows cannot change that.
            if quietest == 0 || 8 &* near > 64 &+ 3 &* quietest { return true }
            (a, b, c) = (b, c, d)
        }
        return false
    }
}
