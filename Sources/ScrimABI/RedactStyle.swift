// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// The styles of scrim/redact.h as the core's.

extension Style.Kind {
    /// - Throws: `invalidArgument`, `unsupported` (the kind).
    init(_ style: scrim_style) throws(Failure) {
        guard style.reserved == 0, Int(style.flags) & ~SCRIM_TEXTURE_ON_COLOR == 0 else { throw .invalidArgument }
        switch Int(style.kind) {
        case SCRIM_STYLE_SOLID: self = .solid(try Color(rgba: style.color))
        case SCRIM_STYLE_FROST: self = .frost(base: try style.base, seed: style.seed)
        case SCRIM_STYLE_MOSAIC: self = .mosaic(base: try style.base, seed: style.seed)
        case SCRIM_STYLE_BLUR: self = .blur(style.amount)
        case SCRIM_STYLE_PIXELATE: self = .pixelate(style.amount)
        case SCRIM_STYLE_EFFECT: self = .effect(try style.effect)
        case SCRIM_STYLE_LIGHT: self = .effect(.light)
        case SCRIM_STYLE_EXTRA_LIGHT: self = .effect(.extraLight)
        case SCRIM_STYLE_DARK: self = .effect(.dark)
        case SCRIM_STYLE_TINT: self = .effect(.tint(try Color(rgba: style.color)))
        default: throw .unsupported
        }
    }
}

extension scrim_style {
    /// What frost and mosaic lie on, where that is said.
    fileprivate var base: Color? {
        get throws(Failure) { Int(flags) & SCRIM_TEXTURE_ON_COLOR == 0 ? nil : try Color(rgba: color) }
    }

    fileprivate var effect: Effect {
        get throws(Failure) {
            Effect(
                radius: amount, saturation: saturation, tint: try Color(rgba: color | 0xFF).levels,
                tintAlpha: Double(color & 0xFF) / 255)
        }
    }
}
