/* SPDX-License-Identifier: MIT */
/* Stores a PIN as a hash, enters wrong PINs until the program must wait, and then the right one. */
#include "program.h"

#include <string.h>

#define SECOND UINT64_C(1000000000)

/* Stands for the file in which a program keeps the counter, together with the hash. */
static scrim_attempts stored;

static void store(const scrim_attempts *attempts) {
    stored = *attempts;
}

/* Checks a PIN. `result` receives SCRIM_ATTEMPT_…, and `matches` receives 1 or 0. An error sets `matches` to 0. */
static scrim_status try_pin(const scrim_text *pin, const char *hash, size_t length, uint64_t now, uint32_t *result,
                            uint32_t *matches) {
    scrim_attempts attempts = stored;
    uint64_t retry_at = 0;
    *matches = 0;
    scrim_status status = scrim_attempts_begin(&attempts, now, result, &retry_at);
    if (status != SCRIM_OK) {
        return status;
    }
    store(&attempts); /* before verifying, so that cutting the power does not refund the attempt */
    if (*result != SCRIM_ATTEMPT_ALLOWED) {
        return SCRIM_OK; /* show the user when to try again (retry_at), or that the PIN is locked */
    }
    status = scrim_text_verify(pin, hash, length, NULL, 0, matches);
    if (status == SCRIM_OK && *matches) {
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
    uint32_t result = 0, matches = 0;
    uint64_t now = 100 * SECOND;
    int bad = failed(scrim_text_create(&options, &pin), "text") || failed(type(pin, "2468"), "type") ||
              failed(scrim_text_hash(pin, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length), "hash") ||
              failed(scrim_attempts_init(&stored, 0), "attempts") || failed(type(pin, "1357"), "type");
    for (int i = 0; !bad && i < 3; i++) {
        bad = failed(try_pin(pin, hash, length, now, &result, &matches), "try") || matches;
    }
    bad = bad || failed(type(pin, "2468"), "type");
    bad = bad || failed(try_pin(pin, hash, length, now, &result, &matches), "try");
    bad = bad || result != SCRIM_ATTEMPT_WAIT || matches;
    printf("after three wrong PINs: %s\n", result == SCRIM_ATTEMPT_WAIT ? "wait" : "try again");
    now += SECOND;
    bad = bad || failed(try_pin(pin, hash, length, now, &result, &matches), "try") || !matches || stored.begun != 0;
    printf("a second later: the PIN %s\n", matches ? "matches" : "does not match");
    scrim_text_destroy(pin);
    return bad;
}
