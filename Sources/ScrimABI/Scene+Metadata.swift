// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Reads the metadata and the class chains of scrim/scene.h.

extension Scene {
    /// Names stay in the scene, so call this when everything else has been checked.
    ///
    /// - Throws: `invalidArgument`, `invalidUTF8`, `limit`, `noMemory`.
    func chain(_ classes: UnsafePointer<scrim_string>?, _ count: Int) throws(Failure) -> ClassChain {
        guard count <= ClassNames.maxCount else { throw .invalidArgument }
        let classes = unsafe try input(classes, count)
        for index in steps(to: count) { try Names.check(unsafe try inputBytes(classes[index]).span) }
        var all = ClassNames()
        for index in steps(to: count) {
            all.add(try names.intern(unsafe try inputBytes(classes[index]).span))
        }
        return try chain(all)
    }
}

extension Scene {
    /// - Throws: `invalidArgument`, `notFound`, `invalidUTF8`, `limit`, `noMemory`.
    func setMetadata(_ id: UInt64, _ given: scrim_view_metadata) throws(Failure) {
        guard unsafe given.reserved == 0, unsafe given.index_count <= 2, unsafe given.value.isFinite
        else { throw .invalidArgument }
        switch unsafe Int(given.value_kind) {
        case SCRIM_VALUE_NONE: unsafe try setMetadata(id, given, value: Span())
        case SCRIM_VALUE_SWITCH:
            let (on, off): (StaticString, StaticString) = ("checked", "unchecked")
            let text = unsafe given.value != 0 ? on : off
            let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            unsafe try setMetadata(id, given, value: bytes.span)
        case SCRIM_VALUE_NUMBER, SCRIM_VALUE_FRACTION:
            let isFraction = unsafe Int(given.value_kind) == SCRIM_VALUE_FRACTION
            let text = try Decimal.write(unsafe given.value, asFraction: isFraction)
            unsafe try setMetadata(id, given, value: text.bytes.span.prefix(text.length))
        default: throw .invalidArgument
        }
    }

    private func setMetadata(_ id: UInt64, _ given: scrim_view_metadata, value: Span<UInt8>) throws(Failure) {
        let properties = unsafe try input(given.properties, given.property_count)
        guard properties.count <= Self.maxProperties else { throw .limit }
        var numbers = MetadataNumbers()
        numbers.indexCount = unsafe given.index_count
        numbers.indices = unsafe given.indices
        let (name, title) = unsafe (try inputBytes(given.id), try inputBytes(given.title))
        var screen = unsafe try inputBytes(given.screen)
        // A screen without a name is named after its first class.
        if screen.isEmpty, unsafe given.screen_class_count > 0, let first = unsafe given.screen_classes {
            unsafe screen = try inputBytes(first.pointee)
        }
        try setMetadata(id) { writer throws(Failure) in
            try writer.putMetadata(
                numbers, id: unsafe name.span, screen: unsafe screen.span, title: unsafe title.span, value: value,
                properties: properties.count)
            for index in steps(to: properties.count) {
                let (key, value) = unsafe (properties[index].key, properties[index].value)
                try writer.putMetadata(
                    property: unsafe try inputBytes(key).span, unsafe try inputBytes(value).span)
            }
            // Last, because everything else has been checked now.
            writer.setScreenChain(unsafe try chain(given.screen_classes, given.screen_class_count).number)
        }
    }
}
