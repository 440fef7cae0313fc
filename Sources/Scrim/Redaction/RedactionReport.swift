// SPDX-License-Identifier: MIT

/// The state of a frame after a call. The numbers are the constants of scrim/redact.h.
package enum Outcome: UInt32 {
    case ok = 1
    case covered = 2
    case discard = 3
}

/// What a call did to a frame.
package struct RedactionReport {
    package var outcome = Outcome.discard
    package var weakestClass = StyleClass.none
    package var regions: UInt64 = 0
    package var regionsInside: UInt64 = 0
    /// Regions inside that also extend beyond the frame.
    package var regionsClipped: UInt64 = 0
    /// Pixels covered, each counted once.
    package var pixels: UInt64 = 0
    /// The regions are covered, but in black, because the style was reversible.
    package var isStyleRefused = false

    package init() {}

    /// Covers a whole frame.
    static func covering(_ frame: Frame) -> RedactionReport {
        frame.fill(.black)
        return RedactionReport(covered: frame)
    }

    /// The report of a frame that is covered whole. Nil if there is no frame.
    package init(covered frame: Frame?, regions: UInt64 = 0) {
        self.regions = regions
        guard let frame else { return }
        outcome = .covered
        weakestClass = .irreversible
        pixels = UInt64(truncatingIfNeeded: frame.width &* frame.height)
    }
}

extension Redaction {
    /// Runs a redaction that fails closed: if the body throws, the frame is black afterwards.
    ///
    /// - Parameter regions: The number of regions, for the report of an error.
    package static func failingClosed(
        _ frame: Frame, regions: UInt64, _ body: (Frame) throws(Failure) -> RedactionReport
    ) -> (report: RedactionReport, failure: Failure?) {
        do throws(Failure) {
            return (try body(frame), nil)
        } catch {
            frame.fill(.black)
            return (RedactionReport(covered: frame, regions: regions), error)
        }
    }
}

extension StyleClass: Comparable {
    package static func < (left: StyleClass, right: StyleClass) -> Bool { left.rawValue < right.rawValue }
}
