// SPDX-License-Identifier: MIT

/// Records as JSON (RFC 8259), byte by byte.
enum JSON {
    /// Writes one object without a line break.
    ///
    /// - Parameter strings: What begins with the record's.
    static func write(
        _ record: Record, number: UInt64, strings: Span<UInt8>, names: Names, _ put: (UInt8) -> Void
    ) throws(Failure) {
        let titleStart = record.contentLength &+ record.screenLength
        literal("{\"v\":1,\"seq\":", put)
        integer(number, put)
        literal(",\"t\":", put)
        integer(record.event.time, put)
        switch record.event.kind {
        case .tap: literal(",\"kind\":\"tap\"", put)
        case .longPress: literal(",\"kind\":\"long_press\"", put)
        case .pan: literal(",\"kind\":\"pan\"", put)
        case .pinch: literal(",\"kind\":\"pinch\"", put)
        case .rotation: literal(",\"kind\":\"rotation\"", put)
        case .swipe: literal(",\"kind\":\"swipe\"", put)
        case .edgePan: literal(",\"kind\":\"edge_pan\"", put)
        }
        if record.event.state == .ended {
            literal(",\"state\":\"ended\"", put)
        } else {
            literal(",\"state\":\"cancelled\"", put)
        }
        literal(",\"screen\":", put)
        string(strings.suffix(from: record.contentLength).prefix(record.screenLength), put)
        literal(",\"title\":", put)
        string(strings.suffix(from: titleStart).prefix(record.titleLength), put)
        literal(",\"view\":{\"id\":", put)
        integer(record.view, put)
        literal(",\"type\":", put)
        try names.withName(record.type) { name throws(Failure) in string(name, put) }
        literal(",\"content\":", put)
        string(strings.prefix(record.contentLength), put)
        literal(",\"position\":null,\"path\":null},\"props\":{}}", put)
    }

    /// A string of well-formed UTF-8; what is empty is not known: null.
    private static func string(_ bytes: Span<UInt8>, _ put: (UInt8) -> Void) {
        if bytes.isEmpty { return literal("null", put) }
        put(0x22)
        var index = 0
        while index < bytes.count {
            let byte = bytes.at(index)
            switch byte {
            case 0x22, 0x5C:
                put(0x5C)
                put(byte)
            case 0..<0x20:
                literal("\\u00", put)
                put(digit(byte &>> 4))
                put(digit(byte & 15))
            default: put(byte)
            }
            index &+= 1
        }
        put(0x22)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x57 &+ value }

    private static func integer(_ value: UInt64, _ put: (UInt8) -> Void) {
        // 10^19 is the largest power of ten that 64 bits hold.
        var unit: UInt64 = 10_000_000_000_000_000_000
        while unit > 1, unit > value { unit /= 10 }
        while unit > 0 {
            put(0x30 &+ UInt8(truncatingIfNeeded: value / unit % 10))
            unit /= 10
        }
    }

    @inline(__always)
    private static func literal(_ text: StaticString, _ put: (UInt8) -> Void) {
        text.forEachByte(put)
    }
}
