/* SPDX-License-Identifier: MIT */
/* Pinches and rotations: what they measure, and how fast it changes. */
#include "fingers.h"

/* ---- Pinches and rotations ---- */

static void test_pinch__scale_is_the_ratio_of_spans(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PINCH, fixture.window);
    down(1, 0, 100, 300);
    move(1, 5, 90, 300);
    down(2, 10, 190, 300);
    move(2, 20, 200, 300);
    assert_int_equal(fixture.count, 0);
    move(2, 30, 240, 300);
    assert_states("b");
    ASSERT_NEAR(last()->scale, 1.5, 1e-12);
    assert_true(last()->x == 165 && last()->y == 300 && last()->rotation == 0);
    move(2, 40, 140, 300);
    ASSERT_NEAR(last()->scale, 0.5, 1e-12);
    /* Together at one point, and beyond. */
    move(2, 50, 90, 300);
    ASSERT_NEAR(last()->scale, 0.01, 1e-12);
    move(2, 60, 40, 300);
    ASSERT_NEAR(last()->scale, 0.5, 1e-12);
    up(2, 70, 40, 300);
    assert_states("bccce");
}

static void test_pinch__goes_on_where_fingers_come_and_go(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PINCH, fixture.window);
    down(1, 0, 100, 300);
    down(2, 0, 200, 300);
    move(2, 10, 300, 300);
    ASSERT_NEAR(last()->scale, 2, 1e-12);
    down(3, 20, 150, 390);
    move(3, 30, 150, 390);
    ASSERT_NEAR(last()->scale, 2, 1e-12);
    up(1, 40, 100, 300);
    ASSERT_NEAR(last()->scale, 2, 1e-12);
    move(2, 50, 300, 300);
    ASSERT_NEAR(last()->scale, 2, 1e-12);
    /* Twice as far apart as the two that are left. */
    double dx = 300 - 150, dy = 300 - 390;
    move(2, 60, 150 + 2 * dx, 390 + 2 * dy);
    ASSERT_NEAR(last()->scale, 4, 1e-12);
}

static void test_rotation__unwraps(void **state) {
    (void)state;
    add(SCRIM_GESTURE_ROTATION, fixture.window);
    down(1, 0, 200, 300);
    down(2, 0, 300, 300);
    /* Two and a half turns one way, then back to where it began, in steps of 7°. */
    const double step = 7 * M_PI / 180;
    uint64_t time = 0;
    for (int i = 1; i <= 128; i++) {
        move(2, ++time, 200 + 100 * cos(step * i), 300 + 100 * sin(step * i));
        if (fixture.count > 0)
            ASSERT_NEAR(last()->rotation, step * i, 1e-9);
        else
            assert_true(step * i <= M_PI / 18);
    }
    assert_true(last()->rotation > 4.9 * M_PI);
    for (int i = 127; i >= 0; i--) {
        move(2, ++time, 200 + 100 * cos(step * i), 300 + 100 * sin(step * i));
        ASSERT_NEAR(last()->rotation, step * i, 1e-9);
    }
}

/* Not by half a turn, as where the first finger's lift swaps the two that are left. */
static void test_rotation__goes_on_where_fingers_come_and_go(void **state) {
    (void)state;
    add(SCRIM_GESTURE_ROTATION, fixture.window);
    down(1, 0, 200, 300);
    down(2, 0, 300, 300);
    move(2, 10, 200, 390); /* a quarter turn */
    ASSERT_NEAR(last()->rotation, M_PI / 2, 1e-12);
    down(3, 20, 20, 200);
    move(3, 30, 20, 200);
    ASSERT_NEAR(last()->rotation, M_PI / 2, 1e-12);
    up(1, 40, 200, 300);
    ASSERT_NEAR(last()->rotation, M_PI / 2, 1e-12);
    move(2, 50, 200, 390);
    ASSERT_NEAR(last()->rotation, M_PI / 2, 1e-12);
    /* Finger 2 goes a quarter turn back about finger 3. */
    move(2, 60, 20 + 190, 200 - 180);
    ASSERT_NEAR(last()->rotation, 0, 1e-12);
    up(2, 70, 210, 20);
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
}

static void test_rates__of_a_pinch_and_a_rotation(void **state) {
    (void)state;
    scrim_recognizer pinch = recognizer_of(SCRIM_GESTURE_PINCH, fixture.window);
    scrim_recognizer rotation = recognizer_of(SCRIM_GESTURE_ROTATION, fixture.window);
    pinch.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    scrim_id pinches = add_recognizer(&fixture, &pinch);
    add_recognizer(&fixture, &rotation);
    /* A spiral about a finger that rests: 1 radian and 100 points a second, from a span of 100. */
    down(1, 0, 200, 200);
    down(2, 0, 300, 200);
    double scale = 0, turn = 0;
    for (uint64_t i = 1; i <= 250; i++) {
        double t = (double)i * 0.004;
        double angle = t, span = 100 + 100 * t;
        move(2, 4 * i, 200 + span * cos(angle), 200 + span * sin(angle));
        finger(1, SCRIM_TOUCH_MOVED, 4 * i, 200, 200);
    }
    for (size_t i = 0; i < fixture.count; i++) {
        if (fixture.events[i].recognizer == pinches)
            scale = fixture.events[i].scale_velocity;
        else
            turn = fixture.events[i].rotation_velocity;
    }
    /* The line through 100 ms of a curve is behind by half of that: cos(0.05) and the like. */
    ASSERT_NEAR(scale, 1, 0.15);
    ASSERT_NEAR(turn, 1, 0.06);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_pinch__scale_is_the_ratio_of_spans),
        TEST(test_pinch__goes_on_where_fingers_come_and_go),
        TEST(test_rotation__unwraps),
        TEST(test_rotation__goes_on_where_fingers_come_and_go),
        TEST(test_rates__of_a_pinch_and_a_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
