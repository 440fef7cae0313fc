/* SPDX-License-Identifier: MIT */
/*
 * What the hash of a PIN leaves in memory, for each of 10,000 candidates: the digits, the prehash H0, the first two blocks of
 * Argon2, the tag. To compute these for all candidates takes 0.1 s.
 */
#ifndef SCRIM_TESTS_PIN_PROBES_H
#define SCRIM_TESTS_PIN_PROBES_H

#include "support/support.h"

#include "support/memory_scanner.h"

#include <sodium.h>

enum {
    PIN_DIGITS = 12,
    CANDIDATES = 10000,
    KIB = 65536,
    PASSES = 2,
    BLOCK_WORDS = 128,
    HEAD_WORDS = 4, /* of a block: they are computed first, and suffice to test a candidate */
    TAG_WORDS = 4,
    TABLE_BITS = 20,
    OF_THE_PIN = CANDIDATES /* the candidate's number of what only the right PIN is searched for with */
};

static const unsigned char attack_key[SCRIM_HASH_PEPPER_SIZE] = {3, 1, 4};
static const unsigned char attack_salt[16];
/* Another PIN's, so that the tag of the right one is in no string. */
static const char attack_hash[] =
    "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

struct probes {
    uint64_t words[1 << TABLE_BITS]; /* 0: free */
    uint16_t candidates[1 << TABLE_BITS];
    unsigned char filter[1 << 20]; /* a bit for each hash of a word, so that most bytes of memory cost one look-up */
};

static uint64_t mixed(uint64_t word) {
    word *= UINT64_C(0x9E3779B97F4A7C15);
    return word ^ word >> 29;
}

static void probe_for(struct probes *probes, const void *bytes, size_t words, unsigned candidate) {
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, (const unsigned char *)bytes + 8 * i, sizeof word);
        const uint64_t hash = mixed(word);
        size_t at = hash & ((1 << TABLE_BITS) - 1);
        while (probes->words[at] != 0 && probes->words[at] != word)
            at = (at + 1) & ((1 << TABLE_BITS) - 1);
        probes->words[at] = word;
        probes->candidates[at] = (uint16_t)candidate;
        probes->filter[hash >> 40 & 0xFFFFF] |= (unsigned char)(1 << (hash >> 61));
    }
}

/* The candidate whose word stands here, or -1. */
static int candidate_at(const struct probes *probes, const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    const uint64_t hash = mixed(word);
    if ((probes->filter[hash >> 40 & 0xFFFFF] >> (hash >> 61) & 1) == 0 || word == 0)
        return -1;
    for (size_t at = hash & ((1 << TABLE_BITS) - 1); probes->words[at] != 0; at = (at + 1) & ((1 << TABLE_BITS) - 1))
        if (probes->words[at] == word)
            return probes->candidates[at];
    return -1;
}

static void add_number(crypto_generichash_state *state, uint32_t number) {
    const unsigned char bytes[4] = {(unsigned char)number, (unsigned char)(number >> 8), (unsigned char)(number >> 16),
                                    (unsigned char)(number >> 24)};
    crypto_generichash_update(state, bytes, sizeof bytes);
}

/* RFC 9106, 3.2: H0. */
static void compute_prehash(const unsigned char *secret, uint32_t length, unsigned char prehash[64]) {
    const uint32_t numbers[] = {1, 32, KIB, PASSES, 0x13, 2, length};
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, 64);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(&state, numbers[i]);
    crypto_generichash_update(&state, secret, length);
    add_number(&state, sizeof attack_salt);
    crypto_generichash_update(&state, attack_salt, sizeof attack_salt);
    add_number(&state, 0);
    add_number(&state, 0);
    crypto_generichash_final(&state, prehash, 64);
}

/* RFC 9106, 3.3: H' of 1,024 bytes, of H0, the block's number, and lane 0. All of it, or its head. */
static void compute_block(const unsigned char prehash[64], uint32_t number, unsigned char block[8 * BLOCK_WORDS], size_t words) {
    crypto_generichash_state state;
    unsigned char hash[64], next[64];
    size_t at = 32;
    crypto_generichash_init(&state, NULL, 0, 64);
    add_number(&state, 8 * BLOCK_WORDS);
    crypto_generichash_update(&state, prehash, 64);
    add_number(&state, number);
    add_number(&state, 0);
    crypto_generichash_final(&state, hash, 64);
    memcpy(block, hash, 32);
    if (words <= HEAD_WORDS)
        return;
    for (; at < 8 * BLOCK_WORDS - 64; at += 32) {
        crypto_generichash(next, 64, hash, 64, NULL, 0);
        memcpy(hash, next, 64);
        memcpy(block + at, hash, 32);
    }
    crypto_generichash(block + at, 64, hash, 64, NULL, 0);
}

static void probe_for_candidate(struct probes *probes, uint64_t seed, unsigned candidate, int has_key, int is_right) {
    unsigned char digits[PIN_DIGITS + 1], secret[32], prehash[64], block[8 * BLOCK_WORDS], tag[8 * TAG_WORDS];
    size_t length = PIN_DIGITS;
    for (unsigned i = 0; i < PIN_DIGITS - 4; i++)
        digits[i] = marker_digit(seed, i);
    snprintf((char *)digits + PIN_DIGITS - 4, 5, "%04u", candidate);
    memcpy(secret, digits, PIN_DIGITS);
    if (has_key) {
        length = sizeof secret;
        crypto_generichash(secret, length, digits, PIN_DIGITS, attack_key, sizeof attack_key);
        probe_for(probes, secret, sizeof secret / 8, candidate);
    }
    compute_prehash(secret, (uint32_t)length, prehash);
    probe_for(probes, prehash, sizeof prehash / 8, candidate);
    for (uint32_t number = 0; number < 2; number++) {
        compute_block(prehash, number, block, is_right ? BLOCK_WORDS : HEAD_WORDS);
        if (is_right)
            probe_for(probes, block, BLOCK_WORDS, OF_THE_PIN);
        probe_for(probes, block, HEAD_WORDS, candidate);
    }
    if (is_right) {
        assert_int_equal(crypto_pwhash(tag, sizeof tag, (const char *)secret, length, attack_salt, PASSES, KIB * 1024u,
                                       crypto_pwhash_ALG_ARGON2ID13),
                         0);
        probe_for(probes, tag, TAG_WORDS, OF_THE_PIN);
    }
}

static unsigned right_candidate(uint64_t seed) {
    unsigned number = 0;
    for (unsigned i = PIN_DIGITS - 4; i < PIN_DIGITS; i++)
        number = 10 * number + (marker_digit(seed, i) - '0');
    return number;
}

static struct probes *make_probes(uint64_t seed, int has_key) {
    struct probes *probes = calloc(1, sizeof *probes);
    const unsigned right = right_candidate(seed);
    assert_non_null(probes);
    assert_true(sodium_init() >= 0);
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++)
        if (candidate != right)
            probe_for_candidate(probes, seed, candidate, has_key, 0);
    probe_for_candidate(probes, seed, right, has_key, 1);
    return probes;
}

#endif
