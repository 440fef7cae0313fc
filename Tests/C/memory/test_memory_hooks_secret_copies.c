/* SPDX-License-Identifier: MIT */
/* The search that test_memory_secret_copies.c does, over a library that leaks on purpose: it must find the copies. */
#include "secret_fixture.h"

#include <scrim_hooks.h>

static int insert(struct subject *subject) {
    for (unsigned i = 0; i < MARKER; i++) {
        unsigned char digit = marker_digit(subject->seed, i);
        CHECK(scrim_text_insert(subject->text, (const char *)&digit, 1) == SCRIM_OK);
    }
    return 0;
}

static int leak_on_heap(struct subject *subject) {
    CHECK(scrim_test_text_leak(subject->text, SCRIM_TEST_LEAK_HEAP) == SCRIM_OK);
    return 0;
}

static int leak_on_stack(struct subject *subject) {
    CHECK(scrim_test_text_leak(subject->text, SCRIM_TEST_LEAK_STACK) == SCRIM_OK);
    return 0;
}

static int leak_on_cleared_stack(struct subject *subject) {
    CHECK(scrim_test_text_leak(subject->text, SCRIM_TEST_LEAK_CLEARED_STACK) == SCRIM_OK);
    return 0;
}

/* Apart, for neither copy is ever wiped. */
static const struct step heap[] = {{"insert", insert, HELD}, {"leak on the heap", leak_on_heap, LEAKED}};
static const struct step stack[] = {{"insert", insert, HELD}, {"leak on the stack", leak_on_stack, LEAKED}};
/* The same leak, but behind it the stack is cleared as behind every call on a text. */
static const struct step cleared[] = {{"insert", insert, HELD}, {"leak on the stack", leak_on_cleared_stack, HELD}};

static void test_leaks_of_the_library_are_found(void **state) {
    (void)state;
    for (int level = BEST; level < LEVELS; level++) {
        search_after_each((enum level)level, heap, 2);
        search_after_each((enum level)level, stack, 2);
    }
}

static void test_the_stack_is_cleared_behind_calls(void **state) {
    (void)state;
    for (int level = BEST; level < LEVELS; level++)
        search_after_each((enum level)level, cleared, 2);
}

static void test_leaks_of_the_library_are_in_core_files(void **state) {
    const char *reason = no_core_because();
    (void)state;
    if (reason == NULL && search_core_of_each(BEST, heap, 2) != 0)
        reason = "the kernel wrote none";
    if (reason != NULL) {
        print_message("no core file to search, %s: skipped\n", reason);
        skip();
    }
    assert_int_equal(search_core_of_each(BEST, stack, 2), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaks_of_the_library_are_found),
        cmocka_unit_test(test_the_stack_is_cleared_behind_calls),
        cmocka_unit_test(test_leaks_of_the_library_are_in_core_files),
    };
    if (no_proof_because() != NULL) {
        printf("skipped: %s\n", no_proof_because());
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
