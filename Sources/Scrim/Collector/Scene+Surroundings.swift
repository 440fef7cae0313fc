// SPDX-License-Identifier: MIT

// What a collector asks of the places of a scene, and of what is around them.

extension Scene {
    /// Whether nothing may be told of it for its own sake.
    func isPrivate(_ node: Node) -> Bool { isMarked(node) }

    /// Whether nothing may be told of what is at a place, for its own sake or for that of what it is in.
    func isPrivate(place: Int) -> Bool {
        var place = place
        while place != Node.none {
            if isPrivate(nodes[place]) { return true }
            place = nodes[place].parent
        }
        return false
    }

    /// Whether it, or what it is in, is hidden.
    func isOutOfSight(place: Int) -> Bool {
        var place = place
        while place != Node.none {
            if nodes[place].isHidden { return true }
            place = nodes[place].parent
        }
        return false
    }

    /// Whether a window is, or belongs to, an overlay of a tool.
    func isOwn(windowOf place: Int) -> Bool {
        var isOwn = false
        walkOut(from: place) { place in
            isOwn = nodes[place].flags.contains(.own)
            return !isOwn
        }
        return isOwn
    }

    /// Visits a place, what it is in up to the window, the view that the window belongs to, and so on, until the body
    /// says that it has seen enough.
    func walkOut(from place: Int, _ goesOn: (Int) -> Bool) {
        var (place, owners) = (place, 0)
        while place != Node.none, goesOn(place) {
            let node = nodes[place]
            if node.parent != Node.none {
                place = node.parent
            } else {
                guard node.owner != 0, owners < Self.maxOwners, let owner = try? find(node.owner) else { return }
                place = owner
                owners &+= 1
            }
        }
    }

    /// The place that names a screen or title for what is there: itself or something around it; `Node.none`: nothing does.
    func namer(of field: DescriptionField, for place: Int) -> Int {
        var found = Node.none
        walkOut(from: place) { place in
            if names(field, place) { found = place }
            return found == Node.none
        }
        return found
    }

    private func names(_ field: DescriptionField, _ place: Int) -> Bool {
        let node = nodes[place]
        if field == .screen ? node.screen != 0 : node.title != 0 { return true }
        guard node.description != 0 else { return false }
        return (try? withDescription(place) { (reader, _) throws(Failure) in reader.length(field) > 0 }) ?? false
    }

    /// Lends the screen or title that a place names, and the classes of the screen; the description's goes first.
    func withName<Result>(
        _ field: DescriptionField, of place: Int, _ body: (Span<UInt8>, _ classes: UInt32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withDescription(place) { reader, bytes throws(Failure) in
            if reader.length(field) > 0 { return try body(reader.string(field, bytes), reader.screenChain) }
            let node = nodes[place]
            return try contents.withString(field == .screen ? node.screen : node.title) { name throws(Failure) in
                try body(name, 0)
            }
        }
    }

    // MARK: - Containers

    /// The first view inside a container that is of a class and contains a point, parents before children. Views of the
    /// class are not searched themselves.
    func firstInside(_ place: Int, at point: Point, ofClass name: UInt32) -> Int {
        firstInside(place, sight(of: place, point), name)
    }

    /// As deep a recursion as views are nested: 256 at most.
    private func firstInside(_ place: Int, _ sight: Sight, _ name: UInt32) -> Int {
        let sight = sight.scrolled(nodes[place])
        var child = nodes[place].firstChild
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
        let node = nodes[place]
        if node.parent == Node.none { return Sight(point: point).inside(node) }
        return sight(of: node.parent, point).scrolled(nodes[node.parent]).inside(node)
    }
}
