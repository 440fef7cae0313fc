/* SPDX-License-Identifier: MIT */
/* A host that calls late gets no record that depends on private touches. */
#include "late_host.h"

#include <stdlib.h>

/* The library that is shipped has no leaks. */
static void set_leaks(scrim_gestures *gestures, uint32_t leaks) {
    (void)gestures;
    assert_int_equal(leaks, 0);
}

/* The JSON of the tap's record, where the content is changed before the late call. */
static void play_late_content(int is_private, char *json, size_t size) {
    struct fixture played;
    set_up_fixture(&played);
    with_action(&played, add_tap(&played, played.button, 1));
    with_action(&played, add_tap(&played, played.button, 2));
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, "before");
    ASSERT_OK(scrim_scene_update_view(played.scene, played.button, &view));
    tap(&played, 1000 * MS, 50);
    uint64_t deadline = next_deadline(&played);
    assert_int_equal(played.count, 0);
    if (is_private)
        touch(&played, SCRIM_TOUCH_BEGAN, deadline + 2 * MS, 250);
    if (played.count > 0)
        decide(&played);
    view = view_at(0, SCRIM_VIEW_INTERACTIVE, "after");
    ASSERT_OK(scrim_scene_update_view(played.scene, played.button, &view));
    advance(&played, deadline + 8 * MS);
    if (played.count > 0)
        decide(&played);
    if (is_private)
        touch(&played, SCRIM_TOUCH_ENDED, deadline + 20 * MS, 250);
    *json = 0;
    drain(&played, json, size);
    tear_down_fixture(&played);
}

static void test_late__content_that_changes_before_the_call(void **state) {
    (void)state;
    char without[1024], with[1024];
    play_late_content(0, without, sizeof without);
    play_late_content(1, with, sizeof with);
    assert_non_null(strstr(without, "\"content\":\"after\""));
    assert_string_equal(with, without);
}

enum way_to_end_a_wait {
    RELATE,
    REMOVE_VIEW,
    REMOVE_RECOGNIZER
};

/* The records where a tap need not wait any more, and then fingers come: the private one is the first, or the second. */
static void play_end_of_wait(enum way_to_end_a_wait way, int is_private_first, char *json, size_t size) {
    struct fixture played;
    set_up_fixture(&played);
    scrim_id inner = add_view(&played, played.button, 0, SCRIM_VIEW_INTERACTIVE, "inner");
    scrim_id view = way == REMOVE_VIEW ? inner : played.button;
    scrim_id one = with_action(&played, add_tap(&played, view, 1)), two = add_tap(&played, view, 2);
    with_action(&played, add_tap(&played, played.window, 1));
    tap(&played, 1000 * MS, 50);
    assert_int_equal(played.count, 0);
    if (way == RELATE)
        ASSERT_OK(scrim_gestures_relate(played.gestures, one, SCRIM_RELATION_SIMULTANEOUS, two));
    else if (way == REMOVE_VIEW)
        ASSERT_OK(scrim_scene_remove(played.scene, inner));
    else
        ASSERT_OK(scrim_gestures_remove(played.gestures, two));
    assert_true(next_deadline(&played) <= 1010 * MS);
    for (int i = 0; i < 2; i++) {
        int is_private = (i == 0) == is_private_first;
        scrim_touch down = {(1200 + (uint64_t)i) * MS, is_private ? 2 : 1, SCRIM_TOUCH_BEGAN, 0, is_private ? 250 : 350, 50};
        feed(&played, &down, 1);
        if (played.count > 0)
            decide(&played);
    }
    ASSERT_OK(scrim_gestures_cancel(played.gestures, 1300 * MS, played.events, MAX_EVENTS, &played.count));
    if (played.count > 0)
        decide(&played);
    *json = 0;
    drain(&played, json, size);
    tear_down_fixture(&played);
}

static void test_late__a_tap_that_need_not_wait_any_more(void **state) {
    (void)state;
    for (enum way_to_end_a_wait way = RELATE; way <= REMOVE_RECOGNIZER; way++) {
        char first[1024], second[1024];
        play_end_of_wait(way, 1, first, sizeof first);
        play_end_of_wait(way, 0, second, sizeof second);
        assert_non_null(strstr(second, "\"t\":1010000000"));
        assert_string_equal(first, second);
    }
}

/* SCRIM_LATE_SCRIPTS: how many scripts of each manner, for a longer search. */
static uint64_t scripts(void) {
    const char *number = getenv("SCRIM_LATE_SCRIPTS");
    return number ? strtoull(number, NULL, 10) : 5000;
}

static void test_late__separate_sequences(void **state) {
    (void)state;
    int differing = count_differing(SEPARATE, scripts(), 0);
    print_message("%d of %d scripts differ\n", differing, (int)scripts());
    assert_int_equal(differing, 0);
}

static void test_late__mixed_sequences(void **state) {
    (void)state;
    int differing = count_differing(MIXED, scripts(), 0);
    print_message("%d of %d scripts differ\n", differing, (int)scripts());
    assert_int_equal(differing, 0);
}

static void test_late__a_host_that_advances_before_it_changes_anything(void **state) {
    (void)state;
    int differing = count_differing(ADVANCING, scripts(), 0);
    print_message("%d of %d scripts differ\n", differing, (int)scripts());
    assert_int_equal(differing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late__content_that_changes_before_the_call),
        cmocka_unit_test(test_late__a_tap_that_need_not_wait_any_more),
        cmocka_unit_test(test_late__separate_sequences),
        cmocka_unit_test(test_late__mixed_sequences),
        cmocka_unit_test(test_late__a_host_that_advances_before_it_changes_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
