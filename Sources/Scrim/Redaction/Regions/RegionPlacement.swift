// SPDX-License-Identifier: MIT

/// How regions are extended, in pixels of the frame.
package struct RegionPadding: BitwiseCopyable {
    package var samplingGap: Int
    package var dilation: Int
    package var sizeMultiple: Int
    package var codecBlock: Int

    package init(samplingGap: Int, dilation: Int, sizeMultiple: Int, codecBlock: Int) {
        self.samplingGap = samplingGap
        self.dilation = dilation
        self.sizeMultiple = sizeMultiple
        self.codecBlock = codecBlock
    }

    package static var none: RegionPadding {
        RegionPadding(samplingGap: 2, dilation: 0, sizeMultiple: 0, codecBlock: 0)
    }

    var isValid: Bool {
        samplingGap >= 0 && samplingGap <= 64 && dilation >= 0 && dilation <= 4096 && sizeMultiple >= 0
            && sizeMultiple <= 4096
            && (codecBlock == 0 || codecBlock == 8 || codecBlock == 16)
    }

    /// How far outside the frame a region can lie and still reach into it, without `sizeMultiple`.
    var reach: Int32 { Int32(truncatingIfNeeded: dilation &+ (codecBlock == 0 ? 0 : 2 &* codecBlock)) }

    /// How far around a region frost and tiles read: four pixels beyond the sampling gap. Colors farther away belong to other
    /// things.
    var sight: Int { samplingGap &+ 4 }

    /// Extends a rectangle of a region.
    func grow(_ rect: PixelRect) -> PixelRect {
        let grown = rect.grown(by: Int32(truncatingIfNeeded: dilation))
        guard codecBlock > 0 else { return grown }
        // Shifts round down, below zero too.
        let bits: Int32 = codecBlock == 8 ? 3 : 4
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
        // A product that underflows to zero keeps its sign.
        let least = Double.leastNonzeroMagnitude
        let (low, high) = (
            low < 0 ? min(low * scale, -least) : low * scale, high > 0 ? max(high * scale, least) : high * scale
        )
        let first = low.rounded(.down)
        // Even the thinnest box touches the pixel that it begins in.
        return (first, max(high.rounded(.up), first + 1))
    }

    /// This box with its size rounded up, so that it is a multiple once `dilation` has been added.
    func snapped(_ padding: RegionPadding) -> PixelBox {
        guard padding.sizeMultiple > 1 else { return self }
        let (step, extra) = (Double(padding.sizeMultiple), 2 * Double(padding.dilation))
        var box = self
        box.right = left + ((right - left + extra) / step).rounded(.up) * step - extra
        box.bottom = top + ((bottom - top + extra) / step).rounded(.up) * step - extra
        return box
    }

    /// Its part inside a rectangle, or nil if there is none.
    func clipped(to area: PixelRect) -> PixelRect? {
        let (left, right) = (max(left, Double(area.left)), min(right, Double(area.right)))
        let (top, bottom) = (max(top, Double(area.top)), min(bottom, Double(area.bottom)))
        guard left < right, top < bottom, let left = Int32(exactly: left), let top = Int32(exactly: top),
            let right = Int32(exactly: right), let bottom = Int32(exactly: bottom)
        else { return nil }
        return PixelRect(left: left, top: top, right: right, bottom: bottom)
    }

    /// This box after dilation, extended to the blocks of a codec.
    func grown(_ padding: RegionPadding) -> PixelBox {
        var box = self
        let extra = Double(padding.dilation)
        (box.left, box.top, box.right, box.bottom) = (left - extra, top - extra, right + extra, bottom + extra)
        guard padding.codecBlock > 0 else { return box }
        let block = Double(padding.codecBlock)
        box.left = (box.left / block).rounded(.down) * block - 1
        box.top = (box.top / block).rounded(.down) * block - 1
        box.right = (box.right / block).rounded(.up) * block + 1
        box.bottom = (box.bottom / block).rounded(.up) * block + 1
        return box
    }

    /// How much of it lies to the left of the frame and above it.
    var cut: (left: Int, top: Int) { (Int(exactly: max(-left, 0)) ?? 0, Int(exactly: max(-top, 0)) ?? 0) }

    /// Its size, including the part that the frame cuts off, at most 2^20. Frost and tiles choose their look by it.
    var size: (width: Int, height: Int) {
        (Int(exactly: min(right - left, 0x1p20)) ?? 1, Int(exactly: min(bottom - top, 0x1p20)) ?? 1)
    }

    /// Whether a part of it lies outside the frame.
    func isClipped(width: Int, height: Int) -> Bool {
        left < 0 || top < 0 || right > Double(width) || bottom > Double(height)
    }
}
