// SPDX-License-Identifier: MIT

/// The classes of a view, the most derived first. Both numbers are 0 if it has none.
package struct ClassChain: BitwiseCopyable {
    /// The most derived class, as its number among the scene's names.
    package var own: UInt32 = 0
    /// The whole chain, as its number among the scene's names. Equal chains are stored once.
    package var number: UInt32 = 0

    package init() {}
}

/// A chain that is being put together.
package struct ClassNames: BitwiseCopyable {
    package static var maxCount: Int { 32 }

    /// A byte that no name contains, then the numbers of the names, each in two bytes.
    fileprivate var bytes = InlineArray<65, UInt8>(repeating: 0xFF)
    fileprivate var own: UInt32 = 0
    fileprivate var count = 0

    package init() {}

    /// Adds the next class. At most `maxCount` classes may be added.
    package mutating func add(_ name: UInt32) {
        if count == 0 { own = name }
        bytes.put(UInt8(truncatingIfNeeded: name), at: count &* 2 &+ 1)
        bytes.put(UInt8(truncatingIfNeeded: name >> 8), at: count &* 2 &+ 2)
        count &+= 1
    }
}

extension Scene {
    /// The chain of names.
    ///
    /// - Throws: `limit`, `noMemory`.
    @inline(never)
    package func chain(_ names: ClassNames) throws(Failure) -> ClassChain {
        var chain = ClassChain()
        chain.own = names.own
        guard names.count > 0 else { return chain }
        chain.number = try self.names.internBytes(names.bytes.span.prefix(names.count &* 2 &+ 1))
        return chain
    }

    /// Whether a class is in a chain.
    @inline(never)
    func chain(_ chain: UInt32, holds name: UInt32) -> Bool {
        var isThere = false
        forEachClass(chain) { if $0 == name { isThere = true } }
        return isThere
    }

    /// Visits the names of a chain, the most derived first.
    func forEachClass(_ chain: UInt32, _ body: (UInt32) -> Void) {
        try? names.withName(chain) { (bytes: Span<UInt8>) throws(Failure) in
            for index in steps(from: 1, to: bytes.count, by: 2) { body(bytes.number(index)) }
        }
    }
}
