// SPDX-License-Identifier: MIT

/// How active an application or window is. The numbers are those of scrim/scene.h.
package enum Activity: UInt32, BitwiseCopyable {
    case active = 1
    case inactive = 2
    case background = 3
}

/// A set of outputs, by their numbers.
package struct OutputSet: OptionSet, BitwiseCopyable {
    package static var maxCount: UInt32 { 32 }

    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The outputs 0 …< `count`, or all 32 if `count` is larger.
    package init(first count: UInt32) { rawValue = ~(UInt32.max << count) }

    /// One output. Empty if no output can have the number.
    package init(only output: UInt32) { rawValue = 1 << output }
}

/// How active the application is, and which outputs are covered because it was not. A cover is raised at once when the
/// application is less than active or in transition. It is lowered output by output, by a frame that is drawn while all is well.
struct OutputCovers {
    private var application = Activity.inactive
    private var inactiveWindows = 0
    private var backgroundWindows = 0
    private var isInTransition = false
    private(set) var outputs: OutputSet
    private var covered: OutputSet
    /// The outputs that were covered since `takeNew` was called.
    private var new: OutputSet = []
    /// Tells snapshots which outputs are covered.
    let board: CoverBoard
    /// How often somebody said how active the application or a window is.
    private(set) var reports: UInt64 = 0
    /// Counts the changes of activity and transition. Texts are reviewed after such changes.
    private(set) var changes: UInt64 = 0

    init(outputs: OutputSet) {
        self.outputs = outputs
        covered = outputs
        // Outputs that do not exist count as covered.
        board = CoverBoard(covered: OutputSet(rawValue: .max))
    }

    /// The activity of the application and its windows: the worst of all.
    var activity: Activity {
        let worst: Activity = backgroundWindows > 0 ? .background : inactiveWindows > 0 ? .inactive : .active
        return application.rawValue > worst.rawValue ? application : worst
    }

    var isWell: Bool { activity == .active && !isInTransition }

    // MARK: - Activity

    mutating func setApplication(_ activity: Activity) {
        application = activity
        reports &+= 1
        coverUnlessWell()
    }

    mutating func setWindow(from old: Activity, to new: Activity) {
        count(old, by: -1)
        count(new, by: 1)
        reports &+= 1
        coverUnlessWell()
    }

    /// Forgets a window that was removed.
    mutating func removeWindow(_ activity: Activity) { count(activity, by: -1) }

    /// Says whether the screen shows something between two states.
    mutating func setInTransition(_ isInTransition: Bool) {
        self.isInTransition = isInTransition
        coverUnlessWell()
    }

    private mutating func count(_ activity: Activity, by one: Int) {
        switch activity {
        case .active: break
        case .inactive: inactiveWindows &+= one
        case .background: backgroundWindows &+= one
        }
    }

    private mutating func coverUnlessWell() {
        changes &+= 1
        if isWell { return }
        new.formUnion(outputs.subtracting(covered))
        covered = outputs
        // Also if no output is new: an older snapshot shows less than is covered now.
        publish(isRaised: true)
    }

    /// The outputs that have just been covered.
    mutating func takeNew() -> OutputSet {
        defer { new = [] }
        return new
    }

    // MARK: - Outputs

    /// Uncovers an output if all is well.
    ///
    /// - Throws: `notFound`.
    mutating func frameReady(_ output: UInt32) throws(Failure) {
        guard try isCovered(output), isWell else { return }
        covered.remove(OutputSet(only: output))
        publish(isRaised: false)
    }

    /// - Throws: `notFound`.
    func isCovered(_ output: UInt32) throws(Failure) -> Bool { covered.isSuperset(of: try find(output)) }

    /// Adds an output, which is covered.
    ///
    /// - Returns: The lowest number that is free.
    /// - Throws: `limit`.
    mutating func addOutput() throws(Failure) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: (~outputs.rawValue).trailingZeroBitCount)
        guard number < OutputSet.maxCount else { throw .limit }
        outputs.insert(OutputSet(only: number))
        covered.insert(OutputSet(only: number))
        new.insert(OutputSet(only: number))
        publish(isRaised: false)
        return number
    }

    /// - Throws: `notFound`.
    mutating func removeOutput(_ output: UInt32) throws(Failure) {
        let output = try find(output)
        outputs.subtract(output)
        covered.subtract(output)
        // Another output may get its number.
        publish(isRaised: true)
    }

    /// Covers everything for good: no later cover could be told to snapshots.
    mutating func close() {
        new = []
        board.put(OutputSet(rawValue: .max), isRaised: true)
    }

    /// Tells snapshots which outputs are covered. Outputs that do not exist are.
    private func publish(isRaised: Bool) {
        board.put(OutputSet(rawValue: covered.rawValue | ~outputs.rawValue), isRaised: isRaised)
    }

    private func find(_ output: UInt32) throws(Failure) -> OutputSet {
        let output = OutputSet(only: output)
        guard !output.isEmpty, outputs.isSuperset(of: output) else { throw .notFound }
        return output
    }
}

extension Scene {
    /// The activity of the application and its windows: the worst of all.
    package var activity: Activity { state.covers.activity }

    /// How often somebody said how active the application or a window is.
    package var activityReports: UInt64 { state.covers.reports }

    /// Says how active the application (`window` 0) or a window is.
    ///
    /// - Throws: `notFound`.
    package func setActivity(_ window: UInt64, _ activity: Activity) throws(Failure) {
        try change { state throws(Failure) in
            if window == 0 { return state.covers.setApplication(activity) }
            let slot = try state.tree.findWindow(window)
            let old = state.tree.nodes.update(slot) { node in
                let old = node.activity
                node.activity = activity
                return old
            }
            state.covers.setWindow(from: old, to: activity)
        }
    }

    /// Says whether the screen shows something between two states.
    package func setInTransition(_ isInTransition: Bool) { change { $0.covers.setInTransition(isInTransition) } }

    /// As `OutputCovers.frameReady`.
    package func frameReady(_ output: UInt32) throws(Failure) {
        try change { state throws(Failure) in try state.covers.frameReady(output) }
    }

    /// - Throws: `notFound`.
    package func isCovered(_ output: UInt32) throws(Failure) -> Bool { try state.covers.isCovered(output) }

    /// Adds an output, which is covered.
    ///
    /// - Parameter body: Gets the output's number before the delegate hears of the cover.
    /// - Throws: `limit`.
    package func addOutput(_ body: (UInt32) -> Void = { _ in }) throws(Failure) {
        try change { state throws(Failure) in body(try state.covers.addOutput()) }
    }

    /// - Throws: `notFound`.
    package func removeOutput(_ output: UInt32) throws(Failure) {
        try change { state throws(Failure) in try state.covers.removeOutput(output) }
    }
}
