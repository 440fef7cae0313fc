// SPDX-License-Identifier: MIT
import CSodium

// Functions of libsodium for secrets, over spans.

/// Returns whether two byte strings are equal. The time depends only on their length (sodium_memcmp).
package func equalBytes(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    guard a.count > 0 else { return true }
    return unsafe a.withUnsafeBufferPointer { a in
        unsafe b.withUnsafeBufferPointer { b in unsafe sodium_memcmp(a.baseAddress, b.baseAddress, a.count) == 0 }
    }
}

/// Returns whether every byte is zero. The time depends only on the length (sodium_is_zero).
package func allZero(_ bytes: Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe $0.count == 0 || sodium_is_zero($0.baseAddress, $0.count) == 1 }
}

/// Computes BLAKE2b with a key of 32 bytes. `digest` has 16 … 64 bytes.
package func keyedHash(_ bytes: Span<UInt8>, key: Span<UInt8>, into digest: inout MutableSpan<UInt8>) throws(Failure) {
    let status = unsafe digest.withUnsafeMutableBufferPointer { digest in
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe key.withUnsafeBufferPointer { key -> Int32 in
                guard let start = digest.baseAddress else { return -1 }
                return unsafe crypto_generichash(
                    start, digest.count, bytes.baseAddress, UInt64(bytes.count), key.baseAddress, key.count)
            }
        }
    }
    guard status == 0 else { throw .invalidArgument }
}
