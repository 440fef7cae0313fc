// SPDX-License-Identifier: MIT

/// Rectangles to which touches of windows and views are limited: linked lists in one row.
struct TouchRegions: ~Copyable {
    private struct Entry: BitwiseCopyable {
        var rect: Rect
        var next: Int
    }

    private var entries = Buffer<Entry>(blank: Entry(rect: .zero, next: Node.none))
    private var firstFree = Node.none

    /// - Throws: `noMemory`.
    mutating func add(_ rect: Rect, before next: Int) throws(Failure) -> Int {
        let entry = Entry(rect: rect, next: next)
        if firstFree == Node.none {
            try entries.append(entry)
            return entries.count &- 1
        }
        let place = firstFree
        firstFree = entries[place].next
        entries[place] = entry
        return place
    }

    mutating func removeAll(from first: Int) {
        var place = first
        while place != Node.none {
            let next = entries[place].next
            entries[place].next = firstFree
            firstFree = place
            place = next
        }
    }

    func contains(_ point: Point, from first: Int) -> Bool {
        var found = false
        forEach(from: first) { if $0.contains(point) { found = true } }
        return found
    }

    func forEach(from first: Int, _ body: (Rect) -> Void) {
        var place = first
        while place != Node.none {
            body(entries[place].rect)
            place = entries[place].next
        }
    }
}

extension Scene {
    package static let maxTouchRegions = 256

    /// Limits a window or view to regions, of which `rect` gives those in front last: the order is kept.
    ///
    /// - Returns: Their generation.
    /// - Throws: `notFound`, `limit`, `noMemory`, what `rect` throws; then all is as before.
    package func setTouchRegions(
        _ id: UInt64, _ count: Int, _ rect: (Int) throws(Failure) -> Rect
    ) throws(Failure) -> UInt64 {
        let place = try find(id)
        guard count >= 0, count <= Self.maxTouchRegions else { throw .limit }
        var (first, index) = (Node.none, count)
        do throws(Failure) {
            while index > 0 {
                index &-= 1
                let rect = try rect(index)
                guard rect.isValid else { throw .invalidArgument }
                first = try touchRegions.add(rect, before: first)
            }
        } catch {
            touchRegions.removeAll(from: first)
            throw error
        }
        touchRegions.removeAll(from: nodes[place].touchRegions)
        generation &+= 1
        return nodes.update(place) { node in
            node.touchRegions = first
            node.touchGeneration &+= 1
            return node.touchGeneration
        }
    }

    /// Visits the regions of a window or view.
    ///
    /// - Returns: Their generation; 0 where there have never been any.
    /// - Throws: `notFound`.
    package func forEachTouchRegion(_ id: UInt64, _ body: (Rect) -> Void) throws(Failure) -> UInt64 {
        let node = nodes[try find(id)]
        touchRegions.forEach(from: node.touchRegions, body)
        return node.touchGeneration
    }
}
