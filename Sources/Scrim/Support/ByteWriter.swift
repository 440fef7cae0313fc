// SPDX-License-Identifier: MIT
import CPlatform

/// Bytes to which text is appended. A failed allocation is remembered and not thrown. Later text is then dropped, and
/// the caller checks at the end. The functions are not inlined, because many places call them.
package struct ByteWriter: ~Copyable {
    package var bytes = Buffer<UInt8>(blank: 0)
    private var hasFailed = false

    package init() {}

    package var count: Int { bytes.count }

    /// Forgets an earlier failure.
    mutating func begin() { hasFailed = false }

    /// - Throws: `noMemory` if something is missing since `begin`.
    func check() throws(Failure) { if hasFailed { throw .noMemory } }

    @inline(never)
    mutating func put(_ byte: UInt8) {
        do throws(Failure) { try bytes.append(byte) } catch { hasFailed = true }
    }

    @inline(never)
    mutating func put(_ text: Span<UInt8>) {
        do throws(Failure) { try bytes.append(text) } catch { hasFailed = true }
    }

    @inline(__always)
    mutating func put(_ literal: StaticString) {
        unsafe put(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount).span)
    }

    /// Appends the eight bytes of a number, the lowest first.
    @inline(never)
    mutating func put(word: UInt64) {
        do throws(Failure) { try bytes.append(word: word) } catch { hasFailed = true }
    }

    /// Appends the lowest bytes of a number, the lowest first.
    @inline(never)
    mutating func put(_ number: UInt32, bytes count: Int) {
        var rest = number
        for _ in steps(to: count) {
            put(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    @inline(never)
    mutating func put(decimal value: UInt64) {
        // 2^64 has twenty digits.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var (rest, start) = (value, 20)
        repeat {
            start &-= 1
            digits.put(0x30 &+ UInt8(truncatingIfNeeded: rest % 10), at: start)
            rest /= 10
        } while rest > 0
        put(digits.span.suffix(from: start))
    }

    /// Appends well-formed UTF-8 as a string of JSON (RFC 8259).
    @inline(never)
    mutating func put(json text: Span<UInt8>) {
        put(0x22)
        var start = 0
        for index in steps(to: text.count) {
            let byte = text.at(index)
            if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                put(text.suffix(from: start).prefix(index &- start))
                start = index &+ 1
                put(0x5C)
                if byte < 0x20 {
                    put("u00")
                    put(byte &>> 4 &+ 0x30)
                    put(byte & 15 &+ (byte & 15 < 10 ? 0x30 : 0x57))
                } else {
                    put(byte)
                }
            }
        }
        put(text.suffix(from: start))
        put(0x22)
    }
}
