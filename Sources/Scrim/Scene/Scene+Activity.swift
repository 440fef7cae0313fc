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

extension Scene {
    /// The activity of the application and its windows: the worst of all.
    package var activity: Activity {
        var worst = application
        var index = 0
        while index < windows.count {
            let activity = nodes[windows[index]].activity
            if activity.rawValue > worst.rawValue { worst = activity }
            index &+= 1
        }
        return worst
    }

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
        guard activity != .active else { return [] }
        let new = outputs.subtracting(covered)
        covered = outputs
        return new
    }

    /// Uncovers an output, if everything is active.
    ///
    /// - Throws: `notFound`.
    package func frameReady(_ output: UInt32) throws(Failure) {
        guard try isCovered(output), activity == .active else { return }
        covered.remove(OutputSet(only: output))
    }

    /// - Throws: `notFound`.
    package func isCovered(_ output: UInt32) throws(Failure) -> Bool {
        let output = OutputSet(only: output)
        guard !output.isEmpty, outputs.isSuperset(of: output) else { throw .notFound }
        return covered.isSuperset(of: output)
    }
}
