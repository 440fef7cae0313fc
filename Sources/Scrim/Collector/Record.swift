// SPDX-License-Identifier: MIT

/// What is told of an event that may be collected, as it was when that was decided.
package struct Record: BitwiseCopyable {
    /// Its strings, in their order.
    package enum Field: Int, BitwiseCopyable {
        case screen
        case title
        case id
        case type
        case content
        case position
        case path
        /// One object of JSON.
        case properties
    }

    package static var fields: Int { 8 }

    package var time: UInt64 = 0
    package var kind = GestureKind.tap
    package var state = GestureState.ended
    /// What it is about: a view or window.
    package var view: UInt64 = 0
    var sequence: UInt64 = 0
    var recognizer: UInt64 = 0
    /// The depth of the recognizer's view.
    var depth = 0
    /// Its sequence had not ended yet.
    var isUndecided = false
    var isOfControl = false
    /// Its content came from views inside its view.
    var isContentJoined = false
    // What rules that are set later may look at.
    var className: UInt32 = 0
    var gestureClass: UInt32 = 0
    var gestureChain: UInt32 = 0
    var parentChain: UInt32 = 0
    var chain: UInt32 = 0
    var screenChain: UInt32 = 0
    /// Where its strings begin among the collector's bytes, one behind the other.
    var start = 0
    /// −1: it is not known.
    private var lengths = InlineArray<8, Int32>(repeating: -1)

    init() {}

    /// The order in which records are handed out. It does not tell when their events were sent: a touch that turned out
    /// private may have been what a tap no longer waited for.
    func precedes(_ other: Record) -> Bool {
        if sequence != other.sequence { return sequence < other.sequence }
        if time != other.time { return time < other.time }
        if depth != other.depth { return depth > other.depth }
        return view != other.view ? view < other.view : recognizer < other.recognizer
    }

    // MARK: - Strings

    /// The bytes of all its strings.
    var length: Int { extent(Self.fields).start &- start }

    /// No less than it has as JSON: an escape has at most six bytes for one, the properties have theirs already, names
    /// and numbers have less than 512.
    @inline(never)
    var longestJSON: Int {
        let all = length
        return all &+ (all &- extent(Field.properties.rawValue).length) &* 5 &+ 512
    }

    mutating func setLength(_ field: Int, _ length: Int) {
        lengths.put(Int32(truncatingIfNeeded: length), at: field)
    }

    /// Whether a string is known, and its position in the collector's bytes.
    @inline(never)
    package func extent(_ field: Int) -> (isKnown: Bool, start: Int, length: Int) {
        var offset = start
        for index in steps(to: field) {
            offset &+= Int(max(lengths.at(index), 0))
        }
        let length = Int(lengths.at(field))
        return (length >= 0, offset, max(length, 0))
    }
}
