// SPDX-License-Identifier: MIT

/// Keeps the touches of views as private as they were while somebody holds privacy. So a touch sequence that was private when it
/// began stays private until it ends.
struct PrivacyHolds {
    private var count = 0
    private var hasHeld = false

    var isActive: Bool { count > 0 }

    mutating func add() { count &+= 1 }

    /// - Returns: Whether this was the last, and something was held.
    mutating func remove() -> Bool {
        count &-= 1
        guard count == 0, hasHeld else { return false }
        hasHeld = false
        return true
    }

    mutating func noteHeld() { hasHeld = hasHeld || isActive }

    mutating func forgetHeld() { hasHeld = false }
}

/// Keeps touches private whose views stop being private, until this value is destroyed.
struct PrivacyHold: ~Copyable {
    private let scene: Scene

    fileprivate init(_ scene: Scene) { self.scene = scene }

    deinit { scene.change { $0.removeHold() } }
}

extension Scene {
    /// From now on touches of views that cease to be private stay private, until the hold ends.
    func holdPrivacy() -> PrivacyHold {
        change { $0.holds.add() }
        return PrivacyHold(self)
    }
}
