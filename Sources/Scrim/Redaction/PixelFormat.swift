// SPDX-License-Identifier: MIT

/// Formats of pixels, named by the order of bytes in memory. The numbers are DRM fourcc codes, those of scrim/redact.h.
package enum PixelFormat: UInt32, BitwiseCopyable {
    case rgba = 0x3432_4241
    case bgra = 0x3432_5241
    case rgb = 0x3432_4742
    case gray8 = 0x2020_3852

    package var bytesPerPixel: Int {
        switch self {
        case .rgba, .bgra: 4
        case .rgb: 3
        case .gray8: 1
        }
    }
}
