// SPDX-License-Identifier: MIT

/// The cost of an Argon2id hash with one lane.
package struct HashCost: Equatable {
    package let kib: Int
    package let passes: Int

    package static let maxKiB = 262_144
    package static let maxPasses = 6

    /// - Throws: `invalidArgument` for an unknown preset.
    package init(preset: UInt32) throws(Failure) {
        switch preset {
        case 1: (kib, passes) = (19_456, 2)
        case 2: (kib, passes) = (65_536, 2)
        case 3: (kib, passes) = (262_144, 3)
        default: throw .invalidArgument
        }
    }

    /// - Throws: `invalidArgument` if Argon2 does not allow this cost, `limit` if it is more than Scrim pays.
    init(kib: Int, passes: Int, lanes: Int) throws(Failure) {
        // The parser returns numbers below 2^32, so the product cannot overflow.
        guard lanes >= 1, passes >= 1, kib >= lanes &* 8 else { throw .invalidArgument }
        guard lanes == 1, passes <= Self.maxPasses, kib <= Self.maxKiB else { throw .limit }
        (self.kib, self.passes) = (kib, passes)
    }
}

/// A salted hash of a secret, and its string form: $argon2id$v=19$m=KiB,t=passes,p=1$salt$tag, the last two in base 64 without padding.
package struct PasswordHash {
    package static let pepperSize = 32
    static let saltSize = 16
    static let tagSize = 32
    /// Every real hash is shorter. A longer string is not read.
    private static let maxLength = 1024

    package let cost: HashCost
    var salt = InlineArray<16, UInt8>(repeating: 0)
    var tag = InlineArray<32, UInt8>(repeating: 0)

    init(cost: HashCost) { self.cost = cost }

    // MARK: - Writing

    /// The length of the string form in bytes. It depends only on the cost.
    package static func length(of cost: HashCost) -> Int {
        var writer = ASCIIWriter()
        var nowhere = InlineArray<1, UInt8>(repeating: 0)
        var span = nowhere.mutableSpan
        PasswordHash(cost: cost).write(&writer, &span)
        return writer.count
    }

    /// Writes the string form.
    package func encode(into buffer: inout MutableSpan<UInt8>) {
        var writer = ASCIIWriter()
        write(&writer, &buffer)
    }

    private func write(_ writer: inout ASCIIWriter, _ buffer: inout MutableSpan<UInt8>) {
        writer.put(["$", "a", "r", "g", "o", "n", "2", "i", "d", "$", "v", "=", "1", "9", "$", "m", "="], &buffer)
        writer.put(decimal: UInt32(truncatingIfNeeded: cost.kib), &buffer)
        writer.put([",", "t", "="], &buffer)
        writer.put(decimal: UInt32(truncatingIfNeeded: cost.passes), &buffer)
        writer.put([",", "p", "=", "1", "$"], &buffer)
        writer.put(base64: salt.span, &buffer)
        writer.put(["$"], &buffer)
        writer.put(base64: tag.span, &buffer)
    }

    // MARK: - Reading

    /// Returns whether a hash differs in anything but salt and tag from one that would be made at `cost` now.
    ///
    /// - Throws: `invalidArgument` if the string is not a hash of Argon2.
    package static func isOutdated(_ string: Span<UInt8>, cost: HashCost) throws(Failure) -> Bool {
        do throws(Failure) { return try PasswordHash(parsing: string).cost != cost } catch {
            guard error == .unsupported || error == .limit else { throw error }
            return true
        }
    }

    /// - Throws: `invalidArgument` if the string does not have that form, `unsupported` for another algorithm, version
    ///   or length, `limit` if it costs too much.
    package init(parsing string: Span<UInt8>) throws(Failure) {
        guard string.count <= Self.maxLength else { throw .invalidArgument }
        var reader = ASCIIReader()
        guard reader.skip(["$", "a", "r", "g", "o", "n", "2"], string) else { throw .invalidArgument }
        let isOurs = reader.skip(["i", "d", "$"], string)
        guard isOurs || reader.skip(["i", "$"], string) || reader.skip(["d", "$"], string) else {
            throw .invalidArgument
        }
        // Strings of the first version do not contain a version.
        var version = 16
        if reader.skip(["v", "="], string) {
            version = try reader.decimal(string)
            try reader.expect(["$"], string)
        }
        try reader.expect(["m", "="], string)
        let kib = try reader.decimal(string)
        try reader.expect([",", "t", "="], string)
        let passes = try reader.decimal(string)
        try reader.expect([",", "p", "="], string)
        let lanes = try reader.decimal(string)
        try reader.expect(["$"], string)
        var salt = InlineArray<16, UInt8>(repeating: 0)
        var tag = InlineArray<32, UInt8>(repeating: 0)
        var saltSpan = salt.mutableSpan
        let saltLength = try reader.base64(string, &saltSpan)
        try reader.expect(["$"], string)
        var tagSpan = tag.mutableSpan
        let tagLength = try reader.base64(string, &tagSpan)
        guard reader.position == string.count else { throw .invalidArgument }
        cost = try HashCost(kib: kib, passes: passes, lanes: lanes)
        guard isOurs, version == 19, saltLength == Self.saltSize, tagLength == Self.tagSize else { throw .unsupported }
        (self.salt, self.tag) = (salt, tag)
    }
}
