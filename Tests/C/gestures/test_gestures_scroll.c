/* SPDX-License-Identifier: MIT */
/* Wheels and touchpads: which recognizers follow a scroll, what they measure, and how it ends. */
#include "scrolls.h"

/* ---- What pans measure ---- */

static void test_scroll__a_pan_begins_at_the_first_movement(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_BEGAN, 0, 50, 0, 0);
    assert_int_equal(fixture.count, 0);
    touchpad(10, 0.25, 0.5);
    assert_states("b");
    assert_int_equal(last()->recognizer, pan);
    assert_int_equal(last()->sequence, 1);
    assert_int_equal(last()->fingers, 0);
    assert_true(last()->translation_x == -0.25 && last()->translation_y == -0.5);
    touchpad(20, 1, -2);
    assert_true(last()->translation_x == -1.25 && last()->translation_y == 1.5);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 30, 54, 0, 1);
    assert_true(last()->x == 54 && last()->y == 50); /* the pointer's position, not the movement's */
    assert_true(last()->translation_x == -1.25 && last()->translation_y == 0.5);
    touchpad(40, 0, 0);
    assert_states("bcce");
    assert_true(last()->time_ns == 40 * MS && last()->translation_y == 0.5);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

static void test_scroll__a_flick_is_a_fling(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    for (uint64_t time = 0; time <= 100; time += 10)
        touchpad(time, 0, 10);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_ENDED, 105, 50, 0, 0);
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
    ASSERT_NEAR(last()->velocity_y, -1000, 1);
    ASSERT_NEAR(last()->velocity_x, 0, 1e-9);
    for (uint64_t time = 1000; time <= 1100; time += 10)
        touchpad(time, 0, 10);
    touchpad(1300, 0, 0); /* the fingers rested before they were lifted */
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
    assert_true(last()->velocity_x == 0 && last()->velocity_y == 0);
}

static void test_scroll__a_wheel_ends_after_a_pause_without_a_fling(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    for (uint64_t time = 0; time <= 100; time += 10)
        wheel(time, 15);
    assert_true(next_deadline(&fixture) == 100 * MS + PAUSE);
    advance(&fixture, 100 * MS + PAUSE - 1);
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_CHANGED);
    assert_true(last()->velocity_x == 0 && last()->velocity_y == 0);
    advance(&fixture, 100 * MS + PAUSE);
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
    assert_true(last()->time_ns == 100 * MS + PAUSE);
    assert_true(last()->velocity_x == 0 && last()->velocity_y == 0 && last()->translation_y == -165);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    for (uint64_t time = 1000; time <= 1100; time += 10)
        wheel(time, 15);
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_ENDED, 1101, 50, 0, 15);
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
    assert_true(last()->velocity_y == 0 && last()->translation_y == -180);
}

static void test_scroll__a_late_host_gets_the_same_events(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    wheel(0, 15);
    wheel(10, 15);
    wheel(2000, 15); /* nobody called when the pause was over */
    assert_states("bceb");
    assert_true(fixture.events[2].time_ns == 10 * MS + PAUSE && fixture.events[2].sequence == 1);
    assert_true(last()->translation_y == -15 && last()->sequence == 2);
}

static void test_scroll__a_wheel_that_moves_on_is_another_scroll(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    wheel(0, 15);
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 100, 60, 0, 15); /* as far as may be */
    assert_states("bc");
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 200, 60.5, 0, 15);
    assert_states("bceb");
    assert_true(fixture.events[2].time_ns == 200 * MS && fixture.events[2].x == 60);
    assert_int_equal(last()->sequence, 2);
}

static void test_scroll__a_continuous_device_may_fling_or_just_stop(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    for (uint64_t time = 0; time <= 100; time += 10)
        scroll_at(SCRIM_SCROLL_CONTINUOUS, SCRIM_TOUCH_MOVED, time, 50, 0, -10);
    scroll_at(SCRIM_SCROLL_CONTINUOUS, SCRIM_TOUCH_MOVED, 105, 50, 0, 0);
    ASSERT_NEAR(last()->velocity_y, 1000, 1);
    scroll_at(SCRIM_SCROLL_CONTINUOUS, SCRIM_TOUCH_MOVED, 200, 50, 0, -10);
    advance(&fixture, 200 * MS + PAUSE);
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
    assert_true(last()->velocity_y == 0);
}

static void test_scroll__a_touchpad_without_an_end_is_cancelled(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    touchpad(0, 0, 10);
    assert_true(next_deadline(&fixture) == UINT64_C(60000000000));
    touchpad(59999, 0, 10);
    assert_states("bc");
    touchpad(59999 + 60000, 0, 10);
    assert_states("bcxb");
    assert_int_equal(last()->sequence, 2);
}

/* ---- Who follows it ---- */

static void test_scroll__only_pans_follow_it(void **state) {
    (void)state;
    for (uint32_t kind = SCRIM_GESTURE_TAP; kind < SCRIM_GESTURE_HOST; kind++) {
        scrim_recognizer recognizer = recognizer_of(kind, fixture.window);
        recognizer.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        if (kind == SCRIM_GESTURE_EDGE_PAN)
            recognizer.edge_width = 400;
        add_recognizer(&fixture, &recognizer);
    }
    for (uint64_t time = 0; time <= 100; time += 10)
        touchpad(time, 15, 0);
    touchpad(110, 0, 0);
    wheel(1000, 15);
    advance(&fixture, 5000 * MS);
    for (size_t i = 0; i < fixture.count; i++)
        assert_int_equal(fixture.events[i].kind, SCRIM_GESTURE_PAN);
    assert_states("bccccccccccebe");
}

static void test_scroll__counts_as_two_fingers(void **state) {
    (void)state;
    static const struct {
        uint32_t min, max, sees;
    } cases[] = {{1, 0, 1}, {2, 0, 1}, {2, 2, 1}, {1, 2, 1}, {1, 5, 1}, {1, 1, 0}, {3, 0, 0}, {3, 5, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
        pan.min_fingers = cases[i].min;
        pan.max_fingers = cases[i].max;
        scrim_id id = add_recognizer(&fixture, &pan);
        fixture.count = 0;
        wheel(1000 * i, 15);
        assert_int_equal(fixture.count, cases[i].sees);
        advance(&fixture, 1000 * i * MS + PAUSE);
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    }
}

static void test_scroll__the_deepest_view_wins(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    scrim_id inner = add(SCRIM_GESTURE_PAN, fixture.button);
    wheel(0, 15);
    wheel(10, 15);
    assert_states("bc");
    assert_true(last()->recognizer == inner && fixture.events[0].recognizer == inner);
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 20, 300, 0, 15); /* next to the button */
    assert_true(last()->recognizer != inner && last()->view == 0);
}

static void test_scroll__the_first_direction_decides_about_an_axis(void **state) {
    (void)state;
    scrim_recognizer list = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
    scrim_recognizer row = recognizer_of(SCRIM_GESTURE_PAN, fixture.button);
    list.axis = SCRIM_AXIS_VERTICAL;
    row.axis = SCRIM_AXIS_HORIZONTAL;
    scrim_id vertical = add_recognizer(&fixture, &list);
    scrim_id horizontal = add_recognizer(&fixture, &row);
    touchpad(0, 1, 2);
    assert_int_equal(last()->recognizer, vertical);
    touchpad(10, 20, 2); /* it stays with the list */
    assert_true(last()->recognizer == vertical && last()->translation_x == 0 && last()->translation_y == -4);
    touchpad(20, 0, 0);
    assert_states("bce");
    touchpad(30, -2, 1);
    assert_true(last()->recognizer == horizontal && last()->translation_x == 2 && last()->translation_y == 0);
}

static void test_scroll__on_nothing_it_does_nothing(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 0, 5000, 0, 10);
    touchpad(10, 0, 10); /* the pointer came later: the scroll stays where it began */
    assert_int_equal(fixture.count, 0);
    touchpad(20, 0, 0);
    touchpad(30, 0, 10);
    assert_states("b");
}

/* ---- Pinches ---- */

static void test_scroll__a_pinch_has_the_devices_scale_and_rotation(void **state) {
    (void)state;
    scrim_recognizer rotation = recognizer_of(SCRIM_GESTURE_ROTATION, fixture.button);
    rotation.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    rotation.angle = 0.25;
    scrim_id turn = add_recognizer(&fixture, &rotation);
    scrim_id zoom = add(SCRIM_GESTURE_PINCH, fixture.button);
    pinch_phase(0, SCRIM_TOUCH_BEGAN);
    assert_int_equal(fixture.count, 0);
    pinch(10, 0, 1, 0.125);
    assert_int_equal(fixture.count, 0);
    pinch(20, 0, 1.25, 0.125);
    assert_states("b");
    assert_true(last()->recognizer == zoom && last()->scale == 1.25 && last()->rotation == 0);
    pinch(30, 0, 1.5, 0.125);
    assert_states("bbc");
    assert_true(fixture.events[1].recognizer == turn && fixture.events[1].rotation == 0.375);
    assert_true(last()->recognizer == zoom && last()->scale == 1.5);
    assert_true(last()->scale_velocity > 5 && last()->scale_velocity < 30);
    pinch_phase(40, SCRIM_TOUCH_ENDED);
    assert_states("bbcee");
    assert_true(last()->scale == 1.5 && fixture.events[3].rotation == 0.375);
    ASSERT_NEAR(fixture.events[3].rotation_velocity, 12.5, 2.5);
}

static void test_scroll__a_pinch_carries_a_pan_with_it(void **state) {
    (void)state;
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.button);
    pan.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    scrim_id moved = add_recognizer(&fixture, &pan);
    add(SCRIM_GESTURE_PINCH, fixture.button);
    pinch_phase(0, SCRIM_TOUCH_BEGAN);
    pinch(10, 3, 1.25, 0);
    assert_states("bb");
    assert_true(fixture.events[0].recognizer == moved && fixture.events[0].translation_x == 3); /* it follows the fingers */
    pinch(20, 2, 1.25, 0);
    assert_true(fixture.events[2].translation_x == 5);
}

static void test_scroll__a_pinch_is_no_pan_where_only_one_may_be(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.button);
    scrim_id zoom = add(SCRIM_GESTURE_PINCH, fixture.window);
    pinch_phase(0, SCRIM_TOUCH_BEGAN);
    pinch(10, 3, 1, 0); /* the fingers of a pinch move, too */
    assert_int_equal(fixture.count, 0);
    pinch(20, 3, 1.25, 0);
    assert_states("b");
    assert_int_equal(last()->recognizer, zoom);
    pinch_phase(30, SCRIM_TOUCH_ENDED);
    assert_states("be");
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, zoom));
    pinch_phase(40, SCRIM_TOUCH_BEGAN);
    pinch(50, 3, 1.25, 0);
    assert_states("beb");
    assert_int_equal(last()->kind, SCRIM_GESTURE_PAN);
}

static void test_scroll__a_pinch_that_is_joined_late_does_not_jump(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PINCH, fixture.button);
    pinch(0, 0, 4, 0);
    assert_int_equal(fixture.count, 0);
    pinch(10, 0, 6, 0);
    assert_states("b");
    assert_true(last()->scale == 1.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_scroll__a_pan_begins_at_the_first_movement),
        TEST(test_scroll__a_flick_is_a_fling),
        TEST(test_scroll__a_wheel_ends_after_a_pause_without_a_fling),
        TEST(test_scroll__a_late_host_gets_the_same_events),
        TEST(test_scroll__a_wheel_that_moves_on_is_another_scroll),
        TEST(test_scroll__a_continuous_device_may_fling_or_just_stop),
        TEST(test_scroll__a_touchpad_without_an_end_is_cancelled),
        TEST(test_scroll__only_pans_follow_it),
        TEST(test_scroll__counts_as_two_fingers),
        TEST(test_scroll__the_deepest_view_wins),
        TEST(test_scroll__the_first_direction_decides_about_an_axis),
        TEST(test_scroll__on_nothing_it_does_nothing),
        TEST(test_scroll__a_pinch_has_the_devices_scale_and_rotation),
        TEST(test_scroll__a_pinch_carries_a_pan_with_it),
        TEST(test_scroll__a_pinch_is_no_pan_where_only_one_may_be),
        TEST(test_scroll__a_pinch_that_is_joined_late_does_not_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
