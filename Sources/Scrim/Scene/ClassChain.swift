// SPDX-License-Identifier: MIT

/// The classes of something, the most derived first; 0 and 0: it has none.
package struct ClassChain: BitwiseCopyable {
    /// The most derived, a number of the scene's names.
    package var own: UInt32 = 0
    /// All of them, a number of the scene's chains. Equal ones are kept once.
    package var number: UInt32 = 0

    package init() {}
}

extension Scene {
    package static var maxClasses: Int { 32 }

    /// The chain of `count` names.
    ///
    /// - Throws: `invalidArgument` (too many classes, too long a name), `invalidUTF8`, `limit`, `noMemory`.
    package func chain(_ count: Int, _ name: (Int) throws(Failure) -> UInt32) throws(Failure) -> ClassChain {
        guard count <= Self.maxClasses else { throw .invalidArgument }
        // A name's number fits in two bytes.
        var bytes = InlineArray<64, UInt8>(repeating: 0)
        var chain = ClassChain()
        var index = 0
        while index < count {
            let number = try name(index)
            if index == 0 { chain.own = number }
            bytes.put(UInt8(truncatingIfNeeded: number), at: index &* 2)
            bytes.put(UInt8(truncatingIfNeeded: number >> 8), at: index &* 2 &+ 1)
            index &+= 1
        }
        chain.number = try chains.internBytes(bytes.span.prefix(count &* 2))
        return chain
    }

    /// Visits the names of a chain, the most derived first.
    func forEachClass(_ chain: UInt32, _ body: (UInt32) -> Void) {
        try? chains.withName(chain) { (bytes: Span<UInt8>) throws(Failure) in
            var index = 0
            while index < bytes.count {
                body(UInt32(bytes.at(index)) | UInt32(bytes.at(index &+ 1)) << 8)
                index &+= 2
            }
        }
    }
}
