/* SPDX-License-Identifier: MIT */
/* Samples need no memory: the room for their events was reserved when recognizers were added. A call that fails keeps no name. */
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

/* Adds actions that have not been named before until there are `most`, or the scene's table of names is full. Returns their number. */
static size_t add_names(size_t most) {
    scrim_id id = add_tap(&fixture, fixture.button, 1);
    for (size_t count = 0;; count++) {
        char name[32];
        const size_t length = (size_t)snprintf(name, sizeof name, "action%zu", count);
        if (count == most || scrim_gestures_add_action(fixture.gestures, id, 1, name, length) != SCRIM_OK)
            return count;
        ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, id, 0, NULL, 0));
    }
}

static void test_add_action__keeps_no_name_without_memory(void **state) {
    (void)state;
#ifdef WITH_ASAN
    skip();
#endif
    const size_t most = add_names(SIZE_MAX);
    assert_in_range(most, 1, 65535);
    tear_down_fixture(&fixture);
    set_up_fixture(&fixture);
    assert_int_equal(add_names(most - 1), most - 1);
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures *gestures = NULL; /* one that has no room for pairs yet */
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id = 0;
    recognizer.view = fixture.button;
    ASSERT_OK(scrim_gestures_create(fixture.scene, &options, &gestures));
    ASSERT_OK(scrim_gestures_add(gestures, &recognizer, &id));
    allocator.count = 0;
    allocator.fail_from = 1;
    allocator.fail_to = NEVER;
    allocator.armed = 1;
    scrim_status status = scrim_gestures_add_action(gestures, id, 1, "lost", 4);
    allocator.armed = 0;
    assert_int_equal(status, SCRIM_ERROR_NO_MEMORY);
    ASSERT_OK(scrim_gestures_add_action(gestures, id, 1, "last", 4));
    assert_int_equal(scrim_gestures_add_action(gestures, id, 1, "lost", 4), SCRIM_ERROR_LIMIT);
    scrim_gestures_destroy(gestures);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_scroll__needs_no_memory_for_beginning_and_end),
        TEST(test_add_action__keeps_no_name_without_memory),
    };
    if (running_on_valgrind()) {
        printf("valgrind has an allocator of its own: skipped\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
