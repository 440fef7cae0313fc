// SPDX-License-Identifier: MIT

/// Why an event is not collected. The numbers are those of scrim/gesture.h.
package enum Refusal: UInt32, BitwiseCopyable {
    case hidden = 1
    case state = 2
    case foreignClass = 3
    case noAction = 4
    case viewHidden = 5
    case viewIgnored = 6
    case gone = 7
    case capacity = 8
}

extension Gestures {
    /// Why an event may not be collected, apart from a collector's capacity; nil: it may. Hidden comes first; what is
    /// not there any more cannot be looked up, so that comes before what is.
    func refusal(of event: GestureEvent) -> Refusal? {
        let view = event.view != 0 ? event.view : event.window
        if sequences.verdict(event.sequence) == .hidden { return .hidden }
        // It may have turned secure since its sequence ended.
        let isThere = scene.contains(view)
        if isThere, scene.isSecure(view) { return .hidden }
        if event.state != .ended, event.state != .cancelled { return .state }
        guard isThere, let recognizer = recognizer(event.recognizer), recognizer.view == view,
            recognizer.window == event.window
        else { return .gone }
        if recognizer.className != tapClass, recognizer.className != longPressClass { return .foreignClass }
        if recognizer.actions == 0 { return .noAction }
        if !scene.isVisible(view) { return .viewHidden }
        return scene.flags(view).contains(.ignored) ? .viewIgnored : nil
    }
}

extension GestureEvent {
    var isFinite: Bool {
        point.x.isFinite && point.y.isFinite && translation.x.isFinite && translation.y.isFinite && velocity.x.isFinite
            && velocity.y.isFinite && scale.isFinite && rotation.isFinite && scaleVelocity.isFinite
            && rotationVelocity.isFinite
    }
}
