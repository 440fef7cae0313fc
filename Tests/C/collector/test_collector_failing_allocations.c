/* SPDX-License-Identifier: MIT */
/* A collector that runs out of memory in the middle of its events: none of them counts. */
#include "support/failing_allocator.h"

#include "collector_fixture.h"
#include "support/support.h"

static void test_decide__without_memory_leaves_no_mark(void **state) {
    (void)state;
#ifdef WITH_ASAN
    skip();
#endif
    scrim_rules rules = SCRIM_RULES_INIT;
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    static char large[SCRIM_MAX_CONTENT + 1];
    memset(large, 'x', SCRIM_MAX_CONTENT);
    scrim_id view = add_kind(fixture.window, "Card", large), tap = add_host(view, "Tap", 0);
    scrim_id control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL);
    for (int i = 0; i < 6; i++)
        assert_int_equal(verdict_of(control, fixture.button), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 6);
    scrim_gesture_event first = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED);
    scrim_gesture_event events[2] = {event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED), event_of(tap, view, SCRIM_GESTURE_STATE_ENDED)};
    scrim_decision verdicts[2];
    allocator.count = allocator.failed = 0;
    allocator.fail_from = 1;
    allocator.fail_to = NEVER;
    allocator.armed = 1;
    /* The first has room enough, so it is the second that fails. */
    scrim_status one = scrim_collector_decide(fixture.collector, &first, 1, verdicts);
    scrim_status two = scrim_collector_decide(fixture.collector, events, 2, verdicts);
    allocator.armed = 0;
    assert_int_equal(one, SCRIM_OK);
    assert_int_equal(two, SCRIM_ERROR_NO_MEMORY);
    assert_true(allocator.failed > 0);
    assert_int_equal(records(&fixture), 1);
    /* Neither too soon nor a duplicate. */
    assert_int_equal(verdict_of_event(&events[0]), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of_event(&events[1]), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_decide__without_memory_leaves_no_mark, setup, teardown),
    };
    if (running_on_valgrind()) {
        printf("valgrind has an allocator of its own: skipped\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
