// SPDX-License-Identifier: MIT

/// The names of members in a document of rules. Each is a bit in a RulesMembers.
enum RulesMember: UInt32, BitwiseCopyable {
    case schema
    case description
    case version
    case off
    case deduplicate
    case reportCoarse
    case reportSilent
    case eventTypes
    case serverEventTypes
    case controlInterval
    case maxContent
    case recognizers
    case gestureViews
    case ignoredTypes
    case ignoredScreens
    case retargets
    case builtinActions

    case name
    case match
    case container
    case inner
    case type
    case className
    case action
    case scope

    /// The member with a name. nil if no object has one.
    @inline(never)
    static func find(_ name: Span<UInt8>) -> RulesMember? {
        if name.equals("$schema") { return .schema }
        if name.equals("description") { return .description }
        if name.equals("version") { return .version }
        if name.equals("off") { return .off }
        if name.equals("deduplicate") { return .deduplicate }
        if name.equals("report_coarse") { return .reportCoarse }
        if name.equals("report_silent") { return .reportSilent }
        if name.equals("event_types") { return .eventTypes }
        if name.equals("server_event_types") { return .serverEventTypes }
        if name.equals("control_interval_ns") { return .controlInterval }
        if name.equals("max_content") { return .maxContent }
        if name.equals("recognizers") { return .recognizers }
        if name.equals("gesture_views") { return .gestureViews }
        if name.equals("ignored_types") { return .ignoredTypes }
        if name.equals("ignored_screens") { return .ignoredScreens }
        if name.equals("retargets") { return .retargets }
        if name.equals("builtin_actions") { return .builtinActions }
        if name.equals("name") { return .name }
        if name.equals("match") { return .match }
        if name.equals("container") { return .container }
        if name.equals("inner") { return .inner }
        if name.equals("type") { return .type }
        if name.equals("class") { return .className }
        if name.equals("action") { return .action }
        if name.equals("scope") { return .scope }
        return nil
    }

    var bit: UInt32 { 1 &<< rawValue }
}

/// The members of one object, while it is read.
struct RulesMembers: BitwiseCopyable {
    let known: UInt32
    let required: UInt32
    private(set) var seen: UInt32 = 0
    /// The offset of the object.
    var start = 0

    /// The document itself.
    init() {
        known = RulesMember.name.bit &- 1
        required = RulesMember.version.bit
    }

    /// An entry of a list.
    init(of list: Rules.List) {
        switch list {
        case .retargets:
            required = RulesMember.container.bit | RulesMember.inner.bit
            known = required | RulesMember.type.bit
        case .builtinActions:
            required = RulesMember.className.bit | RulesMember.action.bit | RulesMember.scope.bit
            known = required
        default:
            required = RulesMember.name.bit | RulesMember.match.bit
            known = required
        }
    }

    var isComplete: Bool { seen & required == required }

    func knows(_ member: RulesMember) -> Bool { known & member.bit != 0 }

    /// Returns whether the object has the member for the first time.
    mutating func insert(_ member: RulesMember) -> Bool {
        let isNew = seen & member.bit == 0
        seen |= member.bit
        return isNew
    }
}
