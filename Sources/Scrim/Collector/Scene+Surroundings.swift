// SPDX-License-Identifier: MIT

// What a collector asks of the slots of a scene, and of what is around them. Out of line: nodes are large.

extension Scene {
    @inline(never)
    func id(_ slot: Int) -> UInt64 { state.tree.nodes.read(slot) { $0.id } }

    @inline(never)
    func parent(_ slot: Int) -> Int { state.tree.nodes.read(slot) { $0.parent } }

    @inline(never)
    func flags(_ slot: Int) -> ViewFlags { state.tree.nodes.read(slot) { $0.flags } }

    @inline(never)
    func className(_ slot: Int) -> UInt32 { state.tree.nodes.read(slot) { $0.classes.own } }

    @inline(never)
    func chain(_ slot: Int) -> UInt32 { state.tree.nodes.read(slot) { $0.classes.number } }

    @inline(never)
    func firstChild(_ slot: Int) -> Int { state.tree.nodes.read(slot) { $0.firstChild } }

    @inline(never)
    func next(_ slot: Int) -> Int { state.tree.nodes.read(slot) { $0.next } }

    // MARK: - What may be told

    /// Whether nothing may be told of it for its own sake.
    @inline(never)
    func isPrivate(alone slot: Int) -> Bool {
        state.tree.nodes.read(slot) { state.presentPrivacy($0) != .open }
    }

    /// Whether nothing may be told of what is at a slot, for its own sake or for that of what it is in.
    func isPrivate(slot: Int) -> Bool {
        var slot = slot
        while slot != Node.none {
            if isPrivate(alone: slot) { return true }
            slot = parent(slot)
        }
        return false
    }

    /// Whether what is around a view may tell its content.
    func tellsContent(_ slot: Int) -> Bool {
        !flags(slot).hasAny(of: .hidden, .ignored) && !isPrivate(alone: slot)
    }

    /// Whether it, or what it is in, is hidden.
    func isHidden(slot: Int) -> Bool {
        var slot = slot
        while slot != Node.none {
            if flags(slot).contains(.hidden) { return true }
            slot = parent(slot)
        }
        return false
    }

    /// How many siblings of its class come before it. Private ones do not count: that would tell of them.
    @inline(never)
    func rank(_ slot: Int) -> UInt32 {
        let name = className(slot)
        var (rank, sibling) = (UInt32(0), state.tree.nodes.read(slot) { $0.previous })
        while sibling != Node.none {
            if className(sibling) == name, !isPrivate(alone: sibling) { rank &+= 1 }
            sibling = state.tree.nodes.read(sibling) { $0.previous }
        }
        return rank
    }

    // MARK: - Strings

    /// Adds the content to a text. Answers whether it is known.
    @inline(never)
    func putContent(of slot: Int, to text: inout ByteWriter) -> Bool {
        let (isKnown, number) = state.tree.nodes.read(slot) { ($0.isContentKnown, $0.content) }
        put(number, to: &text)
        return isKnown
    }

    /// Adds the screen or title that a slot names to a text; the description's goes first. Answers whether there is one.
    func putName(_ field: MetadataField, of slot: Int, to text: inout ByteWriter) -> Bool {
        if put(field, of: slot, to: &text) { return true }
        let number = state.tree.nodes.read(slot) { field == .screen ? $0.screen : $0.title }
        put(number, to: &text)
        return number != 0
    }

    @inline(never)
    func putClass(_ name: UInt32, to text: inout ByteWriter) {
        try? names.withName(name) { (name: Span<UInt8>) throws(Failure) in text.put(name) }
    }

    @inline(never)
    private func put(_ string: Int, to text: inout ByteWriter) {
        try? state.tree.strings.withString(string) { (string: Span<UInt8>) throws(Failure) in text.put(string) }
    }

    // MARK: - Around

    /// What a slot is in; of a window, the view that it belongs to; `Node.none`: there is nothing.
    @inline(never)
    private func outside(_ slot: Int) -> Int {
        let (parent, owner) = state.tree.nodes.read(slot) { ($0.parent, $0.owner) }
        if parent != Node.none || owner == 0 { return parent }
        return (try? state.tree.find(owner)) ?? Node.none
    }

    /// Whether a window is, or belongs to, an overlay of a tool.
    @inline(never)
    func isOfTool(_ slot: Int) -> Bool {
        var slot = slot
        for _ in steps(to: Self.mostSteps) {
            if slot == Node.none { break }
            if flags(slot).contains(.tool) { return true }
            slot = outside(slot)
        }
        return false
    }

    /// The nearest slot that names a screen or title: `slot` or something around it. `Node.none` if there is none.
    @inline(never)
    func namer(of field: MetadataField, for slot: Int) -> Int {
        var slot = slot
        for _ in steps(to: Self.mostSteps) {
            if slot == Node.none { break }
            let number = state.tree.nodes.read(slot) { field == .screen ? $0.screen : $0.title }
            if number != 0 || metadataLength(field, slot) > 0 { return slot }
            slot = outside(slot)
        }
        return Node.none
    }

    /// No walk out of views, and of windows that belong to views, is longer: one that is goes round in a circle.
    private static var mostSteps: Int { (maxOwners &+ 1) &* (maxDepth &+ 1) }

    // MARK: - Containers

    /// The first view inside a container that is of a class and contains a point, parents before children. Views of the
    /// class are not searched themselves.
    @inline(never)
    func firstInside(_ slot: Int, at point: Point, ofClass name: UInt32) -> Int {
        firstInside(slot, localPoint(in: slot, point), name)
    }

    /// The recursion is as deep as views are nested: 256 at most.
    @inline(never)
    private func firstInside(_ slot: Int, _ local: LocalPoint, _ name: UInt32) -> Int {
        let local = state.tree.nodes.read(slot) { local.scrolled($0) }
        var child = firstChild(slot)
        while child != Node.none {
            let (inside, isIn, isOfClass) = state.tree.nodes.read(child) { node in
                let inside = local.inside(node)
                return (inside, inside.isIn(node), node.classes.own == name)
            }
            if isOfClass {
                if isIn { return child }
            } else {
                let found = firstInside(child, inside, name)
                if found != Node.none { return found }
            }
            child = next(child)
        }
        return Node.none
    }

    /// The recursion is as deep as views are nested: 256 at most.
    @inline(never)
    private func localPoint(in slot: Int, _ point: Point) -> LocalPoint {
        let parent = parent(slot)
        var around = LocalPoint(point: point)
        if parent != Node.none {
            around = localPoint(in: parent, point)
            around = state.tree.nodes.read(parent) { around.scrolled($0) }
        }
        return state.tree.nodes.read(slot) { around.inside($0) }
    }
}
