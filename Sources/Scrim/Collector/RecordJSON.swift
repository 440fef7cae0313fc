// SPDX-License-Identifier: MIT

/// Records as JSON (RFC 8259), byte by byte.
enum JSON {
    /// Writes one object without a line break.
    ///
    /// - Parameter strings: The collector's bytes.
    @inline(never)
    static func write(_ record: Record, number: UInt64, strings: Span<UInt8>, _ put: (UInt8) -> Void) {
        literal("{\"v\":1,\"seq\":", put)
        integer(number, put)
        literal(",\"t\":", put)
        integer(record.time, put)
        literal(",\"kind\":\"", put)
        kind(record.kind, put)
        literal(record.state == .ended ? "\",\"state\":\"ended\"" : "\",\"state\":\"cancelled\"", put)
        field(.screen, ",\"screen\":")
        field(.title, ",\"title\":")
        field(.id, ",\"view\":{\"id\":")
        field(.type, ",\"type\":")
        field(.content, ",\"content\":")
        field(.position, ",\"position\":")
        field(.path, ",\"path\":")
        literal("},\"props\":", put)
        let properties = record.place(.properties)
        bytes(strings.suffix(from: properties.start).prefix(properties.length), put)
        put(0x7D)

        func field(_ field: Record.Field, _ name: StaticString) {
            literal(name, put)
            let place = record.place(field)
            guard place.isKnown else { return literal("null", put) }
            string(strings.suffix(from: place.start).prefix(place.length), put)
        }
    }

    private static func kind(_ kind: GestureKind, _ put: (UInt8) -> Void) {
        switch kind {
        case .tap: literal("tap", put)
        case .longPress: literal("long_press", put)
        case .pan: literal("pan", put)
        case .pinch: literal("pinch", put)
        case .rotation: literal("rotation", put)
        case .swipe: literal("swipe", put)
        case .edgePan: literal("edge_pan", put)
        case .host: literal("host", put)
        }
    }

    private static func bytes(_ bytes: Span<UInt8>, _ put: (UInt8) -> Void) {
        var index = 0
        while index < bytes.count {
            put(bytes.at(index))
            index &+= 1
        }
    }

    /// A string of well-formed UTF-8.
    @inline(never)
    static func string(_ bytes: Span<UInt8>, _ put: (UInt8) -> Void) {
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

    @inline(never)
    static func integer(_ value: UInt64, _ put: (UInt8) -> Void) {
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
