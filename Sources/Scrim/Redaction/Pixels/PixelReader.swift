// SPDX-License-Identifier: MIT

/// Reads the pixels of a frame as colors of 16 bits. A sample of chroma belongs to each pixel that shares it.
struct PixelReader {
    private let frame: Frame
    private let first: Plane
    private let second: Plane
    private let third: Plane

    init(_ frame: Frame) {
        self.frame = frame
        (first, second, third) = (frame.plane(0), frame.plane(1), frame.plane(2))
    }

    /// The color of a pixel, which must lie inside.
    func callAsFunction(_ x: Int, _ y: Int) -> WideColor {
        let pixel = first.number(x, y)
        guard case .luma(let depth) = first.layout else { return first.layout.color(of: pixel) }
        func sample(_ number: UInt64) -> UInt32 {
            UInt32(truncatingIfNeeded: number &>> UInt64(truncatingIfNeeded: depth.shift) & UInt64(depth.mask))
        }
        let (left, top) = (x &>> second.shift.x, y &>> second.shift.y)
        let blue = second.number(left, top)
        let isPair = frame.planeCount == 2
        let red = isPair ? blue &>> UInt64(truncatingIfNeeded: 8 &* depth.bytes) : third.number(left, top)
        return frame.space.color(luma: sample(pixel), blue: sample(blue), red: sample(red), bits: depth.bits)
    }
}

extension SampleDepth {
    fileprivate var mask: UInt32 { UInt32(truncatingIfNeeded: top) }
}

extension Plane {
    /// The bytes of a pixel, which must lie inside. The first one is the lowest.
    fileprivate func number(_ x: Int, _ y: Int) -> UInt64 {
        let pixel = unsafe UnsafeRawPointer(self.pixel(x, y))
        switch layout.bytesPerPixel {
        case 1: return unsafe UInt64(pixel.load(as: UInt8.self))
        case 2: return unsafe UInt64(UInt16(littleEndian: pixel.loadUnaligned(as: UInt16.self)))
        case 3:
            let low = unsafe UInt64(UInt16(littleEndian: pixel.loadUnaligned(as: UInt16.self)))
            return unsafe low | UInt64(pixel.load(fromByteOffset: 2, as: UInt8.self)) &<< 16
        case 4: return unsafe UInt64(UInt32(littleEndian: pixel.loadUnaligned(as: UInt32.self)))
        default: return unsafe UInt64(littleEndian: pixel.loadUnaligned(as: UInt64.self))
        }
    }
}
