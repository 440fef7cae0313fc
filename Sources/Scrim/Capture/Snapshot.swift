// SPDX-License-Identifier: MIT

/// What was private in a scene at a moment and before. Never changed, so any thread can look at it; only whether its
/// outputs are covered it asks its scene's board.
package final class Snapshot {
    package let time: UInt64
    /// Since when it knows what was private.
    let start: UInt64
    private let outputs: OutputSet
    private let board: CoverBoard
    /// Which scene's it is.
    var scene: UInt64 { board.scene }
    /// What the board said.
    private let state: UInt64
    private let regions: SecureRegions
    /// In a change: those that were private before it.
    private let before: SecureRegions
    private let past: Buffer<PastPlace>

    /// - Throws: `noMemory`.
    static func make(
        of scene: Scene, now: borrowing SecureRegions, before: borrowing SecureRegions, _ history: History
    ) throws(Failure) -> Snapshot {
        var regions = SecureRegions()
        try regions.copy(now)
        var old = SecureRegions()
        try old.copy(before)
        var past = Buffer<PastPlace>(blank: PastPlace(box: .everything, view: 0, from: 0, to: 0))
        try history.copy(to: &past)
        return Snapshot(scene, regions, old, past, history)
    }

    private init(
        _ scene: Scene, _ regions: consuming SecureRegions, _ before: consuming SecureRegions,
        _ past: consuming Buffer<PastPlace>, _ history: History
    ) {
        (time, start) = (history.now, history.start)
        (outputs, board, state) = (scene.outputs, scene.board, scene.board.now)
        self.regions = regions
        self.before = before
        self.past = past
    }

    /// - Throws: `notFound`.
    func isCovered(_ output: UInt32) throws(Failure) -> Bool {
        let output = OutputSet(only: output)
        guard !output.isEmpty, outputs.isSuperset(of: output) else { throw .notFound }
        return board.isCovered(output, since: state)
    }

    /// Visits what was private at any time from `start` to that of the snapshot; of what has left, the boxes.
    func forEachRegion(
        since start: UInt64, _ body: (SecureRegion, ConvexPolygon?) throws(Failure) -> Void
    ) throws(Failure) {
        var index = 0
        while index < past.count {
            let place = past[index]
            if place.to >= start { try body(SecureRegion(view: place.view, box: place.box), nil) }
            index &+= 1
        }
        try before.forEach(body)
        // On top of those, as it is on the screen.
        try regions.forEach(body)
    }
}

extension Scene {
    /// Says what time it is, and puts down what is private, and was.
    ///
    /// - Throws: `closed`, `noMemory`.
    package func snapshot(_ time: UInt64) throws(Failure) -> Snapshot {
        guard !isClosed else { throw .closed }
        let isFirst = !history.isOn
        history.tell(time, isChanging: areas.isChanging)
        // Of a change that has begun before anybody asked for history.
        if isFirst, areas.isChanging {
            try? areas.before.forEach { region, _ throws(Failure) in
                history.addOrphan(
                    PastPlace(box: region.outerBox, view: region.view, from: time, to: History.pending))
            }
        }
        return try Snapshot.make(of: self, now: areas.now, before: areas.before, history)
    }
}
