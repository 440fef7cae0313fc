/* SPDX-License-Identifier: MIT */
/* The search of test_collector_late_host.c finds engines that leak on purpose. */
#include "late_host.h"
#include "scrim_hooks.h"

static void set_leaks(scrim_gestures *gestures, uint32_t leaks) {
    ASSERT_OK(scrim_test_gestures_leak(gestures, leaks));
}

static void assert_found(enum manner manner, uint32_t leak) {
    int differing = count_differing(manner, 500, leak);
    print_message("%d of 500 scripts differ\n", differing);
    assert_true(differing > 0);
}

static void test_late__a_leak_is_found(void **state) {
    (void)state;
    assert_int_equal(count_differing(SEPARATE, 500, 0), 0);
    assert_found(SEPARATE, SCRIM_TEST_TOUCHES_OVERDUE);
    assert_found(SEPARATE, SCRIM_TEST_TOUCHES_CLOCK);
    assert_found(SEPARATE, SCRIM_TEST_TOUCHES_JOIN);
    assert_found(SEPARATE, SCRIM_TEST_TOUCHES_COUNT);
    assert_found(MIXED, SCRIM_TEST_TOUCHES_UNBOUND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late__a_leak_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
