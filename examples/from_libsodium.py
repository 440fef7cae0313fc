# SPDX-License-Identifier: MIT
import nacl.public
import nacl.pwhash
import scrim

# A hash that libsodium made is verified by Scrim, and the other way round.
hash_of_libsodium = nacl.pwhash.argon2id.str(b"2468").decode()  # OPSLIMIT_INTERACTIVE, MEMLIMIT_INTERACTIVE
with scrim.Text() as pin:
    pin.insert("2468")
    print(pin.verify(hash_of_libsodium))  # True
    print(nacl.pwhash.verify(pin.hash().encode(), b"2468"))  # True

    # A box that Scrim sealed is opened by libsodium. The secret is padded, and comes after a header and the context.
    key = nacl.public.PrivateKey.generate()
    box = pin.seal(bytes(key.public_key), context=b"order 17")

message = nacl.public.SealedBox(key).decrypt(box)
context_length, secret_length = (int.from_bytes(message[at : at + 4], "little") for at in (4, 8))
context = message[16 : 16 + context_length]
secret = message[16 + context_length : 16 + context_length + secret_length]
print(message[:4] == b"SCR\x01", context, secret)  # True b'order 17' b'2468'
