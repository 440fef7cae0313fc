/* SPDX-License-Identifier: MIT */
/* The engine of scrim/gesture.h: what it sends, when, and how it deals with full buffers and strange samples. */
#include "gesture_fixture.h"

/* ---- Taps ---- */

static void test_feed__tap(void **state) {
    (void)state;
    scrim_id id = add_tap(&fixture, fixture.button, 1);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 5 * MS, 50);
    assert_int_equal(fixture.count, 0);
    touch(&fixture, SCRIM_TOUCH_ENDED, 15 * MS, 53);
    assert_int_equal(fixture.count, 1);
    scrim_gesture_event expected = {.time_ns = 15 * MS,
                                    .recognizer = id,
                                    .window = fixture.window,
                                    .view = fixture.button,
                                    .sequence = 1,
                                    .kind = SCRIM_GESTURE_TAP,
                                    .state = SCRIM_GESTURE_STATE_ENDED,
                                    .taps = 1,
                                    .fingers = 1,
                                    .x = 53,
                                    .y = 50,
                                    .translation_x = 3,
                                    .scale = 1};
    assert_memory_equal(&fixture.events[0], &expected, sizeof expected);
}

static void test_feed__movement_at_the_limit(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    touch(&fixture, SCRIM_TOUCH_ENDED, 1, 60);
    assert_int_equal(fixture.count, 1);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 2, 50);
    touch(&fixture, SCRIM_TOUCH_ENDED, 3, 60.0000001);
    assert_int_equal(fixture.count, 1);
}

static void test_feed__double_tap(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 2);
    tap(&fixture, 0, 50);
    assert_int_equal(fixture.count, 0);
    tap(&fixture, 100 * MS, 50);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(fixture.events[0].taps, 2);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

static void test_advance__single_tap_after_the_wait(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 2);
    tap(&fixture, 0, 50);
    uint64_t deadline = next_deadline(&fixture);
    assert_int_equal(deadline, 360 * MS + 1);
    advance(&fixture, deadline - 1);
    assert_int_equal(fixture.count, 0);
    advance(&fixture, deadline);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(fixture.events[0].taps, 1);
    assert_int_equal(fixture.events[0].time_ns, 10 * MS);
}

static void test_feed__four_taps(void **state) {
    (void)state;
    for (uint32_t taps = 1; taps <= 4; taps++) {
        add_tap(&fixture, fixture.button, taps);
    }
    for (uint64_t count = 1; count <= 4; count++) {
        fixture.count = 0;
        for (uint64_t i = 0; i < count; i++) {
            tap(&fixture, count * 1000000 * MS + i * 100 * MS, 50);
        }
        advance(&fixture, count * 1000000 * MS + 5000 * MS);
        assert_int_equal(fixture.count, 1);
        assert_int_equal(fixture.events[0].taps, count);
    }
}

/* ---- Long presses ---- */

static void test_advance__long_press_to_the_nanosecond(void **state) {
    (void)state;
    add_long_press(&fixture, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 7, 50);
    assert_int_equal(next_deadline(&fixture), 500 * MS + 7);
    advance(&fixture, 500 * MS + 6);
    assert_int_equal(fixture.count, 0);
    advance(&fixture, 500 * MS + 7);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(fixture.events[0].state, SCRIM_GESTURE_STATE_BEGAN);
    assert_int_equal(fixture.events[0].time_ns, 500 * MS + 7);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

static void test_feed__long_press_from_samples_alone(void **state) {
    (void)state;
    add_long_press(&fixture, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    touch(&fixture, SCRIM_TOUCH_MOVED, 900 * MS, 350);
    touch(&fixture, SCRIM_TOUCH_ENDED, 910 * MS, 351);
    assert_int_equal(fixture.count, 3);
    static const uint32_t states[] = {SCRIM_GESTURE_STATE_BEGAN, SCRIM_GESTURE_STATE_CHANGED, SCRIM_GESTURE_STATE_ENDED};
    for (size_t i = 0; i < COUNT_OF(states); i++) {
        assert_int_equal(fixture.events[i].state, states[i]);
        assert_int_equal(fixture.events[i].view, fixture.button);
    }
}

/* As they come, a tap and a long press on one view are never both of one press, wherever it ends. */
static void test_init__no_press_is_a_tap_and_a_long_press(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add_long_press(&fixture, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    touch(&fixture, SCRIM_TOUCH_ENDED, 500 * MS - 1, 50);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(fixture.events[0].kind, SCRIM_GESTURE_TAP);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 1000 * MS, 50);
    touch(&fixture, SCRIM_TOUCH_ENDED, 1500 * MS, 50);
    assert_int_equal(fixture.count, 3);
    assert_int_equal(fixture.events[1].kind, SCRIM_GESTURE_LONG_PRESS);
    assert_int_equal(fixture.events[2].kind, SCRIM_GESTURE_LONG_PRESS);
    assert_int_equal(fixture.events[2].state, SCRIM_GESTURE_STATE_ENDED);
}

/* ---- Buffers ---- */

static void test_feed__too_small_changes_nothing(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add_tap_beside(&fixture, fixture.window, 1);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    scrim_touch up = {10 * MS, 1, SCRIM_TOUCH_ENDED, 0, 50, 50};
    scrim_gesture_event events[2];
    for (size_t capacity = 0; capacity < 2; capacity++) {
        size_t consumed = 9;
        size_t produced = 9;
        assert_int_equal(scrim_gestures_feed(fixture.gestures, &up, 1, &consumed, events, capacity, &produced),
                         SCRIM_ERROR_BUFFER_TOO_SMALL);
        assert_int_equal(consumed, 0);
        assert_int_equal(produced, 2);
    }
    feed(&fixture, &up, 1);
    assert_int_equal(fixture.count, 2);
}

/* A timer that is due before the sample may take the room that the sample needs: then the sample is left for the next call. */
static void test_feed__room_for_the_timer_alone(void **state) {
    (void)state;
    add_long_press(&fixture, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    scrim_touch up = {600 * MS, 1, SCRIM_TOUCH_ENDED, 0, 50, 50};
    static const uint32_t states[] = {SCRIM_GESTURE_STATE_BEGAN, SCRIM_GESTURE_STATE_ENDED};
    for (size_t i = 0; i < COUNT_OF(states); i++) {
        scrim_gesture_event events[2] = {{.time_ns = 1}, {.time_ns = 1}};
        size_t consumed = 9;
        size_t produced = 9;
        ASSERT_OK(scrim_gestures_feed(fixture.gestures, &up, 1, &consumed, events, 1, &produced));
        assert_int_equal(consumed, i);
        assert_int_equal(produced, 1);
        assert_int_equal(events[0].state, states[i]);
        assert_int_equal(events[1].time_ns, 1);
    }
}

/* One event of the timer, and one of the sample: the sample is taken, and the last place is used. */
static void test_feed__room_for_the_timer_and_the_sample(void **state) {
    (void)state;
    add_long_press(&fixture, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    scrim_touch up = {600 * MS, 1, SCRIM_TOUCH_ENDED, 0, 50, 50};
    scrim_gesture_event events[2];
    size_t consumed = 9;
    size_t produced = 9;
    ASSERT_OK(scrim_gestures_feed(fixture.gestures, &up, 1, &consumed, events, 2, &produced));
    assert_int_equal(consumed, 1);
    assert_int_equal(produced, 2);
    assert_int_equal(events[0].state, SCRIM_GESTURE_STATE_BEGAN);
    assert_int_equal(events[1].state, SCRIM_GESTURE_STATE_ENDED);
}

static void test_advance__too_small_changes_nothing(void **state) {
    (void)state;
    add_long_press(&fixture, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    size_t produced = 9;
    ASSERT_OK(scrim_gestures_advance(fixture.gestures, 499 * MS, NULL, 0, &produced));
    assert_int_equal(produced, 0);
    assert_int_equal(scrim_gestures_advance(fixture.gestures, 600 * MS, NULL, 0, &produced),
                     SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(produced, 1);
    assert_int_equal(next_deadline(&fixture), 500 * MS);
    advance(&fixture, 600 * MS);
    assert_int_equal(fixture.count, 1);
}

static void test_feed__no_room_is_needed_where_nothing_can_come(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    scrim_touch samples[] = {{0, 1, SCRIM_TOUCH_BEGAN, 0, 350, 350}, {1, 1, SCRIM_TOUCH_ENDED, 0, 350, 350}};
    size_t consumed = 0;
    size_t produced = 9;
    ASSERT_OK(scrim_gestures_feed(fixture.gestures, samples, 2, &consumed, NULL, 0, &produced));
    assert_int_equal(consumed, 2);
    assert_int_equal(produced, 0);
    ASSERT_OK(scrim_gestures_feed(fixture.gestures, NULL, 0, &consumed, NULL, 0, &produced));
    assert_int_equal(consumed, 0);
}

static void test_feed__a_bad_sample_spoils_all(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    scrim_touch good = {0, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50};
    scrim_touch bad[4] = {good, good, good, good};
    bad[0].x = __builtin_nan("");
    bad[1].y = __builtin_inf();
    bad[2].phase = 5;
    bad[3].tool = 5;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        scrim_touch samples[] = {good, bad[i]};
        size_t consumed = 9;
        size_t produced = 9;
        assert_int_equal(
            scrim_gestures_feed(fixture.gestures, samples, 2, &consumed, fixture.events, MAX_EVENTS, &produced),
            SCRIM_ERROR_INVALID_ARGUMENT);
        assert_int_equal(consumed, 9);
        assert_int_equal(produced, 9);
    }
    /* The good one was not consumed either: this up is nobody's. */
    touch(&fixture, SCRIM_TOUCH_ENDED, 1, 50);
    assert_int_equal(fixture.count, 0);
}

/* ---- Batches: however the samples are split, the events are the same ---- */

static uint64_t random_state;

static uint64_t random_below(uint64_t bound) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (random_state >> 33) % bound;
}

#define STREAM 400

static size_t play(const scrim_touch *samples, size_t largest, size_t capacity, scrim_gesture_event *events,
                   size_t room) {
    struct fixture played;
    set_up_fixture(&played);
    scrim_id views[] = {played.window, played.button, played.keypad, played.key};
    for (size_t i = 0; i < COUNT_OF(views); i++) {
        add_tap(&played, views[i], 1);
        add_tap(&played, views[i], 2);
        add_tap_beside(&played, views[i], 3);
        for (uint32_t kind = SCRIM_GESTURE_LONG_PRESS; kind <= SCRIM_GESTURE_EDGE_PAN; kind++) {
            scrim_recognizer recognizer = recognizer_of(kind, views[i]);
            recognizer.flags = i % 2;
            add_recognizer(&played, &recognizer);
        }
    }
    size_t count = 0;
    for (size_t start = 0; start < STREAM;) {
        size_t rest = STREAM - start;
        size_t batch = largest == 0 ? 1 + random_below(rest) : largest < rest ? largest
                                                                              : rest;
        size_t consumed = 0;
        size_t produced = 0;
        size_t free_room = capacity < room - count ? capacity : room - count;
        scrim_status status =
            scrim_gestures_feed(played.gestures, samples + start, batch, &consumed, events + count, free_room,
                                &produced);
        if (status == SCRIM_ERROR_BUFFER_TOO_SMALL) {
            assert_int_equal(consumed, 0);
            assert_true(produced > free_room && produced <= 36);
            ASSERT_OK(scrim_gestures_feed(played.gestures, samples + start, batch, &consumed, events + count, produced,
                                          &produced));
            assert_true(consumed > 0 || produced > 0);
        } else {
            assert_int_equal(status, SCRIM_OK);
            assert_true(produced <= free_room);
        }
        start += consumed;
        count += produced;
    }
    scrim_collector_destroy(played.collector);
    scrim_gestures_destroy(played.gestures);
    scrim_scene_destroy(played.scene);
    return count;
}

static void test_feed__batches_make_no_difference(void **state) {
    (void)state;
    /* The largest batch, 0: any; and the capacity. */
    static const size_t ways[][2] = {{1, 36}, {STREAM, 36}, {STREAM, 1}, {7, 3}, {0, 36}, {0, 5}};
    static scrim_gesture_event expected[4096];
    static scrim_gesture_event events[4096];
    for (uint64_t round = 1; round <= 25; round++) {
        random_state = round;
        scrim_touch samples[STREAM];
        uint64_t time = 0;
        uint64_t pause = round % 3 ? 200 : 20;
        for (size_t i = 0; i < STREAM; i++) {
            time += random_below(pause) * MS;
            double x = random_below(2) ? 50 : 195 + 5 * (double)random_below(8);
            samples[i] = (scrim_touch){time, random_below(4), 1 + (uint32_t)random_below(4), 0, x, 50};
        }
        size_t count = play(samples, STREAM, 4096, expected, 4096);
        assert_true(count > 20);
        for (size_t i = 0; i < COUNT_OF(ways); i++) {
            assert_int_equal(play(samples, ways[i][0], ways[i][1], events, 4096), count);
            assert_memory_equal(events, expected, count * sizeof *events);
        }
    }
}

/* ---- Strange samples and times ---- */

static void test_feed__the_end_of_time(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 2);
    add_long_press(&fixture, fixture.button);
    tap(&fixture, UINT64_MAX - 10 * MS, 50);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    advance(&fixture, UINT64_MAX);
    /* Time stands still now, and taps still work. */
    tap(&fixture, 0, 50);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(fixture.events[0].taps, 2);
    assert_true(fixture.events[0].time_ns == UINT64_MAX);
}

static void test_feed__hostile_samples(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    random_state = 1;
    for (int i = 0; i < 5000; i++) {
        uint64_t ids[] = {0, UINT64_MAX, random_below(100), random_below(100)};
        scrim_touch sample = {random_below(UINT64_C(1) << 31), ids[random_below(4)], 1 + (uint32_t)random_below(4), 0,
                              (double)random_below(400), 50};
        fixture.count = 0;
        feed(&fixture, &sample, 1);
        assert_true(fixture.count <= 1);
    }
    /* All up, every one of them: a tap is a tap again. */
    for (uint64_t id = 0; id < 100; id++) {
        scrim_touch sample = {0, id, SCRIM_TOUCH_CANCELLED, 0, 350, 50};
        feed(&fixture, &sample, 1);
    }
    scrim_touch sample = {0, UINT64_MAX, SCRIM_TOUCH_CANCELLED, 0, 350, 50};
    feed(&fixture, &sample, 1);
    fixture.count = 0;
    tap(&fixture, UINT64_C(1) << 32, 50);
    assert_int_equal(fixture.count, 1);
}

static void test_remove__view_or_recogniser_in_mid_gesture(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    scrim_id press = add_long_press(&fixture, fixture.window);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.button));
    advance(&fixture, 600 * MS);
    assert_int_equal(fixture.count, 1);
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, press));
    touch(&fixture, SCRIM_TOUCH_ENDED, 610 * MS, 50);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(scrim_gestures_remove(fixture.gestures, press), SCRIM_ERROR_NOT_FOUND);
}

/* ---- Recognisers and pairs ---- */

static void test_add__refuses_what_cannot_be(void **state) {
    (void)state;
    scrim_recognizer good = SCRIM_RECOGNIZER_TAP_INIT;
    good.view = fixture.button;
    scrim_string long_name = {"", 257};
    scrim_string broken = {"\xff", 1};
    struct {
        scrim_recognizer recognizer;
        scrim_status status;
    } cases[11];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        cases[i].recognizer = good;
        cases[i].status = SCRIM_ERROR_INVALID_ARGUMENT;
    }
    cases[0].recognizer.taps = 11;
    cases[1].recognizer.min_fingers = 6;
    cases[2].recognizer.touch_slop = __builtin_nan("");
    cases[3].recognizer.kind = SCRIM_GESTURE_PINCH;
    cases[4].recognizer.taps = 2;
    cases[4].recognizer.max_interval_ns = 0;
    cases[5].recognizer.classes = &long_name;
    cases[5].recognizer.class_count = 1;
    cases[6].recognizer.classes = &broken;
    cases[6].recognizer.class_count = 1;
    cases[6].status = SCRIM_ERROR_INVALID_UTF8;
    cases[7].recognizer.view = 12345;
    cases[7].status = SCRIM_ERROR_NOT_FOUND;
    cases[8].recognizer.max_fingers = 2;
    cases[9].recognizer = cases[10].recognizer = recognizer_of(SCRIM_GESTURE_SWIPE, fixture.button);
    add_recognizer(&fixture, &cases[9].recognizer);
    cases[9].recognizer.directions = 0;
    cases[10].recognizer.min_fingers = 6;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_id id = 9;
        assert_int_equal(scrim_gestures_add(fixture.gestures, &cases[i].recognizer, &id), cases[i].status);
        assert_int_equal(id, 9);
    }
}

static void test_add__up_to_the_limit(void **state) {
    (void)state;
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    recognizer.view = fixture.button;
    scrim_id id = 0;
    for (int i = 0; i < SCRIM_MAX_RECOGNIZERS; i++) {
        ASSERT_OK(scrim_gestures_add(fixture.gestures, &recognizer, &id));
    }
    assert_int_equal(scrim_gestures_add(fixture.gestures, &recognizer, &id), SCRIM_ERROR_LIMIT);
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    ASSERT_OK(scrim_gestures_add(fixture.gestures, &recognizer, &id));
    assert_int_equal(id, SCRIM_MAX_RECOGNIZERS + 1);
}

static void test_add_action__up_to_the_limit(void **state) {
    (void)state;
    scrim_id id = add_tap(&fixture, fixture.button, 1);
    for (uint64_t target = 1; target <= SCRIM_MAX_ACTIONS; target++) {
        ASSERT_OK(scrim_gestures_add_action(fixture.gestures, id, target, "pay", 3));
    }
    assert_int_equal(scrim_gestures_add_action(fixture.gestures, id, 99, "pay", 3), SCRIM_ERROR_LIMIT);
    ASSERT_OK(scrim_gestures_add_action(fixture.gestures, id, 1, "pay", 3));
    assert_int_equal(scrim_gestures_add_action(fixture.gestures, id, 0, "pay", 3), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(scrim_gestures_add_action(fixture.gestures, id, 1, "", 0), SCRIM_ERROR_INVALID_ARGUMENT);
    static const char long_name[SCRIM_MAX_NAME + 1];
    assert_int_equal(scrim_gestures_add_action(fixture.gestures, id, 99, long_name, sizeof long_name), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(scrim_gestures_add_action(fixture.gestures, id, 99, "\xC3", 1), SCRIM_ERROR_INVALID_UTF8);
    assert_int_equal(scrim_gestures_remove_action(fixture.gestures, id, 0, "", 0), SCRIM_ERROR_INVALID_ARGUMENT);
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, id, 0, "never heard of", 14));
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, id, 7, NULL, 0));
    ASSERT_OK(scrim_gestures_add_action(fixture.gestures, id, 99, "pay", 3));
    assert_int_equal(scrim_gestures_add_action(fixture.gestures, id, 7, "pay", 3), SCRIM_ERROR_LIMIT);
}

static void test_add_action__the_same_pair_counts_once(void **state) {
    (void)state;
    scrim_id id = add_tap(&fixture, fixture.button, 1);
    for (uint64_t target = 1; target <= SCRIM_MAX_ACTIONS; target++)
        for (int again = 0; again < 3; again++) /* the last pair, and the first one */
            ASSERT_OK(scrim_gestures_add_action(fixture.gestures, id, again == 2 ? 1 : target, "pay", 3));
    assert_int_equal(scrim_gestures_add_action(fixture.gestures, id, 99, "pay", 3), SCRIM_ERROR_LIMIT);
}

/* Time does not go back, whatever the touches before were of. */
static void test_feed__no_event_is_earlier_than_what_came_before(void **state) {
    (void)state;
    size_t produced = 0;
    add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.key, 1);
    advance(&fixture, 1000 * MS);
    tap(&fixture, 500 * MS, 250);
    ASSERT_OK(scrim_gestures_cancel(fixture.gestures, 2000 * MS, fixture.events + 1, 1, &produced));
    tap(&fixture, 1500 * MS, 250);
    scrim_touch secret = {3000 * MS, 2, SCRIM_TOUCH_BEGAN, 0, 250, 50};
    feed(&fixture, &secret, 1);
    tap(&fixture, 2500 * MS, 50);
    assert_int_equal(fixture.count, 3);
    for (uint64_t i = 0; i < 3; i++) {
        assert_int_equal(fixture.events[i].time_ns, (i + 1) * 1000 * MS);
    }
}

/* What waits for a gesture of a view that was removed is due at once. Without a gesture nothing is. */
static void test_next_deadline__after_a_view_is_removed(void **state) {
    (void)state;
    add_long_press(&fixture, fixture.button);
    scrim_id other = add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, "other");
    touch(&fixture, SCRIM_TOUCH_BEGAN, 10 * MS, 50);
    assert_int_equal(next_deadline(&fixture), 510 * MS);
    ASSERT_OK(scrim_scene_remove(fixture.scene, other));
    assert_int_equal(next_deadline(&fixture), 10 * MS);
    advance(&fixture, 10 * MS);
    assert_int_equal(next_deadline(&fixture), 510 * MS);
    touch(&fixture, SCRIM_TOUCH_ENDED, 20 * MS, 50);
    other = add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, "other");
    ASSERT_OK(scrim_scene_remove(fixture.scene, other));
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

static void test_feed__closed_scene(void **state) {
    (void)state;
    scrim_id id = add_long_press(&fixture, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    scrim_scene_destroy(fixture.scene);
    size_t consumed = 9;
    size_t produced = 9;
    scrim_touch up = {1, 1, SCRIM_TOUCH_ENDED, 0, 50, 50};
    assert_int_equal(scrim_gestures_feed(fixture.gestures, &up, 1, &consumed, fixture.events, 1, &produced),
                     SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_gestures_advance(fixture.gestures, 1, fixture.events, 1, &produced), SCRIM_ERROR_CLOSED);
    assert_int_equal(consumed + produced, 18);
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    recognizer.view = fixture.button;
    assert_int_equal(scrim_gestures_add(fixture.gestures, &recognizer, &id), SCRIM_ERROR_CLOSED);
    /* There is nothing to wait for any more. */
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_feed__tap, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__movement_at_the_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__double_tap, setup, teardown),
        cmocka_unit_test_setup_teardown(test_advance__single_tap_after_the_wait, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__four_taps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_advance__long_press_to_the_nanosecond, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__long_press_from_samples_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_init__no_press_is_a_tap_and_a_long_press, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__too_small_changes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__room_for_the_timer_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__room_for_the_timer_and_the_sample, setup, teardown),
        cmocka_unit_test_setup_teardown(test_advance__too_small_changes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__no_room_is_needed_where_nothing_can_come, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__a_bad_sample_spoils_all, setup, teardown),
        cmocka_unit_test(test_feed__batches_make_no_difference),
        cmocka_unit_test_setup_teardown(test_feed__the_end_of_time, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__hostile_samples, setup, teardown),
        cmocka_unit_test_setup_teardown(test_remove__view_or_recogniser_in_mid_gesture, setup, teardown),
        cmocka_unit_test_setup_teardown(test_add__refuses_what_cannot_be, setup, teardown),
        cmocka_unit_test_setup_teardown(test_add__up_to_the_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_add_action__up_to_the_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_add_action__the_same_pair_counts_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__no_event_is_earlier_than_what_came_before, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_deadline__after_a_view_is_removed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feed__closed_scene, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
