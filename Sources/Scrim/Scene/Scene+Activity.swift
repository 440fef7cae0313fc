// SPDX-License-Identifier: MIT

/// A set of outputs, by their numbers.
package struct OutputSet: OptionSet {
    package static var maxCount: UInt32 { 32 }

    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The outputs 0 …< `count`; all 32 where `count` is larger.
    package init(first count: UInt32) { rawValue = ~(UInt32.max << count) }

    /// One output; none where there is none of that number.
    package init(only output: UInt32) { rawValue = 1 << output }
}

/// How many windows are less than active.
struct Restless: BitwiseCopyable {
    private var inactive = 0
    private var inBackground = 0

    mutating func add(_ activity: Activity) { change(activity, by: 1) }

    mutating func remove(_ activity: Activity) { change(activity, by: -1) }

    var worst: Activity { inBackground > 0 ? .background : inactive > 0 ? .inactive : .active }

    private mutating func change(_ activity: Activity, by one: Int) {
        switch activity {
        case .active: break
        case .inactive: inactive &+= one
        case .background: inBackground &+= one
        }
    }
}

// A cover is raised at once, by anything that is less than well, and lowered output by output, by a frame that is drawn
// while all is well.

extension Scene {
    /// The activity of the application and its windows: the worst of all.
    package var activity: Activity {
        let worst = restless.worst
        return application.rawValue > worst.rawValue ? application : worst
    }

    var isWell: Bool { activity == .active && !isInTransition }

    /// Says how active the application (`window` 0) or a window is.
    ///
    /// - Returns: The outputs that this has just covered.
    /// - Throws: `notFound`.
    package func setActivity(_ window: UInt64, _ activity: Activity) throws(Failure) -> OutputSet {
        if window == 0 {
            application = activity
        } else {
            setActivity(ofWindow: try findWindow(window), activity)
        }
        reactions &+= 1
        return coverUnlessWell()
    }

    /// Says whether the screen shows something between two states.
    ///
    /// - Returns: The outputs that this has just covered.
    package func setInTransition(_ isInTransition: Bool) -> OutputSet {
        self.isInTransition = isInTransition
        return coverUnlessWell()
    }

    private func coverUnlessWell() -> OutputSet {
        mustReviewTexts = true
        if isWell { return [] }
        let new = outputs.subtracting(covered)
        covered = outputs
        // With none that is new too: a snapshot from before shows less than is covered by now.
        publish(isRaised: true)
        return new
    }

    /// Uncovers an output, if all is well.
    ///
    /// - Throws: `notFound`.
    package func frameReady(_ output: UInt32) throws(Failure) {
        guard try isCovered(output), isWell else { return }
        covered.remove(OutputSet(only: output))
        publish(isRaised: false)
    }

    /// - Throws: `notFound`.
    package func isCovered(_ output: UInt32) throws(Failure) -> Bool {
        covered.isSuperset(of: try findOutput(output))
    }

    /// Adds an output, which is covered.
    ///
    /// - Returns: The lowest number that is free.
    /// - Throws: `limit`.
    package func addOutput() throws(Failure) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: (~outputs.rawValue).trailingZeroBitCount)
        guard number < OutputSet.maxCount else { throw .limit }
        outputs.insert(OutputSet(only: number))
        covered.insert(OutputSet(only: number))
        publish(isRaised: false)
        return number
    }

    /// - Throws: `notFound`.
    package func removeOutput(_ output: UInt32) throws(Failure) {
        let output = try findOutput(output)
        outputs.subtract(output)
        covered.subtract(output)
        // Another may get its number.
        publish(isRaised: true)
    }

    /// Shows snapshots which outputs are covered. What is not there is.
    private func publish(isRaised: Bool) {
        board.put(OutputSet(rawValue: covered.rawValue | ~outputs.rawValue), isRaised: isRaised)
    }

    private func findOutput(_ output: UInt32) throws(Failure) -> OutputSet {
        let output = OutputSet(only: output)
        guard !output.isEmpty, outputs.isSuperset(of: output) else { throw .notFound }
        return output
    }
}
