// SPDX-License-Identifier: MIT

// Rows of pixels whose numbers have more than 8 bits.
extension RowBlend {
    /// Writes `count` rows, beginning with row `part`, one number of 16 bits for each number.
    func writeNumbers(
        _ part: Int, _ count: Int, to start: UnsafeMutableRawPointer, stride: Int, _ depth: SampleDepth,
        _ scale: SampleScale
    ) {
        let shift = SIMD8(repeating: UInt16(truncatingIfNeeded: depth.shift))
        for index in steps(to: count) {
            let target = unsafe start + index &* stride
            let row = part &+ index
            forEachVector { x in
                let numbers = scale.numbers(levels(x, row)) &<< shift
                unsafe target.storeBytes(of: numbers, toByteOffset: x &* 2, as: SIMD8<UInt16>.self)
            }
            if length < 8 {
                for x in steps(to: length) {
                    let numbers = scale.numbers(Numbers(repeating: level(x, row))) &<< shift
                    unsafe target.storeBytes(of: numbers[0], toByteOffset: x &* 2, as: UInt16.self)
                }
            }
        }
    }

    /// As above, but one pixel of 32 bits for every four numbers.
    func writeColor10(
        _ part: Int, _ count: Int, to start: UnsafeMutableRawPointer, stride: Int, _ layout: PixelLayout,
        _ scale: SampleScale
    ) {
        func pack(_ numbers: SIMD4<UInt16>) -> UInt32 {
            let pixel = layout.pixel(UInt64(numbers.x), UInt64(numbers.y), UInt64(numbers.z), 0)
            return UInt32(truncatingIfNeeded: pixel).littleEndian
        }
        for index in steps(to: count) {
            let target = unsafe start + index &* stride
            // The row of numbers has room for one pixel more.
            for x in steps(to: length, by: 8) {
                let numbers = scale.numbers(levels(x, part &+ index))
                unsafe target.storeBytes(of: pack(numbers.lowHalf), toByteOffset: x, as: UInt32.self)
                if x &+ 4 < length {
                    unsafe target.storeBytes(of: pack(numbers.highHalf), toByteOffset: x &+ 4, as: UInt32.self)
                }
            }
        }
    }

    /// Eight levels of a row in 1/128 plus 64.
    @inline(__always)
    private func levels(_ x: Int, _ row: Int) -> Numbers {
        let weight = Int16(truncatingIfNeeded: 2 &* row &+ 1)
        return step == 0
            ? unsafe numbers(near, x) : blend(x, bits: Int16(truncatingIfNeeded: step &+ 1), weight)
    }

    private func level(_ x: Int, _ row: Int) -> Int16 {
        let here = unsafe near[x]
        guard step > 0 else { return here }
        let part = unsafe (far[x] &- here) &>> Int16(truncatingIfNeeded: step &+ 1)
        return here &+ part &* Int16(truncatingIfNeeded: 2 &* row &+ 1)
    }
}
