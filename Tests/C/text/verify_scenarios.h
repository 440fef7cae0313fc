/* SPDX-License-Identifier: MIT */
/* Scenarios for failing allocations: every function of scrim/verify.h and scrim/transfer.h. */
#ifndef SCRIM_TESTS_VERIFY_SCENARIOS_H
#define SCRIM_TESTS_VERIFY_SCENARIOS_H

#include "support/failing_calls.h"

#include <sys/ioctl.h>

/* Without memory as good as the text's, which may fail where the text's did not, these answer PROTECTION. */
#define TRY_PROTECTED(state, call) TRY_OR(SCRIM_ERROR_PROTECTION, state, call)

static int make_secret(scrim_text **text) {
    SCENARIO;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.capacity = 40;
    TRY(scrim_text_create(&options, text));
    GIVES(scrim_text_insert(*text, "2468", 4), SCRIM_OK);
out:
    return 0;
}

/* ---- Verifying ---- */

static const char scenario_key[] = "a key of thirty-two bytes, 2 use";

/* By libsodium, as cheap as it goes: of "2468", and of its BLAKE2b under the key. */
static const char scenario_hash[] =
    "$argon2id$v=19$m=8,t=1,p=1$SCbXHhDOQIzAQNNwf6zKFA$0VV9DbwNIWFKkjm47KwwTYXOwYrHH4vbVFZMl7aBJAg";
static const char scenario_keyed_hash[] =
    "$argon2id$v=19$m=8,t=1,p=1$9fA/R7r9c/lzixTc6gbJ0g$pppDYRZoqx9iItC5IVeF/COU5lrn1MGgrC/vYyJGSAI";

/* What could not be computed is an error, never "wrong" nor "right". */
static int verify_scenario(void) {
    enum {
        NOT_WRITTEN = 77
    };
    SCENARIO;
    scrim_text *text = NULL;
    uint32_t right = NOT_WRITTEN, needed = NOT_WRITTEN;
    size_t length = 0;
    GIVES(scrim_hash_needs_rehash(scenario_hash, sizeof scenario_hash - 1, SCRIM_HASH_LOW_MEMORY, &needed), SCRIM_OK);
    CHECK(needed == 1);
    CHECK(make_secret(&text) == 0);
    if (text == NULL)
        goto out;
    TRY_KEEPING(right, scrim_text_verify(text, scenario_hash, sizeof scenario_hash - 1, NULL, 0, &right));
    CHECK(right == 1);
    right = NOT_WRITTEN;
    TRY_PROTECTED(right, scrim_text_verify(text, scenario_keyed_hash, sizeof scenario_keyed_hash - 1, scenario_key,
                                           SCRIM_HASH_PEPPER_SIZE, &right));
    CHECK(right == 1);
    GIVES(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, NULL, 0, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
    CHECK(length > 0 && length < SCRIM_HASH_MAX_LENGTH);
    GIVES(scrim_text_delete_backward(text), SCRIM_OK);
    right = NOT_WRITTEN;
    TRY_KEEPING(right, scrim_text_verify(text, scenario_hash, sizeof scenario_hash - 1, NULL, 0, &right));
    CHECK(right == 0);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    allocator.armed = 0;
    return 0;
}

/* Takes 19 MiB twice, so it is not among `scenarios`. */
UNUSED static int hash_scenario(void) {
    SCENARIO;
    scrim_text *text = NULL;
    char hash[SCRIM_HASH_MAX_LENGTH] = "";
    size_t length = 0;
    uint32_t right = 77;
    CHECK(make_secret(&text) == 0);
    if (text == NULL)
        goto out;
    TRY_PROTECTED(digest(length, hash, sizeof hash),
                  scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, scenario_key, SCRIM_HASH_PEPPER_SIZE, hash, sizeof hash,
                                  &length));
    TRY_PROTECTED(right, scrim_text_verify(text, hash, length, scenario_key, SCRIM_HASH_PEPPER_SIZE, &right));
    CHECK(right == 1);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    allocator.armed = 0;
    return 0;
}

static int attempts_scenario(void) {
    SCENARIO;
    scrim_attempts attempts = SCRIM_ATTEMPTS_INIT;
    uint32_t word = 9;
    uint64_t retry = 9;
    GIVES(scrim_attempts_begin(&attempts, 1, &word, &retry), SCRIM_OK);
    CHECK(word == SCRIM_ATTEMPT_LOCKED);
    GIVES(scrim_attempts_init(&attempts, 4), SCRIM_OK);
    for (uint32_t i = 0; i < 4; i++) {
        GIVES(scrim_attempts_begin(&attempts, 1, &word, &retry), SCRIM_OK);
        CHECK(word == (i < 3 ? SCRIM_ATTEMPT_ALLOWED : SCRIM_ATTEMPT_WAIT));
    }
    CHECK(retry == UINT64_C(1000000001));
    GIVES(scrim_attempts_succeed(&attempts), SCRIM_OK);
    GIVES(scrim_attempts_succeed(&attempts), SCRIM_ERROR_INVALID_STATE);
    return 0;
}

/* ---- Sealing ---- */

static int seal_scenario(void) {
    enum {
        ROOM = SCRIM_SEAL_OVERHEAD + 40 + SCRIM_SEAL_MAX_CONTEXT
    };
    SCENARIO;
    static _Thread_local char box[ROOM], context[SCRIM_SEAL_MAX_CONTEXT];
    static const unsigned char base_point[SCRIM_SEAL_KEY_SIZE] = {9}, low_order[SCRIM_SEAL_KEY_SIZE] = {0};
    static const size_t contexts[] = {0, SCRIM_SEAL_MAX_CONTEXT};
    scrim_text *text = NULL;
    size_t length = 0;
    CHECK(make_secret(&text) == 0);
    if (text == NULL)
        goto out;
    for (int i = 0; i < 2; i++) {
        memset(box, 0, sizeof box);
        length = 0;
        TRY_PROTECTED(digest(length, box, sizeof box),
                      scrim_text_seal(text, base_point, sizeof base_point, context, contexts[i], box, sizeof box,
                                      &length));
        CHECK(length == SCRIM_SEAL_OVERHEAD + 40 + contexts[i]);
    }
    GIVES(scrim_text_seal(text, base_point, sizeof base_point, NULL, 0, NULL, 0, &length),
          SCRIM_ERROR_BUFFER_TOO_SMALL);
    scrim_status status =
        ARMED(scrim_text_seal(text, low_order, sizeof low_order, NULL, 0, box, sizeof box, &length));
    CHECK(status == SCRIM_ERROR_INVALID_ARGUMENT || status == SCRIM_ERROR_NO_MEMORY ||
          status == SCRIM_ERROR_PROTECTION);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    allocator.armed = 0;
    return 0;
}

/* ---- File descriptors ---- */

static uint64_t bytes_waiting(int descriptor) {
    int count = -1;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? (uint64_t)count : UINT64_MAX;
}

/* What a failed call did not take over is still there to be read. */
static int descriptor_scenario(void) {
    SCENARIO;
    scrim_text *text = NULL;
    int ends[2];
    char written[16];
    uint32_t equal = 9;
    CHECK(make_secret(&text) == 0);
    if (text == NULL)
        return 0;
    CHECK(pipe(ends) == 0);
    CHECK(write(ends[1], "13579\nrest", 10) == 10);
    TRY_PROTECTED(bytes_waiting(ends[0]), scrim_text_read_fd(text, ends[0], SCRIM_FD_LINE));
    CHECK(bytes_waiting(ends[0]) == 4 && read(ends[0], written, sizeof written) == 4);
    GIVES(scrim_text_equal_bytes(text, "246813579", 9, &equal), SCRIM_OK);
    CHECK(equal == 1);
    TRY_PROTECTED(bytes_waiting(ends[0]), scrim_text_write_fd(text, ends[1], SCRIM_FD_LINE));
    CHECK(read(ends[0], written, sizeof written) == 10 && memcmp(written, "246813579\n", 10) == 0);
out:
    close(ends[0]);
    close(ends[1]);
    allocator.armed = 1;
    scrim_text_destroy(text);
    allocator.armed = 0;
    return 0;
}

#endif
