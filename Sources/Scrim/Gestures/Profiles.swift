// SPDX-License-Identifier: MIT

/// Sets of constants. The numbers are those of scrim/gesture.h. docs/reference/gestures.md has the sources.
package enum GestureProfile: UInt32, BitwiseCopyable {
    case uikit = 1
    case android = 2
    case gtk = 3
}

/// The constants of a profile, in points at a density of 1, milliseconds, points per second and radians.
private struct Constants {
    var tapDuration: UInt64
    var tapInterval: UInt64
    var tapMinInterval: UInt64
    var tapTouchSlop: Double
    var tapSlop: Double
    var pressDuration: UInt64
    var pressTouchSlop: Double
    var panTouchSlop: Double
    var minFling: Double
    var maxFling: Double
    var pinchTouchSlop: Double
    var rotationAngle: Double
    var swipeDuration: UInt64
    var swipeDistance: Double
    var swipeVelocity: Double
    var edgeWidth: Double
    var estimator: VelocityEstimator
    var minSpan: Double

    /// The distance of two fingers that come down together. It is Chromium's.
    static var maxSeparation: Double { 300 }

    /// The times and distances of several taps, or of the taps before a gesture.
    func describeTaps(of options: inout RecognizerOptions, _ density: Double) {
        options.maxDuration = tapDuration &* 1_000_000
        options.maxInterval = tapInterval &* 1_000_000
        options.minInterval = tapMinInterval &* 1_000_000
        options.tapSlop = tapSlop * density
    }
}

extension GestureProfile {
    private var constants: Constants {
        switch self {
        case .uikit:
            Constants(
                tapDuration: 500, tapInterval: 350, tapMinInterval: 0, tapTouchSlop: 10, tapSlop: 30,
                pressDuration: 500, pressTouchSlop: 10, panTouchSlop: 10, minFling: 50, maxFling: 8000,
                pinchTouchSlop: 10, rotationAngle: Angle.pi / 18, swipeDuration: 500, swipeDistance: 50,
                swipeVelocity: 100, edgeWidth: 20, estimator: .weightedDifferences, minSpan: 0)
        case .android:
            Constants(
                tapDuration: 400, tapInterval: 300, tapMinInterval: 40, tapTouchSlop: 8, tapSlop: 100,
                pressDuration: 400, pressTouchSlop: 8, panTouchSlop: 8, minFling: 50, maxFling: 8000,
                pinchTouchSlop: 16, rotationAngle: Angle.pi / 18, swipeDuration: 500, swipeDistance: 50,
                swipeVelocity: 50, edgeWidth: 12, estimator: .quadratic, minSpan: Self.points(ofMillimeters: 27))
        case .gtk:
            Constants(
                tapDuration: 500, tapInterval: 400, tapMinInterval: 0, tapTouchSlop: 8, tapSlop: 5,
                pressDuration: 500, pressTouchSlop: 8, panTouchSlop: 8, minFling: 50, maxFling: 8000,
                pinchTouchSlop: 0, rotationAngle: 0, swipeDuration: 500, swipeDistance: 50, swipeVelocity: 50,
                edgeWidth: 20, estimator: .mean, minSpan: 0)
        }
    }

    /// Android has 160 points to an inch.
    private static func points(ofMillimeters length: Double) -> Double { length * 160 / 25.4 }

    /// The constants of a recognizer.
    ///
    /// - Parameter density: How many units of the caller's coordinates make a point. Lengths and velocities are
    ///   multiplied by it.
    /// - Throws: `invalidArgument`.
    package func options(_ kind: GestureKind, density: Double) throws(Failure) -> RecognizerOptions {
        guard density >= 1.0 / 64, density <= 64 else { throw .invalidArgument }
        let constants = constants
        var options = RecognizerOptions(kind: kind)
        if kind != .tap, kind != .host { options.estimator = constants.estimator }
        switch kind {
        case .tap:
            options.taps = 1
            constants.describeTaps(of: &options, density)
            options.touchSlop = constants.tapTouchSlop * density
            options.maxSeparation = Constants.maxSeparation * density
        case .longPress:
            options.minDuration = constants.pressDuration &* 1_000_000
            constants.describeTaps(of: &options, density)
            options.touchSlop = constants.pressTouchSlop * density
            options.maxSeparation = Constants.maxSeparation * density
        case .pan, .edgePan:
            options.touchSlop = constants.panTouchSlop * density
            if kind == .pan { constants.describeTaps(of: &options, density) }
            options.minVelocity = constants.minFling * density
            options.maxVelocity = constants.maxFling * density
            if kind == .edgePan {
                options.edges = 1
                options.edgeWidth = constants.edgeWidth * density
            }
        case .pinch:
            options.minFingers = 2
            options.touchSlop = constants.pinchTouchSlop * density
            options.minSpan = constants.minSpan * density
        case .rotation:
            options.minFingers = 2
            options.angle = constants.rotationAngle
            options.minSpan = constants.minSpan * density
        case .swipe:
            options.directions = 15
            options.maxDuration = constants.swipeDuration &* 1_000_000
            options.swipeDistance = constants.swipeDistance * density
            options.minVelocity = constants.swipeVelocity * density
            options.maxSeparation = Constants.maxSeparation * density
        case .host: options.minFingers = 0
        }
        return options
    }
}
