// SPDX-License-Identifier: MIT

/// Relations between two recognizers. The numbers are those of scrim/gesture.h.
package enum Relation: UInt32, BitwiseCopyable {
    /// It waits until the other has failed, and fails if the other is recognized.
    case requireFailure = 1
    /// Both may be recognized from the same fingers. The relation applies in both directions.
    case simultaneous = 2
}

/// Pairs of recognizers, by their ids.
struct Relations: ~Copyable {
    static let maxCount = 65_536

    private struct Pair: BitwiseCopyable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var relation = Relation.simultaneous
    }

    private var pairs = Buffer<Pair>(blank: Pair())

    /// Adds a pair.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `limit`, `noMemory`.
    mutating func add(_ first: UInt64, _ relation: Relation, _ second: UInt64) throws(Failure) -> Bool {
        if holds(first, relation, second) { return false }
        guard pairs.count < Self.maxCount else { throw .limit }
        try pairs.append(Pair(first: first, second: second, relation: relation))
        return true
    }

    /// Removes a pair. Returns whether it existed.
    mutating func remove(_ first: UInt64, _ relation: Relation, _ second: UInt64) -> Bool {
        for index in steps(to: pairs.count) {
            if isIt(pairs[index], first, relation, second) {
                pairs.remove(at: index)
                return true
            }
        }
        return false
    }

    /// Removes one pair that contains a recognizer. Returns the other one of that pair, or 0 if there is no pair left.
    mutating func removeAny(of id: UInt64) -> UInt64 {
        var index = pairs.count &- 1
        while index >= 0 {
            let pair = pairs[index]
            if pair.first == id || pair.second == id {
                pairs.remove(at: index)
                return pair.first == id ? pair.second : pair.first
            }
            index &-= 1
        }
        return 0
    }

    mutating func removeAll() { pairs = Buffer(blank: Pair()) }

    func holds(_ first: UInt64, _ relation: Relation, _ second: UInt64) -> Bool {
        for index in steps(to: pairs.count) {
            if isIt(pairs[index], first, relation, second) { return true }
        }
        return false
    }

    /// The second recognizer of the next pair, from `index` on, whose first is `first`. Returns nil if there is none.
    func next(_ relation: Relation, of first: UInt64, from index: inout Int) -> UInt64? {
        while index < pairs.count {
            let pair = pairs[index]
            index &+= 1
            if pair.first == first, pair.relation == relation { return pair.second }
        }
        return nil
    }

    private func isIt(_ pair: Pair, _ first: UInt64, _ relation: Relation, _ second: UInt64) -> Bool {
        guard pair.relation == relation else { return false }
        if pair.first == first, pair.second == second { return true }
        return relation == .simultaneous && pair.first == second && pair.second == first
    }
}
