// SPDX-License-Identifier: MIT

/// A set of outputs, by their numbers.
package struct OutputSet: OptionSet, BitwiseCopyable {
    package static var maxCount: UInt32 { 32 }

    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The outputs 0 …< `count`, or all 32 if `count` is larger.
    package init(first count: UInt32) { rawValue = ~(UInt32.max << count) }

    /// One output. Empty if no output can have the number.
    package init(only output: UInt32) { rawValue = 1 << output }
}
