// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Rules of scrim/collector.h.

@_cdecl("scrim_collector_set_rules") @implementation
public func scrim_collector_set_rules(
    _ collector: OpaquePointer!, _ rules: UnsafePointer<scrim_rules>!
) -> scrim_status {
    unsafe mutate(collector) { (collector: Resolved<Collector>) throws(Failure) in
        let given = unsafe try copyIn(rules, zeroed: scrim_rules())
        let scene = try collector.object.openScene()
        try Reserve.claim()
        defer { Reserve.release() }
        try collector.object.setRules(unsafe try Rules.make(given, scene))
    }
}

@_cdecl("scrim_collector_load_rules") @implementation
public func scrim_collector_load_rules(
    _ collector: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ length: Int,
    _ report: UnsafeMutablePointer<scrim_rules_load_report>!
) -> scrim_status {
    var found = RulesReport()
    let status = unsafe mutate(collector) { (collector: Resolved<Collector>) throws(Failure) in
        if let report = unsafe report { _ = unsafe try copyIn(report, zeroed: scrim_rules_load_report()) }
        let json = unsafe try inputBytes(json, length)
        let scene = try collector.object.openScene()
        try Reserve.claim()
        defer { Reserve.release() }
        try collector.object.setRules(unsafe try Rules.read(json.span, in: scene, &found))
    }
    // The report is written after every error, except if its own size is wrong.
    if let report = unsafe report, var written = unsafe try? copyIn(report, zeroed: scrim_rules_load_report()) {
        (written.mistake, written.offset) = (found.mistake.rawValue, found.offset)
        unsafe copyOut(written, to: report)
    }
    return status
}

@_cdecl("scrim_rules_mistake_message") @implementation
public func scrim_rules_mistake_message(_ mistake: UInt32) -> UnsafePointer<CChar>! {
    unsafe cString(words(RulesMistake(rawValue: mistake)))
}

private func words(_ mistake: RulesMistake?) -> StaticString {
    switch mistake {
    case nil: "unknown mistake"
    case .some(.none): "no mistake"
    case .syntax: "not JSON"
    case .encoding: "not well-formed UTF-8, or an escape is half of a surrogate pair"
    case .unknownMember: "unknown member name"
    case .duplicateMember: "the object has this member twice"
    case .missingMember: "the object lacks a required member"
    case .type: "the value has the wrong type"
    case .value:
        "the value is not allowed: a number that is not whole or out of range, an unknown word, or an empty name"
    case .tooMany: "the list has too many entries"
    case .tooLong: "a name of more than 256 bytes, or a document of more than 32 MiB"
    case .version: "unsupported version of the format"
    }
}

extension RuleSettings {
    /// - Throws: `invalidArgument`.
    fileprivate init(_ given: scrim_rules) throws(Failure) {
        guard unsafe given.reserved == 0, unsafe given.flags <= 31, unsafe given.event_types <= 15,
            unsafe given.max_content <= UInt32(SCRIM_MAX_CONTENT)
        else { throw .invalidArgument }
        self.init()
        isOff = unsafe given.flags & UInt32(SCRIM_RULES_OFF) != 0
        deduplicates = unsafe given.flags & UInt32(SCRIM_RULES_DEDUPLICATE) != 0
        tellsCoarse = unsafe given.flags & UInt32(SCRIM_RULES_REPORT_COARSE) != 0
        tellsSilent = unsafe given.flags & UInt32(SCRIM_RULES_REPORT_SILENT) != 0
        eventTypes = unsafe given.event_types
        let hasServer = unsafe given.flags & UInt32(SCRIM_RULES_SERVER_EVENT_TYPES) != 0
        guard unsafe given.server_event_types <= (hasServer ? 15 : 0) else { throw .invalidArgument }
        serverEventTypes = unsafe hasServer ? given.server_event_types : nil
        controlInterval = unsafe given.control_interval_ns
        maxContent = unsafe given.max_content == 0 ? Int(SCRIM_MAX_CONTENT) : Int(given.max_content)
    }
}

extension Rules {
    /// - Throws: `invalidArgument`, `invalidUTF8`, `limit`, `noMemory`.
    fileprivate static func make(_ given: scrim_rules, _ scene: Scene) throws(Failure) -> Rules {
        let rules = Rules(unsafe try RuleSettings(given))
        if unsafe given.recognizer_count == 0 { try rules.markUsualRecognizers(in: scene) }
        unsafe try rules.add(.recognizers, given.recognizers, given.recognizer_count, 1, scene)
        unsafe try rules.add(.gestureViews, given.gesture_views, given.gesture_view_count, 1, scene)
        unsafe try rules.add(.ignoredTypes, given.ignored_types, given.ignored_type_count, 1, scene)
        unsafe try rules.add(.ignoredScreens, given.ignored_screens, given.ignored_screen_count, 1, scene)
        unsafe try rules.add(.retargets, given.retargets, given.retarget_count, 3, scene)
        unsafe try rules.add(.builtinActions, given.builtin_actions, given.builtin_action_count, 2, scene)
        return rules
    }

    /// Reads the rows of a list. Each row begins with `strings` strings. If it has more bytes, they are a kind, 1 or 2, and a
    /// reserved number.
    @inline(never)
    private func add(
        _ list: List, _ start: UnsafeRawPointer?, _ count: Int, _ strings: Int, _ scene: Scene
    ) throws(Failure) {
        guard count >= 0, unsafe start != nil || count == 0 else { throw .invalidArgument }
        guard count <= Self.maxCount else { throw .limit }
        guard let start = unsafe start else { return }
        var row = unsafe start
        let hasKind = list != .recognizers && list != .retargets
        for _ in steps(to: count) {
            var names: (UInt32, UInt32, UInt32) = (0, 0, 0)
            names.0 = unsafe try name(row, 0, scene)
            if strings > 1 { names.1 = unsafe try name(row, 1, scene) }
            if strings > 2 { names.2 = unsafe try name(row, 2, scene) }
            unsafe row += strings &* MemoryLayout<scrim_string>.stride
            var kind: UInt32 = 1
            if hasKind {
                kind = unsafe row.load(as: UInt32.self)
                guard kind == 1 || kind == 2, unsafe row.load(fromByteOffset: 4, as: UInt32.self) == 0
                else { throw .invalidArgument }
                unsafe row += 8
            }
            try add(to: list, names, kind: kind)
        }
    }

    /// The number of one of a row's names. Only the third may be empty.
    @inline(never)
    private func name(_ row: UnsafeRawPointer, _ index: Int, _ scene: Scene) throws(Failure) -> UInt32 {
        let offset = unsafe index &* MemoryLayout<scrim_string>.stride
        let string = unsafe row.load(fromByteOffset: offset, as: scrim_string.self)
        let bytes = unsafe try inputBytes(string)
        guard index == 2 || bytes.count > 0 else { throw .invalidArgument }
        return try scene.names.intern(unsafe bytes.span)
    }
}
