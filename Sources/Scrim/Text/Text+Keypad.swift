// SPDX-License-Identifier: MIT

extension Text {
    /// As `insert`, of printable ASCII that this text allows: what `insert` would check was checked when the keypad's layout was made.
    /// As long as the text is ASCII, no branch and no address depends on which characters they are.
    package func insertPrintable(_ new: Span<UInt8>) throws(Failure) {
        let (start, end) = selected
        try replace(from: start, to: end, with: new, .keypad, isPrintable: true)
    }

    package var allowed: AllowedCharacters { options.allowed }
}
