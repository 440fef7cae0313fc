// SPDX-License-Identifier: MIT

// Short strings of ASCII: words, decimal numbers, and base 64 without padding. Words are literals of scalars, which are
// static and need none of the tables of String.

/// Writes into a buffer, and keeps counting after the buffer is full.
struct ASCIIWriter {
    private(set) var count = 0

    mutating func put(_ byte: UInt8, _ buffer: inout MutableSpan<UInt8>) {
        buffer.put(byte, at: count)
        count &+= 1
    }

    mutating func put<let length: Int>(_ word: InlineArray<length, Unicode.Scalar>, _ buffer: inout MutableSpan<UInt8>)
    {
        for index in steps(to: length) {
            put(UInt8(truncatingIfNeeded: word[index].value), &buffer)
        }
    }

    mutating func put(decimal number: UInt32, _ buffer: inout MutableSpan<UInt8>) {
        // Begin with the last digit. There are at most ten.
        var digits = InlineArray<10, UInt8>(repeating: 0)
        var (rest, first) = (number, 10)
        repeat {
            first &-= 1
            digits.put(0x30 | UInt8(truncatingIfNeeded: rest % 10), at: first)
            rest /= 10
        } while rest > 0
        while first < 10 {
            put(digits.at(first), &buffer)
            first &+= 1
        }
    }

    mutating func put(base64 bytes: Span<UInt8>, _ buffer: inout MutableSpan<UInt8>) {
        var (bits, count, index): (UInt32, UInt32, Int) = (0, 0, 0)
        while index < bytes.count {
            bits = bits << 8 | UInt32(bytes.at(index))
            count &+= 8
            while count >= 6 {
                count &-= 6
                put(digit(bits >> count & 63), &buffer)
            }
            index &+= 1
        }
        if count > 0 { put(digit(bits << (6 &- count) & 63), &buffer) }
    }

    private func digit(_ value: UInt32) -> UInt8 {
        let byte = UInt8(truncatingIfNeeded: value)
        return switch value {
        case 0..<26: byte &+ 0x41
        case 26..<52: byte &+ 0x47
        case 52..<62: byte &- 4
        case 62: 0x2B
        default: 0x2F
        }
    }
}

/// Reads a string from its start.
struct ASCIIReader {
    private(set) var position = 0

    /// Returns whether the string continues with a word, and skips it then.
    @inline(never)
    mutating func skip<let length: Int>(_ word: InlineArray<length, Unicode.Scalar>, _ string: Span<UInt8>) -> Bool {
        for index in steps(to: length) {
            guard position &+ index < string.count, UInt32(string.at(position &+ index)) == word[index].value
            else { return false }
        }
        position &+= length
        return true
    }

    /// - Throws: `invalidArgument` if the string continues with another word.
    mutating func expect<let length: Int>(
        _ word: InlineArray<length, Unicode.Scalar>, _ string: Span<UInt8>
    ) throws(Failure) {
        guard skip(word, string) else { throw .invalidArgument }
    }

    /// Reads a number below 2^32 without leading zeroes.
    ///
    /// - Throws: `invalidArgument` if the string does not continue with one.
    @inline(never)
    mutating func decimal(_ string: Span<UInt8>) throws(Failure) -> Int {
        let start = position
        var number = 0
        while position < string.count, string.at(position) >= 0x30, string.at(position) <= 0x39 {
            number = number &* 10 &+ Int(string.at(position) & 15)
            position &+= 1
            guard position &- start <= 10 else { throw .invalidArgument }
        }
        let isPadded = position &- start > 1 && string.at(start) == 0x30
        guard position > start, !isPadded, number <= 0xFFFF_FFFF else { throw .invalidArgument }
        return number
    }

    /// Reads bytes in base 64 up to the next `$` or the end. Bytes without room are counted and dropped.
    ///
    /// - Returns: The number of bytes.
    /// - Throws: `invalidArgument` for other characters, and for bits at the end that belong to no byte.
    @inline(never)
    mutating func base64(_ string: Span<UInt8>, _ bytes: inout MutableSpan<UInt8>) throws(Failure) -> Int {
        var (bits, count, length): (UInt32, UInt32, Int) = (0, 0, 0)
        while position < string.count, string.at(position) != 0x24 {
            guard let value = value(string.at(position)) else { throw .invalidArgument }
            bits = bits << 6 | value
            count &+= 6
            if count >= 8 {
                count &-= 8
                bytes.put(UInt8(truncatingIfNeeded: bits >> count), at: length)
                length &+= 1
            }
            position &+= 1
        }
        guard count < 6, bits & (1 << count &- 1) == 0 else { throw .invalidArgument }
        return length
    }

    private func value(_ byte: UInt8) -> UInt32? {
        let value = UInt32(byte)
        return switch byte {
        case 0x41...0x5A: value &- 0x41
        case 0x61...0x7A: value &- 0x47
        case 0x30...0x39: value &+ 4
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
