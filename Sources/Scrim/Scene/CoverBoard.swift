// SPDX-License-Identifier: MIT
import Synchronization

/// What the snapshots of a scene look at, from any thread, to see whether their outputs are covered by now.
///
/// One number: in its low half the outputs that are covered or not there, in its high half how often a cover was raised.
/// So a snapshot that is older than a cover stays covered when that has been lowered.
package final class CoverBoard {
    /// Of all scenes of the process another one: an address would come back.
    let scene: UInt64
    private let state: Atomic<UInt64>

    init(covered: OutputSet) {
        scene = scenes.wrappingAdd(1, ordering: .relaxed).newValue
        state = Atomic(UInt64(covered.rawValue))
    }

    /// Only by the scene. Ordered before whatever its thread does afterwards, in the eyes of all threads.
    func put(_ covered: OutputSet, isRaised: Bool) {
        let raised = state.load(ordering: .relaxed) &>> 32 &+ (isRaised ? 1 : 0)
        state.store(raised &<< 32 | UInt64(covered.rawValue), ordering: .sequentiallyConsistent)
    }

    /// What `isCovered` compares with.
    var now: UInt64 { state.load(ordering: .sequentiallyConsistent) }

    /// Whether outputs are covered, were, or have been since.
    func isCovered(_ output: OutputSet, since: UInt64) -> Bool {
        let now = now
        return now &>> 32 != since &>> 32 || (now | since) & UInt64(output.rawValue) != 0
    }
}

/// How many boards were made.
private let scenes = Atomic<UInt64>(0)
