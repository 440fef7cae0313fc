// SPDX-License-Identifier: MIT

/// How covered frames of each output look.
struct CoverLooks {
    private var looks = InlineArray<32, FrameCover?>(repeating: nil)

    /// The look of an output. Nil is black.
    subscript(output: UInt32) -> FrameCover? { output < OutputSet.maxCount ? looks[Int(output & 31)] : nil }

    mutating func set(_ output: UInt32, _ look: FrameCover?) {
        if output < OutputSet.maxCount { looks[Int(output & 31)] = look }
    }
}
