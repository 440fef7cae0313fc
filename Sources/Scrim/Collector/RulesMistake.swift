// SPDX-License-Identifier: MIT

/// What is wrong with a document of rules: SCRIM_RULES_MISTAKE_….
package enum RulesMistake: UInt32, BitwiseCopyable {
    case none = 0
    case syntax = 1
    case encoding = 2
    case unknownMember = 3
    case duplicateMember = 4
    case missingMember = 5
    case type = 6
    case value = 7
    case tooMany = 8
    case tooLong = 9
    case version = 10
}

/// The first mistake of a document of rules.
package struct RulesReport: BitwiseCopyable {
    package var mistake = RulesMistake.none
    /// Bytes from the start of the document.
    package var offset = 0

    package init() {}
}
