// SPDX-License-Identifier: MIT

/// How velocities are estimated. The numbers are those of scrim/gesture.h.
package enum VelocityEstimator: UInt32, BitwiseCopyable {
    case `default` = 0
    case line = 1
    case quadratic = 2
    case impulse = 3
    case weightedDifferences = 4
    case mean = 5
}

/// The constants of a recognizer. Those that do not apply to its kind are 0.
package struct RecognizerOptions: BitwiseCopyable {
    package static var maxTaps: UInt32 { 10 }
    /// The largest number of fingers of a gesture that needs an exact number.
    package static var maxExactFingers: UInt32 { 5 }

    package var kind: GestureKind
    package var view: UInt64 = 0
    package var taps: UInt32 = 0
    package var minFingers: UInt32 = 1
    /// 0: no limit.
    package var maxFingers: UInt32 = 0
    /// It may be recognized together with any other.
    package var isSimultaneous = false
    /// For a recognizer of the host: its gesture is a control's own action.
    package var isControl = false
    package var isDisabled = false
    /// Leaves the movement up to the slop out of what it measures.
    package var isWithoutSlop = false
    /// Its events also have the coordinates of its view.
    package var hasViewCoordinates = false
    package var directions: UInt32 = 0
    package var edges: UInt32 = 0
    package var axis = PanAxis.free
    package var estimator = VelocityEstimator.default
    package var minDuration: UInt64 = 0
    package var maxDuration: UInt64 = 0
    package var minInterval: UInt64 = 0
    package var maxInterval: UInt64 = 0
    package var touchSlop = 0.0
    package var tapSlop = 0.0
    package var swipeDistance = 0.0
    package var edgeWidth = 0.0
    package var minSpan = 0.0
    /// 0: no limit.
    package var maxSeparation = 0.0
    package var axisAngle = 0.0
    package var angle = 0.0
    package var minVelocity = 0.0
    package var maxVelocity = 0.0

    package init(kind: GestureKind) { self.kind = kind }

    /// The name of the class of a recognizer without a class chain.
    func forEachByteOfClassName(_ body: (UInt8) -> Void) {
        // A rule can then record what controls do, without every other gesture that a host recognizes.
        if isControl { return ("Control" as StaticString).forEachByte(body) }
        kind.forEachByteOfClassName(body)
    }

    /// The largest number of fingers that it follows.
    var mostFingers: UInt32 {
        switch kind {
        case .tap, .longPress, .swipe, .host: minFingers
        case .pan, .pinch, .rotation, .edgePan: maxFingers == 0 ? .max : maxFingers
        }
    }

    /// The largest distance between two of its fingers when they come down. As in a row, it grows with their number.
    var reach: Double {
        maxSeparation == 0 ? .infinity : maxSeparation * Double(minFingers &- 1)
    }

    /// - Throws: `invalidArgument`.
    func check() throws(Failure) {
        guard hasRightNumbers, hasOnlyWhatItNeeds, isRight else { throw .invalidArgument }
    }

    private var hasRightNumbers: Bool {
        isLength(touchSlop) && isLength(tapSlop) && isLength(swipeDistance) && isLength(edgeWidth)
            && isLength(minSpan) && isLength(maxSeparation) && isLength(minVelocity) && isLength(maxVelocity)
            && angle >= 0 && angle <= Angle.pi && axisAngle >= 0 && axisAngle <= Angle.pi / 2
            && (maxVelocity == 0 || maxVelocity >= minVelocity)
    }

    private var isRight: Bool {
        let isExact = minFingers >= 1 && minFingers <= Self.maxExactFingers
        let isRange =
            minFingers >= 1 && minFingers <= UInt32(truncatingIfNeeded: Fingers.followed)
            && (maxFingers == 0
                || maxFingers >= minFingers && maxFingers <= UInt32(truncatingIfNeeded: Fingers.followed))
        switch kind {
        case .tap: return isExact && taps >= 1 && taps <= Self.maxTaps && (taps == 1 || maxInterval > minInterval)
        case .longPress: return isExact && minDuration > 0 && hasTapsBefore
        case .pan: return isRange && hasTapsBefore
        case .pinch, .rotation: return isRange && minFingers >= 2
        case .swipe: return isExact && directions != 0 && directions < 256 && maxDuration > 0 && swipeDistance > 0
        case .edgePan: return isRange && edges != 0 && edges < 16 && edgeWidth > 0
        case .host: return minFingers == 0
        }
    }

    /// Whether the taps that must come before it are possible.
    private var hasTapsBefore: Bool { taps <= Self.maxTaps && (taps == 0 || maxInterval > minInterval) }

    private var hasOnlyWhatItNeeds: Bool {
        // Taps may also have to come before a long press or a pan.
        let hasTaps = kind == .tap || kind == .longPress || kind == .pan
        let isSwipe = kind == .swipe
        let isEdge = kind == .edgePan
        let isPan = kind == .pan || isEdge
        let isRange = isPan || kind == .pinch || kind == .rotation
        return (hasTaps || taps == 0 && minInterval == 0 && maxInterval == 0 && tapSlop == 0)
            && (isRange || !isWithoutSlop) && (kind == .pan || axis == .free)
            && (kind == .pan && axis != .free || axisAngle == 0)
            && (kind != .tap && kind != .host || estimator == .default)
            && (kind != .host || !hasViewCoordinates)
            && (kind == .pinch || kind == .rotation || minSpan == 0)
            && (kind == .tap || kind == .longPress || isSwipe || maxSeparation == 0)
            && (isRange || maxFingers == 0)
            && (kind == .host || !isControl)
            && (isSwipe || directions == 0) && (isEdge || edges == 0)
            && (hasTaps || isSwipe || maxDuration == 0) && (kind == .longPress || minDuration == 0)
            && (kind != .rotation && !isSwipe && kind != .host || touchSlop == 0)
            && (isSwipe || swipeDistance == 0) && (isEdge || edgeWidth == 0)
            && (kind == .rotation || angle == 0) && (isPan || isSwipe || minVelocity == 0)
            && (isPan || maxVelocity == 0)
    }

    private func isLength(_ value: Double) -> Bool { value >= 0 && isCoordinate(value) }
}
