// SPDX-License-Identifier: MIT

// Pans, pinches and rotations that follow a scroll. What a scroll has moved is the measured value itself, and the
// position is the pointer's.

extension MotionRecognizer {
    /// A movement of the scroll.
    ///
    /// - Parameter mayBegin: Another gesture does not come first.
    @inline(never)
    mutating func scroll(
        _ measure: ScrollMeasure, _ contact: Contact, mayBegin: Bool, _ all: inout Fingers
    ) -> MoveResult {
        isScroll = true
        (center, anchor, base) = (measure.point, measure.point, measure.translation)
        if options.kind == .pinch { span = measure.scale * FingerGroup.leastSpan }
        if options.kind == .rotation { rotation = measure.rotation }
        switch phase {
        case .idle, .ready: return .nothing
        case .active:
            tell(.changed, contact.time, FingerGroup(fingers, &all), &all)
            return .news
        case .pursuing:
            guard mayBegin else { return .nothing }
            // The device has decided already that the fingers do more than rest, so there is no slop.
            switch options.kind {
            case .pan: evaluatePan(slop: 0)
            case .pinch: if growth != 0 { phase = .ready }
            case .rotation: if abs(rotation) > options.angle { phase = .ready }
            case .tap, .longPress, .swipe, .edgePan, .host: break
            }
            return phase == .pursuing ? .nothing : .phase
        }
    }

    mutating func tellScrollRates(_ time: UInt64, _ all: inout Fingers) {
        let isPinch = options.kind == .pinch
        let slot = isPinch ? Scroll.scaleSlot : Scroll.rotationSlot
        let rate = clampedToCoordinate(all.velocity(slot, options.estimator, at: time).x / Scroll.span)
        if isPinch { scaleVelocity = rate } else { rotationVelocity = rate }
    }
}
