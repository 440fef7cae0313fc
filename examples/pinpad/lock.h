/* SPDX-License-Identifier: MIT */
/* Whether a PIN opens: its hash and the count of attempts, in two files. */
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
    const char *hash_path;     /* of one line: an Argon2id hash */
    const char *attempts_path; /* of one scrim_attempts; without it everything is locked */
    uint32_t limit;            /* wrong attempts until it is locked for good */
};

/* Stores the hash of a PIN, and a new count of attempts. 0, or 1 with the reason on stderr. */
int lock_set(const struct lock *lock, const scrim_text *pin);
/* Tries a PIN. `retry_at_ns`, of lock_now(): when to try again, where the answer is LOCK_WAIT. */
enum lock_answer lock_try(const struct lock *lock, const scrim_text *pin, uint64_t *retry_at_ns);
/* What lock_try() would answer before it looked at a PIN: LOCK_RIGHT where it would look. */
enum lock_answer lock_state(const struct lock *lock, uint64_t *retry_at_ns);
/* The clock of attempts: it goes on while the machine sleeps. After a restart of the machine the wait begins anew. */
uint64_t lock_now(void);

#endif
