// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// A source of random words. Shuffles take a source, so that a test can pass a known one.
package protocol RandomSource {
    mutating func next() throws(Failure) -> UInt64
}

/// The kernel's generator. It throws if the kernel returns no random bytes, and never returns weaker ones.
package struct KernelRandom: RandomSource {
    package init() {}

    package mutating func next() throws(Failure) -> UInt64 {
        var word: UInt64 = 0
        // The kernel writes the number to the stack. A keypad's layout could be reconstructed from it there.
        defer { unsafe sodium_memzero(&word, 8) }
        var done = 0
        while done < 8 {
            let got = unsafe withUnsafeMutableBytes(of: &word) { bytes in
                unsafe platform_random(bytes.baseAddress.map { unsafe $0 + done }, 8 &- done)
            }
            if got > 0 {
                done &+= got
            } else if got == 0 || platform_errno() != EINTR {
                throw .entropy
            }
        }
        return word
    }
}

extension RandomSource {
    /// Returns a number below `bound`. All are equally likely, because numbers from the uneven end of the range are
    /// drawn again.
    package mutating func next(below bound: UInt64) throws(Failure) -> UInt64 {
        guard bound > 1 else { return 0 }
        // The lowest 2^64 mod `bound` numbers are too many.
        let uneven = (0 &- bound) % bound
        while true {
            let word = try next()
            if word >= uneven { return word % bound }
        }
    }
}
