// SPDX-License-Identifier: MIT

/// What one sample of a finger is to the recognisers that see it.
struct Contact: BitwiseCopyable {
    /// Its slot among the fingers that are followed.
    var slot = 0
    var sequence: UInt64 = 0
    /// The sequence is private by now.
    var isPrivate = false
    var time: UInt64 = 0
    var point = Point(x: 0, y: 0)

    var bit: UInt32 { 1 &<< UInt32(truncatingIfNeeded: slot) }
}
