// SPDX-License-Identifier: MIT

/// Reads rules from a JSON document. bindings/python/scrim/rules.schema.json describes the format.
///
/// The names are copied, and the scene stores them only after the whole document was found to be right. Otherwise wrong
/// documents would fill its table of names, which never becomes smaller.
struct RulesReader: ~Copyable, ~Escapable {
    static let maxLength = 32 << 20

    /// A string in `text`.
    private struct Extent: BitwiseCopyable {
        var start = 0
        var length = 0
    }

    /// An entry of a list. The names are in the order of `Rules.add`.
    private struct Row: BitwiseCopyable {
        var list = Rules.List.recognizers
        var kind: UInt32 = 1
        var names = (Extent(), Extent(), Extent())
    }

    private var json: JSONReader
    private var settings = RuleSettings()
    private var rows = Buffer<Row>(blank: Row())
    private var text = Buffer<UInt8>(blank: 0)
    private var namesRecognizers = false
    private(set) var report = RulesReport()

    @_lifetime(copy json)
    init(_ json: Span<UInt8>) { self.json = JSONReader(json) }

    /// Makes the rules, after `read` has succeeded.
    ///
    /// - Throws: `limit` (too many names in the scene), `noMemory`.
    @inline(never)
    func makeRules(in scene: Scene) throws(Failure) -> Rules {
        let rules = Rules(settings)
        if !namesRecognizers { try rules.markUsualRecognizers(in: scene) }
        for index in steps(to: rows.count) {
            let row = rows[index]
            let names = (
                try intern(row.names.0, scene), try intern(row.names.1, scene), try intern(row.names.2, scene)
            )
            try rules.add(to: row.list, names, kind: row.kind)
        }
        return rules
    }

    private func intern(_ name: Extent, _ scene: Scene) throws(Failure) -> UInt32 {
        try text.withSpan { (all: Span<UInt8>) throws(Failure) in
            try scene.names.intern(all.suffix(from: name.start).prefix(name.length))
        }
    }

    // MARK: - Reading

    /// Reads the document, which has `length` bytes.
    ///
    /// - Throws: `invalidArgument`, `invalidUTF8` and `limit` with a mistake in `report`, and `noMemory` without one.
    @inline(never)
    mutating func read(length: Int) throws(Failure) {
        do throws(Failure) {
            guard length <= Self.maxLength else { throw mistake(.tooLong, at: Self.maxLength, .limit) }
            var members = RulesMembers()
            while let member = try nextMember(&members) { try readMember(member) }
            try json.expectEnd()
        } catch {
            if report.mistake == .none, error != .noMemory {
                // Thrown by the reader of JSON.
                report.mistake = error == .invalidUTF8 ? .encoding : .syntax
                report.offset = json.position
            }
            throw error
        }
    }

    private mutating func mistake(
        _ mistake: RulesMistake, at offset: Int, _ failure: Failure = .invalidArgument
    ) -> Failure {
        (report.mistake, report.offset) = (mistake, offset)
        return failure
    }

    /// Skips whitespace up to a value.
    ///
    /// - Returns: The offset of the value.
    @inline(never)
    private mutating func find(_ kind: JSONReader.Kind) throws(Failure) -> Int {
        guard try json.kind() == kind else { throw mistake(.type, at: json.position) }
        return json.position
    }

    /// Reads up to the value of an object's next member. Returns nil at the end of the object.
    @inline(never)
    private mutating func nextMember(_ members: inout RulesMembers) throws(Failure) -> RulesMember? {
        let isFirst = members.seen == 0
        if isFirst {
            members.start = try find(.object)
            try json.expect(0x7B)
        }
        if json.skip(0x7D) {
            guard members.isComplete else { throw mistake(.missingMember, at: members.start) }
            return nil
        }
        if !isFirst { try json.expect(0x2C) }
        if json.next() != 0x22 { try json.expect(0x22) }
        let offset = json.position
        try json.readString()
        guard json.length <= 256, let member = RulesMember.find(json.string), members.knows(member)
        else { throw mistake(.unknownMember, at: offset) }
        guard members.insert(member) else { throw mistake(.duplicateMember, at: offset) }
        try json.expect(0x3A)
        return member
    }

    private mutating func readMember(_ member: RulesMember) throws(Failure) {
        switch member {
        case .version:
            let offset = try find(.number)
            guard json.readNumber() == 1 else { throw mistake(.version, at: offset) }
        case .off: settings.isOff = try readBoolean()
        case .deduplicate: settings.deduplicates = try readBoolean()
        case .reportCoarse: settings.tellsCoarse = try readBoolean()
        case .reportSilent: settings.tellsSilent = try readBoolean()
        case .eventTypes: settings.eventTypes = try readEventTypes()
        case .serverEventTypes: settings.serverEventTypes = try readEventTypes()
        case .controlInterval: settings.controlInterval = try readNumber(upTo: .max)
        case .maxContent:
            let most = try readNumber(upTo: UInt64(Scene.maxContent))
            settings.maxContent = most == 0 ? Scene.maxContent : Int(truncatingIfNeeded: most)
        case .recognizers: try readList(.recognizers)
        case .gestureViews: try readList(.gestureViews)
        case .ignoredTypes: try readList(.ignoredTypes)
        case .ignoredScreens: try readList(.ignoredScreens)
        case .retargets: try readList(.retargets)
        case .builtinActions: try readList(.builtinActions)
        default:  // comments for people
            _ = try find(.string)
            try json.readString()
        }
    }

    private mutating func readBoolean() throws(Failure) -> Bool {
        _ = try find(.boolean)
        return json.readBoolean()
    }

    private mutating func readNumber(upTo most: UInt64) throws(Failure) -> UInt64 {
        let offset = try find(.number)
        guard let number = json.readNumber(), number <= most else { throw mistake(.value, at: offset) }
        return number
    }

    // MARK: - Lists

    /// Reads up to an array's next entry, of which it has had `count`. Returns false at the end of the array.
    @inline(never)
    private mutating func nextEntry(_ count: Int, upTo most: Int) throws(Failure) -> Bool {
        if count == 0 {
            _ = try find(.array)
            try json.expect(0x5B)
        }
        if json.skip(0x5D) { return false }
        if count > 0 { try json.expect(0x2C) }
        _ = try json.kind()
        guard count < most else { throw mistake(.tooMany, at: json.position, .limit) }
        return true
    }

    @inline(never)
    private mutating func readEventTypes() throws(Failure) -> UInt32 {
        var (types, count): (UInt32, Int) = (0, 0)
        while try nextEntry(count, upTo: 4) {
            let offset = try find(.string)
            try json.readString()
            if json.string.equals("start") {
                types |= 1
            } else if json.string.equals("end") {
                types |= 2
            } else if json.string.equals("click") {
                types |= RuleSettings.click
            } else if json.string.equals("screen") {
                types |= 8
            } else {
                throw mistake(.value, at: offset)
            }
            count &+= 1
        }
        return types
    }

    @inline(never)
    private mutating func readList(_ list: Rules.List) throws(Failure) {
        var count = 0
        while try nextEntry(count, upTo: Rules.maxCount) {
            var row = Row()
            row.list = list
            if list == .recognizers {
                row.names.0 = try readName()
                namesRecognizers = true
            } else {
                var members = RulesMembers(of: list)
                while let member = try nextMember(&members) { try readMember(member, of: &row) }
            }
            try rows.append(row)
            count &+= 1
        }
    }

    private mutating func readMember(_ member: RulesMember, of row: inout Row) throws(Failure) {
        switch member {
        case .inner, .action: row.names.1 = try readName()
        case .type: row.names.2 = try readName(mayBeEmpty: true)
        case .match, .scope:
            let offset = try find(.string)
            try json.readString()
            let isMatch = member == .match
            if isMatch ? json.string.equals("inherits") : json.string.equals("parent") {
                row.kind = 2
            } else if isMatch ? !json.string.equals("exact") : !json.string.equals("view") {
                throw mistake(.value, at: offset)
            }
        default: row.names.0 = try readName()
        }
    }

    /// Reads a name and copies it into `text`.
    @inline(never)
    private mutating func readName(mayBeEmpty: Bool = false) throws(Failure) -> Extent {
        let offset = try find(.string)
        try json.readString()
        guard json.length > 0 || mayBeEmpty else { throw mistake(.value, at: offset) }
        guard json.length <= Names.maxLength else { throw mistake(.tooLong, at: offset) }
        let name = Extent(start: text.count, length: json.length)
        try text.append(json.string)
        return name
    }
}

extension Rules {
    /// Reads rules from a JSON document.
    ///
    /// - Parameter report: Receives the first mistake, if there is one.
    /// - Throws: `invalidArgument`, `invalidUTF8`, `limit`, `noMemory`.
    package static func read(
        _ json: Span<UInt8>, in scene: Scene, _ report: inout RulesReport
    ) throws(Failure) -> Rules {
        var reader = RulesReader(json)
        defer { report = reader.report }
        try reader.read(length: json.count)
        return try reader.makeRules(in: scene)
    }
}
