// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// Where random words come from. Shuffles take a source, so that a test can hand them a known one.
package protocol RandomSource {
    mutating func next() throws(Failure) -> UInt64
}

/// The kernel's generator. It never gives a weaker number: it gives one, or it throws.
package struct KernelRandom: RandomSource {
    package init() {}

    package mutating func next() throws(Failure) -> UInt64 {
        var word: UInt64 = 0
        // The kernel writes it to the stack, where a layout could be worked out from it.
        defer { unsafe sodium_memzero(&word, 8) }
        var done = 0
        while done < 8 {
            let got = unsafe withUnsafeMutableBytes(of: &word) { bytes in
                unsafe getrandom(bytes.baseAddress.map { unsafe $0 + done }, 8 &- done, 0)
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
    /// A number below `bound`, each exactly as likely: numbers from the uneven end of the range are drawn again.
    package mutating func next(below bound: UInt64) throws(Failure) -> UInt64 {
        guard bound > 1 else { return 0 }
        // 2^64 mod bound numbers at the bottom are one too many.
        let uneven = (0 &- bound) % bound
        while true {
            let word = try next()
            if word >= uneven { return word % bound }
        }
    }
}
