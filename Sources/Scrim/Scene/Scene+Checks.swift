// SPDX-License-Identifier: MIT

// Checks of views before the names of their classes are stored. Names stay in the scene, and a call that fails must
// change nothing.

extension Scene {
    /// Whether a view may have these properties.
    ///
    /// - Parameters:
    ///   - id: The view, or the parent of a new view.
    /// - Throws: as `addView` and `updateView`, except `noMemory`, and `limit` for too many views.
    package func check(
        _ properties: ViewProperties, of id: UInt64, isNew: Bool, content: Span<UInt8>
    ) throws(Failure) {
        guard properties.isValid else { throw .invalidArgument }
        let slot = try state.tree.find(id)
        let (depth, isWindow) = state.tree.nodes.read(slot) { ($0.depth, $0.isWindow) }
        guard isNew || !isWindow else { throw .notFound }
        guard !isNew || depth < Self.maxDepth else { throw .limit }
        guard content.count <= Self.maxContent else { throw .invalidArgument }
        guard UTF8Text.isWellFormed(content) else { throw .invalidUTF8 }
    }
}
