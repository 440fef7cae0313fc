/* SPDX-License-Identifier: MIT */
/* A PIN is stored as a hash, typed wrong until it has to wait, and then right. */
#include "program.h"

#include <string.h>

#define SECOND UINT64_C(1000000000)

/* What a program keeps on its disk, beside the hash. */
static scrim_attempts stored;

static void store(const scrim_attempts *attempts) {
    stored = *attempts;
}

/* SCRIM_ATTEMPT_…, and whether the PIN is right; an error is neither. */
static scrim_status try_pin(const scrim_text *pin, const char *hash, size_t length, uint64_t now, uint32_t *answer,
                            uint32_t *right) {
    scrim_attempts attempts = stored;
    uint64_t retry_at = 0;
    *right = 0;
    scrim_status status = scrim_attempts_begin(&attempts, now, answer, &retry_at);
    if (status != SCRIM_OK) {
        return status;
    }
    store(&attempts); /* before verifying: who cuts the power has used the attempt up */
    if (*answer != SCRIM_ATTEMPT_ALLOWED) {
        return SCRIM_OK; /* show when to try again: retry_at; or that it is locked */
    }
    status = scrim_text_verify(pin, hash, length, NULL, 0, right);
    if (status == SCRIM_OK && *right) {
        status = scrim_attempts_succeed(&attempts);
        store(&attempts);
    }
    return status;
}

static scrim_status type(scrim_text *pin, const char *digits) {
    return scrim_text_set(pin, digits, strlen(digits));
}

int main(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *pin = NULL;
    char hash[SCRIM_HASH_MAX_LENGTH];
    size_t length = 0;
    uint32_t answer = 0, right = 0;
    uint64_t now = 100 * SECOND;
    int bad = failed(scrim_text_create(&options, &pin), "text") || failed(type(pin, "2468"), "type") ||
              failed(scrim_text_hash(pin, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length), "hash") ||
              failed(scrim_attempts_init(&stored, 0), "attempts") || failed(type(pin, "1357"), "type");
    for (int i = 0; !bad && i < 3; i++) {
        bad = failed(try_pin(pin, hash, length, now, &answer, &right), "try") || right;
    }
    bad = bad || failed(type(pin, "2468"), "type");
    bad = bad || failed(try_pin(pin, hash, length, now, &answer, &right), "try");
    bad = bad || answer != SCRIM_ATTEMPT_WAIT || right;
    printf("after three wrong ones: %s\n", answer == SCRIM_ATTEMPT_WAIT ? "wait" : "go on");
    now += SECOND;
    bad = bad || failed(try_pin(pin, hash, length, now, &answer, &right), "try") || !right || stored.begun != 0;
    printf("a second later: %s\n", right ? "right" : "wrong");
    scrim_text_destroy(pin);
    return bad;
}
