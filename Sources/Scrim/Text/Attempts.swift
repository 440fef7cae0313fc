// SPDX-License-Identifier: MIT

/// What becomes of an attempt.
package enum AttemptAnswer {
    case allowed
    /// Not before this time.
    case wait(UInt64)
    case locked
}

/// Counts attempts at a secret; the caller keeps it. Whatever was not made here is taken as locked.
package struct Attempts {
    package private(set) var last: UInt64
    package private(set) var charged: UInt32
    package private(set) var limit: UInt32
    package private(set) var check: UInt64

    package static let defaultLimit: UInt32 = 10
    package static let maxLimit: UInt32 = 1000

    /// One that the caller kept.
    package init(last: UInt64, charged: UInt32, limit: UInt32, check: UInt64) {
        (self.last, self.charged, self.limit, self.check) = (last, charged, limit, check)
    }

    /// - Throws: `invalidArgument` for a limit that is none.
    package init(limit: UInt32) throws(Failure) {
        guard limit >= 1, limit <= Self.maxLimit else { throw .invalidArgument }
        (last, charged, self.limit, check) = (0, 0, limit, 0)
        check = sum
    }

    package mutating func charge(at now: UInt64) -> AttemptAnswer {
        guard isIntact else { return .locked }
        if charged >= limit {
            // An attempt beyond the last is remembered, so that a success after it comes too late.
            charged = limit &+ 1
            check = sum
            return .locked
        }
        if charged > 0 && now < last {
            last = now
            check = sum
        }
        let wait = Self.seconds(after: charged) &* 1_000_000_000
        let (earliest, overflow) = last.addingReportingOverflow(wait)
        // The first attempt of a count has none before it. At the very end of the clock a wait never ends.
        if charged > 0 && (overflow || now < earliest) { return .wait(overflow ? .max : earliest) }
        charged &+= 1
        last = now
        check = sum
        return .allowed
    }

    /// - Throws: `invalidState` where no attempt was allowed.
    package mutating func succeed() throws(Failure) {
        guard isIntact, charged >= 1, charged <= limit else { throw .invalidState }
        charged = 0
        check = sum
    }

    // MARK: -

    private static func seconds(after charged: UInt32) -> UInt64 {
        switch charged {
        case 0, 1, 2: 0
        case 3: 1
        case 4: 5
        case 5: 30
        default: 60
        }
    }

    private var isIntact: Bool { check == sum && limit >= 1 && limit <= Self.maxLimit && charged <= limit &+ 1 }

    /// Mixes all other fields, so that a changed bit anywhere changes about half of its own; never right for zeroes.
    private var sum: UInt64 {
        var mixed = last ^ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        mixed ^= UInt64(limit) << 32 | UInt64(charged)
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }
}
