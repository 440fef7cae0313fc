/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Hashes a secret for storage, verifies a typed secret against a hash, and limits the attempts.
 *
 * To check a PIN, call scrim_attempts_begin() first. If it allows the attempt, call
 * scrim_text_verify(). If the PIN matches, call scrim_attempts_succeed(). docs/how-to/verify.md
 * shows the steps, and docs/explanation/pin-hashes.md explains what a hash can do for a PIN.
 */
#ifndef SCRIM_VERIFY_H
#define SCRIM_VERIFY_H

#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hashing ---- */

/** The cost of one hash: the memory and the passes of Argon2id, with one lane. */
SCRIM_ENUM(scrim_hash_preset) {
    /** 19 MiB and 2 passes, for small devices. */
    SCRIM_HASH_LOW_MEMORY = 1,
    /** 64 MiB and 2 passes, if a user waits for the result. */
    SCRIM_HASH_INTERACTIVE = 2,
    /** 256 MiB and 3 passes. This takes some seconds on a slow machine. */
    SCRIM_HASH_MODERATE = 3
};

/** The length of a pepper in bytes. scrim_text_hash() explains what a pepper is. */
#define SCRIM_HASH_PEPPER_SIZE 32
/** A buffer of this many bytes is large enough for every hash that Scrim makes. */
#define SCRIM_HASH_MAX_LENGTH 128
/** The most memory, in KiB, that scrim_text_verify() uses for a hash. */
#define SCRIM_HASH_MAX_KIB 262144
/** The most passes that scrim_text_verify() computes for a hash. */
#define SCRIM_HASH_MAX_PASSES 6

/*
 * Hashing and verifying need as much working memory as the preset or the hash states. Early in the
 * computation, this memory contains enough to test guesses of the secret. So it is protected like a
 * secret:
 *  - It lies between guard pages, and is locked if RLIMIT_MEMLOCK allows it.
 *  - Core dumps do not contain it, and it is zero in a forked child, unless the kernel refuses
 *    madvise.
 *  - It is wiped and unmapped before the call returns.
 *
 * The `required_protection` of the text applies to the working memory too. If one of its bits is
 * unavailable, the call returns #SCRIM_ERROR_PROTECTION and computes nothing. The cheapest preset
 * needs 19 MiB, but RLIMIT_MEMLOCK is often 8 MiB. So a text that requires #SCRIM_PROTECTION_LOCKED
 * or #SCRIM_PROTECTION_SECRETMEM can be hashed only if you raise this limit.
 *
 * If the text requires nothing, the hash is computed in any memory, with every protection that the
 * kernel grants. #SCRIM_PROTECTION_SECRETMEM is an exception: the working memory has it only if the
 * text requires it. With a pepper, the call also needs memory for the 32 bytes of a digest. Like a
 * text, it gets the best memory available, and at least what the text requires.
 *
 * If a signal handler forks while its thread is inside such a call, the call returns
 * #SCRIM_ERROR_FORKED in the child. There are two exceptions, because the kernel keeps pages of a
 * secret out of children:
 *  - For some microseconds, the call uses the text, or the digest that a pepper needs. If the fork
 *    happens then, the child may end with SIGSEGV, or the call may return #SCRIM_ERROR_CORRUPTED
 *    there.
 *  - If the text requires #SCRIM_PROTECTION_SECRETMEM, the child ends with SIGSEGV during most of
 *    the call.
 *
 * If the fork happens in the last microseconds, when the result is complete, the call returns the
 * result in the child too.
 *
 * The parent is not affected. A child that only calls exec or _exit() in the handler is not
 * affected either, because it never returns to the call.
 */

/**
 * Hashes the secret with Argon2id and a new random salt, for storage.
 *
 * The result is a string "$argon2id$v=19$m=…,t=…,p=1$salt$hash", which libsodium and other
 * implementations can verify.
 *
 * A pepper is a second secret, which you store apart from the hashes. With a pepper, the call
 * hashes a keyed digest of the secret: BLAKE2b with the pepper as its key, 32 bytes. Another
 * implementation must then verify this digest, not the secret. A thief who has the hashes but not
 * the pepper cannot test any guess. The string does not show that a pepper was used.
 *
 * @param text           The text.
 * @param preset         SCRIM_HASH_….
 * @param pepper         The pepper. NULL if there is none.
 * @param pepper_length  #SCRIM_HASH_PEPPER_SIZE, or 0 if `pepper` is NULL.
 * @param buffer         Receives ASCII without a terminating NUL. May be NULL if `capacity` is 0.
 * @param capacity       The size of the buffer in bytes.
 * @param length         Receives the number of bytes written, or needed. It is always less than
 *                       #SCRIM_HASH_MAX_LENGTH.
 *
 * @return SCRIM_ERROR_PROTECTION if the working memory lacks a protection that the text requires.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `length` is then the size
 *         needed.
 * @return SCRIM_ERROR_FULL if the text hides its length and input was dropped.
 * @return SCRIM_ERROR_ENTROPY if the kernel returns no random bytes.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: the preset decides. The working memory is freed before the call returns.
 */
SCRIM_API scrim_status scrim_text_hash(const scrim_text *text, uint32_t preset, const void *pepper,
                                       size_t pepper_length, char *buffer, size_t capacity,
                                       size_t *length);

/**
 * Checks whether the secret is the one that a hash was made from.
 *
 * The hash may come from Scrim or from another implementation of Argon2id. If the check cannot be
 * made, the call returns an error and leaves `matches` unchanged. A failure never looks like a
 * wrong secret. A text that hides its length and dropped input never matches.
 *
 * @param text           The text.
 * @param hash           A string "$argon2id$v=19$m=…,t=…,p=1$salt$hash" in ASCII, with a salt of 16
 *                       bytes and a hash of 32 bytes.
 * @param hash_length    The length of the string in bytes.
 * @param pepper         The pepper that the hash was made with. NULL if there was none.
 * @param pepper_length  #SCRIM_HASH_PEPPER_SIZE, or 0 if `pepper` is NULL.
 * @param matches        Receives 1 if the secret and the pepper match, otherwise 0.
 *
 * @return SCRIM_ERROR_PROTECTION if the working memory lacks a protection that the text requires.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the string is not a hash of Argon2.
 * @return SCRIM_ERROR_UNSUPPORTED if the algorithm, the version or a length is not as described at
 *         `hash`.
 * @return SCRIM_ERROR_LIMIT if the string asks for more than #SCRIM_HASH_MAX_KIB,
 *         #SCRIM_HASH_MAX_PASSES or one lane. Nothing is allocated then.
 * @return SCRIM_ERROR_ENTROPY if a pepper is given and the kernel returns no random bytes, which
 *         guard bytes need.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: the hash decides. It does not depend on how similar the two secrets are.
 */
SCRIM_API scrim_status scrim_text_verify(const scrim_text *text, const char *hash,
                                         size_t hash_length, const void *pepper,
                                         size_t pepper_length, uint32_t *matches);

/**
 * Checks whether a stored hash should be replaced, because it differs from what a preset makes.
 *
 * scrim_text_verify() also accepts a hash that costs very little memory and time. A thief of such a
 * hash can test guesses quickly. So call this function after the secret was verified. If a new hash
 * is needed, call scrim_text_hash() while the text still contains the secret, and store the result
 * in place of the old hash. Nothing is hashed by this call.
 *
 * The call compares the algorithm, the version, the memory, the passes, the lanes and the lengths.
 * It cannot compare peppers, because the string does not show whether one was used.
 *
 * @param hash    The string, in ASCII.
 * @param length  The length of the string in bytes.
 * @param preset  The preset to compare with, SCRIM_HASH_….
 * @param needed  Receives 1 if the hash differs in any of these values, otherwise 0. It is also 1
 *                if the hash costs more than the preset, and if scrim_text_verify() returns
 *                #SCRIM_ERROR_UNSUPPORTED or #SCRIM_ERROR_LIMIT for it.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the string is not a hash of Argon2, or if there is no
 *         such preset.
 *
 * Threads: thread-safe.
 */
SCRIM_API scrim_status scrim_hash_needs_rehash(const char *hash, size_t length, uint32_t preset,
                                               uint32_t *needed);

/* ---- Attempts ---- */

/** The limit of attempts that scrim_attempts_init() uses if it is given 0. */
#define SCRIM_ATTEMPTS_DEFAULT_LIMIT 10
/** The largest limit of attempts. */
#define SCRIM_ATTEMPTS_MAX_LIMIT 1000

/** Results of scrim_attempts_begin(). */
SCRIM_ENUM(scrim_attempt_result) {
    /** The attempt has begun. Verify the secret now. */
    SCRIM_ATTEMPT_ALLOWED = 1,
    /** It is too early. The attempt has not begun, so do not verify. */
    SCRIM_ATTEMPT_WAIT = 2,
    /** All attempts are used. Only scrim_attempts_init() allows new ones. */
    SCRIM_ATTEMPT_LOCKED = 3
};

/**
 * A counter of attempts at one secret. Frozen.
 *
 * Store the struct together with the hash. Otherwise, a user who ends the process gets new
 * attempts. Only the functions below may change its fields.
 */
typedef struct scrim_attempts {
    uint64_t last_ns; /**< When the last attempt began, in nanoseconds of the caller's clock. */
    uint32_t begun;   /**< The number of attempts since the last success. */
    uint32_t limit;   /**< The number of attempts after which the counter is locked. */
    /**
     * A checksum of the other fields. It detects damage but not forgery. A person who can write
     * this struct can write the hash too.
     */
    uint64_t check;
} scrim_attempts;

/**
 * A counter of zeroes. It counts as damaged, so it is locked. Call scrim_attempts_init() to make it
 * usable.
 */
#define SCRIM_ATTEMPTS_INIT {0u, 0u, 0u, 0u}

/**
 * Initializes a counter. Also unlocks a locked one.
 *
 * @param attempts  The counter.
 * @param limit     The number of attempts, 1 … #SCRIM_ATTEMPTS_MAX_LIMIT. 0 means
 *                  #SCRIM_ATTEMPTS_DEFAULT_LIMIT.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the limit is too large.
 *
 * Threads: thread-safe, if only one thread at a time uses the struct.
 */
SCRIM_API scrim_status scrim_attempts_init(scrim_attempts *attempts, uint32_t limit);

/**
 * Begins an attempt, if one is allowed now.
 *
 * Call this function before you verify the secret. Persist the struct before you verify, so that
 * cutting the power does not refund the attempt.
 *
 * The first three attempts need no wait. Attempts 4, 5 and 6 may begin 1, 5 and 30 seconds after
 * the attempt before them, or later. Every further attempt may begin 60 seconds after the attempt
 * before it, or later. After `limit` attempts without a success, no further attempt is allowed: the
 * counter is locked. The last of these attempts can still succeed. A damaged counter is locked too.
 *
 * @param attempts     The counter.
 * @param now_ns       The current time. Use a clock that continues while the process does not run.
 *                     If it goes backwards, the current wait starts again.
 * @param result       Receives SCRIM_ATTEMPT_….
 * @param retry_at_ns  Receives the time at which to try again if the result is
 *                     #SCRIM_ATTEMPT_WAIT, otherwise 0.
 *
 * Threads: thread-safe, if only one thread at a time uses the struct.
 */
SCRIM_API scrim_status scrim_attempts_begin(scrim_attempts *attempts, uint64_t now_ns,
                                            uint32_t *result, uint64_t *retry_at_ns);

/**
 * Resets the counter to zero attempts. Call it after the secret matched, and persist the struct.
 *
 * @param attempts  The counter.
 *
 * @return SCRIM_ERROR_INVALID_STATE if the counter is damaged, if scrim_attempts_begin() returned
 *         #SCRIM_ATTEMPT_LOCKED, or if no attempt was begun. The counter is then unchanged.
 *
 * Threads: thread-safe, if only one thread at a time uses the struct.
 */
SCRIM_API scrim_status scrim_attempts_succeed(scrim_attempts *attempts);

#ifdef __cplusplus
}
#endif

#endif
