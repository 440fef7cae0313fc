// SPDX-License-Identifier: MIT

extension Text {
    /// Hashes the secret with a new salt.
    ///
    /// - Parameter pepper: `PasswordHash.pepperSize` bytes, or none.
    /// - Throws: `invalidArgument` for a pepper of another length, `protection` if the working memory lacks what the
    ///   options require, `full` if input was dropped, `entropy`, `noMemory`, `corrupted`, `forked`.
    package func hash(cost: HashCost, pepper: Span<UInt8>) throws(Failure) -> PasswordHash {
        var random = KernelRandom()
        var hash = PasswordHash(cost: cost)
        for index in steps(to: PasswordHash.saltSize, by: 8) {
            let word = try random.next()
            for byte in steps(to: 8) {
                hash.salt.put(UInt8(truncatingIfNeeded: word >> UInt64(8 &* byte)), at: index &+ byte)
            }
        }
        if isOverfull { throw .full }
        let tag = try compute(cost, salt: hash.salt.span, pepper: pepper) { tag in
            var copy = InlineArray<32, UInt8>(repeating: 0)
            for index in steps(to: PasswordHash.tagSize) {
                copy.put(tag.at(index), at: index)
            }
            return copy
        }
        hash.tag = tag
        return hash
    }

    /// Returns whether the secret is the one that was hashed. The time does not depend on how similar they are.
    ///
    /// - Throws: the errors of `hash` except `full`. If input was dropped, the secret does not match.
    package func matches(_ hash: PasswordHash, pepper: Span<UInt8>) throws(Failure) -> Bool {
        let isSame = try compute(hash.cost, salt: hash.salt.span, pepper: pepper) { tag in
            equalBytes(tag, hash.tag.span)
        }
        // A text that dropped input must not differ from a wrong secret, not even in time.
        return isSame && !isOverfull
    }

    private func compute<Result>(
        _ cost: HashCost, salt: Span<UInt8>, pepper: Span<UInt8>, _ body: (Span<UInt8>) -> Result
    ) throws(Failure) -> Result {
        if pepper.count == 0 {
            return try withBytes(evenIfOverfull: true) { (secret: Span<UInt8>) throws(Failure) in
                try argon2id(
                    secret, salt: salt, kib: cost.kib, passes: cost.passes, required: options.required, body
                )
            }
        }
        guard pepper.count == PasswordHash.pepperSize else { throw .invalidArgument }
        // The digest is as secret as the text, so it gets the best memory available, and at least what the text requires.
        var digest = try SecretBytes.make(capacity: 32, required: options.required)
        try withBytes(evenIfOverfull: true) { (secret: Span<UInt8>) throws(Failure) in
            try digest.write { (digest: inout MutableSpan<UInt8>) throws(Failure) in
                try keyedHash(secret, key: pepper, into: &digest)
            }
        }
        return try digest.read { (digest: Span<UInt8>) throws(Failure) in
            try argon2id(
                digest, salt: salt, kib: cost.kib, passes: cost.passes, required: options.required, body)
        }
    }
}
