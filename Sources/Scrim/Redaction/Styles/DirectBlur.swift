// SPDX-License-Identifier: MIT
import CPlatform

/// A narrow Gaussian: each pixel is computed from its neighbors.
enum DirectBlur {
    /// - Parameter deviation: σ in pixels.
    /// - Returns: A plane of the workspace.
    /// - Throws: `noMemory`.
    static func make(_ input: Plane, deviation: Double, _ workspace: inout Workspace) throws(Failure) -> Plane {
        let picture = try workspace.plane(like: input, width: input.width, height: input.height)
        let rows = try BlurRows.make(input, count: 1, &workspace)
        // A smaller variance has no influence on any pixel, and the square may even be 0.
        let taps = try BlurTaps.make(variance: max(deviation * deviation, 1e-6), &workspace)
        let reach = taps.radius &* rows.channels
        let row = unsafe try workspace.claim(rows.length &+ 2 &* reach &+ rowSlack, of: UInt16.self)
        let first = unsafe row + reach
        let result = unsafe try workspace.claim(rows.length &+ rowSlack, of: UInt16.self)
        let bytes = unsafe try workspace.claim(rows.length &+ 2 &* PackedPixels.room, of: UInt8.self)
        let columns = try BlurColumns.make(
            try taps.twin(&workspace), rows: input.height, length: rows.length, &workspace)
        taps.setNeighbours(distance: rows.channels)
        let output = DirectOutput(input.layout)
        var made = 0
        for done in steps(to: input.height) {
            while made <= columns.last(for: done) {
                unsafe widen(rows.row(made, slot: 0), rows.length, into: first)
                unsafe row.fill(0, count: taps.radius, pixelOf: first, channels: rows.channels)
                unsafe first.fill(
                    rows.length, count: taps.radius, pixelOf: first + (rows.length &- rows.channels),
                    channels: rows.channels)
                unsafe taps.convolve(first, count: rows.length, into: columns.slot(made))
                made &+= 1
            }
            unsafe columns.convolve(done, count: rows.length, into: result, rounding: 64)
            unsafe output.write(result, rows.length, UnsafeMutableRawPointer(bytes), to: picture.pixel(0, done))
        }
        return picture
    }

    /// Bytes to levels times 128.
    private static func widen(_ source: UnsafeRawPointer, _ length: Int, into target: UInt16Row) {
        var x = 0
        while x <= length &- 16 {
            let bytes = unsafe source.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt16>.self)
            unsafe target.set(x, even: (bytes &<< 8) &>> 1, odd: (bytes &>> 8) &<< 7)
            x &+= 16
        }
        while x < length {
            unsafe target[x] = UInt16(source.load(fromByteOffset: x, as: UInt8.self)) &<< 7
            x &+= 1
        }
    }
}

/// Makes pixels of levels times 128.
private struct DirectOutput {
    private let isPacked: Bool
    /// For 16 bytes: which of them are colors, and the values of the others.
    private let colors: SIMD16<UInt8>
    private let others: SIMD16<UInt8>

    init(_ layout: PixelLayout) {
        var (colors, others) = (SIMD16<UInt8>(repeating: 0xFF), SIMD16<UInt8>())
        var isPacked = false
        switch layout {
        case .color4(_, _, _, let rest, let value):
            var index = rest & 3
            while index < 16 {
                (colors[index], others[index]) = (0, value)
                index &+= 4
            }
        case .color565: isPacked = true
        default: break
        }
        self.isPacked = isPacked
        self.colors = colors
        self.others = others
    }

    /// - Parameter bytes: Room for a row and twice that for packed pixels.
    func write(_ row: UInt16Row, _ length: Int, _ bytes: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
        for x in steps(to: length, by: 16) {
            let levels = unsafe highBytes(row.vector(x) &<< 1, row.vector(x &+ 8) &<< 1)
            unsafe (bytes + x).storeBytes(of: levels & colors | others, as: SIMD16<UInt8>.self)
        }
        if isPacked {
            unsafe PackedPixels.pack(
                UnsafeRawPointer(bytes), count: length &>> 2, into: target, room: bytes + (length &+ PackedPixels.room))
        } else {
            unsafe memcpy(target, bytes, length)
        }
    }
}
