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

/* What the registers that a call may change held when a callback began. The binding of a symbol on first use copies them to the stack.
 * If the callback then jumps far up, scrim_text_wipe() does not reach them there. */
static uint64_t held[16];

static void keep_registers(void *data) {
    (void)data;
#if defined(__x86_64__)
    __asm__ volatile("movq %%rax, 0(%%rdi)\n\tmovq %%rcx, 8(%%rdi)\n\tmovq %%rdx, 16(%%rdi)\n\tmovq %%rsi, 24(%%rdi)\n\t"
                     "movq %%r8, 32(%%rdi)\n\tmovq %%r9, 40(%%rdi)\n\tmovq %%r10, 48(%%rdi)\n\tmovq %%r11, 56(%%rdi)" ::"D"(data)
                     : "memory");
#elif defined(__aarch64__)
    register void *to __asm__("x0") = data;
    __asm__ volatile("stp x1, x2, [x0]\n\tstp x3, x4, [x0, #16]\n\tstp x5, x6, [x0, #32]\n\tstp x7, x8, [x0, #48]\n\t"
                     "stp x9, x10, [x0, #64]\n\tstp x11, x12, [x0, #80]\n\tstp x13, x14, [x0, #96]" ::"r"(to)
                     : "memory");
#endif
}

static void test_no_register_keeps_bytes_that_moved(void **state) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    const uint64_t seed = 7;
    unsigned char digits[MARKER];
    struct findings found = {0};
    (void)state;
    scrim_text *text = new_text(128);
    for (unsigned i = 0; i < MARKER; i++)
        digits[i] = marker_digit(seed, i);
    OK(scrim_text_insert(text, (const char *)digits, MARKER));
    callbacks.did_change = keep_registers;
    OK(scrim_text_set_callbacks(text, &callbacks, held, NULL));
    memcpy(held, digits, MARKER);
    search((const unsigned char *)held, sizeof held, 0, seed, &found);
    assert_int_equal(found.count, 1);
    for (size_t up = 0; up < 2; up++) {
        memset(held, 0, sizeof held);
        memset(&found, 0, sizeof found);
        OK(scrim_text_replace(text, 0, up ? 0 : 5, "1234567", 7)); /* by two digits, or by seven */
        search((const unsigned char *)held, sizeof held, 0, seed, &found);
        assert_int_equal(found.count, 0);
    }
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_callbacks_left_by_a_jump, nothing_left),
        cmocka_unit_test_teardown(test_a_filling_left_by_a_jump, nothing_left),
        cmocka_unit_test_teardown(test_no_register_keeps_bytes_that_moved, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
