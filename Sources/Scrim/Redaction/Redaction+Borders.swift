// SPDX-License-Identifier: MIT

/// The border of a region: what is checked for content that crosses it.
struct Border: BitwiseCopyable {
    static var none: Border { Border() }
}

extension Redaction {
    mutating func addBorder(isReversible: Bool) throws(Failure) {}
    mutating func checkBorders() throws(Failure) {}
}
