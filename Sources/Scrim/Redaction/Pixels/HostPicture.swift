// SPDX-License-Identifier: MIT

/// A copy of a picture of the host's, opaque. It never changes, so any thread may draw it.
final class HostPicture {
    static let maxPixels = 16_777_216

    let width: Int
    let height: Int
    /// Is under transparent pixels, and around the picture.
    private let ground: Color
    private let pixels: Buffer<WideColor>

    /// - Throws: `limit`, `noMemory`.
    static func make(_ frame: Frame, on ground: Color) throws(Failure) -> HostPicture {
        guard frame.width &* frame.height <= maxPixels else { throw .limit }
        var pixels = Buffer<WideColor>(blank: ground.wide)
        try pixels.reserve(frame.width &* frame.height)
        let (read, under) = (PixelReader(frame), ground.wide)
        for y in steps(to: frame.height) {
            for x in steps(to: frame.width) {
                try pixels.append(read(x, y).over(under))
            }
        }
        return HostPicture(frame.width, frame.height, ground, pixels)
    }

    private init(_ width: Int, _ height: Int, _ ground: Color, _ pixels: consuming Buffer<WideColor>) {
        (self.width, self.height) = (width, height)
        self.ground = ground
        self.pixels = pixels
    }

    /// The pixels, row by row. They exist as long as the picture.
    var base: UnsafePointer<WideColor>? { unsafe UnsafePointer(pixels.base) }

    /// Draws the whole picture in the middle of a frame, as large as it fits in there.
    ///
    /// - Parameter rows: The rows to write.
    /// - Throws: `noMemory`. The rows may then hold anything.
    func draw(on frame: Frame, _ rows: Rows) throws(Failure) {
        var workspace = Workspace(budget: Self.maxWork)
        let area = area(in: frame)
        let (left, right) = (Int(area.left), Int(area.right))
        // Whole pairs of rows, because two rows may share chroma.
        let start = max(rows.start, Int(area.top) & ~1)
        let end = min(rows.end, (Int(area.bottom) &+ 1) & ~1)
        frame.fill(ground, Rows(start: rows.start, end: min(start, rows.end)))
        frame.fill(ground, Rows(start: max(end, rows.start), end: rows.end))
        guard start < end else { return }
        let scaler = try PictureScaler(self, width: area.width, height: area.height, &workspace)
        let (upper, lower) = unsafe (
            try workspace.claim(frame.width, of: WideColor.self), try workspace.claim(frame.width, of: WideColor.self)
        )
        let (wide, writer) = (ground.wide, RowWriter(frame))
        func clear(_ row: UnsafeMutablePointer<WideColor>, _ columns: Int) {
            for x in steps(to: columns) {
                unsafe row[x] = wide
            }
        }
        unsafe clear(upper, frame.width)
        unsafe clear(lower, frame.width)
        func compose(_ y: Int, _ row: UnsafeMutablePointer<WideColor>) {
            if y >= Int(area.top), y < Int(area.bottom) {
                unsafe scaler.draw(y &- Int(area.top), into: row + left)
            } else {
                unsafe clear(row + left, right &- left)
            }
        }
        for y in steps(from: start, to: end, by: 2) {
            let isPair = y &+ 1 < end
            unsafe compose(y, upper)
            if isPair { unsafe compose(y &+ 1, lower) }
            unsafe writer.write(upper, isPair ? UnsafePointer(lower) : nil, y: y)
        }
    }

    /// More than the rows and weights of the largest frame and picture need.
    private static var maxWork: Int { 16_777_216 }

    /// Where the picture is drawn: as large as it fits, in its own proportions, rounded to nearest. If the space around it is odd,
    /// the larger part is on the right and below.
    private func area(in frame: Frame) -> PixelRect {
        /// - Parameter divisor: Above 0.
        func scaled(_ length: Int, _ factor: Int, by divisor: Int) -> Int {
            let (twice, divisor) = (UInt(bitPattern: 2 &* length &* factor), UInt(bitPattern: divisor))
            return max(Int(bitPattern: (twice &+ divisor) / max(2 &* divisor, 1)), 1)
        }
        let isWide = width &* frame.height >= height &* frame.width
        let across = isWide ? frame.width : min(scaled(width, frame.height, by: height), frame.width)
        let down = isWide ? min(scaled(height, frame.width, by: width), frame.height) : frame.height
        let (left, top) = ((frame.width &- across) &>> 1, (frame.height &- down) &>> 1)
        return PixelRect(
            left: Int32(truncatingIfNeeded: left), top: Int32(truncatingIfNeeded: top),
            right: Int32(truncatingIfNeeded: left &+ across), bottom: Int32(truncatingIfNeeded: top &+ down))
    }
}
