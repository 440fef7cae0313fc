// SPDX-License-Identifier: MIT

/// What a host asks for the touches of a window or view. The numbers are those of scrim/scene.h.
package enum TouchPrivacy: UInt32, BitwiseCopyable {
    case standard = 0
    case show = 1
    case coarse = 2
    case silent = 3
}

/// How little may be reported of touches. Of two levels the stricter counts.
enum PrivacyLevel: UInt8, BitwiseCopyable {
    case open = 0
    case coarse = 2
    case silent = 3
    /// The view is unknown, so nothing is reported.
    case unknown = 4

    func or(_ other: PrivacyLevel) -> PrivacyLevel { rawValue < other.rawValue ? other : self }
}
