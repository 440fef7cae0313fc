// SPDX-License-Identifier: MIT
import CPlatform

/// Rows of pixels between two rows of numbers in 1/128, interpolated linearly.
@safe
struct RowBlend {
    typealias Numbers = SIMD8<Int16>

    let near: UnsafeMutablePointer<Int16>
    let far: UnsafeMutablePointer<Int16>
    /// Numbers in a row.
    let length: Int
    /// log2 of the number of rows of pixels from one to the other: 0 … 2.
    let step: Int

    init(near: UnsafeMutablePointer<Int16>, far: UnsafeMutablePointer<Int16>, length: Int, step: Int) {
        unsafe self.near = near
        unsafe self.far = far
        self.length = length
        self.step = step
    }

    /// Writes `count` rows, beginning with row `part`, one byte for each number.
    func write(_ part: Int, _ count: Int, to start: UnsafeMutableRawPointer, stride: Int) {
        if step == 2, count == 4 { return unsafe writeFour(start, stride) }
        for index in steps(to: count) {
            let target = unsafe start + index &* stride
            let weight = Int16(truncatingIfNeeded: 2 &* (part &+ index) &+ 1)
            switch step {
            case 0: forEachVector { x in unsafe store(numbers(near, x), target + x) }
            case 1: forEachVector { x in unsafe store(blend(x, bits: 2, weight), target + x) }
            default: forEachVector { x in unsafe store(blend(x, bits: 3, weight), target + x) }
            }
            if length < 8 { unsafe writeShort(target, weight) }
        }
    }

    /// Writes four rows at once, so that their sources are read once.
    private func writeFour(_ first: UnsafeMutableRawPointer, _ stride: Int) {
        let (second, third, fourth) = unsafe (first + stride, first + 2 &* stride, first + 3 &* stride)
        guard length >= 16 else {
            for index in steps(to: 4) {
                unsafe RowBlend(near: near, far: far, length: length, step: step)
                    .write(index, 1, to: first + index &* stride, stride: 0)
            }
            return
        }
        var x = 0
        while true {
            var (a, b) = (line(x), line(x &+ 8))
            unsafe store(a, b, first + x)
            unsafe store(a.next(), b.next(), second + x)
            unsafe store(a.next(), b.next(), third + x)
            unsafe store(a.next(), b.next(), fourth + x)
            if x & 63 == 0 {
                // The rows below are written next.
                unsafe platform_prefetch(fourth + (stride &+ x))
                unsafe platform_prefetch(fourth + (2 &* stride &+ x))
                unsafe platform_prefetch(fourth + (3 &* stride &+ x))
                unsafe platform_prefetch(fourth + (4 &* stride &+ x))
            }
            if x &+ 16 == length { return }
            // The last ones, together with some that are already right.
            x = min(x &+ 16, length &- 16)
        }
    }

    /// Eight numbers between one row and the other, doubled. Their upper bytes are the pixels.
    private struct Line {
        var value: SIMD8<UInt16>
        let step: SIMD8<UInt16>

        @inline(__always)
        mutating func next() -> Line {
            value &+= step
            return self
        }
    }

    @inline(__always)
    private func line(_ x: Int) -> Line {
        let here = unsafe numbers(near, x)
        let part = unsafe (numbers(far, x) &- here) &>> 3
        let (start, step) = (here &+ part, part &<< 2)
        return Line(
            value: SIMD8<UInt16>(truncatingIfNeeded: start &+ start), step: SIMD8<UInt16>(truncatingIfNeeded: step))
    }

    /// Visits eight numbers at a time. The last eight may overlap the previous ones. A row of fewer than eight is not visited.
    @inline(__always)
    func forEachVector(_ body: (Int) -> Void) {
        var x = 0
        while x <= length &- 8 {
            body(x)
            x &+= 8
        }
        if x < length, length >= 8 { body(length &- 8) }
    }

    @inline(__always)
    func numbers(_ row: UnsafeMutablePointer<Int16>, _ x: Int) -> Numbers {
        unsafe UnsafeRawPointer(row + x).loadUnaligned(as: Numbers.self)
    }

    @inline(__always)
    func blend(_ x: Int, bits: Int16, _ weight: Int16) -> Numbers {
        let here = unsafe numbers(near, x)
        return unsafe here &+ ((numbers(far, x) &- here) &>> Numbers(repeating: bits)) &* Numbers(repeating: weight)
    }

    @inline(__always)
    private func store(_ numbers: Numbers, _ target: UnsafeMutableRawPointer) {
        let bytes = SIMD8<UInt8>(truncatingIfNeeded: numbers &>> Numbers(repeating: 7))
        unsafe target.storeBytes(of: bytes, as: SIMD8<UInt8>.self)
    }

    @inline(__always)
    private func store(_ low: Line, _ high: Line, _ target: UnsafeMutableRawPointer) {
        unsafe target.storeBytes(of: highBytes(low.value, high.value), as: SIMD16<UInt8>.self)
    }

    private func writeShort(_ target: UnsafeMutableRawPointer, _ weight: Int16) {
        for x in steps(to: length) {
            let here = unsafe near[x]
            let shift = Int16(truncatingIfNeeded: step &+ 1)
            let value = unsafe step == 0 ? here : here &+ ((far[x] &- here) &>> shift) &* weight
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: value &>> 7), toByteOffset: x, as: UInt8.self)
        }
    }

    /// As above, but one pixel of 16 bits for every four numbers.
    func write565(_ part: Int, _ count: Int, to start: UnsafeMutableRawPointer, stride: Int) {
        for index in steps(to: count) {
            let weight = Int16(truncatingIfNeeded: 2 &* (part &+ index) &+ 1)
            let shift = Lattice.Point(repeating: Int16(truncatingIfNeeded: step &+ 1))
            let target = unsafe start + index &* stride
            for x in steps(to: length, by: 4) {
                let here = unsafe UnsafeRawPointer(near + x).loadUnaligned(as: Lattice.Point.self)
                let there = unsafe UnsafeRawPointer(far + x).loadUnaligned(as: Lattice.Point.self)
                let value = step == 0 ? here : here &+ ((there &- here) &>> shift) &* Lattice.Point(repeating: weight)
                let levels = SIMD4<UInt8>(truncatingIfNeeded: value &>> Lattice.Point(repeating: 7))
                let pixel = RGB565.pixel(levels).littleEndian
                unsafe target.storeBytes(of: pixel, toByteOffset: x &>> 1, as: UInt16.self)
            }
        }
    }
}
