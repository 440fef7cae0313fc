// SPDX-License-Identifier: MIT

/// One sample of a finger, as recognizers see it.
struct Contact: BitwiseCopyable {
    /// The slot of the finger.
    var slot = 0
    var sequence: UInt64 = 0
    /// The sequence is private.
    var isPrivate = false
    var time: UInt64 = 0
    var point = Point(x: 0, y: 0)

    var bit: UInt32 { 1 &<< UInt32(truncatingIfNeeded: slot) }
}
