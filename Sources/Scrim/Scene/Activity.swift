// SPDX-License-Identifier: MIT

/// How active an application or window is. The numbers are those of scrim/scene.h.
package enum Activity: UInt32, BitwiseCopyable {
    case active = 1
    case inactive = 2
    case background = 3
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

    /// Sets how covered frames of an output look.
    ///
    /// - Parameter look: Black if nil.
    /// - Throws: `notFound`.
    package func setCover(_ output: UInt32, _ look: FrameCover?) throws(Failure) {
        try change { state throws(Failure) in try state.covers.setLook(output, look) }
    }

    /// How covered frames of an output look. Nil is black.
    package func cover(of output: UInt32) -> FrameCover? { state.covers.looks[output] }

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
