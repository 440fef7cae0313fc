// SPDX-License-Identifier: MIT

/// The private regions of a scene at one moment, and those of the last second. It never changes, so any thread may use it. Only
/// whether outputs are covered is read from the scene's board.
package final class Snapshot {
    package let time: UInt64
    /// The first time of which it knows what was private.
    let start: UInt64
    let outputs: OutputSet
    private let board: CoverBoard
    /// The board's state when the snapshot was made.
    private let boardState: UInt64
    /// How covered frames looked when the snapshot was made.
    let looks: CoverLooks
    /// The last time at which each output is known to have been covered.
    let coveredUntil: InlineArray<32, UInt64>
    /// The regions that have left, then those from before a change, then the present ones, which are drawn on top.
    let regions: SecureRegions

    /// - Throws: `noMemory`.
    fileprivate static func make(of state: borrowing SceneState, _ history: History) throws(Failure) -> Snapshot {
        var regions = SecureRegions()
        try history.copy(to: &regions)
        try regions.append(allOf: state.areas.before, time: .max)
        try regions.append(allOf: state.areas.now, time: .max)
        return Snapshot(
            from: history.start, to: history.now, state.covers.outputs, state.covers.board, state.covers.looks,
            history.coveredUntil, regions)
    }

    /// A snapshot in which every output is covered, in black.
    package static func covering(at time: UInt64) -> Snapshot {
        let outputs = OutputSet(rawValue: .max)
        return Snapshot(
            from: time, to: time, outputs, CoverBoard(covered: outputs, scene: 0), CoverLooks(),
            InlineArray(repeating: time), SecureRegions())
    }

    init(
        from start: UInt64, to time: UInt64, _ outputs: OutputSet, _ board: CoverBoard, _ looks: CoverLooks,
        _ coveredUntil: InlineArray<32, UInt64>, _ regions: consuming SecureRegions
    ) {
        (self.start, self.time) = (start, time)
        (self.outputs, self.board, boardState) = (outputs, board, board.now)
        (self.looks, self.coveredUntil) = (looks, coveredUntil)
        self.regions = regions
    }

    /// Identifies the scene among all of the process.
    var scene: UInt64 { board.scene }

    /// Whether an output is covered now, was covered when the snapshot was made, or has been covered since.
    ///
    /// - Throws: `notFound`.
    func isCovered(_ output: UInt32) throws(Failure) -> Bool {
        let output = OutputSet(only: output)
        guard !output.isEmpty, outputs.isSuperset(of: output) else { throw .notFound }
        return isCovered(output)
    }

    /// Whether an output that exists is covered, as above.
    func isCovered(_ output: OutputSet) -> Bool { board.isCovered(output, since: boardState) }

    /// How covered frames of an output look. Nil is black.
    func cover(of output: UInt32) -> FrameCover? { looks[output] }

    /// Visits what was private at any time from `start` to the snapshot's time. Regions that have left are boxes.
    func forEachRegion(
        since start: UInt64, _ body: (SecureRegion, ConvexPolygon?) throws(Failure) -> Void
    ) throws(Failure) {
        for index in steps(to: regions.count) {
            let region = regions[index]
            if region.time >= start { try body(region, regions.polygon(of: region)) }
        }
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
    fileprivate mutating func history(at time: UInt64) -> History {
        let history = areas.observer as? History ?? beginHistory(at: time)
        history.advance(to: time, isChanging: areas.isChanging, covered: covers.takeRecent())
        return history
    }

    private func beginHistory(at time: UInt64) -> History {
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
