// SPDX-License-Identifier: MIT

/// Pixel formats, named by the order of bytes in memory. The numbers are the DRM fourcc codes of scrim/redact.h.
package enum PixelFormat: UInt32, BitwiseCopyable {
    case rgba = 0x3432_4241
    case bgra = 0x3432_5241
    case rgbx = 0x3432_4258
    case bgrx = 0x3432_5258
    case argb = 0x3432_4142
    case abgr = 0x3432_4152
    case rgb = 0x3432_4742
    case bgr = 0x3432_4752
    case gray8 = 0x2020_3852
    case rgb565 = 0x3631_4752
    case nv12 = 0x3231_564E
    case i420 = 0x3231_5559
    case i422 = 0x3631_5559
    case i444 = 0x3432_5559

    package var planeCount: Int {
        switch self {
        case .nv12: 2
        case .i420, .i422, .i444: 3
        default: 1
        }
    }

    /// The layout of a plane's pixels.
    package func layout(ofPlane plane: Int) -> PixelLayout {
        switch self {
        case .rgba, .rgbx: .color4(red: 0, green: 1, blue: 2, rest: 3, value: self == .rgba ? 0xFF : 0)
        case .bgra, .bgrx: .color4(red: 2, green: 1, blue: 0, rest: 3, value: self == .bgra ? 0xFF : 0)
        case .argb: .color4(red: 1, green: 2, blue: 3, rest: 0, value: 0xFF)
        case .abgr: .color4(red: 3, green: 2, blue: 1, rest: 0, value: 0xFF)
        case .rgb: .color3(red: 0, blue: 2)
        case .bgr: .color3(red: 2, blue: 0)
        case .gray8: .gray
        case .rgb565: .color565
        case .nv12: plane == 0 ? .luma : .chromaPair(.quarter)
        case .i420: Self.planar(plane, .quarter)
        case .i422: Self.planar(plane, .half)
        case .i444: Self.planar(plane, .none)
        }
    }

    /// Luma, Cb and Cr in one plane each.
    private static func planar(_ plane: Int, _ shift: PlaneShift) -> PixelLayout {
        plane == 0 ? .luma : plane == 1 ? .chromaBlue(shift) : .chromaRed(shift)
    }
}

/// How many bits a distance in pixels of the frame loses on a plane: 1 along a side on which a sample stands for two pixels.
package struct PlaneShift: BitwiseCopyable, Equatable {
    package let x: Int
    package let y: Int

    /// One sample for each pixel.
    static var none: PlaneShift { PlaneShift(x: 0, y: 0) }
    /// One sample for two pixels of a row: 4:2:2.
    static var half: PlaneShift { PlaneShift(x: 1, y: 0) }
    /// One sample for two by two pixels: 4:2:0.
    static var quarter: PlaneShift { PlaneShift(x: 1, y: 1) }
}

/// The meaning of the bytes of one plane's pixels.
package enum PixelLayout: BitwiseCopyable {
    /// Four bytes: the positions of the colors, and of the byte that becomes `value` in a covered pixel.
    case color4(red: Int, green: Int, blue: Int, rest: Int, value: UInt8)
    /// Three bytes, green in the middle.
    case color3(red: Int, blue: Int)
    /// A little-endian number of 16 bits: five of red, the highest, six of green, five of blue.
    case color565
    case gray
    case luma
    case chromaPair(PlaneShift)
    case chromaBlue(PlaneShift)
    case chromaRed(PlaneShift)

    package var bytesPerPixel: Int {
        switch self {
        case .color4: 4
        case .color3: 3
        case .color565, .chromaPair: 2
        case .gray, .luma, .chromaBlue, .chromaRed: 1
        }
    }

    package var isChroma: Bool {
        switch self {
        case .chromaPair, .chromaBlue, .chromaRed: true
        default: false
        }
    }

    package var shift: PlaneShift {
        switch self {
        case .chromaPair(let shift), .chromaBlue(let shift), .chromaRed(let shift): shift
        default: .none
        }
    }
}
