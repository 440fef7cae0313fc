/* SPDX-License-Identifier: MIT */
#ifndef SCRIM_CSODIUM_H
#define SCRIM_CSODIUM_H

#include <sodium.h>

/* BLAKE2b in parts. Swift does not import the type of its state: 384 bytes, aligned to 64. */
static inline void csodium_hash_begin(void *state, size_t length) {
    crypto_generichash_init((crypto_generichash_state *)state, NULL, 0, length);
}
static inline void csodium_hash_add(void *state, const void *bytes, size_t length) {
    crypto_generichash_update((crypto_generichash_state *)state, (const unsigned char *)bytes, length);
}
static inline void csodium_hash_end(void *state, void *hash, size_t length) {
    crypto_generichash_final((crypto_generichash_state *)state, (unsigned char *)hash, length);
}

#endif
