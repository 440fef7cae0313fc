// SPDX-License-Identifier: MIT
import Synchronization

/// The windows of a scene and the trees of views in them. A node is known to hosts by its id, and inside the scene by its
/// slot in a row.
struct NodeTree: ~Copyable {
    /// Changed here, in the other files of the tree, and by the walk for regions.
    var nodes = Buffer<Node>(blank: Node())
    /// Contents, metadata, screens and titles.
    var strings = Strings()
    /// The slots of the windows, the nearest window first.
    private(set) var windows = Buffer<Int>(blank: Node.none)
    var inputRegions = InputRegions()
    private var firstFree = Node.none
    private var count = 0
    /// The number of ids that were given out.
    private var serial: UInt64 = 0

    /// How many windows have an owner.
    private(set) var ownedWindows = 0
    /// How many views cannot be selected.
    private(set) var notSelectable = 0
    /// The number of the last request for the focus.
    var lastFocus: UInt64 = 0
    /// Counts the changes of what users see and of where the focus is. Texts are reviewed after such changes.
    var visibilityChanges: UInt64 = 0

    /// The largest depth that a view has had. So many frames of a recursion can hold a point.
    private(set) var deepest: UInt16 = 0

    /// A type that holds an atomic is always passed by its address. By value, each question would copy 600 bytes.
    private let addressed = Atomic<UInt8>(0)

    /// Makes room for one window more, so that `insertWindow` does not fail.
    mutating func reserveWindow() throws(Failure) { try windows.reserve(windows.count &+ 1) }

    // MARK: - Ids and slots

    /// The lowest 17 bits of an id are the slot. The other bits are the number of ids that were given out before.
    private static var slotBits: UInt64 { 17 }

    @inline(never)
    func find(_ id: UInt64) throws(Failure) -> Int {
        let slot = Int(id & (1 << Self.slotBits &- 1))
        guard id != 0, nodes[slot].id == id else { throw .notFound }
        return slot
    }

    func findWindow(_ id: UInt64) throws(Failure) -> Int {
        let slot = try find(id)
        guard nodes[slot].isWindow else { throw .notFound }
        return slot
    }

    func findView(_ id: UInt64) throws(Failure) -> Int {
        let slot = try find(id)
        guard !nodes[slot].isWindow else { throw .notFound }
        return slot
    }

    /// Makes a blank node with a new id.
    ///
    /// - Parameter reserve: Makes room elsewhere for the number of nodes that there will be.
    /// - Throws: `limit`, `noMemory`.
    mutating func takeSlot(_ reserve: (_ count: Int) throws(Failure) -> Void) throws(Failure) -> Int {
        guard count < Scene.maxViews, serial < 1 << (64 &- Self.slotBits) &- 1 else { throw .limit }
        try reserve(count &+ 1)
        var slot = firstFree
        if slot == Node.none {
            try nodes.append(Node())
            slot = nodes.count &- 1
        } else {
            firstFree = nodes[slot].next
        }
        serial &+= 1
        count &+= 1
        nodes[slot] = Node()
        nodes.update(slot) { $0.id = serial << Self.slotBits | UInt64(truncatingIfNeeded: slot) }
        return slot
    }

    /// Frees a node that nothing refers to any more.
    mutating func free(_ slot: Int) {
        let node = nodes[slot]
        strings.release(node.content)
        strings.release(node.metadata)
        strings.release(node.screen)
        strings.release(node.title)
        inputRegions.removeAll(from: node.inputRegions)
        if node.owner != 0 { ownedWindows &-= 1 }
        if node.flags.contains(.notSelectable) { notSelectable &-= 1 }
        visibilityChanges &+= 1
        nodes[slot] = Node()
        nodes.update(slot) { $0.next = firstFree }
        firstFree = slot
        count &-= 1
    }

    // MARK: - Properties

    /// - Throws: `invalidArgument` (too long), `invalidUTF8`, `noMemory`.
    mutating func storeNames(
        _ screen: Span<UInt8>, _ title: Span<UInt8>
    ) throws(Failure) -> (screen: Int, title: Int) {
        try Names.check(screen)
        try Names.check(title)
        let screen = try strings.store(screen)
        do throws(Failure) {
            return (screen, try strings.store(title))
        } catch {
            strings.release(screen)
            throw error
        }
    }

    /// - Throws: `invalidArgument` (too long), `invalidUTF8`, `noMemory`.
    mutating func storeContent(_ content: Span<UInt8>) throws(Failure) -> Int {
        // The length comes first, so that no byte is read if it is wild.
        guard content.count <= Scene.maxContent else { throw .invalidArgument }
        guard UTF8Text.isWellFormed(content) else { throw .invalidUTF8 }
        return try strings.store(content)
    }

    /// Replaces the properties of a window, and the names that it had.
    mutating func set(_ slot: Int, _ properties: WindowProperties, _ names: (screen: Int, title: Int)) {
        let old = nodes.read(slot) { ($0.screen, $0.title) }
        strings.release(old.0)
        strings.release(old.1)
        ownedWindows &+= (properties.owner != 0 ? 1 : 0) &- (nodes.read(slot) { $0.owner } != 0 ? 1 : 0)
        setFlags(slot, properties.flags)
        nodes.update(slot) { node in
            node.frame = properties.frame
            node.level = properties.level
            node.owner = properties.owner
            node.touches = properties.touches
            (node.screen, node.title) = names
        }
    }

    /// Replaces the properties of a view, and the content that it had.
    mutating func set(_ slot: Int, _ properties: ViewProperties, _ content: Int) {
        strings.release(nodes.read(slot) { $0.content })
        setFlags(slot, properties.flags)
        nodes.update(slot) { node in
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

    /// Replaces the flags that hosts may set.
    private mutating func setFlags(_ slot: Int, _ flags: ViewFlags) {
        let old = nodes.update(slot) { node in
            let old = node.flags
            node.flags = flags.union(old.intersection(.ofTexts))
            return old
        }
        notSelectable &+= (flags.contains(.notSelectable) ? 1 : 0) &- (old.contains(.notSelectable) ? 1 : 0)
        if flags.contains(.hidden) != old.contains(.hidden) || flags.mayFocus != old.mayFocus {
            visibilityChanges &+= 1
        }
    }

    // MARK: - Order of windows

    /// Puts a window in its place: by level, then by age. There must be room for it.
    mutating func insertWindow(_ slot: Int) {
        let node = nodes[slot]
        var index = 0
        while index < windows.count {
            let other = nodes[windows[index]]
            // A later window has the larger id, because the serial number is in the upper bits.
            if (node.level, node.id) > (other.level, other.id) { break }
            index &+= 1
        }
        try? windows.insert(slot, at: index)
    }

    mutating func removeWindow(_ slot: Int) {
        for index in steps(to: windows.count) {
            if windows[index] == slot { return windows.remove(at: index) }
        }
    }

    // MARK: - Links

    mutating func setDepth(_ slot: Int, _ depth: Int) {
        nodes.update(slot) { $0.depth = depth }
        deepest = max(deepest, UInt16(truncatingIfNeeded: depth))
    }

    /// Makes a node the last child of another.
    mutating func link(_ slot: Int, under parent: Int) {
        let last = nodes.read(parent) { $0.lastChild }
        nodes.update(slot) { node in
            node.parent = parent
            node.previous = last
        }
        if last == Node.none {
            nodes.update(parent) { $0.firstChild = slot }
        } else {
            nodes.update(last) { $0.next = slot }
        }
        nodes.update(parent) { $0.lastChild = slot }
    }

    /// Removes a node from the children of its parent.
    mutating func unlink(_ slot: Int) {
        let (parent, previous, next) = nodes.read(slot) { ($0.parent, $0.previous, $0.next) }
        if previous == Node.none {
            nodes.update(parent) { $0.firstChild = next }
        } else {
            nodes.update(previous) { $0.next = next }
        }
        if next == Node.none {
            nodes.update(parent) { $0.lastChild = previous }
        } else {
            nodes.update(next) { $0.previous = previous }
        }
    }
}
