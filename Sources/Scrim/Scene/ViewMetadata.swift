// SPDX-License-Identifier: MIT

/// The numbers among the metadata of a window or view. Metadata is what records may contain in addition to class and content.
package struct MetadataNumbers: BitwiseCopyable {
    /// How many of `indices` are known: a row, or a section and a row.
    package var indexCount: UInt32 = 0
    package var indices: (UInt32, UInt32) = (0, 0)
    /// The classes of its screen: a chain of the scene's.
    package var screenChain: UInt32 = 0
    /// The lengths of its strings, in their order.
    fileprivate var lengths = InlineArray<4, Int>(repeating: 0)
    fileprivate var properties = 0

    package init() {}

    /// The length of the numbers at the beginning. They end with the lengths of the strings and the number of properties.
    fileprivate static var length: Int { 24 }
    fileprivate static var lengthsStart: Int { 12 }

    fileprivate init(_ bytes: Span<UInt8>) {
        var numbers = InlineArray<11, UInt32>(repeating: 0)
        for index in steps(to: 11) { numbers.put(bytes.pair(index &* 2), at: index) }
        indexCount = numbers.at(0) & 3
        screenChain = numbers.at(1)
        indices = (numbers.at(2) | numbers.at(3) << 16, numbers.at(4) | numbers.at(5) << 16)
        for index in steps(to: 4) { lengths.put(Int(numbers.at(6 &+ index)), at: index) }
        properties = Int(numbers.at(10))
    }

    fileprivate func start(of field: Int) -> Int {
        var start = Self.length
        for index in steps(to: field) { start &+= lengths.at(index) }
        return start
    }
}

/// The strings of the metadata, in their order.
package enum MetadataField: Int, BitwiseCopyable {
    case id
    case screen
    case title
    /// Its value, in place of the content.
    case value
}

extension Span<UInt8> {
    /// The number of two bytes, the lowest first.
    @inline(never)
    func number(_ index: Int) -> UInt32 { pair(index) }

    @inline(__always)
    fileprivate func pair(_ index: Int) -> UInt32 { UInt32(at(index)) | UInt32(at(index &+ 1)) << 8 }
}

/// Metadata as one row of bytes: the numbers, the strings, then the properties. The lengths of the key and the value precede each
/// property.
extension ByteWriter {
    /// - Throws: `invalidArgument` (a name is too long), `invalidUTF8`.
    @inline(never)
    package mutating func putMetadata(
        _ numbers: MetadataNumbers, id: Span<UInt8>, screen: Span<UInt8>, title: Span<UInt8>, value: Span<UInt8>,
        properties: Int
    ) throws(Failure) {
        try Names.check(id)
        try Names.check(screen)
        try Names.check(title)
        put(numbers.indexCount, bytes: 2)
        put(numbers.screenChain, bytes: 2)
        put(numbers.indices.0, bytes: 4)
        put(numbers.indices.1, bytes: 4)
        putLength(id)
        putLength(screen)
        putLength(title)
        putLength(value)
        put(UInt32(truncatingIfNeeded: properties), bytes: 4)
        put(id)
        put(screen)
        put(title)
        put(value)
    }

    /// - Throws: `invalidArgument` (no key, too long), `invalidUTF8`.
    @inline(never)
    package mutating func putMetadata(property key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) {
        guard key.count > 0, value.count <= Scene.maxContent else { throw .invalidArgument }
        try Names.check(key)
        guard UTF8Text.isWellFormed(value) else { throw .invalidUTF8 }
        putLength(key)
        putLength(value)
        put(key)
        put(value)
    }

    /// Sets the classes of the screen in metadata that was written without them: see `putMetadata`.
    @inline(never)
    package mutating func setScreenChain(_ number: UInt32) {
        // Otherwise an allocation has failed, which is reported later.
        guard count >= 4 else { return }
        bytes[2] = UInt8(truncatingIfNeeded: number)
        bytes[3] = UInt8(truncatingIfNeeded: number >> 8)
    }

    private mutating func putLength(_ string: Span<UInt8>) {
        put(UInt32(truncatingIfNeeded: string.count), bytes: 2)
    }
}

extension Scene {
    package static var maxProperties: Int { 16 }

    /// Replaces the metadata of a window or view.
    ///
    /// - Parameter write: Writes the metadata: see `ByteWriter`.
    /// - Throws: `notFound`, `noMemory`, and what `write` throws.
    package func setMetadata(
        _ id: UInt64, _ write: (inout ByteWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let slot = try state.tree.find(id)
        var writer = ByteWriter()
        try write(&writer)
        try writer.check()
        try writer.bytes.withSpan { bytes throws(Failure) in
            try change { state throws(Failure) in
                let new = try state.tree.strings.store(bytes)
                state.tree.strings.release(state.tree.nodes.read(slot) { $0.metadata })
                state.tree.nodes.update(slot) { $0.metadata = new }
                state.generation &+= 1
            }
        }
    }

    /// The numbers of a node's metadata. They are blank if it has none.
    @inline(never)
    func metadata(_ slot: Int) -> MetadataNumbers {
        let number = state.tree.nodes.read(slot) { $0.metadata }
        guard number != 0 else { return MetadataNumbers() }
        return
            (try? state.tree.strings.withString(number) { (bytes: Span<UInt8>) throws(Failure) in MetadataNumbers(bytes)
            })
            ?? MetadataNumbers()
    }

    /// The length of a string of a node's metadata.
    func metadataLength(_ field: MetadataField, _ slot: Int) -> Int {
        Int(metadataNumber(MetadataNumbers.lengthsStart &+ field.rawValue &* 2, slot))
    }

    /// How many indices a slot has.
    func indexCount(_ slot: Int) -> UInt32 { metadataNumber(0, slot) & 3 }

    /// The chain of classes of the screen that begins at a slot.
    func screenChain(_ slot: Int) -> UInt32 { metadataNumber(2, slot) }

    /// One of the numbers at the beginning of a node's metadata, or 0 if it has none.
    @inline(never)
    private func metadataNumber(_ start: Int, _ slot: Int) -> UInt32 {
        let description = state.tree.nodes.read(slot) { $0.metadata }
        guard description != 0 else { return 0 }
        return
            (try? state.tree.strings.withString(description) { (bytes: Span<UInt8>) throws(Failure) in bytes.pair(start)
            })
            ?? 0
    }

    /// Adds a string of a node's metadata to a text. Returns whether there is one.
    @inline(never)
    func put(_ field: MetadataField, of slot: Int, to text: inout ByteWriter) -> Bool {
        let length = metadataLength(field, slot)
        guard length > 0 else { return false }
        let numbers = metadata(slot)
        try? state.tree.strings.withString(state.tree.nodes.read(slot) { $0.metadata }) {
            (bytes: Span<UInt8>) throws(Failure) in
            text.put(bytes.suffix(from: numbers.start(of: field.rawValue)).prefix(length))
        }
        return true
    }

    /// Visits the properties of a node's metadata in their order.
    func forEachProperty(of slot: Int, _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Void) {
        guard metadataNumber(20, slot) > 0 else { return }
        let numbers = metadata(slot)
        try? state.tree.strings.withString(state.tree.nodes.read(slot) { $0.metadata }) {
            (bytes: Span<UInt8>) throws(Failure) in
            var start = numbers.start(of: 4)
            for _ in steps(to: numbers.properties) {
                let (key, value) = (Int(bytes.number(start)), Int(bytes.number(start &+ 2)))
                let strings = bytes.suffix(from: start &+ 4)
                body(strings.prefix(key), strings.suffix(from: key).prefix(value))
                start &+= 4 &+ key &+ value
            }
        }
    }

    /// Lends the screen or title of a node. The one in its metadata takes precedence.
    func withName<Result>(
        _ field: MetadataField, of slot: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let numbers = metadata(slot)
        let length = numbers.lengths.at(field.rawValue)
        let (description, name) = state.tree.nodes.read(slot) {
            ($0.metadata, field == .screen ? $0.screen : $0.title)
        }
        return try state.tree.strings.withString(length > 0 ? description : name) { bytes throws(Failure) in
            try body(length > 0 ? bytes.suffix(from: numbers.start(of: field.rawValue)).prefix(length) : bytes)
        }
    }
}
