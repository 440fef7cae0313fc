// SPDX-License-Identifier: MIT

/// How one recogniser stands to another. The numbers are those of scrim/gesture.h.
package enum Relation: UInt32, BitwiseCopyable {
    /// It waits until the other has failed, and fails if the other is recognised.
    case requireFailure = 1
    /// Both may be recognised of the same fingers. It holds both ways.
    case simultaneous = 2
}

/// Pairs of recognisers, by their ids.
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
    /// - Returns: Whether it was not there.
    /// - Throws: `limit`, `noMemory`.
    mutating func add(_ first: UInt64, _ relation: Relation, _ second: UInt64) throws(Failure) -> Bool {
        if holds(first, relation, second) { return false }
        guard pairs.count < Self.maxCount else { throw .limit }
        try pairs.append(Pair(first: first, second: second, relation: relation))
        return true
    }

    /// Removes a pair. Answers whether it was there.
    mutating func remove(_ first: UInt64, _ relation: Relation, _ second: UInt64) -> Bool {
        for index in steps(to: pairs.count) {
            if isIt(pairs[index], first, relation, second) {
                pairs.remove(at: index)
                return true
            }
        }
        return false
    }

    /// Removes one pair that a recogniser is in. Answers the other one; 0 where there is none left.
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

    /// The second of the next pair that a recogniser is the first of; nil: there is none from `index` on.
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
