/* SPDX-License-Identifier: MIT */
#include "lock.h"

#include "../program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

uint64_t lock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Replaces a file. It is on the disk when this returns. After a power cut it has the old or the new contents. */
static int store(const char *path, const void *bytes, size_t size) {
    char next[4096];
    if (snprintf(next, sizeof next, "%s.new", path) >= (int)sizeof next) {
        return 1;
    }
    int file = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int bad = file < 0 || write(file, bytes, size) != (ssize_t)size || fsync(file) != 0;
    bad |= file >= 0 && close(file) != 0;
    bad = bad || rename(next, path) != 0;
    char *slash = strrchr(next, '/');
    if (!bad) {
        *(slash != NULL ? slash + 1 : next) = '\0';
        int folder = open(slash != NULL ? next : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        bad = folder < 0 || fsync(folder) != 0;
        bad |= folder >= 0 && close(folder) != 0;
    }
    if (bad) {
        perror(path);
    }
    return bad;
}

/* Reads at most `size` bytes of a file. Returns -1 if it cannot be read. */
static ssize_t load(const char *path, void *bytes, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, bytes, size);
    if (file >= 0) {
        close(file);
    }
    return got;
}

/* Stores the hash first. If it cannot be stored or the power fails in between, nobody gains attempts at the old PIN. */
int lock_set(const struct lock *lock, const scrim_text *pin) {
    char hash[SCRIM_HASH_MAX_LENGTH];
    size_t length = 0;
    scrim_attempts attempts;
    return failed(scrim_text_hash(pin, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length), "hash") ||
           failed(scrim_attempts_init(&attempts, lock->limit), "attempts") ||
           store(lock->hash_path, hash, length) || store(lock->attempts_path, &attempts, sizeof attempts);
}

int lock_is_set(const struct lock *lock) { return access(lock->hash_path, F_OK) == 0 || errno != ENOENT; }

/* The library locks a missing or damaged count, so deleting the file gives no new attempts. */
static scrim_attempts load_attempts(const struct lock *lock) {
    scrim_attempts attempts;
    if (load(lock->attempts_path, &attempts, sizeof attempts) != (ssize_t)sizeof attempts) {
        attempts = (scrim_attempts)SCRIM_ATTEMPTS_INIT;
    }
    return attempts;
}

static enum lock_answer charge(scrim_attempts *attempts, uint64_t *retry_at_ns) {
    uint32_t answer = 0;
    if (failed(scrim_attempts_begin(attempts, lock_now(), &answer, retry_at_ns), "charge")) {
        return LOCK_FAILED;
    }
    return answer == SCRIM_ATTEMPT_ALLOWED ? LOCK_RIGHT : answer == SCRIM_ATTEMPT_WAIT ? LOCK_WAIT
                                                                                       : LOCK_LOCKED;
}

enum lock_answer lock_state(const struct lock *lock, uint64_t *retry_at_ns) {
    scrim_attempts attempts = load_attempts(lock);
    return charge(&attempts, retry_at_ns); /* not stored, so no attempt is counted */
}

enum lock_answer lock_try(const struct lock *lock, const scrim_text *pin, uint64_t *retry_at_ns) {
    scrim_attempts attempts = load_attempts(lock);
    char hash[SCRIM_HASH_MAX_LENGTH + 1];
    uint32_t right = 0;
    enum lock_answer answer = charge(&attempts, retry_at_ns);
    if (answer != LOCK_RIGHT) {
        return answer;
    }
    /* Store the count before looking at the PIN, so that ending the program now does not refund the attempt. */
    ssize_t length = load(lock->hash_path, hash, sizeof hash);
    if (length < 0) {
        perror(lock->hash_path);
    }
    if (length < 0 || store(lock->attempts_path, &attempts, sizeof attempts)) {
        return LOCK_FAILED;
    }
    while (length > 0 && hash[length - 1] == '\n') {
        length--;
    }
    if (failed(scrim_text_verify(pin, hash, (size_t)length, NULL, 0, &right), "verify")) {
        return LOCK_FAILED;
    }
    if (!right) {
        return LOCK_WRONG;
    }
    int bad = failed(scrim_attempts_succeed(&attempts), "attempts") ||
              store(lock->attempts_path, &attempts, sizeof attempts);
    return bad ? LOCK_FAILED : LOCK_RIGHT;
}
