// SPDX-License-Identifier: MIT

/// Windows, the trees of views in them, what is private there, and whether the application is active.
package final class Scene {
    package static let maxViews = 100_000
    package static let maxDepth = 256
    package static let maxContent = 4096

    /// Class chains too: see `ClassChain`.
    package let names = Names()
    package private(set) var isClosed = false

    /// Changed here, and by what keeps its derived fields.
    var nodes = Buffer<Node>(blank: Node())
    var contents = Strings()
    /// The places of the windows, the nearest first.
    private(set) var windows = Buffer<Int>(blank: Node.none)
    private var firstFree = Node.none
    private var count = 0
    /// Counts the ids that were given out.
    private var serial: UInt64 = 0
    /// Counts the changes that may make something else of what is asked: of windows, views, the policy, and of what is private.
    package var generation: UInt64 = 0

    // Kept by Scene+Activity.
    var application = Activity.inactive
    var restless = Restless()
    var isInTransition = false
    var covered: OutputSet
    var outputs: OutputSet
    let board: CoverBoard

    // Kept by Scene+Regions and Scene+Policy.
    var policy = Policy.standard
    let areas = Areas()
    let history = History()
    /// The windows that have an owner.
    var owned = 0
    // Kept by Secrecy: the engines of which a sequence of touches goes on, and whether anything is kept private for it.
    var holders = 0
    var hasHeld = false
    /// Counts what is done that is no change of the generation, and yet an answer to a touch: activity.
    var reactions: UInt64 = 0

    // Kept by TouchRegions, Scene+Routing and Scene+Selection.
    var touchRegions = TouchRegions()
    var touches = Buffer<RoutedTouch>(blank: RoutedTouch(id: 0, window: 0))
    var lastFocus: UInt64 = 0
    /// The views that overlays let through to.
    var skipped = 0
    var selection = Selection()

    // Kept by Scene+Texts.
    var texts = Buffer<ShownText>(blank: ShownText(tag: 0, view: 0))
    var lastTextFocus: UInt64 = 0
    var isCaptured = false
    /// Whether something has changed by which texts may reveal or not.
    var mustReviewTexts = false

    private init(outputs: OutputSet) {
        self.outputs = outputs
        covered = outputs
        // Of outputs that are not there too.
        board = CoverBoard(covered: OutputSet(rawValue: .max))
    }

    /// - Parameter outputs: 1 … `OutputSet.maxCount`.
    /// - Throws: `invalidArgument`.
    package static func make(outputs: UInt32) throws(Failure) -> Scene {
        guard outputs >= 1, outputs <= OutputSet.maxCount else { throw .invalidArgument }
        return Scene(outputs: OutputSet(first: outputs))
    }

    /// Drops everything; what still depends on this scene finds it closed, and everything in it gone.
    package func close() {
        isClosed = true
        // Nobody would tell its snapshots of a cover any more.
        board.put(OutputSet(rawValue: .max), isRaised: true)
        nodes = Buffer<Node>(blank: Node())
        contents = Strings()
        windows = Buffer<Int>(blank: Node.none)
        (firstFree, count, owned, skipped) = (Node.none, 0, 0, 0)
        hasHeld = false
        areas.clear()
        history.clear()
        touchRegions = TouchRegions()
        touches = Buffer<RoutedTouch>(blank: RoutedTouch(id: 0, window: 0))
        selection = Selection()
        mustReviewTexts = true
    }

    // MARK: - Windows

    /// - Throws: `invalidArgument`, `invalidUTF8`, `notFound` (the owner), `limit`, `noMemory`.
    package func addWindow(
        _ properties: WindowProperties, screen: Span<UInt8> = Span(), title: Span<UInt8> = Span()
    ) throws(Failure) -> UInt64 {
        guard properties.isValid else { throw .invalidArgument }
        if properties.owner != 0 { _ = try find(properties.owner) }
        try reserveWalk(depth: 0)
        try windows.reserve(windows.count &+ 1)
        let strings = try storeNames(screen, title)
        do throws(Failure) {
            let place = try takePlace()
            set(place, properties, screen: strings.screen, title: strings.title)
            try raise(place)
            review(place, was: Marking())
            return nodes[place].id
        } catch {
            contents.release(strings.screen)
            contents.release(strings.title)
            throw error
        }
    }

    /// - Throws: `invalidArgument`, `invalidUTF8`, `notFound` (it, or a new owner), `noMemory`.
    package func updateWindow(
        _ id: UInt64, _ properties: WindowProperties, screen: Span<UInt8> = Span(), title: Span<UInt8> = Span()
    ) throws(Failure) {
        guard properties.isValid else { throw .invalidArgument }
        let place = try findWindow(id)
        // One that has gone since may stay: it keeps the window secure.
        if properties.owner != 0, properties.owner != nodes[place].owner { _ = try find(properties.owner) }
        let strings = try storeNames(screen, title)
        contents.release(nodes[place].screen)
        contents.release(nodes[place].title)
        let was = marking(place)
        set(place, properties, screen: strings.screen, title: strings.title)
        lower(place)
        try raise(place)
        review(place, was: was)
    }

    private func storeNames(
        _ screen: Span<UInt8>, _ title: Span<UInt8>
    ) throws(Failure) -> (screen: Int, title: Int) {
        try Names.check(screen)
        try Names.check(title)
        let screen = try contents.store(screen)
        do throws(Failure) {
            return (screen, try contents.store(title))
        } catch {
            contents.release(screen)
            throw error
        }
    }

    private func set(_ place: Int, _ properties: WindowProperties, screen: Int, title: Int) {
        nodes.update(place) { node in
            node.flags = properties.flags.union(node.flags.intersection(.showsText))
            node.frame = properties.frame
            node.level = properties.level
            node.owner = properties.owner
            node.touches = properties.touches
            node.screen = screen
            node.title = title
        }
    }

    /// Puts a window in its order: by level, then by age. There must be room for it.
    private func raise(_ place: Int) throws(Failure) {
        let node = nodes[place]
        var index = 0
        while index < windows.count {
            let other = nodes[windows[index]]
            // A later window has the larger id: it carries the serial number on top.
            if (node.level, node.id) > (other.level, other.id) { break }
            index &+= 1
        }
        try windows.insert(place, at: index)
    }

    private func lower(_ place: Int) {
        var index = 0
        while index < windows.count {
            if windows[index] == place { return windows.remove(at: index) }
            index &+= 1
        }
    }

    // MARK: - Views

    /// Adds a view in front of its siblings.
    ///
    /// - Throws: `invalidArgument`, `notFound`, `limit`, `invalidUTF8`, `noMemory`.
    package func addView(
        _ parent: UInt64, _ properties: ViewProperties, content: Span<UInt8>
    ) throws(Failure) -> UInt64 {
        guard properties.isValid else { throw .invalidArgument }
        let above = try find(parent)
        let depth = nodes[above].depth &+ 1
        guard depth <= Self.maxDepth else { throw .limit }
        try reserveWalk(depth: depth)
        let content = try storeContent(content)
        do throws(Failure) {
            let place = try takePlace()
            nodes.update(place) { $0.depth = depth }
            set(place, properties, content)
            link(place, under: above)
            review(place, was: Marking())
            return nodes[place].id
        } catch {
            contents.release(content)
            throw error
        }
    }

    /// - Throws: `invalidArgument`, `notFound`, `limit`, `invalidUTF8`, `noMemory`.
    package func updateView(
        _ id: UInt64, _ properties: ViewProperties, content: Span<UInt8>
    ) throws(Failure) {
        guard properties.isValid else { throw .invalidArgument }
        let place = try find(id)
        guard !nodes[place].isWindow else { throw .notFound }
        let content = try storeContent(content)
        contents.release(nodes[place].content)
        let was = marking(place)
        set(place, properties, content)
        review(place, was: was)
    }

    private func storeContent(_ content: Span<UInt8>) throws(Failure) -> Int {
        // The length first: a wild one is refused before a byte is read.
        guard content.count <= Self.maxContent else { throw .invalidArgument }
        guard UTF8Text.isWellFormed(content) else { throw .invalidUTF8 }
        return try contents.store(content)
    }

    private func set(_ place: Int, _ properties: ViewProperties, _ content: Int) {
        nodes.update(place) { node in
            node.flags = properties.flags.union(node.flags.intersection(.showsText))
            node.frame = properties.frame
            node.alpha = properties.alpha
            node.classes = properties.classes
            node.content = content
            node.isContentKnown = properties.isContentKnown
            node.contentOffset = properties.contentOffset
            node.transform = properties.transform
            node.isTransformed = !properties.transform.isIdentity
            node.overflow = properties.overflow
            node.touches = properties.touches
        }
    }

    // MARK: - Removal

    /// Removes a window or view and everything inside it.
    ///
    /// - Throws: `notFound`.
    package func remove(_ id: UInt64) throws(Failure) {
        let top = try find(id)
        mustReviewTexts = true
        let marked = nodes[top].marked
        if nodes[top].isWindow {
            lower(top)
        } else {
            if marked > 0 { unlinkMarked(top) }
            changeMarked(from: nodes[top].parent, by: 0 &- marked)
            unlink(top)
        }
        // Leaves first: each is taken off its parent's list, so the parent becomes a leaf in turn.
        var place = top
        while true {
            let node = nodes[place]
            if node.firstChild != Node.none {
                place = node.firstChild
                continue
            }
            let (next, parent) = (node.next, node.parent)
            free(place)
            if place == top { return reviewOwners() }
            nodes.update(parent) { $0.firstChild = next }
            place = parent
        }
    }

    // MARK: - Places

    /// An id is the count of ids so far and, in its lowest 17 bits, a place.
    private static var placeBits: UInt64 { 17 }

    @inline(never)
    func find(_ id: UInt64) throws(Failure) -> Int {
        let place = Int(id & (1 << Self.placeBits &- 1))
        guard id != 0, nodes[place].id == id else { throw .notFound }
        return place
    }

    func findWindow(_ id: UInt64) throws(Failure) -> Int {
        let place = try find(id)
        guard nodes[place].isWindow else { throw .notFound }
        return place
    }

    /// A blank node with a new id.
    private func takePlace() throws(Failure) -> Int {
        guard count < Self.maxViews, serial < 1 << (64 &- Self.placeBits) &- 1 else { throw .limit }
        try areas.now.reserve(count &+ 1)
        try areas.quiet.reserve(count &+ 1)
        var place = firstFree
        if place == Node.none {
            try nodes.append(Node())
            place = nodes.count &- 1
        } else {
            firstFree = nodes[place].next
        }
        serial &+= 1
        count &+= 1
        nodes[place] = Node()
        nodes.update(place) { $0.id = serial << Self.placeBits | UInt64(truncatingIfNeeded: place) }
        return place
    }

    private func free(_ place: Int) {
        let node = nodes[place]
        contents.release(node.content)
        contents.release(node.description)
        contents.release(node.screen)
        contents.release(node.title)
        touchRegions.removeAll(from: node.touchRegions)
        removeRegion(place)
        history.orphan(nodes[place].past, of: node.id)
        restless.remove(node.activity)
        if node.owner != 0 { owned &-= 1 }
        if node.flags.contains(.skipped) { skipped &-= 1 }
        nodes[place] = Node()
        nodes.update(place) { $0.next = firstFree }
        firstFree = place
        count &-= 1
    }

    private func link(_ place: Int, under parent: Int) {
        let last = nodes[parent].lastChild
        nodes.update(place) { node in
            node.parent = parent
            node.previous = last
        }
        if last == Node.none {
            nodes.update(parent) { $0.firstChild = place }
        } else {
            nodes.update(last) { $0.next = place }
        }
        nodes.update(parent) { $0.lastChild = place }
    }

    private func unlink(_ place: Int) {
        let node = nodes[place]
        if node.previous == Node.none {
            nodes.update(node.parent) { $0.firstChild = node.next }
        } else {
            nodes.update(node.previous) { $0.next = node.next }
        }
        if node.next == Node.none {
            nodes.update(node.parent) { $0.lastChild = node.previous }
        } else {
            nodes.update(node.next) { $0.previous = node.previous }
        }
    }

    /// Says how active a window is.
    func setActivity(ofWindow place: Int, _ activity: Activity) {
        restless.remove(nodes[place].activity)
        nodes.update(place) { $0.activity = activity }
        restless.add(activity)
    }
}
