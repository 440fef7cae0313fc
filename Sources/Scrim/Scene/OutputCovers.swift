// SPDX-License-Identifier: MIT

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
    /// The outputs that were covered at any time since `takeRecent` was called.
    private var recent: OutputSet
    /// Tells snapshots which outputs are covered.
    let board: CoverBoard
    /// How covered frames look.
    private(set) var looks = CoverLooks()
    /// How often somebody said how active the application or a window is.
    private(set) var reports: UInt64 = 0
    /// Counts the changes of activity and transition. Texts are reviewed after such changes.
    private(set) var changes: UInt64 = 0

    init(outputs: OutputSet) {
        self.outputs = outputs
        (covered, recent) = (outputs, outputs)
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

    /// The outputs that are covered, or were covered at any time since the last call.
    mutating func takeRecent() -> OutputSet {
        defer { recent = covered }
        return recent
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
    mutating func removeOutput(_ number: UInt32) throws(Failure) {
        let output = try find(number)
        outputs.subtract(output)
        covered.subtract(output)
        looks.remove(number)
        // Another output may get its number.
        publish(isRaised: true)
    }

    /// Sets how covered frames of an output look.
    ///
    /// - Parameter look: Black if nil.
    /// - Throws: `notFound`.
    mutating func setLook(_ output: UInt32, _ look: FrameCover?) throws(Failure) {
        _ = try find(output)
        if let look { looks.set(output, look) } else { looks.remove(output) }
    }

    /// Covers everything for good, because snapshots could not learn of later covers.
    mutating func close() {
        new = []
        looks = CoverLooks()
        board.put(OutputSet(rawValue: .max), isRaised: true)
    }

    /// Tells snapshots which outputs are covered. Outputs that do not exist are.
    private mutating func publish(isRaised: Bool) {
        recent.formUnion(covered)
        board.put(OutputSet(rawValue: covered.rawValue | ~outputs.rawValue), isRaised: isRaised)
    }

    private func find(_ output: UInt32) throws(Failure) -> OutputSet {
        let output = OutputSet(only: output)
        guard !output.isEmpty, outputs.isSuperset(of: output) else { throw .notFound }
        return output
    }
}
