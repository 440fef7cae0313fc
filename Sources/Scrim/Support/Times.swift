// SPDX-License-Identifier: MIT

/// Returns a sum of times in nanoseconds. If it exceeds the largest time, returns the largest time.
func saturatingSum(_ time: UInt64, _ span: UInt64) -> UInt64 {
    let (sum, overflow) = time.addingReportingOverflow(span)
    return overflow ? .max : sum
}
