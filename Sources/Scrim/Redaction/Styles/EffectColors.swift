// SPDX-License-Identifier: MIT
import CPlatform

/// The last steps of an effect: saturation, then the tint.
@safe
enum EffectColors: BitwiseCopyable {
    /// Pixels of four bytes, and room for eight of them.
    case colors(ColorMap, UnsafeMutableRawPointer)
    /// Gray, luma and chroma: a table of new values for the first byte of a pixel, and then one for the second.
    case numbers(UnsafeMutablePointer<UInt8>, channels: Int)

    /// - Parameter plane: The plane to change. Pixels of RGB565 and of three bytes must be expanded to four.
    /// - Throws: `noMemory`.
    init(_ effect: Effect, _ plane: Plane, _ workspace: inout Workspace) throws(Failure) {
        let map: ColorMap
        switch plane.layout {
        case .color4(let red, _, let blue, let rest, let value):
            map = ColorMap(effect, isRedFirst: red < blue, rest: rest, value: value)
        case .color3(let red, let blue):
            map = ColorMap(effect, isRedFirst: red < blue, rest: 3, value: 0)
        case .color565:
            map = ColorMap(effect, isRedFirst: true, rest: 3, value: 0)
        case .gray, .luma, .chromaPair, .chromaBlue, .chromaRed:
            let channels = plane.layout.bytesPerPixel
            let tables = unsafe try Self.tables(effect, plane, channels, &workspace)
            unsafe self = .numbers(tables, channels: channels)
            return
        case .color10, .color16: throw .unsupported
        }
        let tail = unsafe UnsafeMutableRawPointer(try workspace.claim(32, of: UInt8.self))
        unsafe memset(tail, 0, 32)
        unsafe self = .colors(map, tail)
    }

    private static func tables(
        _ effect: Effect, _ plane: Plane, _ channels: Int, _ workspace: inout Workspace
    ) throws(Failure) -> UnsafeMutablePointer<UInt8> {
        let tables = unsafe try workspace.claim(256 &* channels, of: UInt8.self)
        let tints = effect.tints(plane.layout, plane.space)
        for index in steps(to: 256 &* channels) {
            let value = index & 255
            let strong = plane.layout.isChroma ? effect.saturate(chroma: value) : value
            unsafe tables[index] = (index < 256 ? tints.0 : tints.1).apply(strong)
        }
        return unsafe tables
    }

    /// Changes a row of pixels. The target may be the source.
    func apply(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        switch self {
        case .colors(let map, let tail): unsafe map.apply(source, to: target, count: count, tail)
        case .numbers(let tables, let channels):
            let (old, new) = unsafe (
                source.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self)
            )
            let last = channels &- 1
            for x in steps(to: count &* channels) {
                unsafe new[x] = tables[(x & last) &* 256 &+ Int(old[x])]
            }
        }
    }
}

extension Effect {
    /// A coefficient of the saturation matrix as in the original: multiplied by 256 and rounded from a Float.
    static func coefficient(_ value: Double) -> Int {
        Int(exactly: Float(value * 256).rounded(.toNearestOrAwayFromZero)) ?? 0
    }

    /// A chroma value, moved away from neutral or toward it.
    fileprivate func saturate(chroma value: Int) -> Int {
        let moved = ((value &- 128) &* Self.coefficient(saturation) &+ 128) &>> 8
        return min(max(moved &+ 128, 0), 255)
    }

    /// The tint of one channel, which has this level in the tint's color.
    func tint(_ level: Double) -> ChannelTint { ChannelTint(level, tintAlpha) }

    /// The tints of the one or two bytes of a pixel, on a plane without colors.
    fileprivate func tints(_ layout: PixelLayout, _ space: ColorSpace) -> (ChannelTint, ChannelTint) {
        let (luma, blue, red) = space.levels(tint)
        switch layout {
        case .gray:
            let level = 255 * (0.2126 * tint[0] + 0.7152 * tint[1] + 0.0722 * tint[2])
            return (tint(level), tint(level))
        case .luma: return (tint(luma), tint(luma))
        case .chromaPair: return (tint(blue), tint(red))
        case .chromaBlue: return (tint(blue), tint(blue))
        default: return (tint(red), tint(red))
        }
    }
}

/// The tint of one channel, in whole numbers. Weights are rounded to 1 / 2^14, which moves no level by more than 0.01.
/// Results are rounded to nearest.
struct ChannelTint: BitwiseCopyable {
    /// The weight of the old level, 0 … 2^14.
    let weight: Int
    /// The tint's own part, 0 … 255 · 2^14.
    let part: Int

    fileprivate init(_ level: Double, _ alpha: Double) {
        let one = 16384.0
        weight = Int(exactly: (min(max(1 - alpha, 0), 1) * one).rounded()) ?? 0
        part = Int(exactly: (min(max(level * alpha, 0), 255) * one).rounded()) ?? 0
    }

    func apply(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (value &* weight &+ part &+ 8192) &>> 14)
    }
}
