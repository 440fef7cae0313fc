/* SPDX-License-Identifier: MIT */
/*
 * Where a secret is: whatever is done with it, in its slot and nowhere else in the process, never in a core file, and nowhere once it
 * is deleted. Seen from another process, at each level of protection.
 */
#include "secret_steps.h"

/* ---- Leaks, made on purpose ---- */

/* Of the heap. */
static unsigned char *leaked;

static int mend_the_leak(struct subject *subject) {
    (void)subject;
    for (volatile unsigned char *byte = leaked; byte < leaked + MARKER * 8; byte++)
        *byte = 0;
    return 0;
}

static int leak(struct subject *subject, unsigned from, unsigned digits, size_t stride) {
    if (leaked == NULL)
        leaked = malloc(MARKER * 8);
    CHECK(leaked != NULL && mend_the_leak(subject) == 0);
    for (unsigned i = 0; i < digits; i++)
        leaked[i * stride] = marker_digit(subject->seed, from + i);
    return 0;
}

static int leak_utf8(struct subject *subject) {
    CHECK(insert_in_pieces(subject) == 0);
    return leak(subject, 0, MARKER, 1);
}

static int leak_utf16(struct subject *subject) {
    return leak(subject, 0, MARKER, 2);
}

static int leak_utf32(struct subject *subject) {
    return leak(subject, 0, MARKER, 4);
}

static int leak_numbers(struct subject *subject) {
    return leak(subject, 0, MARKER, 8);
}

static int leak_a_part(struct subject *subject) {
    return leak(subject, 11, FRAGMENT, 1);
}

/* On the stack, in a frame that has returned. */
static __attribute__((noinline)) int leak_on_stack(struct subject *subject) {
    UNUSED volatile unsigned char frame[1024];
    for (unsigned i = 0; i < MARKER; i++)
        frame[i] = marker_digit(subject->seed, i);
    return 0;
}

static const struct step leaks[] = {
    {"a leak of UTF-8", leak_utf8, LEAKED},
    {"a leak of UTF-16", leak_utf16, LEAKED},
    {"a leak of UTF-32", leak_utf32, LEAKED},
    {"a leak of numbers", leak_numbers, LEAKED},
    {"a leak of a part", leak_a_part, LEAKED},
    {"the leak mended", mend_the_leak, HELD},
    {"a leak on the stack", leak_on_stack, LEAKED},
};

/* ---- Tests ---- */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void test_leaks_are_found(void **state) {
    (void)state;
    for (int level = BEST; level < LEVELS; level++)
        search_after_each((enum level)level, leaks, COUNT(leaks));
}

static void test_the_secret_is_in_its_slot_alone(void **state) {
    (void)state;
    for (int level = BEST; level < LEVELS; level++)
        search_after_each((enum level)level, steps, COUNT(steps));
}

static void test_core_files_lack_it(void **state) {
    const char *reason = no_core_because();
    (void)state;
    /* That its leaks are in the core file shows that there is one, and that the search of it works. */
    if (reason == NULL && search_core_of_each(BEST, leaks, COUNT(leaks)) != 0)
        reason = "the kernel wrote none";
    if (reason != NULL) {
        print_message("no core file to search, %s: skipped\n", reason);
        skip();
    }
    for (int level = BEST; level < LEVELS; level++)
        assert_int_equal(search_core_of_each((enum level)level, steps, COUNT(steps)), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaks_are_found),
        cmocka_unit_test(test_the_secret_is_in_its_slot_alone),
        cmocka_unit_test(test_core_files_lack_it),
    };
    if (no_proof_because() != NULL) {
        printf("skipped: %s\n", no_proof_because());
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
