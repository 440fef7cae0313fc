// SPDX-License-Identifier: MIT

/// A boundary of grapheme clusters in a text.
package struct TextPosition: Equatable {
    package var byte = 0
    /// The clusters before it.
    package var cluster = 0
}

/// Grapheme clusters of well-formed UTF-8.
///
/// Where a cluster ends depends on nothing that stands before the cluster. So every search begins at a boundary that is known, and
/// an edit can change boundaries from the cluster before it up to the first boundary behind it that old and new text share.
package enum Clusters {
    /// Where the cluster that begins at `start` ends.
    package static func end(in text: Span<UInt8>, from start: Int) -> Int {
        var breaker = GraphemeBreaker()
        var index = start
        while let scalar = UTF8Text.scalar(in: text, at: index) {
            if breaker.begins(at: scalar.value), index > start { break }
            index &+= scalar.length
        }
        return index
    }

    /// Where the cluster begins that ends at the boundary `end`.
    package static func start(in text: Span<UInt8>, before end: Int) -> Int {
        guard let last = UTF8Text.scalar(in: text, before: end) else { return 0 }
        // Back to a boundary that is one whatever stands before it, mostly this very one …
        var (start, value) = (last.start, last.value)
        while let previous = UTF8Text.scalar(in: text, before: start) {
            if GraphemeBreaker.surelyBreaks(previous.value, value) { break }
            (start, value) = (previous.start, previous.value)
        }
        // … and from there to the last one before `end`.
        var next = Clusters.end(in: text, from: start)
        while next < end, next > start {
            start = next
            next = Clusters.end(in: text, from: start)
        }
        return start
    }

    /// The number of clusters.
    package static func count(in text: Span<UInt8>) -> Int {
        var breaker = GraphemeBreaker()
        var (index, number) = (0, 0)
        while let scalar = UTF8Text.scalar(in: text, at: index) {
            if breaker.begins(at: scalar.value) { number &+= 1 }
            index &+= scalar.length
        }
        return number
    }

    /// What a text will be when `new` has replaced what stands from `start` to `end`, both boundaries: the clusters it will
    /// have, and where the caret then stands, which is behind `new` or, if that is inside a cluster, behind this one.
    package static func replacing(
        in text: Span<UInt8>, counted total: Int, from start: TextPosition, to end: TextPosition, with new: Span<UInt8>
    ) -> (count: Int, caret: TextPosition) {
        var breaker = GraphemeBreaker()
        var made = start.cluster
        if start.byte > 0 {
            made &-= 1
            made &+= count(in: text, from: Clusters.start(in: text, before: start.byte), to: start.byte, &breaker)
        }
        made &+= count(in: new, from: 0, to: new.count, &breaker)
        // The rest as it was and as it will be, side by side, until both break at once.
        var (before, lost) = (GraphemeBreaker(), end.cluster)
        var caret: TextPosition?
        var index = end.byte
        let shift = new.count &- (end.byte &- start.byte)
        while let scalar = UTF8Text.scalar(in: text, at: index) {
            let begins = (now: breaker.begins(at: scalar.value), before: before.begins(at: scalar.value))
            if begins.now, caret == nil { caret = TextPosition(byte: index &+ shift, cluster: made) }
            if begins.now, begins.before { break }
            if begins.now { made &+= 1 }
            if begins.before { lost &+= 1 }
            index &+= scalar.length
        }
        return (total &- lost &+ made, caret ?? TextPosition(byte: text.count &+ shift, cluster: made))
    }

    /// Counts the clusters that begin from `start` to before `end`, for a breaker that goes on from there.
    private static func count(
        in text: Span<UInt8>, from start: Int, to end: Int, _ breaker: inout GraphemeBreaker
    ) -> Int {
        var (index, number) = (start, 0)
        while index < end, let scalar = UTF8Text.scalar(in: text, at: index) {
            if breaker.begins(at: scalar.value) { number &+= 1 }
            index &+= scalar.length
        }
        return number
    }
}
