/* SPDX-License-Identifier: MIT */
/* Samples need no memory: the room for their events was reserved when recognizers were added. */
#include "support/failing_allocator.h"

#include "scrolls.h"

/* Pans wait for a double tap. One call then lets them begin, and ends the scroll. No event may be lost. */
static void test_scroll__needs_no_memory_for_beginning_and_end(void **state) {
    (void)state;
#ifdef WITH_ASAN
    skip();
#endif
    for (size_t pans = 1; pans <= 40; pans++) {
        tear_down_fixture(&fixture);
        set_up_fixture(&fixture);
        scrim_id twice = add_tap(&fixture, fixture.button, 2);
        add_waiting_pans(pans, twice);
        tap(&fixture, 0, 50);
        wheel(20, 15);
        assert_int_equal(fixture.count, 0);
        allocator.count = 0;
        allocator.fail_from = 1;
        allocator.fail_to = NEVER;
        allocator.armed = 1;
        size_t produced = 0;
        scrim_status status = scrim_gestures_advance(fixture.gestures, 5000 * MS, fixture.events, MAX_EVENTS, &produced);
        allocator.armed = 0;
        assert_int_equal(status, SCRIM_OK);
        assert_int_equal(produced, 2 * pans);
        assert_int_equal(allocator.count, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_scroll__needs_no_memory_for_beginning_and_end),
    };
    if (running_on_valgrind()) {
        printf("valgrind has an allocator of its own: skipped\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
