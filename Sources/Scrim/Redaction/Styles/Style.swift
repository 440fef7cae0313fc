// SPDX-License-Identifier: MIT

/// How much of what a style covers can be had back. The numbers are those of scrim/redact.h.
package enum StyleClass: UInt32, BitwiseCopyable {
    case none = 0
    case irreversible = 1
    /// Irreversible, but a viewer may take it for something real.
    case synthetic = 2
    case reversible = 3
}

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

/// How a region is covered.
package struct Style: BitwiseCopyable {
    package enum Kind: BitwiseCopyable {
        case solid(Color)
        /// With a colour, that is what the texture lies on; without, what is around the region.
        case frost(base: Color?, seed: UInt64)
        case tiles(base: Color?, seed: UInt64)
        /// The standard deviation in points.
        case blur(Double)
        /// The side of a block in points.
        case pixelate(Double)
        case effect(Effect)
    }

    package let kind: Kind

    /// - Parameter scale: Pixels per point.
    /// - Throws: `invalidArgument` where a number is out of range.
    package init(_ kind: Kind, scale: Double) throws(Failure) {
        let isValid =
            switch kind {
            case .solid, .frost, .tiles: true
            case .blur(let deviation): deviation > 0 && deviation * scale <= 256
            case .pixelate(let side): side * scale >= 1.5 && side * scale <= 4096
            case .effect(let effect):
                effect.radius >= 0 && effect.radius * scale <= 256 && effect.saturation.magnitude <= 8
                    && effect.tintAlpha >= 0 && effect.tintAlpha <= 1
            }
        guard isValid else { throw .invalidArgument }
        self.kind = kind
    }

    private init(solid color: Color) { kind = .solid(color) }

    package static func solid(_ color: Color) -> Style { Style(solid: color) }

    package var styleClass: StyleClass {
        switch kind {
        case .solid: .irreversible
        case .frost, .tiles: .synthetic
        case .blur, .pixelate, .effect: .reversible
        }
    }

    package var isReversible: Bool { styleClass == .reversible }

    /// Whether regions of this style side by side may be covered as one.
    var isSolid: Bool { styleClass == .irreversible }
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
