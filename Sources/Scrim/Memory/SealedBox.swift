// SPDX-License-Identifier: MIT
import CSodium

/// Makes sealed boxes like libsodium's, from parts that draw no random numbers. The caller passes the seed of the
/// one-time key pair.
package enum SealedBox {
    package static let keySize = 32
    /// The one-time public key and the authenticator.
    package static let overhead = 48
    /// The bytes before the message in the working memory: the seed, then the one-time secret key.
    package static let prefix = 64

    /// Seals the message, which begins after the prefix.
    ///
    /// - Parameters:
    ///   - work: The seed, room for a key, and the message, in protected memory.
    ///   - box: Is filled. It is longer than the message by `overhead`.
    /// - Throws: `invalidArgument` for a key to which nothing can be sealed. Nothing is written then.
    package static func seal(
        _ work: inout MutableSpan<UInt8>, to publicKey: Span<UInt8>, into box: inout MutableSpan<UInt8>
    ) throws(Failure) {
        let length = work.count &- prefix
        guard length >= 0, publicKey.count == keySize, box.count == length &+ overhead else { throw .invalidArgument }
        var done = false
        unsafe work.withUnsafeMutableBufferPointer { work in
            unsafe box.withUnsafeMutableBufferPointer { box in
                unsafe publicKey.withUnsafeBufferPointer { key in
                    guard let seed = work.baseAddress, let box = box.baseAddress, let key = key.baseAddress else {
                        return
                    }
                    done = unsafe seal(seed, length, key, box)
                }
            }
        }
        guard done else { throw .invalidArgument }
    }

    private static func seal(
        _ seed: UnsafeMutablePointer<UInt8>, _ length: Int, _ publicKey: UnsafePointer<UInt8>,
        _ box: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let (secretKey, message) = unsafe (seed + 32, seed + prefix)
        // Both public keys, one after the other: their hash is the nonce.
        var keys = InlineArray<64, UInt8>(repeating: 0)
        var nonce = InlineArray<24, UInt8>(repeating: 0)
        var keySpan = keys.mutableSpan
        var nonceSpan = nonce.mutableSpan
        return unsafe keySpan.withUnsafeMutableBufferPointer { keys in
            unsafe nonceSpan.withUnsafeMutableBufferPointer { nonce in
                guard let keys = keys.baseAddress, let nonce = nonce.baseAddress else { return false }
                guard unsafe crypto_box_seed_keypair(keys, secretKey, seed) == 0 else { return false }
                unsafe (keys + 32).update(from: publicKey, count: keySize)
                guard unsafe crypto_generichash(nonce, 24, keys, 64, nil, 0) == 0,
                    unsafe crypto_box_easy(box + 32, message, UInt64(length), nonce, publicKey, secretKey) == 0
                else { return false }
                unsafe box.update(from: keys, count: keySize)
                return true
            }
        }
    }
}
