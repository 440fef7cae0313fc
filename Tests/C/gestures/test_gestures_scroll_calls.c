/* SPDX-License-Identifier: MIT */
/* Scrolls, and what else a host does: fingers, callbacks, buffers that are too small, and invalid samples. */
#include "scrolls.h"

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

static void test_scroll__ends_with_its_scene(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    wheel(0, 15);
    scrim_scene_destroy(fixture.scene);
    const scrim_scroll samples[] = {sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 10)};
    size_t consumed = 9, produced = 9;
    for (size_t count = 0; count <= 1; count++)
        assert_int_equal(scrim_gestures_scroll(fixture.gestures, samples, count, &consumed, fixture.events, MAX_EVENTS, &produced),
                         SCRIM_ERROR_CLOSED);
    assert_true(consumed == 9 && produced == 9);
    assert_int_equal(sequence(), 1);
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

/* Pans wait for a double tap. One call then lets them begin, and ends the scroll. */
static void test_scroll__asks_for_room_for_beginning_and_end(void **state) {
    (void)state;
    for (int way = 0; way < 5; way++) {
        tear_down_fixture(&fixture);
        set_up_fixture(&fixture);
        scrim_id twice = add_tap(&fixture, fixture.button, 2);
        add_waiting_pans(3, twice);
        tap(&fixture, 0, 50);
        wheel(20, 15);
        assert_int_equal(fixture.count, 0);
        if (way == 1)
            ASSERT_OK(scrim_gestures_remove(fixture.gestures, twice));
        scrim_scroll scroll = sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, way == 2 ? 450 : 1200);
        scroll.x = 90;
        scroll.delta_y = 15;
        const scrim_touch touch = {1200 * MS, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50};
        scrim_gesture_event *events = fixture.events;
        size_t capacity = 0, consumed = 0, produced = 0;
        for (int i = 0; i < 2; i++, capacity = produced) { /* with no room, then with what is needed */
            scrim_status status =
                way < 2    ? scrim_gestures_advance(fixture.gestures, 5000 * MS, events, capacity, &produced)
                : way == 4 ? scrim_gestures_feed(fixture.gestures, &touch, 1, &consumed, events, capacity, &produced)
                           : scrim_gestures_scroll(fixture.gestures, &scroll, 1, &consumed, events, capacity, &produced);
            assert_int_equal(status, i == 0 ? SCRIM_ERROR_BUFFER_TOO_SMALL : SCRIM_OK);
            assert_true(i == 0 || produced <= capacity);
        }
        assert_int_equal(produced, 6);
        for (size_t i = 0; i < produced; i++)
            assert_int_equal(events[i].state, i < 3 ? SCRIM_GESTURE_STATE_BEGAN : SCRIM_GESTURE_STATE_ENDED);
    }
}

/* The number of events that advancing asks room for. */
static size_t room_needed(void) {
    size_t produced = 0;
    assert_int_equal(scrim_gestures_advance(fixture.gestures, 5000 * MS, NULL, 0, &produced), SCRIM_ERROR_BUFFER_TOO_SMALL);
    return produced;
}

/* Only a recognizer that waits and follows the scroll can begin and end in one call. Taps follow no scroll, and the pan has begun. */
static void test_scroll__asks_for_room_for_one_event_of_a_tap(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 2);
    add(SCRIM_GESTURE_PAN, fixture.window);
    tap(&fixture, 0, 50);
    wheel(20, 15);
    assert_states("b");
    assert_int_equal(room_needed(), 3);
}

/* Time does not end a touch, so a pan that waits for a double tap can only begin. The double tap may send an event, too. */
static void test_touch__asks_for_room_for_the_beginning_of_a_pan(void **state) {
    (void)state;
    scrim_id twice = add_tap(&fixture, fixture.button, 2);
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    ASSERT_OK(scrim_gestures_relate(fixture.gestures, pan, SCRIM_RELATION_REQUIRE_FAILURE, twice));
    tap(&fixture, 0, 50);
    down(1, 20, 150, 150);
    move(1, 30, 150, 250);
    assert_int_equal(fixture.count, 0);
    assert_int_equal(room_needed(), 2);
    advance(&fixture, 5000 * MS);
    assert_states("b");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_scroll__a_finger_cancels_it),
        TEST(test_scroll__a_finger_that_is_not_down_leaves_it_alone),
        TEST(test_scroll__taps_wait_through_it),
        TEST(test_scroll__another_source_ends_it),
        TEST(test_scroll__can_be_cancelled),
        TEST(test_scroll__ends_with_its_view),
        TEST(test_scroll__ends_with_its_scene),
        TEST(test_scroll__a_recognizer_can_be_disabled),
        ASKING_TEST(test_scroll__the_host_is_asked),
        TEST(test_scroll__stops_before_events_that_do_not_fit),
        ASKING_TEST(test_scroll__asks_nobody_if_the_events_do_not_fit),
        TEST(test_scroll__asks_for_room_for_beginning_and_end),
        TEST(test_scroll__asks_for_room_for_one_event_of_a_tap),
        TEST(test_touch__asks_for_room_for_the_beginning_of_a_pan),
        TEST(test_scroll__refuses_what_is_not_a_sample),
        TEST(test_scroll__ignores_what_a_sample_does_not_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
