// SPDX-License-Identifier: MIT

/// Relations between two recognizers. The numbers are those of scrim/gesture.h.
package enum Relation: UInt32, BitwiseCopyable {
    /// It waits until the other has failed, and fails if the other is recognized.
    case requireFailure = 1
    /// Both may be recognized from the same fingers. The relation applies in both directions.
    case simultaneous = 2
}

/// The relations of recognizers, by their indices. Each recognizer has a chain of links to the others that it is
/// related to, so that it finds them without a search through all relations.
struct Relations: ~Copyable {
    static let maxCount = 65_536

    /// What a recognizer is in a relation.
    enum Role: UInt8, BitwiseCopyable {
        /// It waits until the other has failed.
        case waiting
        /// The other waits for it.
        case awaited
        case simultaneous
    }

    /// One end of a relation. The other end is its neighbor: their positions differ in the lowest bit.
    private struct Link: BitwiseCopyable {
        var role = Role.simultaneous
        /// The recognizer at the other end.
        var other = -1
        /// The next link in the chain, or −1.
        var next = -1
    }

    private var links = Buffer<Link>(blank: Link())
    /// For each recognizer, the first link of its chain, or −1.
    private var chains = Buffer<Int>(blank: -1)
    /// A chain of the links that can be used again, one for each relation.
    private var free = -1
    private var count = 0

    // MARK: - Recognizers

    /// A recognizer is added at an index, and has no relations yet.
    ///
    /// - Throws: `noMemory`.
    mutating func insertRecognizer(at index: Int) throws(Failure) {
        try chains.insert(-1, at: index)
        renumber(from: index, by: 1)
    }

    /// A recognizer is removed, with its relations.
    mutating func removeRecognizer(at index: Int) {
        while chains[index] >= 0 { remove(chains[index]) }
        chains.remove(at: index)
        renumber(from: index, by: -1)
    }

    private mutating func renumber(from index: Int, by step: Int) {
        for link in steps(to: links.count) {
            links.update(link) { if $0.other >= index { $0.other &+= step } }
        }
    }

    // MARK: - Relations

    /// Adds a relation. If it exists already, nothing changes.
    ///
    /// - Throws: `limit`, `noMemory`.
    mutating func add(_ first: Int, _ relation: Relation, _ second: Int) throws(Failure) {
        let role = Self.role(of: relation)
        if holds(first, role, second) { return }
        guard count < Self.maxCount else { throw .limit }
        var link = free
        if link >= 0 {
            free = links[link].next
        } else {
            link = links.count
            try links.resize(link &+ 2)
        }
        put(link, first, role, second)
        put(link ^ 1, second, role == .waiting ? .awaited : .simultaneous, first)
        count &+= 1
    }

    /// Removes a relation. Returns whether it existed.
    mutating func remove(_ first: Int, _ relation: Relation, _ second: Int) -> Bool {
        let role = Self.role(of: relation)
        var link = chains[first]
        while link >= 0, links[link].role != role || links[link].other != second { link = links[link].next }
        guard link >= 0 else { return false }
        remove(link)
        return true
    }

    mutating func removeAll() { self = Relations() }

    func holds(_ first: Int, _ role: Role, _ second: Int) -> Bool {
        contains(of: first) { $0 == role && $1 == second }
    }

    /// Whether a recognizer has a relation that passes a test of its role and of the other recognizer.
    @inline(__always)
    func contains(of index: Int, where passes: (Role, Int) -> Bool) -> Bool {
        var next = chains[index]
        while next >= 0 {
            let link = links[next]
            if passes(link.role, link.other) { return true }
            next = link.next
        }
        return false
    }

    /// Visits the others to which a recognizer is related in a role.
    @inline(__always)
    func forEach(_ role: Role, of index: Int, _ body: (Int) -> Void) {
        _ = contains(of: index) {
            if $0 == role { body($1) }
            return false
        }
    }

    // MARK: -

    private static func role(of relation: Relation) -> Role { relation == .simultaneous ? .simultaneous : .waiting }

    /// Puts a link into the chain of its owner.
    private mutating func put(_ link: Int, _ owner: Int, _ role: Role, _ other: Int) {
        links[link] = Link(role: role, other: other, next: chains[owner])
        chains[owner] = link
    }

    /// Removes the relation of a link.
    private mutating func remove(_ link: Int) {
        unchain(link)
        unchain(link ^ 1)
        links.update(link) { $0.next = free }
        free = link
        count &-= 1
    }

    private mutating func unchain(_ link: Int) {
        let (owner, next) = (links[link ^ 1].other, links[link].next)
        var before = chains[owner]
        if before == link {
            chains[owner] = next
            return
        }
        while before >= 0, links[before].next != link { before = links[before].next }
        links.update(before) { $0.next = next }
    }
}
