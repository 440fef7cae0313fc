// SPDX-License-Identifier: MIT

/// The cells `start` …< `end`. This is not a Range, because a Range checks its order and ends the process if it is wrong.
struct CellRange: BitwiseCopyable {
    let start: Int
    let end: Int

    var count: Int { end &- start }
}
