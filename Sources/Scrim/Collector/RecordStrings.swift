// SPDX-License-Identifier: MIT

/// Holds the strings of all records, one after the other, and writes those for a new record.
struct RecordStrings: ~Copyable {
    let scene: Scene
    var text = ByteWriter()
    /// What is being written about, a slot of the scene.
    private var target = Node.none
    /// What of it, or of what it is in, has indices; `Node.none`: nothing.
    private var repeated = Node.none
    /// For each property that has been written: the hash of its key, and in the lower half the key's offset from the first
    /// property.
    private var keys = Buffer<Int>(blank: 0)
    /// Whether the content came from views inside the target.
    private var isContentJoined = false

    /// The most properties of a record.
    private static var maxProperties: Int { 64 }

    init(scene: Scene) { self.scene = scene }

    /// - Parameter ignored: The types of views whose content the record leaves out.
    /// - Throws: `noMemory`.
    @inline(never)
    mutating func write(
        _ record: inout Record, about target: Int, type: UInt32, maxContent: Int, ignored: IgnoredTypes
    ) throws(Failure) {
        try keys.reserve(Self.maxProperties)
        self.target = target
        isContentJoined = false
        repeated = target
        while repeated != Node.none, scene.indexCount(repeated) == 0 { repeated = scene.parent(repeated) }
        let screen = scene.namer(of: .screen, for: target)
        record.screenChain = scene.screenChain(screen)
        record.start = text.count
        text.begin()
        for field in steps(to: Record.fields) {
            let start = text.count
            if write(field, screen, type, maxContent, ignored) { record.setLength(field, text.count &- start) }
        }
        record.isContentJoined = isContentJoined
        try text.check()
    }

    /// Writes one string. Answers whether it is known.
    private mutating func write(
        _ field: Int, _ screen: Int, _ type: UInt32, _ maxContent: Int, _ ignored: IgnoredTypes
    ) -> Bool {
        switch Record.Field(rawValue: field) {
        case .screen: return scene.putName(.screen, of: screen, to: &text)
        case .title: return scene.putName(.title, of: scene.namer(of: .title, for: target), to: &text)
        case .id: return scene.put(.id, of: target, to: &text)
        case .type:
            scene.putClass(type, to: &text)
            return type != 0
        case .content: return writeContent(maxContent, ignored)
        case .position: return writePosition()
        case .path:
            guard scene.parent(target) != Node.none else { return false }
            writePath(to: target)
            return true
        case .properties:
            writeProperties(screen)
            return true
        case nil: return false
        }
    }

    // MARK: - Content

    private mutating func writeContent(_ limit: Int, _ ignored: IgnoredTypes) -> Bool {
        let start = text.count
        let isKnown = joinContent(of: target, start, limit, ignored)
        cut(from: start, to: limit)
        return isKnown
    }

    /// Appends what there is to say of a node: its value, its content, or that of what is inside it. Answers whether there is
    /// something.
    ///
    /// As deep a recursion as views are nested: 256 at most.
    private mutating func joinContent(
        of slot: Int, _ start: Int, _ limit: Int, _ ignored: IgnoredTypes
    ) -> Bool {
        let end = text.count
        if end > start { text.put(0x2D) }
        let before = text.count
        var isKnown = scene.put(.value, of: slot, to: &text) || scene.putContent(of: slot, to: &text)
        if text.count == before { text.bytes.truncate(end) }
        guard !isKnown else { return true }
        var child = scene.firstChild(slot)
        while child != Node.none, text.count &- start <= limit {
            if scene.tellsContent(child), !ignored.contains(child, in: scene),
                joinContent(of: child, start, limit, ignored)
            {
                (isKnown, isContentJoined) = (true, true)
            }
            child = scene.next(child)
        }
        return isKnown && text.count > end
    }

    /// Cuts off whole grapheme clusters.
    @inline(never)
    private mutating func cut(from start: Int, to limit: Int) {
        guard text.count &- start > limit else { return }
        let end = try? text.bytes.withSpan { (all: Span<UInt8>) throws(Failure) in
            let content = all.suffix(from: start)
            var (end, next) = (0, 0)
            while next <= limit {
                end = next
                next = Clusters.end(in: content, from: end)
                if next == end { break }
            }
            return end
        }
        text.bytes.truncate(start &+ (end ?? 0))
    }

    // MARK: - Place

    private mutating func writePosition() -> Bool {
        guard repeated != Node.none else { return false }
        let numbers = scene.metadata(repeated)
        text.put(decimal: UInt64(numbers.indices.0))
        if numbers.indexCount > 1 {
            text.put(0x3A)
            text.put(decimal: UInt64(numbers.indices.1))
        }
        return true
    }

    /// Writes the way from the top view of the window.
    ///
    /// As deep a recursion as views are nested: 256 at most.
    private mutating func writePath(to slot: Int) {
        let parent = scene.parent(slot)
        let isTop = scene.parent(parent) == Node.none
        if !isTop {
            writePath(to: parent)
            text.put(0x2F)
        }
        scene.putClass(scene.className(slot), to: &text)
        if isTop { return }
        if scene.indexCount(slot) == 0 { return writeIndex(scene.rank(slot), isOpen: false) }
        let numbers = scene.metadata(slot)
        if numbers.indexCount > 1 { writeIndex(numbers.indices.0, isOpen: false) }
        let last = numbers.indexCount > 1 ? numbers.indices.1 : numbers.indices.0
        writeIndex(last, isOpen: slot == repeated)
    }

    @inline(never)
    private mutating func writeIndex(_ index: UInt32, isOpen: Bool) {
        text.put(0x5B)
        if isOpen { text.put(0x2D) } else { text.put(decimal: UInt64(index)) }
        text.put(0x5D)
    }

    // MARK: - Properties

    /// Writes the properties of the target, of what it is in, and of its screen, the nearest first, as many as there may
    /// be; of one key the nearest.
    private mutating func writeProperties(_ screen: Int) {
        let start = text.count
        keys.truncate(0)
        text.put(0x7B)
        var (slot, isAround) = (target, false)
        while slot != Node.none, keys.count < Self.maxProperties {
            if slot == screen { isAround = true }
            writeProperties(of: slot, start)
            slot = scene.parent(slot)
        }
        if !isAround { writeProperties(of: screen, start) }
        text.put(0x7D)
    }

    private mutating func writeProperties(of slot: Int, _ start: Int) {
        scene.forEachProperty(of: slot) { key, value in
            guard keys.count < Self.maxProperties else { return }
            let end = text.count
            if end > start &+ 1 { text.put(0x2C) }
            let name = text.count
            text.put(json: key)
            if !addKey(name, start) { return text.bytes.truncate(end) }
            text.put(0x3A)
            text.put(json: value)
        }
    }

    /// Adds the key from `name` to the end to `keys`. Returns false if it was there already.
    @inline(never)
    private mutating func addKey(_ name: Int, _ start: Int) -> Bool {
        let hash = text.bytes.hash(from: name)
        for index in steps(to: keys.count) {
            let known = keys[index]
            // Strings of JSON: none is the beginning of another.
            if known &>> 32 == hash, text.bytes.repeats(name, at: start &+ known & 0xFFFF_FFFF) { return false }
        }
        // There is room: it was reserved.
        try? keys.append(hash &<< 32 | (name &- start))
        return true
    }
}

extension Buffer<UInt8> {
    /// FNV-1a, 31 bits of it, of the bytes from an offset to the end.
    fileprivate func hash(from start: Int) -> Int {
        var hash: UInt32 = 2_166_136_261
        forEach(from: start, to: count) { hash = (hash ^ UInt32($0)) &* 16_777_619 }
        return Int(hash &>> 1)
    }

    /// Whether the bytes from an offset to the end are repeated at another one.
    fileprivate func repeats(_ name: Int, at start: Int) -> Bool {
        var index = 0
        while name &+ index < count, self[start &+ index] == self[name &+ index] { index &+= 1 }
        return name &+ index == count
    }
}
