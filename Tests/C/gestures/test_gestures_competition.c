/* SPDX-License-Identifier: MIT */
/* Which of several recognisers is recognised; and streams that make no sense, after which a tap is a tap again. */
#include "gesture_fixture.h"

static void relate(scrim_id first, uint32_t relation, scrim_id second) {
    ASSERT_OK(scrim_gestures_relate(fixture.gestures, first, relation, second));
}

/* Recogniser and state of each event of the fixture, in turn; 0: no more. */
static void assert_events(const uint64_t *expected) {
    for (size_t i = 0; i < fixture.count; i++) {
        assert_int_equal(fixture.events[i].recognizer, expected[2 * i]);
        assert_int_equal(fixture.events[i].state, expected[2 * i + 1]);
    }
    assert_int_equal(expected[2 * fixture.count], 0);
    fixture.count = 0;
}

#define ASSERT_EVENTS(...) assert_events((const uint64_t[]){__VA_ARGS__ __VA_OPT__(, ) 0})

enum {
    BEGAN = SCRIM_GESTURE_STATE_BEGAN,
    CHANGED = SCRIM_GESTURE_STATE_CHANGED,
    ENDED = SCRIM_GESTURE_STATE_ENDED,
    CANCELLED = SCRIM_GESTURE_STATE_CANCELLED
};

/* ---- The named cases ---- */

/* What a long press sends: began, changed, changed, ended; … cancelled; failed, which sends nothing. One event at the end is for the collector. */
static void test_states_of_a_long_press(void **state) {
    (void)state;
    scrim_id press = with_action(&fixture, add_long_press(&fixture, fixture.button));
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    advance(&fixture, 500 * MS);
    touch(&fixture, SCRIM_TOUCH_MOVED, 510 * MS, 60);
    touch(&fixture, SCRIM_TOUCH_MOVED, 520 * MS, 70);
    touch(&fixture, SCRIM_TOUCH_ENDED, 530 * MS, 70);
    scrim_decision verdicts[4];
    ASSERT_OK(scrim_collector_decide(fixture.collector, fixture.events, fixture.count, verdicts));
    for (int i = 0; i < 4; i++)
        assert_int_equal(verdicts[i].reason, i < 3 ? SCRIM_REASON_STATE : SCRIM_REASON_NONE);
    ASSERT_EVENTS(press, BEGAN, press, CHANGED, press, CHANGED, press, ENDED);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 1000 * MS, 50);
    touch(&fixture, SCRIM_TOUCH_CANCELLED, 1600 * MS, 50);
    ASSERT_OK(scrim_collector_decide(fixture.collector, fixture.events, fixture.count, verdicts));
    assert_int_equal(verdicts[1].reason, SCRIM_REASON_NONE);
    ASSERT_EVENTS(press, BEGAN, press, CANCELLED);
    tap(&fixture, 2000 * MS, 50);
    ASSERT_EVENTS();
    assert_int_equal(records(&fixture), 2);
}

/* One to four quick taps give one event, of the highest count; pressing for 0.6 s and dragging moves along. */
static void test_taps_of_one_to_four_and_a_drag(void **state) {
    (void)state;
    scrim_id taps[5];
    for (uint32_t count = 1; count <= 4; count++)
        taps[count] = add_tap(&fixture, fixture.button, count);
    scrim_id press = add_long_press(&fixture, fixture.button);
    for (uint64_t count = 1; count <= 4; count++) {
        uint64_t start = count * 10000 * MS;
        for (uint64_t i = 0; i < count; i++)
            tap(&fixture, start + i * 100 * MS, 50);
        advance(&fixture, start + 5000 * MS);
        assert_int_equal(fixture.count, 1);
        assert_int_equal(fixture.events[0].taps, count);
        ASSERT_EVENTS(taps[count], ENDED);
    }
    touch(&fixture, SCRIM_TOUCH_BEGAN, 90000 * MS, 50);
    advance(&fixture, 90600 * MS);
    touch(&fixture, SCRIM_TOUCH_MOVED, 90610 * MS, 80);
    assert_true(fixture.events[1].translation_x == 30);
    touch(&fixture, SCRIM_TOUCH_ENDED, 90620 * MS, 90);
    assert_true(fixture.events[2].translation_x == 40);
    ASSERT_EVENTS(press, BEGAN, press, CHANGED, press, ENDED);
}

/* ---- One of several ---- */

static void test_contest__the_deepest_view_wins(void **state) {
    (void)state;
    add_tap(&fixture, fixture.window, 1);
    scrim_id inner = add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 1);
    tap(&fixture, 0, 50);
    ASSERT_EVENTS(inner, ENDED);
}

static void test_contest__the_first_to_be_recognised_wins(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    add_long_press(&fixture, fixture.button);
    add_tap(&fixture, fixture.button, 1);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    touch(&fixture, SCRIM_TOUCH_MOVED, 10 * MS, 61);
    touch(&fixture, SCRIM_TOUCH_MOVED, 20 * MS, 50);
    advance(&fixture, 900 * MS);
    touch(&fixture, SCRIM_TOUCH_ENDED, 910 * MS, 50);
    ASSERT_EVENTS(pan, BEGAN, pan, CHANGED, pan, ENDED);
}

static void test_contest__what_has_begun_leaves_no_place(void **state) {
    (void)state;
    scrim_id press = add_long_press(&fixture, fixture.window);
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.button);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    advance(&fixture, 600 * MS);
    touch(&fixture, SCRIM_TOUCH_MOVED, 610 * MS, 90);
    touch(&fixture, SCRIM_TOUCH_ENDED, 620 * MS, 90);
    ASSERT_EVENTS(press, BEGAN, press, CHANGED, press, ENDED);
    /* Other fingers are another matter. */
    touch(&fixture, SCRIM_TOUCH_BEGAN, 1000 * MS, 350);
    advance(&fixture, 1600 * MS);
    scrim_touch other[] = {{1610 * MS, 2, SCRIM_TOUCH_BEGAN, 0, 50, 50}, {1620 * MS, 2, SCRIM_TOUCH_MOVED, 0, 90, 50}};
    feed(&fixture, other, 2);
    ASSERT_EVENTS(press, BEGAN, pan, BEGAN);
}

static void test_contest__simultaneous_by_flag_or_relation(void **state) {
    (void)state;
    scrim_id pinch = add(SCRIM_GESTURE_PINCH, fixture.window);
    scrim_id rotation = add(SCRIM_GESTURE_ROTATION, fixture.window);
    for (uint64_t round = 0; round < 3; round++) {
        if (round == 1)
            relate(rotation, SCRIM_RELATION_SIMULTANEOUS, pinch);
        if (round == 2)
            ASSERT_OK(scrim_gestures_unrelate(fixture.gestures, pinch, SCRIM_RELATION_SIMULTANEOUS, rotation));
        uint64_t time = round * 1000 * MS;
        scrim_touch samples[] = {
            {time, 1, SCRIM_TOUCH_BEGAN, 0, 100, 300}, {time, 2, SCRIM_TOUCH_BEGAN, 0, 200, 300}, {time + MS, 2, SCRIM_TOUCH_MOVED, 0, 200, 390}, {time + 2 * MS, 1, SCRIM_TOUCH_ENDED, 0, 100, 300}, {time + 2 * MS, 2, SCRIM_TOUCH_ENDED, 0, 200, 390}};
        feed(&fixture, samples, COUNT_OF(samples));
        if (round == 1)
            ASSERT_EVENTS(pinch, BEGAN, rotation, BEGAN, pinch, ENDED, rotation, ENDED);
        else
            ASSERT_EVENTS(pinch, BEGAN, pinch, ENDED);
    }
}

static void test_contest__a_pan_waits_for_a_swipe_to_fail(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.button);
    scrim_recognizer up = recognizer_of(SCRIM_GESTURE_SWIPE, fixture.button);
    up.directions = SCRIM_SWIPE_UP;
    scrim_id swipe = add_recognizer(&fixture, &up);
    relate(pan, SCRIM_RELATION_REQUIRE_FAILURE, swipe);
    /* Sideways: the swipe fails at 50 points, and the pan begins there. */
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 10);
    touch(&fixture, SCRIM_TOUCH_MOVED, 10 * MS, 50);
    ASSERT_EVENTS();
    touch(&fixture, SCRIM_TOUCH_MOVED, 20 * MS, 60);
    assert_true(fixture.events[0].translation_x == 50);
    touch(&fixture, SCRIM_TOUCH_ENDED, 30 * MS, 60);
    ASSERT_EVENTS(pan, BEGAN, pan, ENDED);
    /* Upwards. */
    scrim_touch samples[] = {{1000 * MS, 1, SCRIM_TOUCH_BEGAN, 0, 50, 90},
                             {1010 * MS, 1, SCRIM_TOUCH_MOVED, 0, 50, 50},
                             {1020 * MS, 1, SCRIM_TOUCH_MOVED, 0, 50, 30},
                             {1030 * MS, 1, SCRIM_TOUCH_ENDED, 0, 50, 20}};
    feed(&fixture, samples, COUNT_OF(samples));
    ASSERT_EVENTS(swipe, ENDED);
    /* Slowly: the swipe fails by the clock. */
    touch(&fixture, SCRIM_TOUCH_BEGAN, 2000 * MS, 10);
    touch(&fixture, SCRIM_TOUCH_MOVED, 2100 * MS, 30);
    advance(&fixture, 2500 * MS);
    ASSERT_EVENTS();
    advance(&fixture, 2500 * MS + 1);
    ASSERT_EVENTS(pan, BEGAN);
    touch(&fixture, SCRIM_TOUCH_CANCELLED, 2600 * MS, 30);
    ASSERT_EVENTS(pan, CANCELLED);
    /* Lifted before the swipe has failed: it was neither. */
    touch(&fixture, SCRIM_TOUCH_BEGAN, 3000 * MS, 10);
    touch(&fixture, SCRIM_TOUCH_MOVED, 3100 * MS, 30);
    touch(&fixture, SCRIM_TOUCH_ENDED, 3200 * MS, 30);
    advance(&fixture, 9000 * MS);
    ASSERT_EVENTS();
}

static void test_contest__a_deeper_tap_that_waits_holds_the_outer_back(void **state) {
    (void)state;
    scrim_id inner = add_tap(&fixture, fixture.button, 1);
    scrim_id twice = add_tap(&fixture, fixture.button, 2);
    add_tap(&fixture, fixture.window, 1);
    tap(&fixture, 0, 50);
    ASSERT_EVENTS();
    advance(&fixture, 1000 * MS);
    ASSERT_EVENTS(inner, ENDED);
    tap(&fixture, 2000 * MS, 50);
    tap(&fixture, 2100 * MS, 50);
    ASSERT_EVENTS(twice, ENDED);
    advance(&fixture, 9000 * MS);
    ASSERT_EVENTS();
}

/* The inner waits for the outer, which its depth holds back: that cannot go on for ever. */
static void test_contest__no_deadlock(void **state) {
    (void)state;
    scrim_id inner = add_tap(&fixture, fixture.button, 1);
    scrim_id outer = add_tap(&fixture, fixture.window, 1);
    relate(inner, SCRIM_RELATION_REQUIRE_FAILURE, outer);
    tap(&fixture, 0, 50);
    ASSERT_EVENTS(outer, ENDED);
    assert_int_equal(
        scrim_gestures_relate(fixture.gestures, outer, SCRIM_RELATION_REQUIRE_FAILURE, inner), SCRIM_ERROR_INVALID_STATE);
    /* Nor against what holds of taps on one view without being said. */
    scrim_id twice = add_tap(&fixture, fixture.button, 2);
    assert_int_equal(
        scrim_gestures_relate(fixture.gestures, twice, SCRIM_RELATION_REQUIRE_FAILURE, inner), SCRIM_ERROR_INVALID_STATE);
    assert_int_equal(
        scrim_gestures_relate(fixture.gestures, outer, SCRIM_RELATION_REQUIRE_FAILURE, twice), SCRIM_OK);
    scrim_id thrice = add_tap(&fixture, fixture.button, 3);
    assert_int_equal(
        scrim_gestures_relate(fixture.gestures, thrice, SCRIM_RELATION_REQUIRE_FAILURE, outer), SCRIM_ERROR_INVALID_STATE);
}

static void test_contest__removing_what_is_waited_for(void **state) {
    (void)state;
    for (int how = 0; how < 2; how++) {
        scrim_id waits = add_tap(&fixture, fixture.button, 1);
        scrim_id press = add_tap(&fixture, fixture.window, 2);
        relate(waits, SCRIM_RELATION_REQUIRE_FAILURE, press);
        uint64_t start = (uint64_t)how * 10000 * MS;
        tap(&fixture, start, 50);
        ASSERT_EVENTS();
        if (how == 0)
            ASSERT_OK(scrim_gestures_remove(fixture.gestures, press));
        else
            ASSERT_OK(scrim_gestures_unrelate(fixture.gestures, waits, SCRIM_RELATION_REQUIRE_FAILURE, press));
        assert_int_equal(next_deadline(&fixture), start + 10 * MS);
        advance(&fixture, start + 11 * MS);
        ASSERT_EVENTS(waits, ENDED);
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, waits));
    }
}

/* ---- Lost ends ---- */

static void test_lost__a_finger_that_begins_again(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.button);
    scrim_id once = add_tap(&fixture, fixture.button, 1);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    touch(&fixture, SCRIM_TOUCH_MOVED, 10 * MS, 80);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 1000 * MS, 50);
    ASSERT_EVENTS(pan, BEGAN, pan, CANCELLED);
    touch(&fixture, SCRIM_TOUCH_ENDED, 1010 * MS, 50);
    ASSERT_EVENTS(once, ENDED);
}

static void test_lost__a_finger_that_is_silent_for_a_minute(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.button);
    scrim_id once = add_tap(&fixture, fixture.button, 1);
    uint64_t minute = 60000 * MS;
    for (uint64_t over = 0; over <= 1; over++) {
        uint64_t start = (1 + over) * 10 * minute;
        scrim_touch first[] = {{start, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50}, {start + 1, 1, SCRIM_TOUCH_MOVED, 0, 80, 50}};
        feed(&fixture, first, 2);
        ASSERT_EVENTS(pan, BEGAN);
        scrim_touch second[] = {{start + 1 + minute + over, 2, SCRIM_TOUCH_BEGAN, 0, 50, 50},
                                {start + 2 + minute + over, 2, SCRIM_TOUCH_ENDED, 0, 50, 50}};
        feed(&fixture, second, 2);
        if (over)
            ASSERT_EVENTS(pan, CANCELLED, once, ENDED);
        else
            ASSERT_EVENTS(pan, CHANGED);
        scrim_touch last = {start + 2 * minute, 1, SCRIM_TOUCH_ENDED, 0, 80, 50};
        feed(&fixture, &last, 1);
        if (over)
            ASSERT_EVENTS();
        else
            ASSERT_EVENTS(pan, ENDED);
    }
}

static void test_cancel__every_finger_at_once(void **state) {
    (void)state;
    scrim_id pinch = add(SCRIM_GESTURE_PINCH, fixture.window);
    scrim_id once = add_tap(&fixture, fixture.button, 1);
    scrim_touch samples[] = {{0, 1, SCRIM_TOUCH_BEGAN, 0, 100, 300},
                             {1, 2, SCRIM_TOUCH_BEGAN, 0, 200, 300},
                             {2, 2, SCRIM_TOUCH_MOVED, 0, 300, 300},
                             {3, 3, SCRIM_TOUCH_BEGAN, 0, 50, 50}};
    feed(&fixture, samples, COUNT_OF(samples));
    ASSERT_EVENTS(pinch, BEGAN);
    size_t produced = 0;
    assert_int_equal(scrim_gestures_cancel(fixture.gestures, 4, fixture.events, 1, &produced), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(produced, 2);
    ASSERT_OK(scrim_gestures_cancel(fixture.gestures, 4, fixture.events, MAX_EVENTS, &produced));
    fixture.count = produced;
    assert_true(fixture.events[0].x == 150 && fixture.events[0].scale == 2); /* the third finger is on the window as well */
    ASSERT_EVENTS(pinch, CANCELLED);
    tap(&fixture, 5, 50);
    assert_int_equal(fixture.events[0].sequence, 2);
    ASSERT_EVENTS(once, ENDED);
}

/* Whatever came before: once all fingers are up, each recogniser does what it does on a fresh engine. */
static uint64_t random_state;

static uint64_t random_below(uint64_t bound) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (random_state >> 33) % bound;
}

static void test_storm__never_a_stuck_recogniser(void **state) {
    (void)state;
    scrim_id views[] = {fixture.window, fixture.button};
    for (size_t i = 0; i < COUNT_OF(views); i++) {
        for (uint32_t kind = SCRIM_GESTURE_TAP; kind <= SCRIM_GESTURE_EDGE_PAN; kind++) {
            scrim_recognizer recognizer = recognizer_of(kind, views[i]);
            if (kind == SCRIM_GESTURE_TAP)
                recognizer.taps = 2;
            recognizer.flags = kind == SCRIM_GESTURE_ROTATION;
            add_recognizer(&fixture, &recognizer);
        }
    }
    scrim_id once = add_tap(&fixture, fixture.button, 1);
    uint64_t time = 0;
    for (uint64_t round = 1; round <= 200; round++) {
        random_state = round;
        /* Of one recogniser began, changed and an end, in that order and nothing else. */
        int active[32] = {0};
        for (int i = 0; i < 300; i++) {
            time += random_below(50) * MS;
            uint64_t back = random_below(5) ? 0 : 30 * MS;
            double extreme = random_below(20) ? 400 : SCRIM_MAX_COORDINATE;
            scrim_touch sample = {time < back ? 0 : time - back, random_below(6), 1 + (uint32_t)random_below(4), 0,
                                  extreme * (double)random_below(100) / 100, extreme * (double)random_below(100) / 100};
            if (random_below(3))
                sample.phase = SCRIM_TOUCH_MOVED;
            fixture.count = 0;
            feed(&fixture, &sample, 1);
            if (random_below(100) == 0) {
                size_t produced = 0;
                ASSERT_OK(scrim_gestures_cancel(fixture.gestures, time, fixture.events + fixture.count,
                                                MAX_EVENTS - fixture.count, &produced));
                fixture.count += produced;
            }
            for (size_t k = 0; k < fixture.count; k++) {
                const scrim_gesture_event *event = &fixture.events[k];
                int *is_active = &active[event->recognizer];
                int is_discrete = event->kind == SCRIM_GESTURE_TAP || event->kind == SCRIM_GESTURE_SWIPE;
                assert_int_equal(*is_active, !is_discrete && event->state != SCRIM_GESTURE_STATE_BEGAN);
                *is_active = event->state == SCRIM_GESTURE_STATE_BEGAN || event->state == SCRIM_GESTURE_STATE_CHANGED;
                double numbers[] = {event->x, event->y, event->translation_x, event->translation_y,
                                    event->velocity_x, event->velocity_y, event->scale, event->rotation,
                                    event->scale_velocity, event->rotation_velocity};
                for (size_t n = 0; n < COUNT_OF(numbers); n++)
                    assert_true(__builtin_isfinite(numbers[n]));
            }
        }
        size_t produced = 0;
        ASSERT_OK(scrim_gestures_cancel(fixture.gestures, time, fixture.events, MAX_EVENTS, &produced));
        time += 100000 * MS;
        advance(&fixture, time);
        assert_true(next_deadline(&fixture) == SCRIM_NEVER);
        fixture.count = 0;
        tap(&fixture, time + MS, 50);
        advance(&fixture, time + 1000 * MS);
        ASSERT_EVENTS(once, ENDED);
        time += 100000 * MS;
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_states_of_a_long_press),
        TEST(test_taps_of_one_to_four_and_a_drag),
        TEST(test_contest__the_deepest_view_wins),
        TEST(test_contest__the_first_to_be_recognised_wins),
        TEST(test_contest__what_has_begun_leaves_no_place),
        TEST(test_contest__simultaneous_by_flag_or_relation),
        TEST(test_contest__a_pan_waits_for_a_swipe_to_fail),
        TEST(test_contest__a_deeper_tap_that_waits_holds_the_outer_back),
        TEST(test_contest__no_deadlock),
        TEST(test_contest__removing_what_is_waited_for),
        TEST(test_lost__a_finger_that_begins_again),
        TEST(test_lost__a_finger_that_is_silent_for_a_minute),
        TEST(test_cancel__every_finger_at_once),
        TEST(test_storm__never_a_stuck_recogniser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
