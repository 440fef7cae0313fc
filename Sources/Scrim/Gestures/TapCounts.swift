// SPDX-License-Identifier: MIT

/// How many recognizers of one view are in progress for which taps may wait, by their ranks. A tap then knows whether it
/// waits for one of them without a look at each.
struct TapCounts: ~Copyable {
    /// Recognizers that wait for each other.
    struct Group: BitwiseCopyable {
        var fingers: UInt32
        var isPrivate: Bool
    }

    /// The ranks of taps, and of long presses and pans that require taps, are below this.
    private static var width: Int { Int(RecognizerOptions.maxTaps) &* 2 &+ 2 }

    /// The view, or 0 if none has been counted.
    private(set) var view: UInt64 = 0
    /// There are none for pans with more fingers than a tap can have.
    private var counts = Buffer<UInt16>(blank: 0)

    /// - Throws: `noMemory`.
    mutating func reserve() throws(Failure) {
        let end = Group(fingers: RecognizerOptions.maxExactFingers &+ 1, isPrivate: false)
        try counts.resize(Self.place(end, 0, isCandidate: false))
    }

    mutating func forget() { view = 0 }

    /// Begins to count the recognizers of a view.
    mutating func begin(_ view: UInt64) {
        self.view = view
        for index in steps(to: counts.count) { counts[index] = 0 }
    }

    /// - Parameter isCandidate: Whether the conditions of the recognizer are met.
    mutating func change(_ group: Group, rank: Int, isCandidate: Bool, by step: Int16) {
        counts.update(Self.place(group, rank, isCandidate: isCandidate)) { $0 &+= UInt16(bitPattern: step) }
    }

    func hasHigher(_ group: Group, than rank: Int, isCandidate: Bool) -> Bool {
        let start = Self.place(group, rank &+ 1, isCandidate: isCandidate)
        let end = Self.place(group, Self.width, isCandidate: isCandidate)
        for index in steps(from: start, to: end) where counts[index] > 0 { return true }
        return false
    }

    private static func place(_ group: Group, _ rank: Int, isCandidate: Bool) -> Int {
        let row = Int(group.fingers) &* 4 &+ (group.isPrivate ? 2 : 0) &+ (isCandidate ? 1 : 0)
        return row &* width &+ rank
    }
}
