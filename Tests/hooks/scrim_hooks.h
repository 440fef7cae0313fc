/* SPDX-License-Identifier: MIT */
/*
 * The test hooks: functions that only libscrim-testhooks.so has, all called scrim_test_*. That library is built for the
 * tests, is never installed, and otherwise holds the same code as libscrim.so.
 */
#ifndef SCRIM_HOOKS_H
#define SCRIM_HOOKS_H

#include <scrim.h>

#ifdef __cplusplus
extern "C" {
#endif

/** As scrim_keypad_show(), but with the numbers of a public formula (splitmix64 from `seed`) instead of the kernel's. */
scrim_status scrim_test_keypad_show_seeded(scrim_keypad *keypad, uint64_t seed);

/** Where a keypad keeps its order of keys, and how many bytes that takes: valid until the keypad is destroyed. */
scrim_status scrim_test_keypad_order_address(const scrim_keypad *keypad, const void **address, size_t *length);

/**
 * Makes a keypad leak on purpose: `validates` 1 checks a character anew while it is typed, `works` 1 takes a number of steps that
 * depends on it, `tells` 1 answers *refused* for every second key. The tests of what can be observed must find each.
 */
scrim_status scrim_test_keypad_leak(scrim_keypad *keypad, uint32_t validates, uint32_t works, uint32_t tells);

/** Writes the order of the numbers 0 … count − 1 that has the number `rank`, below count!. `count` is 1 … 20. */
scrim_status scrim_test_shuffle_rank(uint64_t rank, uint32_t count, uint32_t *order);

/**
 * Draws a number below `bound` as a shuffle does, from `count` given words instead of the kernel.
 *
 * @param drawn  how many words it took. Where they do not suffice, the status is ENTROPY.
 */
scrim_status scrim_test_random_below(const uint64_t *words, size_t count, uint64_t bound, uint64_t *number, size_t *drawn);

/** The number of cells of the allocation reserve that hold an object. */
size_t scrim_test_reserve_in_use(void);

/** Where scrim_test_text_leak() leaves its copy. */
enum {
    SCRIM_TEST_LEAK_HEAP = 1,  /**< in a block of malloc() that has been freed */
    SCRIM_TEST_LEAK_STACK = 2, /**< in a frame that has returned */
    SCRIM_TEST_LEAK_CLEARED_STACK = 3 /**< there too, but in a call that clears the stack behind it: not to be found */
};

/** How private touches may leak on purpose: bits. The test that they leave no mark must find each. */
enum {
    SCRIM_TEST_TOUCHES_JOIN = 1,  /**< private taps join those that wait */
    SCRIM_TEST_TOUCHES_COUNT = 2, /**< private gestures have record numbers of their own */
    SCRIM_TEST_TOUCHES_UNBOUND = 8, /**< what waits when a sequence begins does not share its fate */
    SCRIM_TEST_TOUCHES_AT_ONCE = 4, /**< what is told of private touches is handed out before its bucket is over */
    SCRIM_TEST_TOUCHES_OVERDUE = 16, /**< private samples send what is overdue and not private */
    SCRIM_TEST_TOUCHES_CLOCK = 32 /**< a sample that is earlier than a private one counts as of the same time */
};

/** Makes an engine and its collectors leak what private touches did. */
scrim_status scrim_test_gestures_leak(scrim_gestures *gestures, uint32_t leaks);

/** A function of the test's own. */
typedef void (*scrim_test_fn)(void *user_data);

/** Has scrim_capture_redact() call a function when the frame has been redacted, before it looks for a cover once more. */
scrim_status scrim_test_capture_after_redaction(scrim_capture *capture, scrim_test_fn call, void *user_data);

/** Copies a secret to where nobody wipes it. The search of memory must find that. */
scrim_status scrim_test_text_leak(const scrim_text *text, uint32_t place);

/** 1: hashes are computed in ordinary memory, which core files and forked children have. The attack on it must find the secret. */
void scrim_test_hash_in_ordinary_memory(uint32_t is_ordinary);

#ifdef __cplusplus
}
#endif

#endif
