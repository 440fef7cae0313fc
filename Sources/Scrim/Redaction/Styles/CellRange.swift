// SPDX-License-Identifier: MIT

/// The cells `start` …< `end`. A Range checks its order each time, and ends the process where that is wrong.
struct CellRange: BitwiseCopyable {
    let start: Int
    let end: Int
}
