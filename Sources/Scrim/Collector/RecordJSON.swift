// SPDX-License-Identifier: MIT

extension ByteWriter {
    /// Writes a record as one object of JSON (RFC 8259) without a line break.
    ///
    /// - Parameter strings: What its strings are part of.
    @inline(never)
    mutating func put(_ record: Record, number: UInt64, strings: Span<UInt8>) {
        put("{\"v\":1,\"seq\":")
        put(decimal: number)
        put(",\"t\":")
        put(decimal: record.time)
        put(",\"kind\":\"")
        put(record.kind)
        put("\",\"state\":\"")
        if record.state == .ended { put("ended\"") } else { put("cancelled\"") }
        for field in steps(to: Record.fields) {
            putName(of: field)
            let extent = record.extent(field)
            let string = strings.suffix(from: extent.start).prefix(extent.length)
            if !extent.isKnown {
                put("null")
            } else if field == Record.Field.properties.rawValue {
                put(string)
            } else {
                put(json: string)
            }
        }
        put(0x7D)
    }

    private mutating func put(_ kind: GestureKind) {
        switch kind {
        case .tap: put("tap")
        case .longPress: put("long_press")
        case .pan: put("pan")
        case .pinch: put("pinch")
        case .rotation: put("rotation")
        case .swipe: put("swipe")
        case .edgePan: put("edge_pan")
        case .host: put("host")
        }
    }

    private mutating func putName(of field: Int) {
        switch Record.Field(rawValue: field) {
        case .screen: put(",\"screen\":")
        case .title: put(",\"title\":")
        case .id: put(",\"view\":{\"id\":")
        case .type: put(",\"type\":")
        case .content: put(",\"content\":")
        case .position: put(",\"position\":")
        case .path: put(",\"path\":")
        case .properties: put("},\"props\":")
        case nil: break
        }
    }
}
