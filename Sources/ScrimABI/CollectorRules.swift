// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Rules of scrim/collector.h.

@_cdecl("scrim_collector_set_rules") @implementation
public func scrim_collector_set_rules(
    _ collector: OpaquePointer!, _ rules: UnsafePointer<scrim_rules>!
) -> scrim_status {
    unsafe mutate(collector) { (collector: Referent<Collector>) throws(Failure) in
        let given = unsafe try copyIn(rules, zeroed: scrim_rules())
        let scene = try collector.object.openScene()
        try Reserve.claim()
        defer { Reserve.release() }
        try collector.object.setRules(unsafe try Rules.make(given, scene))
    }
}

extension RuleSettings {
    /// - Throws: `invalidArgument`.
    fileprivate init(_ given: scrim_rules) throws(Failure) {
        guard unsafe given.reserved == 0, unsafe given.flags <= 15, unsafe given.event_types <= 15,
            unsafe given.max_content <= UInt32(SCRIM_MAX_CONTENT)
        else { throw .invalidArgument }
        self.init()
        isOff = unsafe given.flags & UInt32(SCRIM_RULES_OFF) != 0
        deduplicates = unsafe given.flags & UInt32(SCRIM_RULES_DEDUPLICATE) != 0
        (eventTypes, remoteMode) = unsafe (given.event_types, given.remote_mode)
        controlInterval = unsafe given.control_interval_ns
        maxContent = unsafe given.max_content == 0 ? Int(SCRIM_MAX_CONTENT) : Int(given.max_content)
    }
}

extension Rules {
    /// - Throws: `invalidArgument`, `invalidUTF8`, `limit`, `noMemory`.
    fileprivate static func make(_ given: scrim_rules, _ scene: Scene) throws(Failure) -> Rules {
        let rules = Rules(unsafe try RuleSettings(given))
        unsafe try rules.addRecognizers(given, scene)
        unsafe try rules.add(given.gesture_views, given.gesture_view_count, scene, .gestureView, .gestureViewKind)
        unsafe try rules.add(given.ignored_types, given.ignored_type_count, scene, .ignoredType, .ignoredTypeKind)
        unsafe try rules.add(
            given.ignored_screens, given.ignored_screen_count, scene, .ignoredScreen, .ignoredScreenKind)
        unsafe try rules.addRetargets(given, scene)
        unsafe try rules.addCells(given, scene)
        return rules
    }

    private func addRecognizers(_ given: scrim_rules, _ scene: Scene) throws(Failure) {
        let names = unsafe try rows(given.recognizers, given.recognizer_count)
        if names.isEmpty { try markUsualRecognizers(in: scene) }
        var index = 0
        while index < names.count {
            try mark(unsafe try name(names[index], scene), .recognizer)
            index &+= 1
        }
    }

    private func add(
        _ given: UnsafePointer<scrim_class_rule>?, _ count: Int, _ scene: Scene, _ exact: ClassMarks, _ kind: ClassMarks
    ) throws(Failure) {
        let classes = unsafe try rows(given, count)
        var index = 0
        while index < classes.count {
            let rule = unsafe classes[index]
            let match = unsafe Int(rule.match)
            guard match == SCRIM_MATCH_EXACT || match == SCRIM_MATCH_KIND, unsafe rule.reserved == 0
            else { throw .invalidArgument }
            try mark(unsafe try name(rule.name, scene), match == SCRIM_MATCH_EXACT ? exact : kind)
            index &+= 1
        }
    }

    private func addRetargets(_ given: scrim_rules, _ scene: Scene) throws(Failure) {
        let retargets = unsafe try rows(given.retargets, given.retarget_count)
        var index = 0
        while index < retargets.count {
            let rule = unsafe retargets[index]
            let type = unsafe try scene.names.intern(try inputBytes(rule.type).span)
            let (container, inner) = unsafe (try name(rule.container, scene), try name(rule.inner, scene))
            try addRetarget(of: container, to: inner, calledType: type)
            index &+= 1
        }
    }

    private func addCells(_ given: scrim_rules, _ scene: Scene) throws(Failure) {
        let cells = unsafe try rows(given.cells, given.cell_count)
        var index = 0
        while index < cells.count {
            let rule = unsafe cells[index]
            let place = unsafe Int(rule.`where`)
            guard place == SCRIM_CELL_VIEW || place == SCRIM_CELL_PARENT, unsafe rule.reserved == 0
            else { throw .invalidArgument }
            let (className, action) = unsafe (try name(rule.class_name, scene), try name(rule.action, scene))
            try addCell(className, action: action, isParent: place == SCRIM_CELL_PARENT)
            index &+= 1
        }
    }

    /// The number of a name that must be there.
    private func name(_ given: scrim_string, _ scene: Scene) throws(Failure) -> UInt32 {
        let bytes = unsafe try inputBytes(given)
        guard !bytes.isEmpty else { throw .invalidArgument }
        return try scene.names.intern(unsafe bytes.span)
    }
}

/// A list of rules that the caller lends.
private func rows<Element>(
    _ start: UnsafePointer<Element>?, _ count: Int
) throws(Failure) -> UnsafeBufferPointer<Element> {
    let rows = unsafe try input(start, count)
    guard count <= Rules.maxCount else { throw .limit }
    return unsafe rows
}
