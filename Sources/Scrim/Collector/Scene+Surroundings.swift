// SPDX-License-Identifier: MIT

// What a collector asks of the places of a scene, and of what is around them. Out of line: nodes are large.

extension Scene {
    @inline(never)
    func parent(_ place: Int) -> Int { nodes.read(place) { $0.parent } }

    @inline(never)
    func flags(_ place: Int) -> ViewFlags { nodes.read(place) { $0.flags } }

    @inline(never)
    func className(_ place: Int) -> UInt32 { nodes.read(place) { $0.classes.own } }

    @inline(never)
    func chain(_ place: Int) -> UInt32 { nodes.read(place) { $0.classes.number } }

    @inline(never)
    func firstChild(_ place: Int) -> Int { nodes.read(place) { $0.firstChild } }

    @inline(never)
    func next(_ place: Int) -> Int { nodes.read(place) { $0.next } }

    // MARK: - What may be told

    /// Whether nothing may be told of it for its own sake.
    @inline(never)
    func isPrivate(alone place: Int) -> Bool {
        nodes.read(place) { presentSecrecy($0) != .open }
    }

    /// Whether nothing may be told of what is at a place, for its own sake or for that of what it is in.
    func isPrivate(place: Int) -> Bool {
        var place = place
        while place != Node.none {
            if isPrivate(alone: place) { return true }
            place = parent(place)
        }
        return false
    }

    /// Whether what is around a view may tell its content.
    func tellsContent(_ place: Int) -> Bool {
        !flags(place).hasAny(of: .hidden, .ignored) && !isPrivate(alone: place)
    }

    /// Whether it, or what it is in, is hidden.
    func isOutOfSight(_ place: Int) -> Bool {
        var place = place
        while place != Node.none {
            if flags(place).contains(.hidden) { return true }
            place = parent(place)
        }
        return false
    }

    /// How many siblings of its class come before it. Private ones do not count: that would tell of them.
    @inline(never)
    func rank(_ place: Int) -> UInt32 {
        let name = className(place)
        var (rank, sibling) = (UInt32(0), nodes.read(place) { $0.previous })
        while sibling != Node.none {
            if className(sibling) == name, !isPrivate(alone: sibling) { rank &+= 1 }
            sibling = nodes.read(sibling) { $0.previous }
        }
        return rank
    }

    // MARK: - Strings

    /// Adds the content to a text. Answers whether it is known.
    @inline(never)
    func putContent(of place: Int, to text: inout ByteWriter) -> Bool {
        let (isKnown, number) = nodes.read(place) { ($0.isContentKnown, $0.content) }
        put(number, to: &text)
        return isKnown
    }

    /// Adds the screen or title that a place names to a text; the description's goes first. Answers whether there is one.
    func putName(_ field: DescriptionField, of place: Int, to text: inout ByteWriter) -> Bool {
        if put(field, of: place, to: &text) { return true }
        let number = nodes.read(place) { field == .screen ? $0.screen : $0.title }
        put(number, to: &text)
        return number != 0
    }

    @inline(never)
    func putClass(_ name: UInt32, to text: inout ByteWriter) {
        try? names.withName(name) { (name: Span<UInt8>) throws(Failure) in text.put(name) }
    }

    @inline(never)
    private func put(_ string: Int, to text: inout ByteWriter) {
        try? contents.withString(string) { (string: Span<UInt8>) throws(Failure) in text.put(string) }
    }

    // MARK: - Around

    /// What a place is in; of a window, the view that it belongs to; `Node.none`: there is nothing.
    @inline(never)
    private func outside(_ place: Int) -> Int {
        let (parent, owner) = nodes.read(place) { ($0.parent, $0.owner) }
        if parent != Node.none || owner == 0 { return parent }
        return (try? find(owner)) ?? Node.none
    }

    /// Whether a window is, or belongs to, an overlay of a tool.
    @inline(never)
    func isOwn(_ place: Int) -> Bool {
        var (place, count) = (place, 0)
        while place != Node.none, count < Self.mostSteps {
            if flags(place).contains(.own) { return true }
            place = outside(place)
            count &+= 1
        }
        return false
    }

    /// The place that names a screen or title for what is there: itself or something around it; `Node.none`: nothing does.
    @inline(never)
    func namer(of field: DescriptionField, for place: Int) -> Int {
        var (place, count) = (place, 0)
        while place != Node.none, count < Self.mostSteps {
            let number = nodes.read(place) { field == .screen ? $0.screen : $0.title }
            if number != 0 || describedLength(field, place) > 0 { return place }
            place = outside(place)
            count &+= 1
        }
        return Node.none
    }

    /// No walk out of views, and of windows that belong to views, is longer: one that is goes round in a circle.
    private static var mostSteps: Int { (maxOwners &+ 1) &* (maxDepth &+ 1) }

    // MARK: - Containers

    /// The first view inside a container that is of a class and contains a point, parents before children. Views of the
    /// class are not searched themselves.
    @inline(never)
    func firstInside(_ place: Int, at point: Point, ofClass name: UInt32) -> Int {
        firstInside(place, sight(of: place, point), name)
    }

    /// As deep a recursion as views are nested: 256 at most.
    private func firstInside(_ place: Int, _ sight: Sight, _ name: UInt32) -> Int {
        let sight = sight.scrolled(nodes[place])
        var child = firstChild(place)
        while child != Node.none {
            let node = nodes[child]
            let inside = sight.inside(node)
            if node.classes.own == name {
                if inside.isIn(node) { return child }
            } else {
                let found = firstInside(child, inside, name)
                if found != Node.none { return found }
            }
            child = node.next
        }
        return Node.none
    }

    /// As deep a recursion as views are nested: 256 at most.
    private func sight(of place: Int, _ point: Point) -> Sight {
        let parent = parent(place)
        if parent == Node.none { return Sight(point: point).inside(nodes[place]) }
        return sight(of: parent, point).scrolled(nodes[parent]).inside(nodes[place])
    }
}
