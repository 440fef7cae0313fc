// SPDX-License-Identifier: MIT

/// The result of beginning an attempt.
package enum AttemptAnswer {
    case allowed
    /// Not before this time.
    case wait(UInt64)
    case locked
}

/// Counts attempts at a secret. The caller stores it. A counter that was not made here counts as locked.
package struct Attempts {
    package private(set) var last: UInt64
    package private(set) var begun: UInt32
    package private(set) var limit: UInt32
    package private(set) var check: UInt64

    package static let defaultLimit: UInt32 = 10
    package static let maxLimit: UInt32 = 1000

    /// Restores a counter that the caller stored.
    package init(last: UInt64, begun: UInt32, limit: UInt32, check: UInt64) {
        (self.last, self.begun, self.limit, self.check) = (last, begun, limit, check)
    }

    /// - Throws: `invalidArgument` for a limit outside 1 … `maxLimit`.
    package init(limit: UInt32) throws(Failure) {
        guard limit >= 1, limit <= Self.maxLimit else { throw .invalidArgument }
        (last, begun, self.limit, check) = (0, 0, limit, 0)
        check = sum
    }

    package mutating func begin(at now: UInt64) -> AttemptAnswer {
        guard isIntact else { return .locked }
        if begun >= limit {
            // Remember an attempt beyond the last one, so that a success after it comes too late.
            begun = limit &+ 1
            check = sum
            return .locked
        }
        if begun > 0 && now < last {
            last = now
            check = sum
        }
        let wait = Self.seconds(after: begun) &* 1_000_000_000
        let earliest = saturatingSum(last, wait)
        // The first three attempts need no wait. At the very end of the clock, a wait never ends.
        if wait > 0 && (now < earliest || earliest == .max) { return .wait(earliest) }
        begun &+= 1
        last = now
        check = sum
        return .allowed
    }

    /// - Throws: `invalidState` if no attempt was allowed.
    package mutating func succeed() throws(Failure) {
        guard isIntact, begun >= 1, begun <= limit else { throw .invalidState }
        begun = 0
        check = sum
    }

    // MARK: -

    private static func seconds(after begun: UInt32) -> UInt64 {
        switch begun {
        case 0, 1, 2: 0
        case 3: 1
        case 4: 5
        case 5: 30
        default: 60
        }
    }

    private var isIntact: Bool { check == sum && limit >= 1 && limit <= Self.maxLimit && begun <= limit &+ 1 }

    /// Mixes all other fields. If one bit of them changes, about half of the bits of the sum change. A struct of zeroes
    /// never has the right sum.
    private var sum: UInt64 {
        var mixed = last ^ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        mixed ^= UInt64(limit) << 32 | UInt64(begun)
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }
}
