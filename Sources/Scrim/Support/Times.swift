// SPDX-License-Identifier: MIT

/// A sum of times, in nanoseconds, that stays at the end of time instead of starting anew.
func saturatingSum(_ time: UInt64, _ span: UInt64) -> UInt64 {
    let (sum, overflow) = time.addingReportingOverflow(span)
    return overflow ? .max : sum
}
