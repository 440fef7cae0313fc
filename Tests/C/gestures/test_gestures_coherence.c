/* SPDX-License-Identifier: MIT */
/* Fingers that belong together, and movements from which the slop is left out. Tests/models/gestures has models of both. */
#include "fingers.h"

/* Two fingers move at the same time, in steps, from places 100 points apart. */
static void drag(uint64_t time, double dx1, double dy1, double dx2, double dy2) {
    enum {
        STEPS = 10
    };
    down(1, time, 100, 200);
    down(2, time, 200, 200);
    for (int i = 1; i <= STEPS; i++) {
        double part = (double)i / STEPS;
        move(1, time + (uint64_t)i * 10, 100 + part * dx1, 200 + part * dy1);
        move(2, time + (uint64_t)i * 10, 200 + part * dx2, 200 + part * dy2);
    }
    up(1, time + 110, 100 + dx1, 200 + dy1);
    up(2, time + 110, 200 + dx2, 200 + dy2);
}

static uint64_t start; /* of the last drag or press, in milliseconds */

static size_t events_of_drag(double dx1, double dy1, double dx2, double dy2) {
    fixture.count = 0;
    drag(start += 10000, dx1, dy1, dx2, dy2);
    return fixture.count;
}

static void add_for_two(uint32_t kind, double separation) {
    scrim_recognizer recognizer = recognizer_of(kind, fixture.window);
    recognizer.min_fingers = 2;
    if (separation > 0)
        recognizer.max_separation = separation;
    add_recognizer(&fixture, &recognizer);
}

static void test_swipe__both_fingers_move_alike(void **state) {
    (void)state;
    add_for_two(SCRIM_GESTURE_SWIPE, 0);
    assert_int_equal(events_of_drag(100, 0, 100, 0), 1);
    assert_int_equal(last()->direction, SCRIM_SWIPE_RIGHT);
    assert_int_equal(events_of_drag(0, -100, 0, -60), 1);
    assert_int_equal(last()->direction, SCRIM_SWIPE_UP);
    assert_int_equal(events_of_drag(0, 0, 120, 0), 0);      /* one rests */
    assert_int_equal(events_of_drag(20, 0, 120, 0), 0);     /* one hardly moves */
    assert_int_equal(events_of_drag(26, 0, 120, 0), 1);     /* half as far as a swipe must */
    assert_int_equal(events_of_drag(-30, 0, 190, 0), 0);    /* they part */
    assert_int_equal(events_of_drag(60, 70, 120, 0), 0);    /* one goes down more than sideways */
    assert_int_equal(events_of_drag(60, 60, 120, 0), 1);    /* on the border of its sector */
}

static void test_swipe__a_finger_that_lags_behind_may_catch_up(void **state) {
    (void)state;
    add_for_two(SCRIM_GESTURE_SWIPE, 0);
    down(1, 0, 100, 200);
    down(2, 5, 200, 200);
    move(2, 30, 310, 200);
    assert_int_equal(fixture.count, 0);
    move(1, 40, 124, 200);
    assert_int_equal(fixture.count, 0);
    move(1, 50, 125, 200);
    assert_states("e");
    assert_int_equal(last()->fingers, 2);
}

static void test_separation__of_taps_presses_and_swipes(void **state) {
    (void)state;
    static const uint32_t kinds[] = {SCRIM_GESTURE_TAP, SCRIM_GESTURE_LONG_PRESS, SCRIM_GESTURE_SWIPE};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        for (int fits = 0; fits <= 1; fits++) {
            scrim_recognizer recognizer = recognizer_of(kinds[i], fixture.window);
            recognizer.min_fingers = 2;
            recognizer.max_separation = fits ? 100 : 99;
            scrim_id id = add_recognizer(&fixture, &recognizer);
            size_t count = kinds[i] == SCRIM_GESTURE_SWIPE ? events_of_drag(0, 90, 0, 90) : events_of_drag(1, 1, 1, 1);
            if (kinds[i] == SCRIM_GESTURE_LONG_PRESS) {
                start += 10000;
                down(1, start, 100, 200);
                down(2, start + 1, 200, 200);
                advance(&fixture, (start + 900) * MS);
                count = fixture.count;
                up(1, start + 901, 100, 200);
                up(2, start + 902, 200, 200);
            }
            assert_int_equal(count, fits);
            ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
        }
    }
}

/* Those that wait for a tap of two fingers need not wait for a finger that is too far away. */
static void test_separation__a_far_finger_fails_the_tap_at_once(void **state) {
    (void)state;
    add_for_two(SCRIM_GESTURE_TAP, 150);
    down(1, 0, 10, 300);
    assert_true(next_deadline(&fixture) != SCRIM_NEVER);
    down(2, 10, 300, 300);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    /* Another finger beside the second does not help: the first one is still there. */
    down(3, 20, 320, 300);
    up(2, 30, 300, 300);
    up(3, 30, 320, 300);
    up(1, 40, 10, 300);
    assert_int_equal(fixture.count, 0);
}

static void test_span__pinch_and_rotation_begin_when_it_is_large_enough(void **state) {
    (void)state;
    scrim_recognizer pinch = recognizer_of(SCRIM_GESTURE_PINCH, fixture.window);
    scrim_recognizer rotation = recognizer_of(SCRIM_GESTURE_ROTATION, fixture.window);
    pinch.min_span = rotation.min_span = 120;
    pinch.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    add_recognizer(&fixture, &pinch);
    add_recognizer(&fixture, &rotation);
    down(1, 0, 100, 200);
    down(2, 0, 130, 200);
    move(2, 10, 100, 319); /* a quarter turn, and much wider */
    assert_int_equal(fixture.count, 0);
    move(2, 20, 100, 320);
    assert_states("bb");
    move(2, 30, 100, 240); /* narrower again */
    assert_states("bbcc");
    ASSERT_NEAR(fixture.events[2].scale, 40.0 / 30, 1e-12);
    ASSERT_NEAR(fixture.events[3].rotation, M_PI / 2, 1e-12);
}

static void test_without_slop__what_was_needed_to_begin_is_left_out(void **state) {
    (void)state;
    static const uint32_t kinds[] = {SCRIM_GESTURE_PAN, SCRIM_GESTURE_PINCH, SCRIM_GESTURE_ROTATION};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        scrim_recognizer recognizer = recognizer_of(kinds[i], fixture.window);
        recognizer.flags = SCRIM_RECOGNIZER_SIMULTANEOUS | SCRIM_RECOGNIZER_WITHOUT_SLOP;
        add_recognizer(&fixture, &recognizer);
    }
    /* The center moves by (15, 20), which is 15 more than the slop. */
    down(1, 0, 100, 200);
    move(1, 10, 115, 220);
    assert_states("b");
    assert_true(last()->translation_x == 9 && last()->translation_y == 12);
    up(1, 20, 115, 220);
    fixture.count = 0;
    /* The span goes from 100 to 130, and could begin at 110. */
    down(1, 1000, 100, 200);
    down(2, 1000, 200, 200);
    move(2, 1010, 230, 200);
    assert_int_equal(fixture.events[1].kind, SCRIM_GESTURE_PINCH);
    ASSERT_NEAR(fixture.events[1].scale, 130.0 / 110, 1e-12);
    /* A quarter turn, of which 10° are left out. */
    move(2, 1020, 100, 330);
    assert_int_equal(last()->kind, SCRIM_GESTURE_ROTATION);
    ASSERT_NEAR(last()->rotation, M_PI / 2 - M_PI / 18, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_swipe__both_fingers_move_alike),
        TEST(test_swipe__a_finger_that_lags_behind_may_catch_up),
        TEST(test_separation__of_taps_presses_and_swipes),
        TEST(test_separation__a_far_finger_fails_the_tap_at_once),
        TEST(test_span__pinch_and_rotation_begin_when_it_is_large_enough),
        TEST(test_without_slop__what_was_needed_to_begin_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
