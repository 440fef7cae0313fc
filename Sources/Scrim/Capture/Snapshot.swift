// SPDX-License-Identifier: MIT

/// The private regions of a scene at one moment, and those of the last second. It never changes, so any thread may use it. Only
/// whether outputs are covered is read from the scene's board.
package final class Snapshot {
    package let time: UInt64
    /// The first time of which it knows what was private.
    let start: UInt64
    private let outputs: OutputSet
    private let board: CoverBoard
    /// The board's state when the snapshot was made.
    private let boardState: UInt64
    /// How covered frames looked when the snapshot was made.
    private let looks: CoverLooks
    private let regions: SecureRegions
    /// During a change, the regions from before it.
    private let before: SecureRegions
    private let past: Buffer<PastRegion>

    /// - Throws: `noMemory`.
    fileprivate static func make(of state: borrowing SceneState, _ history: History) throws(Failure) -> Snapshot {
        var regions = SecureRegions()
        try regions.copy(state.areas.now)
        var before = SecureRegions()
        try before.copy(state.areas.before)
        var past = Buffer<PastRegion>(blank: PastRegion(box: .everything, view: 0, from: 0, to: 0))
        try history.copy(to: &past)
        return Snapshot(state.covers, regions, before, past, history)
    }

    private init(
        _ covers: OutputCovers, _ regions: consuming SecureRegions, _ before: consuming SecureRegions,
        _ past: consuming Buffer<PastRegion>, _ history: History
    ) {
        (time, start) = (history.now, history.start)
        (outputs, board, boardState) = (covers.outputs, covers.board, covers.board.now)
        looks = covers.looks
        self.regions = regions
        self.before = before
        self.past = past
    }

    /// Identifies the scene among all of the process.
    var scene: UInt64 { board.scene }

    /// Whether an output is covered now, was covered when the snapshot was made, or has been covered since.
    ///
    /// - Throws: `notFound`.
    func isCovered(_ output: UInt32) throws(Failure) -> Bool {
        let output = OutputSet(only: output)
        guard !output.isEmpty, outputs.isSuperset(of: output) else { throw .notFound }
        return board.isCovered(output, since: boardState)
    }

    /// How covered frames of an output look. Nil is black.
    func cover(of output: UInt32) -> FrameCover? { looks[output] }

    /// Visits what was private at any time from `start` to the snapshot's time. Regions that have left are boxes.
    func forEachRegion(
        since start: UInt64, _ body: (SecureRegion, ConvexPolygon?) throws(Failure) -> Void
    ) throws(Failure) {
        for index in steps(to: past.count) {
            let region = past[index]
            if region.to >= start { try body(SecureRegion(view: region.view, box: region.box), nil) }
        }
        try before.forEach(body)
        // After the past regions, so that the present ones are on top.
        try regions.forEach(body)
    }
}

extension Scene {
    /// Ends what texts reveal, then makes a snapshot of what is private, and was recently.
    ///
    /// - Parameters:
    ///   - time: The time now.
    ///   - body: Calls its argument, which makes the snapshot. Nothing calls back from then on, so the body may claim memory.
    /// - Throws: `closed`, `noMemory`, and what the body throws.
    package func snapshot(
        _ time: UInt64, _ body: (_ make: () throws(Failure) -> Snapshot) throws(Failure) -> Void
    ) throws(Failure) {
        change(endsReveals: true) { _ in }
        try body { () throws(Failure) in
            try change { state throws(Failure) in
                guard !state.isClosed else { throw .closed }
                let history = state.history(at: time)
                state.areas.clock = time
                return try Snapshot.make(of: state, history)
            }
        }
    }
}

extension SceneState {
    /// The history of regions, advanced to a time. It begins when it is first asked for.
    fileprivate func history(at time: UInt64) -> History {
        if let history = areas.observer as? History {
            history.advance(to: time, isChanging: areas.isChanging)
            return history
        }
        let history = History(at: time)
        areas.observer = history
        // The change may have begun before.
        if areas.isChanging {
            try? areas.before.forEach { region, _ throws(Failure) in
                history.addOrphan(
                    PastRegion(box: region.outerBox, view: region.view, from: time, to: History.pending))
            }
        }
        return history
    }
}
