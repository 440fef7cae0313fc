// SPDX-License-Identifier: MIT

/// The rows `start` …< `end` of a frame, a plane or a region. This is not a Range, because a Range checks its order and ends
/// the process if it is wrong.
package struct Rows: BitwiseCopyable {
    package let start: Int
    package let end: Int

    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    package var count: Int { end &- start }
}
