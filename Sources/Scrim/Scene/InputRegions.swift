// SPDX-License-Identifier: MIT

/// The rectangles in which windows and views take touches: linked lists in one row.
struct InputRegions: ~Copyable {
    private struct Entry: BitwiseCopyable {
        var rect: Rect
        var next: Int
    }

    private var entries = Buffer<Entry>(blank: Entry(rect: .zero, next: Node.none))
    private var firstFree = Node.none

    /// - Throws: `noMemory`.
    mutating func add(_ rect: Rect, before next: Int) throws(Failure) -> Int {
        let new = Entry(rect: rect, next: next)
        if firstFree == Node.none {
            try entries.append(new)
            return entries.count &- 1
        }
        let entry = firstFree
        firstFree = entries[entry].next
        entries[entry] = new
        return entry
    }

    mutating func removeAll(from first: Int) {
        var entry = first
        while entry != Node.none {
            let next = entries[entry].next
            entries[entry].next = firstFree
            firstFree = entry
            entry = next
        }
    }

    @inline(never)
    func contains(_ point: Point, from first: Int) -> Bool {
        var found = false
        forEach(from: first) { if $0.contains(point) { found = true } }
        return found
    }

    func forEach(from first: Int, _ body: (Rect) -> Void) {
        var entry = first
        while entry != Node.none {
            body(entries[entry].rect)
            entry = entries[entry].next
        }
    }
}

extension NodeTree {
    /// Sets the input regions of a window or view. They keep their order.
    ///
    /// - Parameter rect: Gives the regions, the last first.
    /// - Returns: The generation of the node's regions.
    /// - Throws: `notFound`, `limit`, `noMemory`, and what `rect` throws. Then nothing has changed.
    mutating func setInputRegions(
        _ id: UInt64, _ count: Int, _ rect: (Int) throws(Failure) -> Rect
    ) throws(Failure) -> UInt64 {
        let slot = try find(id)
        guard count >= 0, count <= Scene.maxInputRegions else { throw .limit }
        var (first, index) = (Node.none, count)
        do throws(Failure) {
            while index > 0 {
                index &-= 1
                let rect = try rect(index)
                guard rect.isValid else { throw .invalidArgument }
                first = try inputRegions.add(rect, before: first)
            }
        } catch {
            inputRegions.removeAll(from: first)
            throw error
        }
        inputRegions.removeAll(from: nodes.read(slot) { $0.inputRegions })
        return nodes.update(slot) { node in
            node.inputRegions = first
            node.inputGeneration &+= 1
            return node.inputGeneration
        }
    }
}

extension Scene {
    package static let maxInputRegions = 256

    /// As `NodeTree.setInputRegions`.
    package func setInputRegions(
        _ id: UInt64, _ count: Int, _ rect: (Int) throws(Failure) -> Rect
    ) throws(Failure) -> UInt64 {
        try change { state throws(Failure) in
            let generation = try state.tree.setInputRegions(id, count, rect)
            state.generation &+= 1
            return generation
        }
    }

    /// Visits the input regions of a window or view.
    ///
    /// - Returns: Their generation, or 0 if none were ever set.
    /// - Throws: `notFound`.
    package func forEachInputRegion(_ id: UInt64, _ body: (Rect) -> Void) throws(Failure) -> UInt64 {
        let (first, generation) = state.tree.nodes.read(try state.tree.find(id)) {
            ($0.inputRegions, $0.inputGeneration)
        }
        state.tree.inputRegions.forEach(from: first, body)
        return generation
    }
}
