// SPDX-License-Identifier: MIT

/// The strings of all records, one behind the other, and how those of a new one are written.
struct RecordStrings: ~Copyable {
    let scene: Scene
    var bytes = Buffer<UInt8>(blank: 0)
    /// What is being written about, a place of the scene.
    private var target = Node.none

    init(scene: Scene) { self.scene = scene }

    /// - Throws: `noMemory`.
    mutating func write(
        _ record: inout Record, about target: Int, type: UInt32, maxContent: Int
    ) throws(Failure) {
        self.target = target
        record.start = bytes.count
        let screen = try writeName(.screen, .screen, &record)
        _ = try writeName(.title, .title, &record)
        try write(.id, &record) { writer throws(Failure) in try writer.writeID() }
        try write(.type, &record) { writer throws(Failure) in
            try writer.append(name: type)
            return type != 0
        }
        try write(.content, &record) { writer throws(Failure) in try writer.writeContent(maxContent) }
        try write(.position, &record) { writer throws(Failure) in try writer.writePosition() }
        try write(.path, &record) { writer throws(Failure) in try writer.writePath() }
        try write(.properties, &record) { writer throws(Failure) in
            try writer.writeProperties(screen: screen)
            return true
        }
    }

    /// Writes one string; the body says whether it is known.
    private mutating func write(
        _ field: Record.Field, _ record: inout Record, _ body: (inout RecordStrings) throws(Failure) -> Bool
    ) throws(Failure) {
        let start = bytes.count
        let isKnown = try body(&self)
        record.setLength(field, isKnown ? bytes.count &- start : -1)
    }

    // MARK: - Names

    /// Writes the screen or title. Answers the place that names it.
    private mutating func writeName(
        _ field: DescriptionField, _ string: Record.Field, _ record: inout Record
    ) throws(Failure) -> Int {
        let namer = scene.namer(of: field, for: target)
        var classes: UInt32 = 0
        try write(string, &record) { writer throws(Failure) in
            guard namer != Node.none else { return false }
            classes = try writer.scene.withName(field, of: namer) { name, classes throws(Failure) in
                try writer.bytes.append(name)
                return classes
            }
            return true
        }
        if field == .screen { record.screenClasses = classes }
        return namer
    }

    private mutating func writeID() throws(Failure) -> Bool {
        try scene.withDescription(target) { reader, strings throws(Failure) in
            try bytes.append(reader.string(.id, strings))
            return reader.length(.id) > 0
        }
    }

    private mutating func append(name: UInt32) throws(Failure) {
        try scene.names.withName(name) { name throws(Failure) in try bytes.append(name) }
    }

    private mutating func append(_ number: UInt32) throws(Failure) {
        try bytes.reserve(bytes.count &+ 10)
        JSON.integer(UInt64(number)) { byte in try? bytes.append(byte) }
    }

    // MARK: - Content

    private mutating func writeContent(_ limit: Int) throws(Failure) -> Bool {
        let start = bytes.count
        let isKnown = try joinContent(of: target, start, limit)
        cut(from: start, to: limit)
        return isKnown
    }

    /// Appends what there is to say of a place: its value, its content, or that of what is inside it. Answers whether there is
    /// something.
    ///
    /// As deep a recursion as views are nested: 256 at most.
    private mutating func joinContent(of place: Int, _ start: Int, _ limit: Int) throws(Failure) -> Bool {
        let scene = scene
        let node = scene.nodes[place]
        let hasValue = try scene.withDescription(place) { reader, strings throws(Failure) in
            if reader.length(.value) == 0 { return false }
            try join(reader.string(.value, strings), start)
            return true
        }
        if hasValue { return true }
        if node.isContentKnown {
            try scene.contents.withString(node.content) { content throws(Failure) in try join(content, start) }
            return true
        }
        let before = bytes.count
        var child = node.firstChild
        while child != Node.none, bytes.count &- start <= limit {
            let inside = scene.nodes[child]
            if !inside.isHidden, !inside.flags.contains(.ignored), !scene.isPrivate(inside) {
                _ = try joinContent(of: child, start, limit)
            }
            child = inside.next
        }
        return bytes.count > before
    }

    private mutating func join(_ part: Span<UInt8>, _ start: Int) throws(Failure) {
        guard part.count > 0 else { return }
        if bytes.count > start { try bytes.append(0x2D) }
        try bytes.append(part)
    }

    /// Cuts off whole grapheme clusters.
    private mutating func cut(from start: Int, to limit: Int) {
        guard bytes.count &- start > limit else { return }
        var end = 0
        try? bytes.withSpan { (all: Span<UInt8>) throws(Failure) in
            let content = all.suffix(from: start)
            var next = Clusters.end(in: content, from: 0)
            while next <= limit, next > end {
                end = next
                next = Clusters.end(in: content, from: end)
            }
        }
        bytes.truncate(start &+ end)
    }

    // MARK: - Place

    private mutating func writePosition() throws(Failure) -> Bool {
        let repeated = repeated(around: target)
        guard repeated != Node.none else { return false }
        let (count, indices) = indices(of: repeated)
        try append(indices.0)
        if count > 1 {
            try bytes.append(0x3A)
            try append(indices.1)
        }
        return true
    }

    private func indices(of place: Int) -> (count: Int, (UInt32, UInt32)) {
        let found = try? scene.withDescription(place) { (reader, _) throws(Failure) in (reader.indexCount, reader.indices) }
        return found ?? (0, (0, 0))
    }

    /// What has indices: a place or the nearest that it is in; `Node.none`: nothing has.
    private func repeated(around place: Int) -> Int {
        var place = place
        while place != Node.none, indices(of: place).count == 0 { place = scene.nodes[place].parent }
        return place
    }

    /// The way from the top view of the window.
    private mutating func writePath() throws(Failure) -> Bool {
        guard !scene.nodes[target].isWindow else { return false }
        try writePath(to: target, repeated(around: target))
        return true
    }

    /// As deep a recursion as views are nested: 256 at most.
    private mutating func writePath(to place: Int, _ repeated: Int) throws(Failure) {
        let node = scene.nodes[place]
        let isTop = scene.nodes[node.parent].isWindow
        if !isTop {
            try writePath(to: node.parent, repeated)
            try bytes.append(0x2F)
        }
        try append(name: node.classes.own)
        if isTop { return }
        let (count, indices) = indices(of: place)
        guard count > 0 else { return try writeIndex(rank(of: node)) }
        if count > 1 { try writeIndex(indices.0) }
        try writeIndex(place == repeated ? nil : count > 1 ? indices.1 : indices.0)
    }

    private mutating func writeIndex(_ index: UInt32?) throws(Failure) {
        try bytes.append(0x5B)
        if let index { try append(index) } else { try bytes.append(0x2D) }
        try bytes.append(0x5D)
    }

    /// How many siblings of its class come before it. Private ones do not count: that would tell of them.
    private func rank(of node: Node) -> UInt32 {
        var (rank, sibling) = (UInt32(0), node.previous)
        while sibling != Node.none {
            let other = scene.nodes[sibling]
            if other.classes.own == node.classes.own, !scene.isPrivate(other) { rank &+= 1 }
            sibling = other.previous
        }
        return rank
    }

    // MARK: - Properties

    /// Writes the properties of the target, of what it is in, and of its screen; of one key the nearest.
    private mutating func writeProperties(screen: Int) throws(Failure) {
        try bytes.append(0x7B)
        var (place, isFirst, isAround) = (target, true, screen == Node.none)
        while place != Node.none {
            if place == screen { isAround = true }
            try writeProperties(of: place, &isFirst)
            place = scene.nodes[place].parent
        }
        if !isAround { try writeProperties(of: screen, &isFirst) }
        try bytes.append(0x7D)
    }

    private mutating func writeProperties(of place: Int, _ isFirst: inout Bool) throws(Failure) {
        guard scene.nodes[place].description != 0 else { return }
        try scene.withDescription(place) { reader, strings throws(Failure) in
            var index = 0
            try reader.forEachProperty(strings) { key, value throws(Failure) in
                index &+= 1
                if isKnown(key, before: index &- 1, of: place) { return }
                // An escape has at most six bytes for one; the rest is punctuation.
                try bytes.reserve(bytes.count &+ 8 &+ 6 &* (key.count &+ value.count))
                if !isFirst { try bytes.append(0x2C) }
                isFirst = false
                JSON.string(key) { byte in try? bytes.append(byte) }
                try bytes.append(0x3A)
                JSON.string(value) { byte in try? bytes.append(byte) }
            }
        }
    }

    /// Whether a nearer property has a key: one of the first `count` of a place, or of what lies between it and the target.
    private func isKnown(_ key: Span<UInt8>, before count: Int, of end: Int) -> Bool {
        var (place, isKnown) = (target, false)
        while place != Node.none, !isKnown {
            try? scene.withDescription(place) { reader, strings throws(Failure) in
                var index = 0
                try reader.forEachProperty(strings) { other, _ throws(Failure) in
                    if place != end || index < count, isEqual(key, other) { isKnown = true }
                    index &+= 1
                }
            }
            if place == end { break }
            place = scene.nodes[place].parent
        }
        return isKnown
    }

    private func isEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        var index = 0
        while index < a.count, a.at(index) == b.at(index) { index &+= 1 }
        return index == a.count
    }
}
