/* SPDX-License-Identifier: MIT */
/* scrim_text_wipe() after a callback was left by a jump, so that the call that it interrupted never returns. */
#include "interrupted_calls.h"

#include "support/kernel.h"
#include "support/memory_scanner.h"

#include <sys/random.h>

/* In a child, as its handles stay for ever. */
static int abandon(void *number) {
    const int i = (int)(intptr_t)number;
    struct subject s;
    uint32_t equal = 0;
    size_t count = 9, length = 0;
    char hash[SCRIM_HASH_MAX_LENGTH];
    scrim_key keys[KEYS];
    make(&s, NONE);
    s.host.jump_at = interrupted[i].at;
    if (setjmp(s.host.out) == 0) {
        interrupted[i].call(s.text, &s.host);
        CHECK(!"it jumped");
    }
    s.host.jump_at = NONE;
    CHECK(scrim_text_insert(s.text, "1", 1) == SCRIM_ERROR_BUSY);
    CHECK(scrim_text_wipe(s.text) == SCRIM_OK);
    /* What only asks works. */
    CHECK(scrim_text_count(s.text, &count) == SCRIM_OK && count == 0);
    CHECK(scrim_text_equal_bytes(s.text, "", 0, &equal) == SCRIM_OK && equal == 1);
    CHECK(scrim_text_hash(s.text, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length) == SCRIM_OK);
    CHECK(scrim_text_verify(s.text, hash, length, NULL, 0, &equal) == SCRIM_OK && equal == 1);
    /* Destroying puts the end off for ever, but no layout is left to be seen. */
    CHECK(scrim_keypad_keys(s.keypads[0], SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count) == SCRIM_OK && count == KEYS);
    scrim_keypad_destroy(s.keypads[0]);
    CHECK(scrim_keypad_keys(s.keypads[0], SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count) == SCRIM_OK && count == 0);
    scrim_text_destroy(s.text);
    CHECK(scrim_text_wipe(s.text) == SCRIM_OK);
    /* Other groups work as ever. */
    scrim_text *other = new_text(16);
    CHECK(scrim_text_insert(other, "1", 1) == SCRIM_OK);
    scrim_text_destroy(other);
    return 0;
}

static void test_callbacks_left_by_a_jump(void **state) {
    (void)state;
    for (int i = 0; i < INTERRUPTED; i++)
        passes_in_child(abandon, (void *)(intptr_t)i);
}

/* The secret that comes from a descriptor is nowhere after the wipe, though the call that read it never returns. */
static int abandon_a_filling(void *data) {
    static struct host host;
    struct findings found;
    uint64_t seed = 0;
    unsigned char digits[MARKER];
    int ends[2];
    (void)data;
    CHECK(getrandom(&seed, sizeof seed, 0) == sizeof seed && pipe(ends) == 0);
    scrim_text *text = new_text(64);
    for (unsigned i = 0; i < MARKER; i++)
        digits[i] = marker_digit(seed, i);
    CHECK(write(ends[1], digits, MARKER) == MARKER && close(ends[1]) == 0);
    for (volatile unsigned char *byte = digits; byte < digits + MARKER; byte++)
        *byte = 0;
    listen_to(&host, text, NONE);
    host.jump_at = SHOULD_CHANGE;
    if (setjmp(host.out) == 0) {
        scrim_text_read_fd(text, ends[0], 0);
        CHECK(!"it jumped");
    }
    CHECK(search_process(getpid(), seed, 0, &found) == 0);
    CHECK(found.count > 0);
    CHECK(scrim_text_wipe(text) == SCRIM_OK);
    CHECK(search_process(getpid(), seed, 0, &found) == 0);
    CHECK(found.count == 0);
    return 0;
}

static int abandon_a_filling_in_plain_memory(void *data) {
    CHECK(deny_memfd_secret() == 0);
    return abandon_a_filling(data);
}

static void test_a_filling_left_by_a_jump(void **state) {
    (void)state;
    if (running_on_valgrind() || built_with_asan())
        skip();
    passes_in_child(abandon_a_filling_in_plain_memory, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_callbacks_left_by_a_jump, nothing_left),
        cmocka_unit_test_teardown(test_a_filling_left_by_a_jump, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
