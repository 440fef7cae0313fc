// SPDX-License-Identifier: MIT
import CPlatform

/// Numbers as C prints them.
package enum Decimal {
    /// A finite number as `%f` or `%g` prints it in the C locale, and its length.
    ///
    /// - Throws: `noMemory`.
    package static func write(
        _ value: Double, asFraction: Bool
    ) throws(Failure) -> (bytes: InlineArray<384, UInt8>, length: Int) {
        // The largest number has 309 digits before its point and 6 after it. The point of any locale is shorter than
        // the rest.
        var text = InlineArray<384, UInt8>(repeating: 0)
        var span = text.mutableSpan
        let length = unsafe span.withUnsafeMutableBufferPointer { room in
            Int(unsafe platform_print(room.baseAddress, room.count, asFraction ? 1 : 0, value))
        }
        guard length > 0, length < 384 else { throw .noMemory }
        var (count, wasPoint) = (0, false)
        for index in steps(to: length) {
            let byte = span.at(index)
            // A character that is not a digit, sign or exponent is the locale's decimal point, of one or several bytes.
            let isPoint = !(byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x2B || byte == 0x65)
            if !(isPoint && wasPoint) {
                span.put(isPoint ? 0x2E : byte, at: count)
                count &+= 1
            }
            wasPoint = isPoint
        }
        return (text, count)
    }
}
