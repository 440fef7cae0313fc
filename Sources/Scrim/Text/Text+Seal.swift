// SPDX-License-Identifier: MIT

extension Text {
    package static let maxContext = 4096
    /// The length of the header, which comes before the context.
    private static let headerSize = 16

    /// The length of a sealed text in bytes. It does not depend on the secret.
    package func sealedLength(context: Int) -> Int {
        SealedBox.overhead &+ Self.headerSize &+ context &+ capacity
    }

    /// Seals the secret, padded to the capacity, with a context. scrim/transfer.h describes the layout.
    ///
    /// - Parameter box: `sealedLength` bytes.
    /// - Throws: `invalidArgument` for a key to which nothing can be sealed, `entropy`, `noMemory`, `protection`,
    ///   `full`, `corrupted`.
    package func seal(
        to publicKey: Span<UInt8>, context: Span<UInt8>, into box: inout MutableSpan<UInt8>
    ) throws(Failure) {
        guard context.count <= Self.maxContext else { throw .invalidArgument }
        let start = SealedBox.prefix &+ Self.headerSize
        let size = start &+ context.count &+ capacity
        var work = try SecretBytes.make(capacity: size, required: protection)
        var random = KernelRandom()
        try work.write { (work: inout MutableSpan<UInt8>) throws(Failure) in
            for index in steps(to: SealedBox.keySize, by: 8) { Self.put(try random.next(), 8, at: index, &work) }
            Self.put(0x01_52_43_53, 4, at: SealedBox.prefix, &work)
            Self.put(UInt64(truncatingIfNeeded: context.count), 4, at: SealedBox.prefix &+ 4, &work)
            Self.put(UInt64(truncatingIfNeeded: capacity), 4, at: SealedBox.prefix &+ 12, &work)
            for index in steps(to: context.count) { work.put(context.at(index), at: start &+ index) }
            try withBytes { (secret: Span<UInt8>) throws(Failure) in
                Self.put(UInt64(truncatingIfNeeded: secret.count), 4, at: SealedBox.prefix &+ 8, &work)
                for index in steps(to: secret.count) {
                    work.put(secret.at(index), at: start &+ context.count &+ index)
                }
            }
            try SealedBox.seal(&work, to: publicKey, into: &box)
        }
    }

    private static func put(_ number: UInt64, _ count: Int, at start: Int, _ bytes: inout MutableSpan<UInt8>) {
        for index in steps(to: count) {
            bytes.put(UInt8(truncatingIfNeeded: number &>> UInt64(truncatingIfNeeded: 8 &* index)), at: start &+ index)
        }
    }
}
