// SPDX-License-Identifier: MIT
import CPlatform

/// The rows of a plane as an effect computes with them: pixels of one, two or four bytes. Pixels of three bytes and of RGB565
/// are expanded to four.
@safe
struct EffectRows: BitwiseCopyable {
    let plane: Plane
    /// Bytes of a pixel after the expansion. Each is a channel.
    let channels: Int
    /// Bytes of a row after the expansion.
    let length: Int
    /// Two expanded rows, each with room for 8 more pixels.
    private let expanded: UnsafeMutableRawPointer
    /// A packed row, with the same room.
    private let packed: UnsafeMutableRawPointer
    let isExpanded: Bool

    /// - Throws: `noMemory`.
    init(_ plane: Plane, _ workspace: inout Workspace) throws(Failure) {
        self.plane = plane
        switch plane.layout {
        case .color3, .color565: isExpanded = true
        default: isExpanded = false
        }
        channels = isExpanded ? 4 : plane.layout.bytesPerPixel
        length = plane.width &* channels
        let room = isExpanded ? length &+ PixelPacking.room : 0
        unsafe expanded = UnsafeMutableRawPointer(try workspace.claim(2 &* room, of: UInt8.self))
        unsafe packed = UnsafeMutableRawPointer(try workspace.claim(room, of: UInt8.self))
    }

    /// The bytes of a row. They are valid until another row is requested with the same slot.
    ///
    /// - Parameter slot: 0 or 1.
    func row(_ y: Int, slot: Int) -> UnsafeRawPointer {
        let source = unsafe UnsafeRawPointer(plane.pixel(0, y))
        guard isExpanded else { return unsafe source }
        let target = unsafe expanded + slot &* (length &+ PixelPacking.room)
        if case .color565 = plane.layout {
            unsafe memcpy(packed, source, 2 &* plane.width)
            for x in steps(to: plane.width, by: 8) {
                unsafe Self.expandEight(packed + 2 &* x, to: target + 4 &* x)
            }
        } else {
            unsafe TriplePixels.expand(source, count: plane.width, into: target, room: packed)
        }
        return UnsafeRawPointer(target)
    }

    /// All rows as a plane. In a band as well, because the borders of the plane have an influence on rows far from them.
    ///
    /// - Throws: `noMemory`.
    func expandedPlane(_ workspace: inout Workspace) throws(Failure) -> Plane {
        guard isExpanded else { return plane }
        let layout = PixelLayout.color4(red: 0, green: 1, blue: 2, rest: 3, value: 0)
        let like = unsafe Plane(
            base: plane.base, stride: plane.stride, width: plane.width, height: plane.height, layout: layout,
            space: plane.space)
        let picture = try workspace.plane(like: like, width: plane.width, height: plane.height)
        for y in steps(to: plane.height) {
            unsafe memcpy(picture.pixel(0, y), row(y, slot: 0), length)
        }
        return picture
    }

    /// Applies the colors to a row, and writes it to a plane of the source's layout. If the pixels are expanded, the row changes
    /// too.
    ///
    /// - Parameter row: Is followed by room for 8 pixels.
    func finish(_ row: UnsafeMutableRawPointer, _ colors: EffectColors, to target: UnsafeMutableRawPointer) {
        guard isExpanded else { return unsafe colors.apply(row, to: target, count: plane.width) }
        unsafe colors.apply(row, to: row, count: plane.width)
        if case .color565 = plane.layout {
            unsafe PackedPixels.pack(row, count: plane.width, into: target, room: packed)
        } else {
            unsafe TriplePixels.pack(row, count: plane.width, into: target, room: packed)
        }
    }

    /// Applies the colors to a row of the plane.
    func finish(_ y: Int, _ colors: EffectColors, to target: UnsafeMutableRawPointer) {
        if isExpanded {
            _ = unsafe row(y, slot: 0)
            unsafe finish(expanded, colors, to: target)
        } else {
            unsafe colors.apply(plane.pixel(0, y), to: target, count: plane.width)
        }
    }

    /// Expands each color to the nearest level.
    @inline(__always)
    private static func expandEight(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        let pixels = unsafe source.loadUnaligned(as: SIMD8<UInt16>.self)
        // round(v · 255 / 31), and round(v · 255 / 63) for green.
        let red = ((pixels &>> 11) &* 527 &+ 23) &>> 6
        let green = (((pixels &>> 5) & 63) &* 259 &+ 33) &>> 6
        let blue = ((pixels & 31) &* 527 &+ 23) &>> 6
        unsafe target.storeBytes(of: SIMD16(even: red | green &<< 8, odd: blue), as: SIMD16<UInt16>.self)
    }
}
