// SPDX-License-Identifier: MIT

/// What a record may say of a window or view beside its class and content, apart from its strings.
package struct DescriptionNumbers: BitwiseCopyable {
    /// How many of `indices` are known: a row, or a section and a row.
    package var indexCount = 0
    package var indices: (UInt32, UInt32) = (0, 0)
    /// The classes of its screen: a chain of the scene's.
    package var screenClasses = ClassChain()

    package init() {}
}

/// The strings of a description, in their order.
package enum DescriptionField: Int, BitwiseCopyable {
    case id
    case screen
    case title
    /// Its value, in place of the content.
    case value
}

/// A description as one row of bytes: numbers, the lengths of the strings, the strings, then the properties, each with
/// the lengths of its key and value before it. All numbers have the lowest byte first.
private struct DescriptionWriter: ~Copyable {
    private(set) var bytes = Buffer<UInt8>(blank: 0)

    /// - Throws: `invalidArgument` (a name is too long), `invalidUTF8`, `noMemory`.
    init(
        _ numbers: DescriptionNumbers, id: Span<UInt8>, screen: Span<UInt8>, title: Span<UInt8>, value: Span<UInt8>
    ) throws(Failure) {
        try Names.check(id)
        try Names.check(screen)
        try Names.check(title)
        try put(UInt32(truncatingIfNeeded: numbers.indexCount), 1)
        try put(0, 1)
        try put(numbers.screenClasses.number, 2)
        try put(numbers.indices.0, 4)
        try put(numbers.indices.1, 4)
        try putLength(id)
        try putLength(screen)
        try putLength(title)
        try putLength(value)
        try bytes.append(id)
        try bytes.append(screen)
        try bytes.append(title)
        try bytes.append(value)
    }

    /// - Throws: `invalidArgument` (no key, too long), `invalidUTF8`, `noMemory`.
    mutating func add(property key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) {
        guard key.count > 0, value.count <= Scene.maxContent else { throw .invalidArgument }
        try Names.check(key)
        guard UTF8Text.isWellFormed(value) else { throw .invalidUTF8 }
        try putLength(key)
        try putLength(value)
        try bytes.append(key)
        try bytes.append(value)
        bytes[1] &+= 1
    }

    private mutating func putLength(_ string: Span<UInt8>) throws(Failure) {
        try put(UInt32(truncatingIfNeeded: string.count), 2)
    }

    private mutating func put(_ number: UInt32, _ count: Int) throws(Failure) {
        var rest = number
        for _ in 0..<count {
            try bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}

/// Where what stands in the bytes of a description; of none, nothing does.
struct DescriptionReader: BitwiseCopyable {
    private static var headLength: Int { 20 }

    var indexCount = 0
    var indices: (UInt32, UInt32) = (0, 0)
    var screenChain: UInt32 = 0
    /// Where each field begins, and where the properties do.
    private var starts = InlineArray<5, Int>(repeating: 0)
    var propertyCount = 0

    init(_ bytes: Span<UInt8>) {
        guard bytes.count >= Self.headLength else { return }
        indexCount = Int(bytes.at(0))
        propertyCount = Int(bytes.at(1))
        screenChain = Self.number(bytes, 2)
        indices = (
            Self.number(bytes, 4) | Self.number(bytes, 6) << 16, Self.number(bytes, 8) | Self.number(bytes, 10) << 16
        )
        var (start, field) = (Self.headLength, 0)
        while field < 4 {
            starts.put(start, at: field)
            start &+= Int(Self.number(bytes, 12 &+ field &* 2))
            field &+= 1
        }
        starts.put(start, at: field)
    }

    func length(_ field: DescriptionField) -> Int {
        starts.at(field.rawValue &+ 1) &- starts.at(field.rawValue)
    }

    @_lifetime(copy bytes)
    func string(_ field: DescriptionField, _ bytes: Span<UInt8>) -> Span<UInt8> {
        bytes.suffix(from: starts.at(field.rawValue)).prefix(length(field))
    }

    /// Visits the properties in their order.
    func forEachProperty(
        _ bytes: Span<UInt8>, _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var (start, index) = (starts.at(4), 0)
        while index < propertyCount {
            let (key, value) = (Int(Self.number(bytes, start)), Int(Self.number(bytes, start &+ 2)))
            let strings = bytes.suffix(from: start &+ 4)
            try body(strings.prefix(key), strings.suffix(from: key).prefix(value))
            start &+= 4 &+ key &+ value
            index &+= 1
        }
    }

    private static func number(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
        UInt32(bytes.at(place)) | UInt32(bytes.at(place &+ 1)) << 8
    }
}

extension Scene {
    package static var maxProperties: Int { 16 }

    /// Describes a window or view, in place of what was said before.
    ///
    /// - Parameter properties: Hands each property to its parameter.
    /// - Throws: `notFound`, `invalidArgument` (too long), `invalidUTF8`, `noMemory`; what `properties` does.
    package func describe(
        _ described: UInt64, _ numbers: DescriptionNumbers, id: Span<UInt8>, screen: Span<UInt8>, title: Span<UInt8>,
        value: Span<UInt8>,
        properties: (_ add: (Span<UInt8>, Span<UInt8>) throws(Failure) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        let place = try find(described)
        var writer = try DescriptionWriter(numbers, id: id, screen: screen, title: title, value: value)
        try properties { key, value throws(Failure) in try writer.add(property: key, value) }
        let new = try writer.bytes.withSpan { bytes throws(Failure) in try contents.store(bytes) }
        contents.release(nodes[place].description)
        nodes.update(place) { $0.description = new }
        generation &+= 1
    }

    /// Lends the description of a place, and where what stands in it.
    func withDescription<Result>(
        _ place: Int, _ body: (DescriptionReader, Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try contents.withString(nodes[place].description) { bytes throws(Failure) in
            try body(DescriptionReader(bytes), bytes)
        }
    }
}
