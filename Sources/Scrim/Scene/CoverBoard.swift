// SPDX-License-Identifier: MIT
import Synchronization

/// Shows the snapshots of a scene, on any thread, which outputs are covered at present.
///
/// The state is one number. Its low half is the set of outputs that are covered or do not exist. Its high half counts how often a
/// cover was raised. So a snapshot that is older than a cover still counts as covered after that cover was lowered. When the count
/// has reached its largest value, every snapshot counts as covered from then on.
package final class CoverBoard {
    /// Identifies the scene among all scenes. An address would not do, because it can be reused. The top bit is set for scenes
    /// whose snapshots were decoded.
    let scene: UInt64
    /// Tests set it.
    let state: Atomic<UInt64>
    private static var mostRaised: UInt64 { UInt64(UInt32.max) }

    /// - Parameter scene: Of a snapshot that has no scene in this process.
    init(covered: OutputSet, scene: UInt64? = nil) {
        self.scene = scene ?? scenes.wrappingAdd(1, ordering: .relaxed).newValue
        state = Atomic(UInt64(covered.rawValue))
    }

    /// Sets the state. Only the scene calls this. All threads see it before anything that the scene's thread does afterwards.
    func put(_ covered: OutputSet, isRaised: Bool) {
        let raised = min(state.load(ordering: .relaxed) &>> 32 &+ (isRaised ? 1 : 0), Self.mostRaised)
        state.store(raised &<< 32 | UInt64(covered.rawValue), ordering: .sequentiallyConsistent)
    }

    /// The state now. `isCovered` compares it with a later one.
    var now: UInt64 { state.load(ordering: .sequentiallyConsistent) }

    /// Whether an output is covered now, was covered at the state `since`, or has been covered since then.
    func isCovered(_ output: OutputSet, since: UInt64) -> Bool {
        let now = now
        let raised = now &>> 32
        return raised != since &>> 32 || raised == Self.mostRaised || (now | since) & UInt64(output.rawValue) != 0
    }
}

/// The number of boards that were created.
private let scenes = Atomic<UInt64>(0)
