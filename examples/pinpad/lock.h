/* SPDX-License-Identifier: MIT */
/* The lock: the hash of a PIN and the count of attempts, in two files. */
#ifndef SCRIM_PINPAD_LOCK_H
#define SCRIM_PINPAD_LOCK_H

#include <scrim.h>

enum lock_answer {
    LOCK_RIGHT,
    LOCK_WRONG,
    LOCK_WAIT,
    LOCK_LOCKED,
    LOCK_FAILED
};

struct lock {
    const char *hash_path;     /* a file with one line: an Argon2id hash */
    const char *attempts_path; /* a file with one scrim_attempts; without it the lock is locked */
    uint32_t limit;            /* wrong attempts until it locks for good */
};

/*
 * Stores the hash of a PIN, and a new count of attempts. Returns 0, or 1 and writes the reason to stderr. After an error
 * or a power cut, either the old or the new PIN is stored. The new count is stored only with the new PIN.
 */
int lock_set(const struct lock *lock, const scrim_text *pin);
/* Returns 1 if a PIN was set before. */
int lock_is_set(const struct lock *lock);
/* Tries a PIN. If it returns LOCK_WAIT, `retry_at_ns` is when to try again, by lock_now(). */
enum lock_answer lock_try(const struct lock *lock, const scrim_text *pin, uint64_t *retry_at_ns);
/* Returns LOCK_RIGHT if lock_try() would look at a PIN now, otherwise what lock_try() would return. */
enum lock_answer lock_state(const struct lock *lock, uint64_t *retry_at_ns);
/* The clock of attempts. It runs while the machine sleeps. The wait begins again when the machine restarts. */
uint64_t lock_now(void);

#endif
