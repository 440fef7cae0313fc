// SPDX-License-Identifier: MIT

/// How much of the covered pixels can be read back. The numbers are the constants of scrim/redact.h.
package enum StyleClass: UInt32, BitwiseCopyable {
    case none = 0
    case irreversible = 1
    /// Irreversible, but a viewer may think that the texture shows something real.
    case synthetic = 2
    case reversible = 3
}

/// How a region is covered.
package struct Style: BitwiseCopyable {
    package enum Kind: BitwiseCopyable {
        case solid(Color)
        /// The texture lies on `base`, or on the colors around the region if it is nil.
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
    /// - Throws: `invalidArgument` if a number is out of range.
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

    /// Blurs and effects are computed in bytes. They have one width, so planes must be as much smaller across as down.
    func works(in format: PixelFormat) -> Bool {
        switch kind {
        case .solid, .frost, .tiles, .pixelate: true
        // A blur has one width for both directions.
        case .blur: !format.isWide && format != .i422
        case .effect: !format.isWide
        }
    }

    /// Whether neighboring regions of this style may be covered as one.
    var isSolid: Bool { styleClass == .irreversible }
}
