// SPDX-License-Identifier: MIT
import CPlatform

extension Buffer {
    /// Sorts the elements `start` …< `end` by a number. Elements with the same number keep their order. Time:
    /// O(elements).
    ///
    /// - Parameters:
    ///   - scratch: A buffer whose contents are not needed.
    ///   - number: 0 …< 2^22.
    /// - Throws: `noMemory`. The order is then unchanged.
    package mutating func sort(
        from start: Int, to end: Int, scratch: inout Buffer, by number: (Element) -> Int32
    ) throws(Failure) {
        let length = end &- start
        guard start >= 0, length > 1, end <= count else { return }
        var (largest, previous, isSorted) = (Int32(0), Int32.min, true)
        forEach(from: start, to: end) {
            let number = number($0)
            if number < previous { isSorted = false }
            previous = number
            largest = max(largest, number)
        }
        if isSorted { return }
        if length <= 24 { return insertionSort(from: start, to: end, by: number) }
        try scratch.resize(length)
        distribute(from: start, length, by: { number($0) & 2047 }, through: &scratch)
        if largest > 2047 { distribute(from: start, length, by: { number($0) >> 11 & 2047 }, through: &scratch) }
    }

    private mutating func insertionSort(from start: Int, to end: Int, by number: (Element) -> Int32) {
        guard let base = unsafe base else { return }
        for index in steps(from: start &+ 1, to: end) {
            let element = unsafe base[index]
            var position = index
            while position > start, unsafe number(base[position &- 1]) > number(element) {
                unsafe base[position] = base[position &- 1]
                position &-= 1
            }
            unsafe base[position] = element
        }
    }

    /// Makes one pass of a radix sort.
    ///
    /// - Parameters:
    ///   - digit: 0 …< 2,048. One pass suffices for most frames, and the counters fit the fastest cache.
    ///   - scratch: As long as the sorted part.
    private mutating func distribute(
        from start: Int, _ length: Int, by digit: (Element) -> Int32, through scratch: inout Buffer
    ) {
        guard let source = unsafe base, let target = unsafe scratch.base else { return }
        var positions = InlineArray<2048, Int32>(repeating: 0)
        for index in steps(from: start, to: start &+ length) {
            let digit = unsafe Int(digit(source[index])) & 2047
            positions[digit] &+= 1
        }
        var position = Int32(0)
        for value in steps(to: 2048) {
            let count = positions[value]
            positions[value] = position
            position &+= count
        }
        for index in steps(from: start, to: start &+ length) {
            let element = unsafe source[index]
            let digit = Int(digit(element)) & 2047
            let position = positions[digit]
            unsafe target[Int(position)] = element
            positions[digit] = position &+ 1
        }
        unsafe memcpy(source + start, target, length &* MemoryLayout<Element>.stride)
    }
}
