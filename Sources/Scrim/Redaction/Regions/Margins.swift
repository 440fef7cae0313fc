// SPDX-License-Identifier: MIT

extension RegionPadding {
    /// How far regions must be extended for a source of pixels. scrim/redact.h gives the measurements.
    ///
    /// - Parameter source: A constant of scrim/redact.h.
    /// - Returns: Nil if the source is unknown to this version.
    package static func margin(for source: UInt32) -> (dilation: UInt32, codecBlock: UInt32)? {
        switch source {
        // Unknown.
        case 0: (32, 0)
        // Lossless, text for LCD, scaled, glow, shadow.
        case 1: (0, 0)
        case 2: (2, 0)
        case 3: (5, 0)
        case 4: (6, 0)
        case 5: (12, 0)
        // JPEG 4:4:4, subsampled, changed.
        case 6: (0, 8)
        case 7: (0, 16)
        case 8: (32, 0)
        // Predicted.
        case 9: (32, 16)
        default: nil
        }
    }
}
