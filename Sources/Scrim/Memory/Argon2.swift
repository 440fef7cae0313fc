// SPDX-License-Identifier: MIT
import CSodium

// libsodium's password hashing and keyed hashing, over spans. Neither draws random numbers nor starts threads, and both work
// before sodium_init(), which Scrim never calls: it would draw random numbers and end the process where there are none.

/// Argon2id, version 19, one lane.
///
/// - Parameters:
///   - salt: 16 bytes.
///   - kib: Memory, 8 KiB or more.
///   - tag: Filled; 16 bytes or more.
/// - Throws: `noMemory`. Nothing else can fail with such arguments.
package func argon2id(
    _ secret: Span<UInt8>, salt: Span<UInt8>, kib: Int, passes: Int, into tag: inout MutableSpan<UInt8>
) throws(Failure) {
    guard salt.count == Int(crypto_pwhash_SALTBYTES), tag.count >= 16, kib >= 8, passes >= 1 else {
        throw .invalidArgument
    }
    let status = unsafe tag.withUnsafeMutableBufferPointer { tag in
        unsafe salt.withUnsafeBufferPointer { salt in
            unsafe secret.withUnsafeBufferPointer { secret -> Int32 in
                guard let tagStart = tag.baseAddress, let saltStart = salt.baseAddress else { return -1 }
                // No secret at all still needs an address.
                let start = unsafe UnsafeRawPointer(secret.baseAddress ?? saltStart).assumingMemoryBound(to: CChar.self)
                return unsafe crypto_pwhash(
                    tagStart, UInt64(tag.count), start, UInt64(secret.count), saltStart,
                    UInt64(passes), kib &* 1024, Int32(crypto_pwhash_ALG_ARGON2ID13))
            }
        }
    }
    guard status == 0 else { throw .noMemory }
}

/// BLAKE2b under a key of 32 bytes, of as many bytes as `digest` has (16 … 64).
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
