// SPDX-License-Identifier: MIT

/// The three-box blur, saturation and tint of UIImage+ImageEffects 1.0, in points.
package struct Effect: BitwiseCopyable {
    package var radius: Double
    package var saturation: Double
    /// Red, green and blue, 0 … 1.
    package var tint: SIMD3<Double>
    /// How much of the tint there is, 0 … 1.
    package var tintAlpha: Double

    package init(radius: Double, saturation: Double, tint: SIMD3<Double>, tintAlpha: Double) {
        self.radius = radius
        self.saturation = saturation
        self.tint = tint
        self.tintAlpha = tintAlpha
    }
}

extension Effect {
    // Apple's values, version 1.0 of UIImage+ImageEffects (2013); some copies have the first two swapped.
    package static var light: Effect { gray(radius: 30, 1, alpha: 0.30) }
    package static var extraLight: Effect { gray(radius: 20, 0.97, alpha: 0.82) }
    package static var dark: Effect { gray(radius: 20, 0.11, alpha: 0.73) }

    package static func tint(_ color: Color) -> Effect {
        Effect(radius: 10, saturation: -1, tint: color.levels, tintAlpha: 0.6)
    }

    private static func gray(radius: Double, _ level: Double, alpha: Double) -> Effect {
        Effect(radius: radius, saturation: 1.8, tint: SIMD3(repeating: level), tintAlpha: alpha)
    }
}
