/* SPDX-License-Identifier: MIT */
/**
 * @file
 * What a secret is for: hashing it to be stored, verifying one that was typed, and bounding how often that may be tried.
 *
 * The usual order for a PIN: scrim_attempts_begin(), and only where it allows it, scrim_text_verify(); where that says
 * right, scrim_attempts_succeed(). docs/how-to/verify.md says what a hash can and cannot do for a PIN.
 */
#ifndef SCRIM_VERIFY_H
#define SCRIM_VERIFY_H

#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hashing ---- */

/** What it costs to hash a secret once: memory and passes of Argon2id, in one lane. */
SCRIM_ENUM(scrim_hash_preset) {
    /** 19 MiB, 2 passes: small devices. */
    SCRIM_HASH_LOW_MEMORY = 1,
    /** 64 MiB, 2 passes: somebody waits for the answer. */
    SCRIM_HASH_INTERACTIVE = 2,
    /** 256 MiB, 3 passes: some seconds on a slow machine. */
    SCRIM_HASH_MODERATE = 3
};

/** The length of a pepper, in bytes. */
#define SCRIM_HASH_PEPPER_SIZE 32
/** No hash that Scrim makes is longer, in bytes. */
#define SCRIM_HASH_MAX_LENGTH 128
/** The most memory, in KiB, and the most passes that are taken from a hash that is to be verified. */
#define SCRIM_HASH_MAX_KIB 262144
#define SCRIM_HASH_MAX_PASSES 6

/*
 * Hashing and verifying work in as much memory as the hash costs. Early in the computation, this memory holds enough to test
 * guesses of the secret. It is therefore protected like a secret. It lies between guard pages, and it is locked if the limit
 * allows. Unless the kernel refuses madvise, it is left out of core dumps and is zero in a forked child. It is wiped and
 * unmapped before the call returns.
 *
 * The `required_protection` of the text applies to this memory too: if one of its bits is unavailable, the call returns
 * PROTECTION, and nothing is computed. The cheapest preset needs 19 MiB. So a text that requires #SCRIM_PROTECTION_LOCKED or
 * #SCRIM_PROTECTION_SECRETMEM can be hashed only if the process may lock that much. RLIMIT_MEMLOCK is often 8 MiB: raise it, or
 * do not require these two bits.
 *
 * If the text requires nothing, the hash is computed whatever this memory lacks. The memory gets every protection that the
 * kernel grants, except #SCRIM_PROTECTION_SECRETMEM, which it gets only if the text requires that bit. With a pepper, 32 bytes more
 * are needed, in memory that is protected as the text's own: if there is none, the call returns PROTECTION.
 *
 * If a signal handler forks while its thread is inside such a call, the call returns FORKED in the child. There are two exceptions,
 * because the kernel keeps pages of a secret out of children. First, during the microseconds in which the call reads the text, or
 * makes or reads the 32 bytes for a pepper, the child may end with SIGSEGV, or the call may return CORRUPTED there. Second, if the
 * text requires #SCRIM_PROTECTION_SECRETMEM, the child ends with SIGSEGV during most of the call. The parent is not affected. A child
 * that only calls exec or _exit() inside the handler never returns to the call.
 */

/**
 * Hashes the secret with Argon2id and a fresh salt, for storing: "$argon2id$v=19$m=…,t=…,p=1$salt$hash", as libsodium and other
 * implementations read it. ASCII, not terminated.
 *
 * A pepper is a second secret that is kept apart from the hashes. With one, the call hashes BLAKE2b of the secret, keyed with the
 * pepper (32 bytes).
 * Whoever steals the hashes, but not the pepper, cannot test a single guess. The hash does not tell that there was a pepper.
 *
 * @param preset      SCRIM_HASH_…
 * @param pepper      `pepper_length` bytes: #SCRIM_HASH_PEPPER_SIZE. NULL with a length of 0: no pepper.
 * @param buffer      room for `capacity` bytes; may be NULL where `capacity` is 0.
 * @param length      the bytes written, or needed: fewer than #SCRIM_HASH_MAX_LENGTH.
 * Errors: BUFFER_TOO_SMALL, FULL (a text that hides its length dropped some of what was typed), ENTROPY, NO_MEMORY, PROTECTION (the
 * working memory lacks what the text requires: see above), CORRUPTED.
 * Cost: that of the preset, in time and in memory that is freed again.
 */
SCRIM_API scrim_status scrim_text_hash(const scrim_text *text, uint32_t preset, const void *pepper,
                                       size_t pepper_length, char *buffer, size_t capacity, size_t *length);

/**
 * Whether a secret is the one that a hash was made of, by Scrim or by another implementation of Argon2id. What keeps it from being known is an
 * error, never "wrong".
 *
 * @param hash     `hash_length` bytes of ASCII: "$argon2id$v=19$m=…,t=…,p=1$…$…" with a salt of 16 and a hash of 32 bytes.
 * @param pepper   as for scrim_text_hash(). A hash that was made with a pepper matches only with the same pepper.
 * @param matches  1 or 0.
 * Errors: INVALID_ARGUMENT (not such a string), UNSUPPORTED (a hash of another algorithm, version or length), LIMIT (more memory,
 * passes or lanes than #SCRIM_HASH_MAX_KIB, #SCRIM_HASH_MAX_PASSES, 1; none of it was used), NO_MEMORY, ENTROPY, PROTECTION (as for
 * scrim_text_hash()), CORRUPTED.
 * Cost: that which the hash states. The time does not depend on how nearly right the secret is.
 */
SCRIM_API scrim_status scrim_text_verify(const scrim_text *text, const char *hash, size_t hash_length, const void *pepper,
                                         size_t pepper_length, uint32_t *matches);

/**
 * Checks whether a stored hash should be replaced, because its cost or its form differs from that of a preset.
 *
 * scrim_text_verify() accepts a hash however cheap it is. Call this function after the secret was verified. If a new hash is
 * needed, make one with scrim_text_hash() while the secret is still there, and store it in place of the old one.
 *
 * @param hash    `length` bytes of ASCII.
 * @param preset  SCRIM_HASH_…: the preset to compare with.
 * @param needed  1 if anything but the salt and the hash itself differs from what scrim_text_hash() writes for the preset. Otherwise
 *                0. Compared are the memory, the passes, the lanes, the algorithm, the version and the lengths. It is also 1 for a
 *                hash that costs more than the preset, or for which scrim_text_verify() returns UNSUPPORTED or LIMIT. The string
 *                does not say whether a pepper was used, so peppers are not compared.
 * Errors: INVALID_ARGUMENT (not a hash of Argon2, or no such preset). May be called from any thread. Nothing is hashed.
 */
SCRIM_API scrim_status scrim_hash_needs_rehash(const char *hash, size_t length, uint32_t preset, uint32_t *needed);

/* ---- Attempts ---- */

/** The number of wrong attempts after which an account is locked, where scrim_attempts_init() is given none. */
#define SCRIM_ATTEMPTS_DEFAULT_LIMIT 10
/** The largest limit. */
#define SCRIM_ATTEMPTS_MAX_LIMIT 1000

/** The results of scrim_attempts_begin(). */
SCRIM_ENUM(scrim_attempt_result) {
    /** The attempt has begun: verify now. */
    SCRIM_ATTEMPT_ALLOWED = 1,
    /** Too early: the attempt has not begun, so do not verify. */
    SCRIM_ATTEMPT_WAIT = 2,
    /** Never again, until scrim_attempts_init(). */
    SCRIM_ATTEMPT_LOCKED = 3
};

/**
 * Counts attempts at one secret. The caller stores it: beside the hash, so that ending the process does not start the count anew. Its fields are for the
 * functions below alone. `check` tells damage, not forgery: who can write it can write the hash too. Frozen.
 */
typedef struct scrim_attempts {
    uint64_t last_ns; /**< when the last attempt began */
    uint32_t begun;   /**< attempts since the last success */
    uint32_t limit;   /**< attempts after which it is locked */
    uint64_t check;   /**< of the other fields */
} scrim_attempts;

/** A count that is locked until scrim_attempts_init(), as one of zeroes or of other damage is. */
#define SCRIM_ATTEMPTS_INIT {0u, 0u, 0u, 0u}

/**
 * Starts or unlocks a count.
 *
 * @param limit  attempts, 1 … #SCRIM_ATTEMPTS_MAX_LIMIT; 0: #SCRIM_ATTEMPTS_DEFAULT_LIMIT.
 * May be called from any thread.
 */
SCRIM_API scrim_status scrim_attempts_init(scrim_attempts *attempts, uint32_t limit);

/**
 * Begins an attempt. Call this before the secret is verified, and persist the struct before you verify, so that cutting the power
 * does not refund the attempt. There is no wait before the first three attempts; then 1, 5, 30 and 60 seconds after the attempt before, and 60 before each further one. Once `limit` attempts were begun without success,
 * it is locked; a damaged struct is locked too.
 *
 * @param now_ns       the caller's clock, one that goes on while the process does not run. When it goes backwards, the wait starts anew.
 * @param result       SCRIM_ATTEMPT_…
 * @param retry_at_ns  when to try again if the result is WAIT; else 0.
 * May be called from any thread, for one struct from one at a time.
 */
SCRIM_API scrim_status scrim_attempts_begin(scrim_attempts *attempts, uint64_t now_ns, uint32_t *result,
                                            uint64_t *retry_at_ns);

/**
 * Starts the count anew, after a secret that was right.
 * Errors: INVALID_STATE (locked, damaged, or no attempt was begun; nothing is changed). Threads: as scrim_attempts_begin().
 */
SCRIM_API scrim_status scrim_attempts_succeed(scrim_attempts *attempts);

#ifdef __cplusplus
}
#endif

#endif
