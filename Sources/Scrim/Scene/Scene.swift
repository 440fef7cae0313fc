// SPDX-License-Identifier: MIT

/// Hears what a scene decides while it changes. It is called when the change is complete, and may not change the scene.
package protocol SceneDelegate: AnyObject {
    /// A text may reveal from now on, or not.
    func reviewed(_ review: TextReview)

    /// An output has just been covered.
    func covered(_ output: UInt32)

    /// The scene was closed. It is no longer the delegate.
    func removed()
}

/// Windows, the trees of views in them, what is private there, and whether the application is active.
package final class Scene {
    package static let maxViews = 100_000
    package static let maxDepth = 256
    package static let maxContent = 4096
    /// The longest chain of windows that belong to views of others. A longer chain, or a circle, is secure.
    package static var maxOwners: Int { 16 }

    /// Also holds class chains: see `ClassChain`.
    package let names = Names()
    /// Anything may read it. Only `change` lends it for writing.
    private(set) var state: SceneState
    package var delegate: (any SceneDelegate)?

    private init(outputs: OutputSet) { state = SceneState(outputs: outputs) }

    /// - Parameter outputs: 1 … `OutputSet.maxCount`.
    /// - Throws: `invalidArgument`.
    package static func make(outputs: UInt32) throws(Failure) -> Scene {
        guard outputs >= 1, outputs <= OutputSet.maxCount else { throw .invalidArgument }
        return Scene(outputs: OutputSet(first: outputs))
    }

    /// Drops everything. Whatever still depends on this scene finds it closed and empty.
    package func close() {
        change(endsReveals: true) { $0.close() }
        let old = delegate
        delegate = nil
        old?.removed()
    }

    package var isClosed: Bool { state.isClosed }

    /// How many bytes of the stack a call with a point may leave copies of it in. A recursion over views has a frame for each level.
    package var depthOfPoints: Int {
        // A closed scene has forgotten how deep its views were.
        isClosed ? Self.mostDepthOfPoints : max(16384, 2048 &+ Int(state.tree.deepest) &* Self.frameOfLevel)
    }

    /// The same for the deepest views that a scene can have.
    package static var mostDepthOfPoints: Int { 2048 &+ maxDepth &* frameOfLevel }

    /// At least as many bytes as a frame of these recursions has, in every build. `script/arm64` tests the frames of arm64, of 176 bytes.
    #if arch(arm64)
    private static var frameOfLevel: Int { 176 }
    #else
    private static var frameOfLevel: Int { 160 }
    #endif

    /// Counts the changes of windows, views, the policy and what is private.
    package var generation: UInt64 { state.generation }

    /// Counts the windows and views that were removed.
    var removals: UInt64 { state.removals }

    /// Changes the scene, then has texts and covers follow. There is no other way to change it.
    ///
    /// - Parameter endsReveals: Ends everything that texts reveal at present.
    @inline(__always)
    func change<Result, Reason>(
        endsReveals: Bool = false, _ body: (inout SceneState) throws(Reason) -> Result
    ) throws(Reason) -> Result {
        defer { report(endsReveals) }
        return try body(&state)
    }

    private func report(_ endsReveals: Bool) {
        if var review = state.beginTextReview(endsAll: endsReveals) {
            // One by one: while the delegate is called, the scene may be read, and may even be closed.
            while let next = state.nextTextReview(&review) { delegate?.reviewed(next) }
        }
        let outputs = state.covers.takeNew()
        if !outputs.isEmpty { report(outputs) }
    }

    @inline(never)
    private func report(_ outputs: OutputSet) {
        for output in SetBits(of: outputs.rawValue) { delegate?.covered(UInt32(truncatingIfNeeded: output)) }
    }

    // MARK: - Windows and views

    /// As `SceneState.addWindow`, and so on.
    package func addWindow(
        _ properties: WindowProperties, screen: Span<UInt8> = Span(), title: Span<UInt8> = Span()
    ) throws(Failure) -> UInt64 {
        try change { state throws(Failure) in try state.addWindow(properties, screen: screen, title: title) }
    }

    package func updateWindow(
        _ id: UInt64, _ properties: WindowProperties, screen: Span<UInt8> = Span(), title: Span<UInt8> = Span()
    ) throws(Failure) {
        try change { state throws(Failure) in try state.updateWindow(id, properties, screen: screen, title: title) }
    }

    package func addView(
        _ parent: UInt64, _ properties: ViewProperties, content: Span<UInt8>
    ) throws(Failure) -> UInt64 {
        try change { state throws(Failure) in try state.addView(parent, properties, content: content) }
    }

    package func updateView(
        _ id: UInt64, _ properties: ViewProperties, content: Span<UInt8>
    ) throws(Failure) {
        try change { state throws(Failure) in try state.updateView(id, properties, content: content) }
    }

    /// Removes a window or view and everything inside it.
    ///
    /// - Throws: `notFound`.
    package func remove(_ id: UInt64) throws(Failure) {
        try change { state throws(Failure) in try state.remove(id) }
    }

    /// Says what is secure without being marked so.
    package func setPolicy(_ policy: Policy) { change { $0.setPolicy(policy) } }
}
