/* SPDX-License-Identifier: MIT */
/* Wheels and touchpads: which recognizers follow a scroll, what they measure, and how it ends. */
#include "asking_host.h"

#define PAUSE ((uint64_t)SCRIM_MAX_SCROLL_PAUSE_NS)

static scrim_scroll sample_of(uint32_t source, uint32_t phase, uint64_t time_ms) {
    return (scrim_scroll){time_ms * MS, source, phase, 50, 50, 0, 0, 1, 0};
}

static void scroll_all(const scrim_scroll *samples, size_t count) {
    size_t consumed = 0;
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_scroll(fixture.gestures, samples, count, &consumed, fixture.events + fixture.count,
                                    MAX_EVENTS - fixture.count, &produced));
    assert_int_equal(consumed, count);
    fixture.count += produced;
}

static void scroll_at(uint32_t source, uint32_t phase, uint64_t time_ms, double x, double dx, double dy) {
    scrim_scroll sample = sample_of(source, phase, time_ms);
    sample.x = x;
    sample.delta_x = dx;
    sample.delta_y = dy;
    scroll_all(&sample, 1);
}

static void wheel(uint64_t time_ms, double dy) { scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, time_ms, 50, 0, dy); }

static void touchpad(uint64_t time_ms, double dx, double dy) {
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, time_ms, 50, dx, dy);
}

static void pinch(uint64_t time_ms, double dx, double scale, double turn) {
    scrim_scroll sample = sample_of(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_MOVED, time_ms);
    sample.delta_x = dx;
    sample.scale = scale;
    sample.delta_rotation = turn;
    scroll_all(&sample, 1);
}

static void pinch_phase(uint64_t time_ms, uint32_t phase) {
    scrim_scroll sample = sample_of(SCRIM_SCROLL_PINCH, phase, time_ms);
    scroll_all(&sample, 1);
}

/* Collectors record taps by default. */
static scrim_id add_recorded_pan(void) {
    static const scrim_string class_name = {"Tap", 3};
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
    pan.classes = &class_name;
    pan.class_count = 1;
    return with_action(&fixture, add_recognizer(&fixture, &pan));
}

static uint64_t sequence(void) {
    uint64_t number = 0;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &number));
    return number;
}

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

/* ---- What else happens ---- */

static void test_scroll__a_finger_cancels_it(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    scrim_id press = add_tap_beside(&fixture, fixture.button, 1);
    wheel(0, 15);
    down(1, 10, 50, 50);
    assert_states("bx");
    assert_true(last()->time_ns == 10 * MS && last()->sequence == 1);
    wheel(20, 15); /* while a finger is down */
    assert_states("bx");
    assert_int_equal(sequence(), 2);
    up(1, 30, 50, 50);
    assert_states("bxe");
    assert_true(last()->recognizer == press && last()->sequence == 2);
    wheel(40, 15);
    assert_states("bxeb");
    assert_int_equal(last()->sequence, 3);
}

static void test_scroll__a_finger_that_is_not_down_leaves_it_alone(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    wheel(0, 15);
    for (uint64_t id = 0; id < 3; id++) {
        move(id, 10, 50, 50);
        up(id, 10, 50, 50);
    }
    wheel(20, 15);
    assert_states("bc");
}

static void test_scroll__taps_wait_through_it(void **state) {
    (void)state;
    add_tap_beside(&fixture, fixture.button, 2);
    add(SCRIM_GESTURE_PAN, fixture.window);
    tap(&fixture, 0, 50);
    wheel(50, 15);
    tap(&fixture, 100 * MS, 50);
    assert_states("bxe");
    assert_int_equal(last()->taps, 2);
}

static void test_scroll__another_source_ends_it(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    wheel(0, 15);
    touchpad(10, 0, 15);
    assert_states("beb");
    assert_true(fixture.events[1].time_ns == 10 * MS);
    wheel(20, 15);
    assert_states("bebxb");
    touchpad(30, 0, 0); /* the end of a scroll that is over */
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_CANCELLED, 30, 50, 0, 0);
    wheel(40, 15);
    assert_states("bebxbc");
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_BEGAN, 50, 50, 0, 15);
    assert_states("bebxbceb");
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_CANCELLED, 60, 50, 0, 15);
    assert_states("bebxbcebx");
    assert_true(last()->translation_y == -15);
}

static void test_scroll__can_be_cancelled(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PINCH, fixture.window);
    pinch_phase(0, SCRIM_TOUCH_BEGAN);
    pinch(10, 0, 2, 0);
    size_t produced = 0;
    assert_int_equal(scrim_gestures_cancel(fixture.gestures, 20 * MS, NULL, 0, &produced), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(produced, 1);
    ASSERT_OK(scrim_gestures_cancel(fixture.gestures, 20 * MS, fixture.events + 1, 1, &produced));
    fixture.count += produced;
    assert_states("bx");
    assert_true(last()->scale == 2);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

static void test_scroll__ends_with_its_view(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.button);
    wheel(0, 15);
    ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.button));
    wheel(10, 15);
    advance(&fixture, 5000 * MS);
    assert_states("b");
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

static void test_scroll__a_recognizer_can_be_disabled(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    size_t produced = 0;
    wheel(0, 15);
    ASSERT_OK(scrim_gestures_set_enabled(fixture.gestures, pan, 0, 10 * MS, fixture.events + 1, 1, &produced));
    fixture.count += produced;
    assert_states("bx");
    wheel(20, 15);
    ASSERT_OK(scrim_gestures_set_enabled(fixture.gestures, pan, 1, 30 * MS, NULL, 0, &produced));
    wheel(40, 15); /* it has not seen this scroll begin */
    assert_states("bx");
    advance(&fixture, 40 * MS + PAUSE);
    wheel(1000, 15);
    assert_states("bxb");
}

static void tries_to_scroll(const scrim_gesture_event *event) {
    (void)event;
    scrim_scroll sample = sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 0);
    size_t consumed = 0, produced = 0;
    assert_int_equal(scrim_gestures_scroll(fixture.gestures, &sample, 1, &consumed, NULL, 0, &produced), SCRIM_ERROR_BUSY);
}

static void test_scroll__the_host_is_asked(void **state) {
    (void)state;
    scrim_id outer = add(SCRIM_GESTURE_PAN, fixture.window);
    scrim_id inner = add(SCRIM_GESTURE_PAN, fixture.button);
    host.act = tries_to_scroll;
    host.refused[0] = inner;
    wheel(0, 15);
    assert_states("b");
    ASSERT_ASKED(inner, outer);
    assert_asked_for_all();
    assert_true(last()->recognizer == outer && last()->translation_y == -15);
    wheel(10, 15);
    assert_states("bc");
    ASSERT_ASKED(inner, outer); /* once for each scroll */
}

static void test_scroll__stops_before_events_that_do_not_fit(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
        pan.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        add_recognizer(&fixture, &pan);
    }
    scrim_scroll samples[] = {sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 0),
                              sample_of(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 10),
                              sample_of(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_ENDED, 20)};
    samples[0].delta_y = samples[1].delta_y = 5;
    size_t consumed = 0, produced = 0;
    assert_int_equal(scrim_gestures_scroll(fixture.gestures, samples, 3, &consumed, fixture.events, 2, &produced),
                     SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_true(consumed == 0 && produced == 3);
    assert_int_equal(sequence(), 0);
    static const struct {
        size_t consumed, produced;
    } calls[] = {{1, 3}, {0, 3}, {1, 3}, {1, 3}};
    const scrim_scroll *next = samples;
    size_t left = 3;
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        ASSERT_OK(scrim_gestures_scroll(fixture.gestures, next, left, &consumed, fixture.events + fixture.count, 3, &produced));
        assert_int_equal(consumed, calls[i].consumed);
        assert_int_equal(produced, calls[i].produced);
        next += consumed;
        left -= consumed;
        fixture.count += produced;
    }
    assert_states("bbbeeebbbeee");
}

static void test_scroll__asks_nobody_if_the_events_do_not_fit(void **state) {
    (void)state;
    scrim_id once = add(SCRIM_GESTURE_TAP, fixture.button);
    scrim_recognizer tap_twice = recognizer_of(SCRIM_GESTURE_TAP, fixture.button);
    tap_twice.taps = 2;
    add_recognizer(&fixture, &tap_twice);
    scrim_id pans[3];
    for (size_t i = 0; i < COUNT_OF(pans); i++) {
        scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
        pan.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        pans[i] = add_recognizer(&fixture, &pan);
    }
    host.refused[0] = once;
    tap(&fixture, 0, 50);
    scrim_scroll late = sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 2000);
    late.delta_y = 15;
    size_t consumed = 1, produced = 0;
    for (size_t capacity = 0; capacity < 5; capacity++) {
        assert_int_equal(scrim_gestures_scroll(fixture.gestures, &late, 1, &consumed, fixture.events, capacity, &produced),
                         SCRIM_ERROR_BUFFER_TOO_SMALL);
        assert_true(consumed == 0 && produced == 5);
        assert_int_equal(host.count, 0); /* the single tap still waits */
    }
    ASSERT_OK(scrim_gestures_scroll(fixture.gestures, &late, 1, &consumed, fixture.events, 5, &produced));
    fixture.count = produced;
    assert_states("bbb");
    ASSERT_ASKED(once, pans[0], pans[1], pans[2]);
}

static void test_scroll__refuses_what_is_not_a_sample(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    scrim_scroll samples[2] = {sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 0),
                               sample_of(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_MOVED, 0)};
    samples[0].delta_y = 15;
    static const double wrong[] = {NAN, INFINITY, -INFINITY, 1073741825.0};
    double *numbers[] = {&samples[1].x, &samples[1].y, &samples[1].delta_x,
                         &samples[1].delta_y, &samples[1].scale, &samples[1].delta_rotation};
    size_t consumed = 0, produced = 0;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        double good = *numbers[i];
        for (size_t j = 0; j < COUNT_OF(wrong); j++) {
            *numbers[i] = wrong[j];
            assert_int_equal(scrim_gestures_scroll(fixture.gestures, samples, 2, &consumed, fixture.events, 9, &produced),
                             SCRIM_ERROR_INVALID_ARGUMENT);
        }
        *numbers[i] = good;
    }
    samples[1].scale = 0;
    assert_int_equal(scrim_gestures_scroll(fixture.gestures, samples, 2, &consumed, fixture.events, 9, &produced),
                     SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sequence(), 0);
    samples[1].phase = SCRIM_TOUCH_ENDED; /* it has none */
    scroll_all(samples, 2);
    assert_states("b");
}

static void test_scroll__ignores_what_a_sample_does_not_have(void **state) {
    (void)state;
    static const double any[] = {NAN, INFINITY, 0, -1, 2};
    add(SCRIM_GESTURE_PAN, fixture.window);
    add(SCRIM_GESTURE_PINCH, fixture.window);
    for (size_t i = 0; i < COUNT_OF(any); i++) {
        scrim_scroll wheel_sample = sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 1000 * i);
        wheel_sample.delta_y = 15;
        wheel_sample.scale = wheel_sample.delta_rotation = any[i];
        scrim_scroll begin = sample_of(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_BEGAN, 1000 * i + 600);
        begin.scale = any[i];
        scrim_scroll end = sample_of(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_ENDED, 1000 * i + 620);
        end.scale = any[i];
        fixture.count = 0;
        scroll_all(&wheel_sample, 1);
        advance(&fixture, (1000 * i + 500) * MS);
        assert_states("be");
        assert_true(last()->scale == 1 && last()->rotation == 0);
        scroll_all(&begin, 1);
        pinch(1000 * i + 610, 0, 2, 0);
        scroll_all(&end, 1);
        assert_states("bebe");
        assert_true(last()->kind == SCRIM_GESTURE_PINCH && last()->scale == 2);
    }
}

/* ---- Privacy ---- */

static void test_scroll__over_a_secure_view_is_private(void **state) {
    (void)state;
    add_recorded_pan();
    wheel(0, 15);
    advance(&fixture, PAUSE);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 1000, 250, 0, 15);
    advance(&fixture, 1000 * MS + PAUSE);
    assert_states("be"); /* the application sees it */
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_scroll__becomes_private_over_a_secure_view(void **state) {
    (void)state;
    add_recorded_pan();
    touchpad(0, 0, 15);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 10, 250, 0, 15);
    assert_states("bx");
    assert_true(last()->x == 50 && last()->translation_y == -15); /* the last before that */
    touchpad(20, 0, 0);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_scroll__becomes_private_with_its_view(void **state) {
    (void)state;
    add_recorded_pan();
    touchpad(0, 0, 15);
    set_flags(&fixture, fixture.button, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE);
    touchpad(10, 0, 15);
    assert_states("bx");
    touchpad(20, 0, 0);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_scroll__a_private_finger_makes_it_private(void **state) {
    (void)state;
    add_recorded_pan();
    wheel(0, 15);
    down(1, 10, 250, 50); /* a record of the cancelled pan would reveal the time */
    assert_states("bx");
    up(1, 20, 250, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    wheel(1000, 15);
    down(1, 1010, 50, 50);
    up(1, 1020, 50, 50);
    assert_states("bx");
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
}

/* The host has not called since the pause was over. A record of the pan, or of the tap, would reveal the time of what is private. */
static void test_scroll__what_is_private_makes_an_overdue_one_private(void **state) {
    (void)state;
    add_recorded_pan();
    with_action(&fixture, add(SCRIM_GESTURE_TAP, fixture.button));
    scrim_recognizer twice = recognizer_of(SCRIM_GESTURE_TAP, fixture.button);
    twice.taps = 2;
    add_recognizer(&fixture, &twice);
    for (uint64_t way = 0; way < 4; way++) {
        uint64_t start = (1 + way * 100) * 1000;
        fixture.count = 0;
        tap(&fixture, start * MS, 50);
        wheel(start + 100, 15);
        if (way == 0) {
            down(1, start + 700, 250, 50);
            up(1, start + 710, 250, 50);
        } else if (way == 1) {
            scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, start + 700, 250, 0, 15);
        } else if (way == 2) {
            scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, start + 700, 250, 0, 15);
        } else {
            scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_BEGAN, start + 700, 250, 0, 15);
        }
        size_t cancelled = 0;
        for (size_t i = 0; i < fixture.count; i++)
            cancelled += fixture.events[i].state == SCRIM_GESTURE_STATE_CANCELLED;
        assert_int_equal(cancelled, 1);
        advance(&fixture, (start + 70000) * MS);
        decide(&fixture);
        assert_int_equal(records(&fixture), 0);
    }
}

/* Private touches were ahead of their time. They must not end a scroll that is not private, even if it then becomes private. */
static void test_scroll__a_private_clock_does_not_end_it(void **state) {
    (void)state;
    add_recorded_pan();
    down(1, 90000, 250, 50);
    up(1, 90010, 250, 50);
    fixture.count = 0;
    touchpad(0, 0, 15);
    touchpad(10, 0, 15);
    assert_states("bc");
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 20, 250, 0, 15);
    assert_int_equal(fixture.events[2].state, SCRIM_GESTURE_STATE_CANCELLED);
    advance(&fixture, UINT64_C(200000) * MS);
    decide(&fixture);
    assert_int_equal(records(&fixture), 0);
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
        TEST(test_scroll__a_finger_cancels_it),
        TEST(test_scroll__a_finger_that_is_not_down_leaves_it_alone),
        TEST(test_scroll__taps_wait_through_it),
        TEST(test_scroll__another_source_ends_it),
        TEST(test_scroll__can_be_cancelled),
        TEST(test_scroll__ends_with_its_view),
        TEST(test_scroll__a_recognizer_can_be_disabled),
        ASKING_TEST(test_scroll__the_host_is_asked),
        TEST(test_scroll__stops_before_events_that_do_not_fit),
        ASKING_TEST(test_scroll__asks_nobody_if_the_events_do_not_fit),
        TEST(test_scroll__refuses_what_is_not_a_sample),
        TEST(test_scroll__ignores_what_a_sample_does_not_have),
        cmocka_unit_test_setup_teardown(test_scroll__over_a_secure_view_is_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__becomes_private_over_a_secure_view, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__becomes_private_with_its_view, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_private_finger_makes_it_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__what_is_private_makes_an_overdue_one_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_private_clock_does_not_end_it, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
