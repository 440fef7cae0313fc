// SPDX-License-Identifier: MIT

/// A boundary of grapheme clusters in a text.
package struct TextPosition: Equatable {
    package var byte = 0
    /// The clusters before it.
    package var cluster = 0
}

/// Finds grapheme clusters in well-formed UTF-8.
///
/// The end of a cluster does not depend on the text before the cluster. So every search begins at a known boundary. An
/// edit can change boundaries only between the cluster before it and the first later boundary that the old and the new
/// text share.
package enum Clusters {
    /// Returns the end of the cluster that begins at `start`.
    package static func end(in text: Span<UInt8>, from start: Int) -> Int {
        var breaker = GraphemeBreaker()
        var index = start
        while let scalar = UTF8Text.scalar(in: text, at: index) {
            if breaker.begins(at: scalar.value), index > start { break }
            index &+= scalar.length
        }
        return index
    }

    /// Returns the start of the cluster that ends at the boundary `end`.
    package static func start(in text: Span<UInt8>, before end: Int) -> Int {
        guard let last = UTF8Text.scalar(in: text, before: end) else { return 0 }
        // Go back to a boundary that does not depend on the text before it. Mostly it is this one …
        var (start, value) = (last.start, last.value)
        while let previous = UTF8Text.scalar(in: text, before: start) {
            if GraphemeBreaker.surelyBreaks(previous.value, value) { break }
            (start, value) = (previous.start, previous.value)
        }
        // … and from there forward to the last boundary before `end`.
        var next = Clusters.end(in: text, from: start)
        while next < end, next > start {
            start = next
            next = Clusters.end(in: text, from: start)
        }
        return start
    }

    /// Returns the number of clusters.
    package static func count(in text: Span<UInt8>) -> Int {
        var breaker = GraphemeBreaker()
        var (index, number) = (0, 0)
        while let scalar = UTF8Text.scalar(in: text, at: index) {
            if breaker.begins(at: scalar.value) { number &+= 1 }
            index &+= scalar.length
        }
        return number
    }

    /// Computes the result of replacing the text from `start` to `end`, both boundaries, with `new`: the number of
    /// clusters, and the new caret. The caret is at the end of `new` or, if that is inside a cluster, at the end of
    /// this cluster.
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
        // Read the rest of the text with both breakers, as it was and as it will be, until both break at once.
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

    /// Counts the clusters that begin in `start` …< `end`. The breaker continues from its state.
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
