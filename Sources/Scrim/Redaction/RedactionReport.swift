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
    /// Regions whose border content crosses, if that was checked.
    package var regionsCrossed: UInt64 = 0
    /// The regions are covered, but in black, because the style was reversible.
    package var isStyleRefused = false

    package init() {}

    /// Covers all of some rows in black.
    static func covering(_ frame: Frame, _ rows: Rows, regions: UInt64 = 0) -> RedactionReport {
        frame.fill(.black, rows)
        var report = RedactionReport(covering: frame, rows, .irreversible)
        report.regions = regions
        return report
    }

    /// The report of a call that covers all of some rows.
    init(covering frame: Frame, _ rows: Rows, _ styleClass: StyleClass) {
        outcome = .covered
        weakestClass = styleClass
        pixels = UInt64(truncatingIfNeeded: frame.width &* rows.count)
    }

    /// The report of a call that could use no frame.
    package init(discarding regions: UInt64) { self.regions = regions }
}

extension Redaction {
    /// Runs a redaction that fails closed: if the body throws, the frame is black afterwards.
    ///
    /// - Parameters:
    ///   - regions: The number of regions, for the report of an error.
    ///   - body: May reduce the rows to a band. After that only the band becomes black, because other threads may own the others.
    package static func failingClosed(
        _ frame: Frame, regions: UInt64, _ body: (inout Rows) throws(Failure) -> RedactionReport
    ) -> (report: RedactionReport, failure: Failure?) {
        var rows = frame.rows
        touchStack()
        do throws(Failure) {
            return (try body(&rows), nil)
        } catch {
            return (.covering(frame, rows, regions: regions), error)
        }
    }
}

extension StyleClass: Comparable {
    package static func < (left: StyleClass, right: StyleClass) -> Bool { left.rawValue < right.rawValue }
}
