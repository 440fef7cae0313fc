// SPDX-License-Identifier: MIT

/// How regions grow, in pixels of the frame.
package struct RegionGrowth: BitwiseCopyable {
    package var guardWidth: Int
    package var dilation: Int
    package var snap: Int
    package var sourceBlock: Int

    package init(guardWidth: Int, dilation: Int, snap: Int, sourceBlock: Int) {
        self.guardWidth = guardWidth
        self.dilation = dilation
        self.snap = snap
        self.sourceBlock = sourceBlock
    }

    package static var none: RegionGrowth { RegionGrowth(guardWidth: 2, dilation: 0, snap: 0, sourceBlock: 0) }

    var isValid: Bool {
        guardWidth >= 0 && guardWidth <= 64 && dilation >= 0 && dilation <= 4096 && snap >= 0 && snap <= 4096
            && (sourceBlock == 0 || sourceBlock == 8 || sourceBlock == 16)
    }

    /// How far outside of the frame a region can lie and still reach into it, but for `snap`.
    var reach: Int32 { Int32(truncatingIfNeeded: dilation &+ (sourceBlock == 0 ? 0 : 2 &* sourceBlock)) }

    /// How far around a region frost and mosaic look: beyond the guard, as far as colours still belong to what they cover.
    var sight: Int { guardWidth &+ 4 }

    /// What a rectangle of a region becomes.
    func grow(_ rect: PixelRect) -> PixelRect {
        let grown = rect.grown(by: Int32(truncatingIfNeeded: dilation))
        guard sourceBlock > 0 else { return grown }
        // Shifts round down below zero too.
        let bits: Int32 = sourceBlock == 8 ? 3 : 4
        return PixelRect(
            left: (grown.left &>> bits) &<< bits, top: (grown.top &>> bits) &<< bits,
            right: ((grown.right &- 1) &>> bits &+ 1) &<< bits, bottom: ((grown.bottom &- 1) &>> bits &+ 1) &<< bits
        ).grown(by: 1)
    }
}

/// A region's bounding box in pixels of the frame, rounded outward, and not clipped: whole numbers up to 2^37, exact in a
/// Double.
struct PixelBox: BitwiseCopyable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(_ box: Box, scale: Double) {
        (left, right) = Self.outward(box.left, box.right, scale)
        (top, bottom) = Self.outward(box.top, box.bottom, scale)
    }

    private static func outward(_ low: Double, _ high: Double, _ scale: Double) -> (Double, Double) {
        // What a scale makes zero still has its sign.
        let least = Double.leastNonzeroMagnitude
        let (low, high) = (
            low < 0 ? min(low * scale, -least) : low * scale, high > 0 ? max(high * scale, least) : high * scale
        )
        let first = low.rounded(.down)
        // However thin it is, it touches the pixel that it begins in.
        return (first, max(high.rounded(.up), first + 1))
    }

    /// With the sides rounded up to multiples, once `dilation` has been added.
    func snapped(_ growth: RegionGrowth) -> PixelBox {
        guard growth.snap > 1 else { return self }
        let (step, extra) = (Double(growth.snap), 2 * Double(growth.dilation))
        var box = self
        box.right = left + ((right - left + extra) / step).rounded(.up) * step - extra
        box.bottom = top + ((bottom - top + extra) / step).rounded(.up) * step - extra
        return box
    }

    /// What of it lies within a rectangle; nil where that is nothing.
    func clipped(to area: PixelRect) -> PixelRect? {
        let (left, right) = (max(left, Double(area.left)), min(right, Double(area.right)))
        let (top, bottom) = (max(top, Double(area.top)), min(bottom, Double(area.bottom)))
        guard left < right, top < bottom, let left = Int32(exactly: left), let top = Int32(exactly: top),
            let right = Int32(exactly: right), let bottom = Int32(exactly: bottom)
        else { return nil }
        return PixelRect(left: left, top: top, right: right, bottom: bottom)
    }

    /// What it becomes by dilation and by the blocks of a codec.
    func grown(_ growth: RegionGrowth) -> PixelBox {
        var box = self
        let extra = Double(growth.dilation)
        (box.left, box.top, box.right, box.bottom) = (left - extra, top - extra, right + extra, bottom + extra)
        guard growth.sourceBlock > 0 else { return box }
        let block = Double(growth.sourceBlock)
        box.left = (box.left / block).rounded(.down) * block - 1
        box.top = (box.top / block).rounded(.down) * block - 1
        box.right = (box.right / block).rounded(.up) * block + 1
        box.bottom = (box.bottom / block).rounded(.up) * block + 1
        return box
    }

    /// How much of it lies left of the frame and above.
    var cut: (left: Int, top: Int) { (Int(exactly: max(-left, 0)) ?? 0, Int(exactly: max(-top, 0)) ?? 0) }

    /// Its size with what the frame cuts off, at most 2^20: what looks are chosen by.
    var size: (width: Int, height: Int) {
        (Int(exactly: min(right - left, 0x1p20)) ?? 1, Int(exactly: min(bottom - top, 0x1p20)) ?? 1)
    }

    /// Whether a part of it lies outside of the frame.
    func isClipped(width: Int, height: Int) -> Bool {
        left < 0 || top < 0 || right > Double(width) || bottom > Double(height)
    }
}
