// SPDX-License-Identifier: MIT

/// What a record may say of a window or view beside its class and content, apart from its strings.
package struct DescriptionNumbers: BitwiseCopyable {
    /// How many of `indices` are known: a row, or a section and a row.
    package var indexCount: UInt32 = 0
    package var indices: (UInt32, UInt32) = (0, 0)
    /// The classes of its screen: a chain of the scene's.
    package var screenChain: UInt32 = 0
    /// The lengths of its strings, in their order.
    fileprivate var lengths = InlineArray<4, Int>(repeating: 0)
    fileprivate var properties = 0

    package init() {}

    /// How a description begins; `fields` are the lengths of the strings, then the number of properties.
    fileprivate static var length: Int { 24 }
    fileprivate static var lengthsStart: Int { 12 }

    fileprivate init(_ bytes: Span<UInt8>) {
        var numbers = InlineArray<11, UInt32>(repeating: 0)
        var index = 0
        while index < 11 {
            numbers.put(bytes.pair(index &* 2), at: index)
            index &+= 1
        }
        indexCount = numbers.at(0) & 3
        screenChain = numbers.at(1)
        indices = (numbers.at(2) | numbers.at(3) << 16, numbers.at(4) | numbers.at(5) << 16)
        index = 0
        while index < 4 {
            lengths.put(Int(numbers.at(6 &+ index)), at: index)
            index &+= 1
        }
        properties = Int(numbers.at(10))
    }

    fileprivate func start(of field: Int) -> Int {
        var (start, index) = (Self.length, 0)
        while index < field {
            start &+= lengths.at(index)
            index &+= 1
        }
        return start
    }
}

/// The strings of a description, in their order.
package enum DescriptionField: Int, BitwiseCopyable {
    case id
    case screen
    case title
    /// Its value, in place of the content.
    case value
}

extension Span<UInt8> {
    /// The number of two bytes, the lowest first.
    @inline(never)
    func number(_ place: Int) -> UInt32 { pair(place) }

    @inline(__always)
    fileprivate func pair(_ place: Int) -> UInt32 { UInt32(at(place)) | UInt32(at(place &+ 1)) << 8 }
}

/// A description as one row of bytes: its numbers, its strings, then its properties, each with the lengths of its key
/// and value before it.
extension ByteWriter {
    /// - Throws: `invalidArgument` (a name is too long), `invalidUTF8`.
    @inline(never)
    package mutating func describe(
        _ numbers: DescriptionNumbers, id: Span<UInt8>, screen: Span<UInt8>, title: Span<UInt8>, value: Span<UInt8>,
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
    package mutating func describe(property key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) {
        guard key.count > 0, value.count <= Scene.maxContent else { throw .invalidArgument }
        try Names.check(key)
        guard UTF8Text.isWellFormed(value) else { throw .invalidUTF8 }
        putLength(key)
        putLength(value)
        put(key)
        put(value)
    }

    private mutating func putLength(_ string: Span<UInt8>) {
        put(UInt32(truncatingIfNeeded: string.count), bytes: 2)
    }
}

extension Scene {
    package static var maxProperties: Int { 16 }

    /// Describes a window or view, in place of what was said before.
    ///
    /// - Parameter write: Writes the description: see `ByteWriter`.
    /// - Throws: `notFound`, `noMemory`; what `write` does.
    package func describe(
        _ id: UInt64, _ write: (inout ByteWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let place = try find(id)
        var writer = ByteWriter()
        try write(&writer)
        try writer.check()
        let new = try writer.bytes.withSpan { bytes throws(Failure) in try contents.store(bytes) }
        contents.release(nodes[place].description)
        nodes.update(place) { $0.description = new }
        generation &+= 1
    }

    /// The numbers of a description; of none, nothing is known.
    @inline(never)
    func described(_ place: Int) -> DescriptionNumbers {
        let number = nodes[place].description
        guard number != 0 else { return DescriptionNumbers() }
        return (try? contents.withString(number) { (bytes: Span<UInt8>) throws(Failure) in DescriptionNumbers(bytes) })
            ?? DescriptionNumbers()
    }

    /// How long a string of a description is.
    func describedLength(_ field: DescriptionField, _ place: Int) -> Int {
        Int(describedNumber(DescriptionNumbers.lengthsStart &+ field.rawValue &* 2, place))
    }

    /// How many indices a place has.
    func indexCount(_ place: Int) -> UInt32 { describedNumber(0, place) & 3 }

    /// The chain of classes of the screen that begins at a place.
    func screenChain(_ place: Int) -> UInt32 { describedNumber(2, place) }

    /// One of the numbers that a description begins with, 0 where there is none.
    @inline(never)
    private func describedNumber(_ start: Int, _ place: Int) -> UInt32 {
        let description = nodes.read(place) { $0.description }
        guard description != 0 else { return 0 }
        return (try? contents.withString(description) { (bytes: Span<UInt8>) throws(Failure) in bytes.pair(start) })
            ?? 0
    }

    /// Adds a string of a description to a text. Answers whether there is one.
    @inline(never)
    func put(_ field: DescriptionField, of place: Int, to text: inout ByteWriter) -> Bool {
        let length = describedLength(field, place)
        guard length > 0 else { return false }
        let numbers = described(place)
        try? contents.withString(nodes[place].description) { (bytes: Span<UInt8>) throws(Failure) in
            text.put(bytes.suffix(from: numbers.start(of: field.rawValue)).prefix(length))
        }
        return true
    }

    /// Visits the properties of a description in their order.
    func forEachProperty(of place: Int, _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Void) {
        guard describedNumber(20, place) > 0 else { return }
        let numbers = described(place)
        try? contents.withString(nodes[place].description) { (bytes: Span<UInt8>) throws(Failure) in
            var (start, index) = (numbers.start(of: 4), 0)
            while index < numbers.properties {
                let (key, value) = (Int(bytes.number(start)), Int(bytes.number(start &+ 2)))
                let strings = bytes.suffix(from: start &+ 4)
                body(strings.prefix(key), strings.suffix(from: key).prefix(value))
                start &+= 4 &+ key &+ value
                index &+= 1
            }
        }
    }

    /// Lends the screen or title that a place names; the description's goes first.
    func withName<Result>(
        _ field: DescriptionField, of place: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let numbers = described(place)
        let length = numbers.lengths.at(field.rawValue)
        let (description, name) = nodes.read(place) {
            ($0.description, field == .screen ? $0.screen : $0.title)
        }
        return try contents.withString(length > 0 ? description : name) { bytes throws(Failure) in
            try body(length > 0 ? bytes.suffix(from: numbers.start(of: field.rawValue)).prefix(length) : bytes)
        }
    }
}
