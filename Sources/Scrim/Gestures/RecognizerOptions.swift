// SPDX-License-Identifier: MIT

/// What a recogniser is made from: the constants that it goes by. Those that its kind has no use for are 0.
package struct RecognizerOptions: BitwiseCopyable {
    package static var maxTaps: UInt32 { 10 }
    /// The most fingers of a gesture that is of an exact number of them.
    package static var maxExactTouches: UInt32 { 5 }

    package var kind: GestureKind
    package var view: UInt64 = 0
    package var taps: UInt32 = 0
    package var touches: UInt32 = 1
    /// 0: any number.
    package var maxTouches: UInt32 = 0
    /// May be recognised along with any other.
    package var isSimultaneous = false
    /// Of the host: a control's own action.
    package var isControl = false
    package var directions: UInt32 = 0
    package var edges: UInt32 = 0
    package var duration: UInt64 = 0
    package var interval: UInt64 = 0
    package var minInterval: UInt64 = 0
    package var movement = 0.0
    package var distance = 0.0
    package var angle = 0.0
    package var minVelocity = 0.0
    package var maxVelocity = 0.0

    package init(kind: GestureKind) { self.kind = kind }

    /// The most fingers that it follows.
    var mostTouches: UInt32 {
        switch kind {
        case .tap, .longPress, .swipe, .host: touches
        case .pan, .pinch, .rotation, .edgePan: maxTouches == 0 ? .max : maxTouches
        }
    }

    /// - Throws: `invalidArgument`.
    func check() throws(Failure) {
        guard hasRightNumbers, hasOnlyWhatItNeeds, isRight else { throw .invalidArgument }
    }

    private var hasRightNumbers: Bool {
        isLength(movement) && isLength(distance) && isLength(minVelocity) && isLength(maxVelocity) && angle >= 0
            && angle <= Angle.pi && (maxVelocity == 0 || maxVelocity >= minVelocity)
    }

    private var isRight: Bool {
        let isExact = touches >= 1 && touches <= Self.maxExactTouches
        let isRange =
            touches >= 1 && touches <= UInt32(truncatingIfNeeded: Fingers.followed)
            && (maxTouches == 0 || maxTouches >= touches && maxTouches <= UInt32(truncatingIfNeeded: Fingers.followed))
        switch kind {
        case .tap: return isExact && taps >= 1 && taps <= Self.maxTaps && (taps == 1 || interval > minInterval)
        case .longPress: return isExact && duration > 0
        case .pan: return isRange
        case .pinch, .rotation: return isRange && touches >= 2
        case .swipe: return isExact && directions != 0 && directions < 256 && duration > 0 && distance > 0
        case .edgePan: return isRange && edges != 0 && edges < 16 && distance > 0
        case .host: return touches == 0
        }
    }

    private var hasOnlyWhatItNeeds: Bool {
        let isTap = kind == .tap
        let isSwipe = kind == .swipe
        let isEdge = kind == .edgePan
        let isPan = kind == .pan || isEdge
        let isRange = isPan || kind == .pinch || kind == .rotation
        return (isTap || taps == 0 && interval == 0 && minInterval == 0) && (isRange || maxTouches == 0)
            && (kind == .host || !isControl)
            && (isSwipe || directions == 0) && (isEdge || edges == 0)
            && (isTap || isSwipe || kind == .longPress || duration == 0)
            && (kind != .rotation && !isSwipe && kind != .host || movement == 0)
            && (isTap || isSwipe || isEdge || distance == 0)
            && (kind == .rotation || angle == 0) && (isPan || isSwipe || minVelocity == 0)
            && (isPan || maxVelocity == 0)
    }

    private func isLength(_ value: Double) -> Bool { value >= 0 && isCoordinate(value) }
}
