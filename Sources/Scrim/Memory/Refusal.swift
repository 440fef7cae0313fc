// SPDX-License-Identifier: MIT
import CPlatform

/// Remembers that the kernel refused better pages, so that not every secret asks again.
struct Refusal {
    /// How many secrets use existing pages before one asks again, although no change can be seen from here.
    private static let patience = 63

    private var size = Int.max
    private var limit: UInt64 = 0
    private var locked = 0
    private var asked = 0

    mutating func note(_ size: Int, locked: Int) {
        self = Refusal(size: size, limit: platform_lock_limit(), locked: locked, asked: 0)
    }

    /// Returns whether the kernel would probably refuse this many bytes now: the limit is the same, and we have not
    /// released pages. The host may have unlocked other pages, but it is too early to ask.
    mutating func stands(_ size: Int, locked: Int) -> Bool {
        guard size >= self.size, locked >= self.locked, asked < Self.patience, platform_lock_limit() == limit
        else { return false }
        asked &+= 1
        return true
    }
}
