/* SPDX-License-Identifier: MIT */
/* Numbers of recognizers and of their events that are easily taken for others. */
#include <math.h>

#include "scrolls.h"

static void test_angles_of_the_profiles(void **state) {
    (void)state;
    static const uint32_t profiles[] = {SCRIM_PROFILE_UIKIT, SCRIM_PROFILE_ANDROID};
    for (size_t i = 0; i < COUNT_OF(profiles); i++) {
        scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
        ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_ROTATION, profiles[i], 1, &recognizer));
        assert_true(fabs(recognizer.angle - 0.17453292519943295) < 1e-12); /* 10° */
    }
}

static void test_slops_of_pinches(void **state) {
    (void)state;
    static const double slops[] = {10, 16, 0};
    static const uint32_t profiles[] = {SCRIM_PROFILE_UIKIT, SCRIM_PROFILE_ANDROID, SCRIM_PROFILE_GTK};
    for (size_t i = 0; i < COUNT_OF(profiles); i++) {
        scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
        ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_PINCH, profiles[i], 1, &recognizer));
        assert_true(recognizer.touch_slop == slops[i]);
    }
}

static void test_half_a_turn_is_the_largest_angle(void **state) {
    (void)state;
    scrim_recognizer recognizer = recognizer_of(SCRIM_GESTURE_ROTATION, fixture.button);
    recognizer.angle = 3.14159265358979323846;
    add_recognizer(&fixture, &recognizer);
    scrim_id id = 0;
    recognizer.angle = 3.1416;
    assert_int_equal(scrim_gestures_add(fixture.gestures, &recognizer, &id), SCRIM_ERROR_INVALID_ARGUMENT);
}

static void test_an_edge_of_a_window_that_is_not_at_the_screens(void **state) {
    (void)state;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id view = 0;
    window.frame = (scrim_rect){100, 0, 100, 100};
    window.level = 1;
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &view));
    for (int from_edge = 0; from_edge < 2; from_edge++) {
        scrim_recognizer recognizer = recognizer_of(SCRIM_GESTURE_EDGE_PAN, view);
        recognizer.edges = SCRIM_EDGE_LEFT;
        const scrim_id id = add_recognizer(&fixture, &recognizer);
        now += 1000 * MS;
        fixture.count = 0;
        touch(&fixture, SCRIM_TOUCH_BEGAN, now, from_edge ? 103 : 150);
        for (int i = 1; i < 5; i++)
            touch(&fixture, SCRIM_TOUCH_MOVED, now + (uint64_t)i * 10 * MS, (from_edge ? 103 : 150) + 10 * i);
        touch(&fixture, SCRIM_TOUCH_ENDED, now + 60 * MS, 190);
        assert_int_equal(fixture.count > 0, from_edge);
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    }
}

/* Samples that share their time give no slope, but a number all the same. */
static void test_velocities_are_numbers(void **state) {
    (void)state;
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_PAN, SCRIM_PROFILE_ANDROID, 1, &recognizer));
    recognizer.view = fixture.button;
    add_recognizer(&fixture, &recognizer);
    for (uint64_t step = 0; step < 3; step++) {
        now += 1000 * MS;
        touch(&fixture, SCRIM_TOUCH_BEGAN, now, 10);
        for (uint64_t i = 1; i < 7; i++)
            touch(&fixture, SCRIM_TOUCH_MOVED, now + (i > 3 ? step * MS : 0), 10 + 12 * (double)i);
        touch(&fixture, SCRIM_TOUCH_ENDED, now + step * MS, 85);
    }
    assert_true(fixture.count >= 3);
    for (size_t i = 0; i < fixture.count; i++)
        assert_true(isfinite(fixture.events[i].velocity_x) && isfinite(fixture.events[i].velocity_y));
}

static void test_an_action_is_that_of_its_recognizer_only(void **state) {
    (void)state;
    const scrim_id other = with_action(&fixture, add_tap_beside(&fixture, fixture.button, 1));
    with_action(&fixture, add_tap_beside(&fixture, fixture.window, 1));
    ASSERT_OK(scrim_gestures_set_target_available(fixture.gestures, other, 1, "pay", 3, 0));
    now += 1000 * MS;
    tap(&fixture, now, 350);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, other, 1, "pay", 3));
    now += 1000 * MS;
    tap(&fixture, now, 350);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
}

/* Three taps in a row are an expression of rage only if they are in one window. */
static void test_taps_in_different_windows_are_no_row(void **state) {
    (void)state;
    for (int opens = 0; opens < 2; opens++) {
        scrim_rules rules = SCRIM_RULES_INIT;
        rules.flags |= SCRIM_RULES_REPORT_COARSE;
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        now += 100000 * MS;
        ASSERT_OK(scrim_collector_advance(fixture.collector, now));
        tap(&fixture, now + MS, 250);
        scrim_window window = SCRIM_WINDOW_INIT;
        window.frame = (scrim_rect){200, 0, 100, 100};
        window.flags |= SCRIM_VIEW_SECURE;
        window.level = 3;
        scrim_id id = 0;
        if (opens)
            ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &id));
        tap(&fixture, now + 100 * MS, 250);
        tap(&fixture, now + 200 * MS, 250);
        ASSERT_OK(scrim_collector_advance(fixture.collector, now + 50000 * MS));
        scrim_record record = SCRIM_RECORD_INIT;
        uint32_t kinds = 0;
        while (scrim_collector_next(fixture.collector, &record) == SCRIM_OK)
            kinds |= record.private_touch;
        assert_true((kinds & SCRIM_PRIVATE_TOUCH_INTERACTION) != 0);
        assert_int_equal((kinds & SCRIM_PRIVATE_TOUCH_RAGE) != 0, !opens);
        if (opens)
            ASSERT_OK(scrim_scene_remove(fixture.scene, id));
    }
}

/* A pinch of a touchpad counts from its begin, whatever scale that sample has. */
static void test_a_pinch_counts_from_its_begin(void **state) {
    (void)state;
    double scales[2];
    add(SCRIM_GESTURE_PINCH, fixture.button);
    for (int i = 0; i < 2; i++) {
        scrim_scroll sample = sample_of(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_BEGAN, 1000 + 1000 * (uint64_t)i);
        sample.scale = i ? 1.5 : 1;
        fixture.count = 0;
        scroll_all(&sample, 1);
        sample.phase = SCRIM_TOUCH_MOVED;
        for (int step = 1; step < 5; step++) {
            sample.time_ns += 10 * MS;
            sample.scale = 1 + step;
            scroll_all(&sample, 1);
        }
        assert_true(fixture.count > 0);
        scales[i] = fixture.events[fixture.count - 1].scale;
        sample.phase = SCRIM_TOUCH_ENDED;
        scroll_all(&sample, 1);
    }
    assert_true(scales[0] == scales[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_angles_of_the_profiles, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slops_of_pinches, setup, teardown),
        cmocka_unit_test_setup_teardown(test_half_a_turn_is_the_largest_angle, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_edge_of_a_window_that_is_not_at_the_screens, setup, teardown),
        cmocka_unit_test_setup_teardown(test_velocities_are_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_action_is_that_of_its_recognizer_only, setup, teardown),
        cmocka_unit_test_setup_teardown(test_taps_in_different_windows_are_no_row, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_pinch_counts_from_its_begin, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
