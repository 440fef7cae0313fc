// SPDX-License-Identifier: MIT

/// Reads a JSON document (RFC 8259) once, from its start. Its user knows which value comes next, so it never recurses.
///
/// If a call throws `invalidArgument`, the document is not JSON. If it throws `invalidUTF8`, bytes are not well formed,
/// or an escape is half of a surrogate pair. `position` is then the offset of the mistake.
struct JSONReader: ~Escapable {
    enum Kind { case object, array, string, number, boolean, null }

    private let json: Span<UInt8>
    private(set) var position = 0
    /// The beginning of the last string. `length` is the number of all its bytes.
    private var stored = InlineArray<256, UInt8>(repeating: 0)
    private(set) var length = 0

    @_lifetime(copy json)
    init(_ json: Span<UInt8>) { self.json = json }

    // MARK: - Structure

    /// Skips whitespace, and returns the next byte. At the end of the document, returns 0.
    @inline(never)
    mutating func next() -> UInt8 {
        while true {
            let byte = json.at(position)
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position &+= 1
        }
    }

    /// Skips whitespace, and then a byte if it is the next one.
    @inline(never)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position &+= 1
        return true
    }

    @inline(never)
    mutating func expect(_ byte: UInt8) throws(Failure) {
        guard skip(byte) else { throw unexpected() }
    }

    mutating func expectEnd() throws(Failure) {
        _ = next()
        guard position == json.count else { throw unexpected() }
    }

    /// Skips whitespace, and returns which kind of value begins there. Of a literal, all bytes are checked.
    @inline(never)
    mutating func kind() throws(Failure) -> Kind {
        switch next() {
        case 0x7B: return .object
        case 0x5B: return .array
        case 0x22: return .string
        case 0x30...0x39: return .number
        case 0x2D where isDigit(position &+ 1): return .number
        case 0x74 where rest.prefix(4).equals("true"): return .boolean
        case 0x66 where rest.prefix(5).equals("false"): return .boolean
        case 0x6E where rest.prefix(4).equals("null"): return .null
        default: throw unexpected()
        }
    }

    private var rest: Span<UInt8> {
        @_lifetime(copy self)
        get { json.suffix(from: position) }
    }

    private func unexpected() -> Failure {
        let isEncoding = json.at(position) >= 0x80 && UTF8Text.scalar(in: json, at: position) == nil
        return isEncoding ? .invalidUTF8 : .invalidArgument
    }

    // MARK: - Values. `kind()` has found their beginning.

    mutating func readBoolean() -> Bool {
        let isTrue = json.at(position) == 0x74
        position &+= isTrue ? 4 : 5
        return isTrue
    }

    /// The last string, of which at most 256 bytes are stored.
    var string: Span<UInt8> {
        @_lifetime(borrow self)
        get { stored.span.prefix(length) }
    }

    /// Reads a string. If it does not end, `position` stays at its beginning.
    @inline(never)
    mutating func readString() throws(Failure) {
        let start = position
        position &+= 1
        length = 0
        while position < json.count {
            let byte = json.at(position)
            if byte == 0x22 {
                position &+= 1
                return
            }
            if byte == 0x5C {
                if position &+ 1 == json.count { break }
                try readEscape()
            } else if byte < 0x20 {
                throw .invalidArgument
            } else {
                guard let scalar = UTF8Text.scalar(in: json, at: position) else { throw .invalidUTF8 }
                for _ in steps(to: scalar.length) {
                    put(json.at(position))
                    position &+= 1
                }
            }
        }
        position = start
        throw .invalidArgument
    }

    private mutating func put(_ byte: UInt8) {
        stored.put(byte, at: length)
        length &+= 1
    }

    /// Reads an escape that begins with the backslash at `position`.
    private mutating func readEscape() throws(Failure) {
        let letter = json.at(position &+ 1)
        switch letter {
        case 0x22, 0x2F, 0x5C: put(letter)
        case 0x62: put(0x08)
        case 0x66: put(0x0C)
        case 0x6E: put(0x0A)
        case 0x72: put(0x0D)
        case 0x74: put(0x09)
        case 0x75: return try readCodePoint()
        default: throw .invalidArgument
        }
        position &+= 2
    }

    private mutating func readCodePoint() throws(Failure) {
        guard var value = codeUnit(at: position) else { throw .invalidArgument }
        var used = 6
        if value & 0xFC00 == 0xD800, let low = codeUnit(at: position &+ 6), low & 0xFC00 == 0xDC00 {
            value = 0x10000 &+ ((value & 0x3FF) << 10 | low & 0x3FF)
            used = 12
        }
        guard UTF8Text.isScalar(value) else { throw .invalidUTF8 }
        let (bytes, count) = UTF8Text.encode(value)
        for index in steps(to: count) {
            put(bytes.at(index))
        }
        position &+= used
    }

    /// The value of `\uXXXX`. nil if something else is there.
    private func codeUnit(at index: Int) -> UInt32? {
        guard json.at(index) == 0x5C, json.at(index &+ 1) == 0x75 else { return nil }
        var value: UInt32 = 0
        for digit in steps(from: index &+ 2, to: index &+ 6) {
            let byte = json.at(digit)
            let letter = byte | 0x20
            if byte >= 0x30, byte <= 0x39 {
                value = value << 4 | UInt32(byte & 15)
            } else if letter >= 0x61, letter <= 0x66 {
                value = value << 4 | UInt32(letter &- 0x57)
            } else {
                return nil
            }
        }
        return value
    }

    // MARK: - Numbers

    private func isDigit(_ index: Int) -> Bool { json.at(index) >= 0x30 && json.at(index) <= 0x39 }

    /// Reads a number. Returns its exact value if that is whole and below 2^64, however it is written: 1e3 is 1000, and
    /// 0.99999999999999999999 is not 1.
    @inline(never)
    mutating func readNumber() -> UInt64? {
        let isNegative = json.at(position) == 0x2D
        if isNegative { position &+= 1 }
        var number = WholeNumber()
        // After a leading zero, another digit does not belong to the number.
        if json.at(position) == 0x30 { position &+= 1 } else { readDigits(&number) }
        if json.at(position) == 0x2E, isDigit(position &+ 1) {
            position &+= 1
            let start = position
            readDigits(&number)
            number.exponent &-= position &- start
        }
        if json.at(position) | 0x20 == 0x65 {
            let sign = json.at(position &+ 1)
            let first = position &+ (sign == 0x2B || sign == 0x2D ? 2 : 1)
            if isDigit(first) {
                position = first
                let power = readPower()
                number.exponent &+= sign == 0x2D ? 0 &- power : power
            }
        }
        guard let value = number.value, !isNegative || value == 0 else { return nil }
        return value
    }

    private mutating func readDigits(_ number: inout WholeNumber) {
        while isDigit(position) {
            number.append(json.at(position) & 15)
            position &+= 1
        }
    }

    /// Reads the digits of an exponent. A large result is cut, but is more than any document has digits.
    private mutating func readPower() -> Int {
        var power = 0
        while isDigit(position) {
            power = min(power &* 10 &+ Int(json.at(position) & 15), 1 << 50)
            position &+= 1
        }
        return power
    }
}

/// Digits and a power of ten, without rounding.
private struct WholeNumber {
    /// The digits up to the last one that is not 0.
    private var digits: UInt64 = 0
    /// The number of zeros after them.
    private var zeros = 0
    private var isTooLarge = false
    var exponent = 0

    mutating func append(_ digit: UInt8) {
        guard digit != 0 else {
            zeros &+= digits == 0 ? 0 : 1
            return
        }
        multiply(zeros &+ 1)
        let (sum, overflow) = digits.addingReportingOverflow(UInt64(digit))
        (digits, zeros) = (sum, 0)
        isTooLarge = isTooLarge || overflow
    }

    /// Multiplies by a power of ten.
    private mutating func multiply(_ power: Int) {
        if power > 19, digits != 0 { isTooLarge = true }
        for _ in steps(to: min(power, 20)) {
            let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
            isTooLarge = isTooLarge || overflow
            digits = product
        }
    }

    /// nil if the number is not whole, or is 2^64 or more.
    var value: UInt64? {
        var number = self
        if digits == 0, !isTooLarge { return 0 }
        let power = exponent &+ zeros
        number.multiply(power)
        return power < 0 || number.isTooLarge ? nil : number.digits
    }
}
