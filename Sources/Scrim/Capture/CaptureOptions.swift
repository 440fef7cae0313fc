// SPDX-License-Identifier: MIT

/// What a stream of frames shows of a scene, and how far it may be behind.
package struct CaptureOptions: BitwiseCopyable {
    package static var maxDuration: UInt64 { 1_000_000_000 }
    package static var maxHold: UInt64 { 500_000_000 }
    package static var maxSmoothing: UInt64 { 4_000_000_000 }

    package var view: SceneRedactOptions
    package var transform: FrameTransform
    /// Points per second: the highest speed of anything private.
    package var maxSpeed: Double
    /// Nanoseconds: the longest time that a snapshot is behind the screen.
    package var maxLatency: UInt64
    /// Nanoseconds: the longest time from one update of what moves to the next.
    package var updateInterval: UInt64
    /// Nanoseconds: how long what was private stays covered.
    package var hold: UInt64
    /// Whether each frame is held for the latency before it is redacted.
    package var isDelayed: Bool
    /// Nanoseconds: the time constant with which covers follow what is around them. 0 disables smoothing.
    package var smoothing: UInt64

    package init(
        _ view: SceneRedactOptions, transform: FrameTransform, maxSpeed: Double, maxLatency: UInt64,
        updateInterval: UInt64, hold: UInt64, smoothing: UInt64, isDelayed: Bool
    ) {
        self.view = view
        self.transform = transform
        self.maxSpeed = maxSpeed
        self.maxLatency = maxLatency
        self.updateInterval = updateInterval
        self.hold = hold
        self.smoothing = smoothing
        self.isDelayed = isDelayed
    }

    var isValid: Bool {
        view.isValid && isCoordinate(maxSpeed) && maxSpeed >= 0 && maxLatency <= Self.maxDuration
            && updateInterval <= Self.maxDuration && hold <= Self.maxHold && smoothing <= Self.maxSmoothing
    }
}
