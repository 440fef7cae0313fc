// SPDX-License-Identifier: MIT

/// Why an event is not collected, in the order in which it is told. The numbers are those of scrim/collector.h.
package enum DropReason: UInt32, BitwiseCopyable {
    case privateTouches = 1
    case state = 2
    case off = 3
    case gone = 4
    case own = 5
    case foreignClass = 6
    case gestureView = 7
    case noAction = 8
    case cell = 9
    case noInnerView = 10
    case viewHidden = 11
    case viewIgnored = 12
    case typeIgnored = 13
    case screenIgnored = 14
    case interval = 15
    case duplicate = 16
    case capacity = 17
}

/// What came of the checks of an event: bits, each at the number of its reason.
package struct Findings: BitwiseCopyable {
    package static var checks: UInt32 { 17 }

    private(set) var failed: UInt32 = 0
    /// There was nothing to look at.
    private(set) var skipped: UInt32 = 0

    static var privateTouches: Findings {
        var findings = Findings()
        findings.note(.privateTouches, true)
        return findings
    }

    package var isDropped: Bool { failed != 0 }

    /// The first that fails, as a number; 0: none does.
    package var reason: UInt32 { failed == 0 ? 0 : UInt32(truncatingIfNeeded: failed.trailingZeroBitCount) }

    package func failed(_ reason: UInt32) -> Bool { failed &>> reason & 1 != 0 }
    package func skipped(_ reason: UInt32) -> Bool { skipped &>> reason & 1 != 0 }

    mutating func note(_ reason: DropReason, _ fails: Bool) { if fails { failed |= 1 &<< reason.rawValue } }

    /// Takes over what came of the same checks by other rules.
    mutating func add(_ other: Findings) {
        failed |= other.failed
        skipped = (skipped | other.skipped) & ~failed
    }

    /// Notes that the checks from one to another cannot be made.
    mutating func skip(from first: DropReason, to last: DropReason) {
        skipped |= (2 &<< last.rawValue) &- (1 &<< first.rawValue)
    }
}

extension GestureEvent {
    var isFinite: Bool {
        point.x.isFinite && point.y.isFinite && translation.x.isFinite && translation.y.isFinite && velocity.x.isFinite
            && velocity.y.isFinite && scale.isFinite && rotation.isFinite && scaleVelocity.isFinite
            && rotationVelocity.isFinite
    }
}
