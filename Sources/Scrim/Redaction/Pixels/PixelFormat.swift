// SPDX-License-Identifier: MIT

/// Pixel formats, named as in scrim/redact.h. The numbers are its DRM fourcc codes.
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
    case p010 = 0x3031_3050
    case i010 = 0x3031_3053
    case i210 = 0x3031_3253
    case i410 = 0x3031_3453
    case xrgb2101010 = 0x3033_5258
    case xbgr2101010 = 0x3033_4258
    case rgbx1010102 = 0x3033_5852
    case bgrx1010102 = 0x3033_5842
    case argb2101010 = 0x3033_5241
    case abgr2101010 = 0x3033_4241
    case rgba1010102 = 0x3033_4152
    case bgra1010102 = 0x3033_4142
    case rgba16 = 0x3834_4241
    case gray16 = 0x2036_3152

    package var planeCount: Int {
        switch self {
        case .nv12, .p010: 2
        case .i420, .i422, .i444, .i010, .i210, .i410: 3
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
        case .gray8: .gray(.eight)
        case .rgb565: .color565
        case .nv12: plane == 0 ? .luma(.eight) : .chromaPair(.eight, .quarter)
        case .i420: Self.planar(plane, .eight, .quarter)
        case .i422: Self.planar(plane, .eight, .half)
        case .i444: Self.planar(plane, .eight, .none)
        case .p010: plane == 0 ? .luma(.tenHigh) : .chromaPair(.tenHigh, .quarter)
        case .i010: Self.planar(plane, .tenLow, .quarter)
        case .i210: Self.planar(plane, .tenLow, .half)
        case .i410: Self.planar(plane, .tenLow, .none)
        case .xrgb2101010: .color10(red: 20, green: 10, blue: 0, rest: 30, value: 0)
        case .xbgr2101010: .color10(red: 0, green: 10, blue: 20, rest: 30, value: 0)
        case .rgbx1010102: .color10(red: 22, green: 12, blue: 2, rest: 0, value: 0)
        case .bgrx1010102: .color10(red: 2, green: 12, blue: 22, rest: 0, value: 0)
        case .argb2101010: .color10(red: 20, green: 10, blue: 0, rest: 30, value: 3)
        case .abgr2101010: .color10(red: 0, green: 10, blue: 20, rest: 30, value: 3)
        case .rgba1010102: .color10(red: 22, green: 12, blue: 2, rest: 0, value: 3)
        case .bgra1010102: .color10(red: 2, green: 12, blue: 22, rest: 0, value: 3)
        case .rgba16: .color16
        case .gray16: .gray(.sixteen)
        }
    }

    /// Luma, Cb and Cr in one plane each.
    private static func planar(_ plane: Int, _ depth: SampleDepth, _ shift: PlaneShift) -> PixelLayout {
        plane == 0 ? .luma(depth) : plane == 1 ? .chromaBlue(depth, shift) : .chromaRed(depth, shift)
    }

    /// Whether numbers have more than 8 bits.
    package var isWide: Bool { layout(ofPlane: 0).isWide }
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

/// How a number of a pixel is stored. Numbers of 16 bits are little-endian.
package enum SampleDepth: BitwiseCopyable, Equatable {
    case eight
    case sixteen
    /// Ten bits in the low bits of 16. The others are 0.
    case tenLow
    /// Ten bits in the high bits of 16. The others are 0.
    case tenHigh

    var bits: Int {
        switch self {
        case .eight: 8
        case .sixteen: 16
        case .tenLow, .tenHigh: 10
        }
    }

    var bytes: Int { self == .eight ? 1 : 2 }

    /// How many unused bits lie below the number.
    var shift: Int { self == .tenHigh ? 6 : 0 }

    /// The greatest number.
    var top: Int { 1 &<< bits &- 1 }
}

/// The meaning of the bytes of one plane's pixels.
package enum PixelLayout: BitwiseCopyable {
    /// Four bytes: the positions of the colors, and of the byte that becomes `value` in a covered pixel.
    case color4(red: Int, green: Int, blue: Int, rest: Int, value: UInt8)
    /// Three bytes, green in the middle.
    case color3(red: Int, blue: Int)
    /// A little-endian number of 16 bits: five of red, the highest, six of green, five of blue.
    case color565
    /// A little-endian number of 32 bits: the lowest bits of three colors of ten bits, and of the two that become `value` in a
    /// covered pixel.
    case color10(red: UInt32, green: UInt32, blue: UInt32, rest: UInt32, value: UInt32)
    /// Red, green, blue and alpha, 16 bits each.
    case color16
    case gray(SampleDepth)
    case luma(SampleDepth)
    case chromaPair(SampleDepth, PlaneShift)
    case chromaBlue(SampleDepth, PlaneShift)
    case chromaRed(SampleDepth, PlaneShift)

    package var bytesPerPixel: Int {
        switch self {
        case .color4: 4
        case .color3: 3
        case .color565: 2
        case .color10: 4
        case .color16: 8
        case .chromaPair(let depth, _): 2 &* depth.bytes
        case .gray(let depth), .luma(let depth), .chromaBlue(let depth, _), .chromaRed(let depth, _): depth.bytes
        }
    }

    /// Numbers of a pixel of a cover. Packed pixels, and those with alpha, have four.
    var channels: Int {
        switch self {
        case .color4, .color565, .color10, .color16: 4
        case .color3: 3
        case .chromaPair: 2
        case .gray, .luma, .chromaBlue, .chromaRed: 1
        }
    }

    /// How each number is stored. RGB565 and the colors of ten bits have no memory for each number.
    package var depth: SampleDepth {
        switch self {
        case .color4, .color3, .color565: .eight
        case .color10: .tenLow
        case .color16: .sixteen
        case .gray(let depth), .luma(let depth), .chromaPair(let depth, _), .chromaBlue(let depth, _),
            .chromaRed(let depth, _):
            depth
        }
    }

    /// Whether numbers have more than 8 bits.
    package var isWide: Bool { depth != .eight }

    /// The byte that is not a color, and its value in a covered pixel.
    var rest: (position: Int, value: UInt8)? {
        if case .color4(_, _, _, let position, let value) = self { (position, value) } else { nil }
    }

    package var isChroma: Bool {
        switch self {
        case .chromaPair, .chromaBlue, .chromaRed: true
        default: false
        }
    }

    package var shift: PlaneShift {
        switch self {
        case .chromaPair(_, let shift), .chromaBlue(_, let shift), .chromaRed(_, let shift): shift
        default: .none
        }
    }
}
