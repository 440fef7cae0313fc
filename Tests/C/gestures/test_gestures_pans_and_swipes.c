/* SPDX-License-Identifier: MIT */
/* Pans, swipes and pans from an edge: what they measure, when they begin, and when they do not. */
#include "fingers.h"

/* ---- Pans ---- */

static void test_pan__begins_beyond_the_slop(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.button);
    down(1, 0, 50, 50);
    move(1, 10, 60, 50); /* just as far as may be */
    assert_int_equal(fixture.count, 0);
    move(1, 20, 60.5, 50);
    assert_states("b");
    assert_true(last()->x == 60.5 && last()->translation_x == 10.5 && last()->translation_y == 0);
    assert_int_equal(last()->fingers, 1);
    move(1, 30, 90, 40);
    up(1, 40, 91, 40);
    assert_states("bce");
    assert_true(last()->translation_x == 41 && last()->translation_y == -10);
}

static void test_pan__goes_on_where_fingers_come_and_go(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    down(1, 0, 50, 300);
    move(1, 10, 80, 300);
    double was = last()->translation_x;
    assert_true(was == 30);
    down(2, 20, 380, 380);
    move(2, 30, 384, 380);
    assert_true(last()->translation_x == was + 2 && last()->translation_y == 0);
    assert_int_equal(last()->fingers, 2);
    up(1, 40, 80, 300);
    assert_true(last()->translation_x == was + 2);
    move(2, 50, 385, 380);
    assert_true(last()->translation_x == was + 3);
    up(2, 60, 385, 380);
    assert_states("bccce");
}

static void test_pan__of_two_fingers(void **state) {
    (void)state;
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
    pan.min_fingers = pan.max_fingers = 2;
    add_recognizer(&fixture, &pan);
    down(1, 0, 50, 300);
    move(1, 10, 90, 300); /* one alone does not pan, and what it does does not count */
    assert_int_equal(fixture.count, 0);
    down(2, 20, 150, 300);
    move(1, 30, 100, 300);
    assert_int_equal(fixture.count, 0);
    move(2, 40, 170, 300);
    assert_states("b");
    assert_true(last()->translation_x == 15);
    down(3, 50, 250, 300); /* one too many for it, which it does not look at */
    move(3, 60, 350, 300);
    assert_states("b");
    up(1, 70, 100, 300); /* too few */
    assert_states("be");
    move(2, 80, 300, 300);
    up(2, 90, 300, 300);
    up(3, 90, 300, 300);
    assert_states("be");
}

static void test_pan__a_third_finger_fails_a_pan_of_two(void **state) {
    (void)state;
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
    pan.min_fingers = pan.max_fingers = 2;
    add_recognizer(&fixture, &pan);
    for (uint64_t id = 1; id <= 3; id++)
        down(id, id, 50 * (double)id, 300);
    for (uint64_t id = 1; id <= 3; id++)
        move(id, 10 + id, 50 * (double)id, 200);
    up(3, 20, 100, 200);
    move(1, 30, 300, 300);
    assert_int_equal(fixture.count, 0);
}

/* ---- Velocity ---- */

/* A finger at a speed of `speed` points a second, a sample each `step` ms, then up `rest` ms after the last. */
static const scrim_gesture_event *fling(double speed, uint64_t step, uint64_t rest) {
    static uint64_t start;
    start += 10000;
    fixture.count = 0;
    down(1, start, 0, 50);
    uint64_t time = 0;
    while (time < 200) {
        time += step;
        move(1, start + time, speed * (double)time / 1000, 50);
    }
    up(1, start + time + rest, speed * (double)time / 1000, 50);
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
    return last();
}

static void test_velocity__of_a_straight_line_is_its_slope(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.button);
    for (uint64_t step = 1; step <= 40; step++)
        ASSERT_NEAR(fling(1000, step, 1)->velocity_x, 1000, 1e-6);
    assert_true(last()->velocity_y == 0);
}

static void test_velocity__a_fling_is_one_above_the_least(void **state) {
    (void)state;
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.button);
    assert_true(pan.min_velocity == 50 && pan.max_velocity == 8000);
    pan.touch_slop = 0;
    add_recognizer(&fixture, &pan);
    assert_true(fling(49, 8, 0)->velocity_x == 0);
    ASSERT_NEAR(fling(51, 8, 0)->velocity_x, 51, 1e-6);
    ASSERT_NEAR(fling(20000, 8, 0)->velocity_x, 8000, 1e-6);
    /* While the finger moves, events have its velocity even below the least. */
    fling(20, 8, 0);
    ASSERT_NEAR(fixture.events[fixture.count - 2].velocity_x, 20, 1e-6);
}

static void test_velocity__a_pause_is_a_stop(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.button);
    ASSERT_NEAR(fling(1000, 8, 40)->velocity_x, 1000, 1e-6);
    assert_true(fling(1000, 8, 41)->velocity_x == 0);
    /* After a pause only what came after it counts: here back to the left. */
    fixture.count = 0;
    down(1, 900000, 0, 50);
    for (uint64_t i = 1; i <= 10; i++)
        move(1, 900000 + 8 * i, 20 * (double)i, 50);
    for (uint64_t i = 1; i <= 10; i++)
        move(1, 900200 + 8 * i, 200 - 4 * (double)i, 50);
    ASSERT_NEAR(last()->velocity_x, -500, 1e-6);
}

/* Of samples 40 ms apart the earlier ones count, of those that are farther apart they do not. */
static void test_velocity__between_samples_a_pause_is_just_as_long(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.button);
    static const uint64_t pauses[] = {39 * MS, 40 * MS, 40 * MS + 1, 41 * MS};
    for (uint64_t i = 0; i < COUNT_OF(pauses); i++) {
        uint64_t start = 10000 * (i + 1);
        down(1, start, 0, 50);
        for (uint64_t step = 1; step <= 10; step++)
            move(1, start + 8 * step, 8 * (double)step, 50);
        scrim_touch late = {(start + 80) * MS + pauses[i], 1, SCRIM_TOUCH_MOVED, 0, 80, 50};
        feed(&fixture, &late, 1);
        if (pauses[i] <= 40 * MS)
            assert_true(last()->velocity_x > 100);
        else
            assert_true(last()->velocity_x == 0);
        late.phase = SCRIM_TOUCH_ENDED;
        feed(&fixture, &late, 1);
        fixture.count = 0;
    }
}

static scrim_id add_pan(uint32_t estimator) {
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.button);
    pan.velocity_estimator = estimator;
    return add_recognizer(&fixture, &pan);
}

/* The slope of the line that is nearest to `count` samples, times in ms. */
static double slope(const double *t, const double *x, size_t count) {
    double mean_t = 0, mean_x = 0, above = 0, below = 0;
    for (size_t i = 0; i < count; i++) {
        mean_t += t[i] / (double)count;
        mean_x += x[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        above += (t[i] - mean_t) * (x[i] - mean_x);
        below += (t[i] - mean_t) * (t[i] - mean_t);
    }
    return 1000 * above / below;
}

/* Of samples less than 4 ms apart the later one stands for both; those 4 ms apart are two. */
static void test_velocity__of_dense_samples_the_later_counts(void **state) {
    (void)state;
    add_pan(SCRIM_VELOCITY_LINE);
    static const double x[] = {0, 20, 20, 60, 20, 20}, dense[] = {0, 20, 20, 20, 20}, two[] = {0, 20, 20, 60, 20};
    static const double t[] = {0, 20, 40, 44, 64};
    for (uint64_t i = 0; i < 2; i++) {
        const uint64_t start = (i + 1) * 10000 * MS, step = 4 * MS - 1 + i;
        const uint64_t times[] = {0, 20 * MS, 40 * MS, 40 * MS + step, 40 * MS + step + 1, 64 * MS};
        for (size_t k = 0; k < COUNT_OF(x); k++) {
            scrim_touch sample = {start + times[k], 1, k ? SCRIM_TOUCH_MOVED : SCRIM_TOUCH_BEGAN, 0, x[k], 50};
            feed(&fixture, &sample, 1);
        }
        ASSERT_NEAR(last()->velocity_x, slope(t, i ? two : dense, COUNT_OF(t)), 1e-3);
        touch(&fixture, SCRIM_TOUCH_CANCELLED, start + 70 * MS, 20);
        fixture.count = 0;
    }
}

/* The same by another route: the textbook's formula over the samples of the last 100 ms. */
static void test_velocity__of_a_line_is_the_least_squares_slope(void **state) {
    (void)state;
    add_pan(SCRIM_VELOCITY_LINE);
    double x[40], mean_t = 0, mean_x = 0, above = 0, below = 0;
    down(1, 0, 0, 50);
    for (uint64_t i = 0; i < 40; i++) {
        x[i] = 30 * (double)i + 40 * sin((double)i);
        move(1, 8 + 8 * i, x[i], 50);
    }
    for (int i = 27; i < 40; i++) { /* 13 samples: 96 ms */
        mean_t += 0.008 * i / 13;
        mean_x += x[i] / 13;
    }
    for (int i = 27; i < 40; i++) {
        above += (0.008 * i - mean_t) * (x[i] - mean_x);
        below += (0.008 * i - mean_t) * (0.008 * i - mean_t);
    }
    ASSERT_NEAR(last()->velocity_x, above / below, 1e-6);
}

static void test_velocity__each_profile_has_the_estimator_of_its_platform(void **state) {
    (void)state;
    static const uint32_t estimators[] = {SCRIM_VELOCITY_WEIGHTED_DIFFERENCES, SCRIM_VELOCITY_QUADRATIC,
                                          SCRIM_VELOCITY_MEAN};
    for (uint32_t profile = SCRIM_PROFILE_UIKIT; profile <= SCRIM_PROFILE_GTK; profile++)
        for (uint32_t kind = SCRIM_GESTURE_TAP; kind <= SCRIM_GESTURE_HOST; kind++) {
            scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
            uint32_t none = kind == SCRIM_GESTURE_TAP || kind == SCRIM_GESTURE_HOST;
            ASSERT_OK(scrim_recognizer_defaults(kind, profile, 1, &recognizer));
            assert_int_equal(recognizer.velocity_estimator, none ? 0 : estimators[profile - SCRIM_PROFILE_UIKIT]);
        }
}

static void test_velocity__all_estimators_agree_on_an_even_movement(void **state) {
    (void)state;
    for (uint32_t estimator = SCRIM_VELOCITY_DEFAULT; estimator <= SCRIM_VELOCITY_MEAN; estimator++) {
        scrim_id id = add_pan(estimator);
        for (uint64_t step = 1; step <= 40; step++)
            ASSERT_NEAR(fling(1000, step, 0)->velocity_x, 1000, 1e-6);
        /* After a rest, only the mean counts the movement before it. */
        assert_true((fling(1000, 8, 41)->velocity_x > 0) == (estimator == SCRIM_VELOCITY_MEAN));
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    }
}

/* Two pans with different estimators see the same finger: a stored velocity belongs to one of them. */
static void test_velocity__estimators_do_not_mix(void **state) {
    (void)state;
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.button);
    pan.flags |= SCRIM_RECOGNIZER_SIMULTANEOUS;
    scrim_id ids[6];
    for (uint32_t i = 0; i < 6; i++) {
        pan.velocity_estimator = i;
        ids[i] = add_recognizer(&fixture, &pan);
    }
    down(1, 0, 0, 50);
    for (uint64_t i = 1; i <= 20; i++)
        move(1, 10 * i, (double)(i * i), 50); /* the last differences are 3900, 3700 and 3500 */
    double found[6] = {0};
    for (size_t k = fixture.count - 6; k < fixture.count; k++)
        for (uint32_t i = 0; i < 6; i++)
            if (fixture.events[k].recognizer == ids[i])
                found[i] = fixture.events[k].velocity_x;
    /* x = (t / 10 ms)²: its slope is 4000 at the end and 3000 in the middle of 100 ms. */
    ASSERT_NEAR(found[SCRIM_VELOCITY_DEFAULT], 4000, 1e-6);
    ASSERT_NEAR(found[SCRIM_VELOCITY_LINE], 3000, 1e-6);
    ASSERT_NEAR(found[SCRIM_VELOCITY_QUADRATIC], 4000, 1e-6);
    assert_true(found[SCRIM_VELOCITY_IMPULSE] > 3700 && found[SCRIM_VELOCITY_IMPULSE] < 4100);
    ASSERT_NEAR(found[SCRIM_VELOCITY_WEIGHTED_DIFFERENCES], 0.05 * 3900 + 0.35 * 3700 + 0.6 * 3500, 1e-6);
    ASSERT_NEAR(found[SCRIM_VELOCITY_MEAN], (400 - 16) / 0.16, 1e-6);
}

/* Right for 200 ms, then left with an acceleration. The line still sees the movement to the right. */
static void test_velocity__after_pulling_back_and_flicking_has_the_right_sign(void **state) {
    (void)state;
    scrim_id id = 0;
    for (uint32_t estimator = SCRIM_VELOCITY_DEFAULT; estimator <= SCRIM_VELOCITY_LINE; estimator++) {
        uint64_t start = 10000 * (estimator + 1);
        if (id)
            ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
        id = add_pan(estimator);
        fixture.count = 0;
        down(1, start, 0, 50);
        for (uint64_t i = 1; i <= 24; i++)
            move(1, start + 8 * i, 6 * (double)i, 50);
        for (uint64_t i = 1; i <= 5; i++) /* 8 ms apart; the speed at the end is 1750 */
            move(1, start + 192 + 8 * i, 144 - 1.4 * (double)(i * i), 50);
        up(1, start + 240, 144 - 35, 50);
        if (estimator == SCRIM_VELOCITY_DEFAULT)
            assert_true(last()->velocity_x < -1300 && last()->velocity_x > -2200);
        else
            assert_true(last()->velocity_x > -300);
    }
}

/* A finger that stops at once, and whose samples continue. A parabola through the stop would bend back. */
static void test_velocity__a_finger_at_rest_does_not_fling(void **state) {
    (void)state;
    add_pan(SCRIM_VELOCITY_DEFAULT);
    for (uint64_t rest = 40; rest <= 120; rest += 8) {
        uint64_t start = 10000 * rest;
        fixture.count = 0;
        down(1, start, 0, 50);
        for (uint64_t i = 1; i <= 20; i++)
            move(1, start + 8 * i, 20 * (double)i, 50);
        for (uint64_t time = 8; time <= rest; time += 8)
            move(1, start + 160 + time, 400 + (double)(time / 8 % 2), 50);
        up(1, start + 160 + rest, 400, 50);
        assert_true(last()->velocity_x == 0 && last()->velocity_y == 0);
    }
}

/* ---- Swipes ---- */

static uint32_t swiped(uint32_t directions, double angle) {
    static uint64_t start;
    scrim_recognizer swipe = recognizer_of(SCRIM_GESTURE_SWIPE, fixture.window);
    swipe.directions = directions;
    scrim_id id = add_recognizer(&fixture, &swipe);
    fixture.count = 0;
    start += 10000;
    down(1, start, 150, 250);
    for (uint64_t i = 1; i <= 10; i++)
        move(1, start + 8 * i, 150 + 10.1 * (double)i * cos(angle), 250 + 10.1 * (double)i * sin(angle));
    up(1, start + 90, 150 + 101 * cos(angle), 250 + 101 * sin(angle));
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    assert_true(fixture.count <= 1);
    if (fixture.count == 0)
        return 0;
    assert_int_equal(last()->state, SCRIM_GESTURE_STATE_ENDED);
    ASSERT_NEAR(hypot(last()->translation_x, last()->translation_y), 50.5, 1e-6);
    ASSERT_NEAR(last()->velocity_x, 1262.5 * cos(angle), 1e-6);
    return last()->direction;
}

static void test_swipe__directions_are_sectors(void **state) {
    (void)state;
    /* Clockwise from the right, as y grows downwards. */
    static const uint32_t eight[] = {SCRIM_SWIPE_RIGHT, SCRIM_SWIPE_DOWN_RIGHT, SCRIM_SWIPE_DOWN,
                                     SCRIM_SWIPE_DOWN_LEFT, SCRIM_SWIPE_LEFT, SCRIM_SWIPE_UP_LEFT,
                                     SCRIM_SWIPE_UP, SCRIM_SWIPE_UP_RIGHT};
    static const uint32_t four[] = {SCRIM_SWIPE_RIGHT, SCRIM_SWIPE_DOWN, SCRIM_SWIPE_LEFT,
                                    SCRIM_SWIPE_UP};
    for (int degrees = 0; degrees < 360; degrees += 1) {
        double angle = (degrees + 0.25) * M_PI / 180;
        assert_int_equal(swiped(255, angle), eight[(int)((degrees + 0.25 + 22.5) / 45) % 8]);
        assert_int_equal(swiped(15, angle), four[(int)((degrees + 0.25 + 45) / 90) % 4]);
        uint32_t only = swiped(SCRIM_SWIPE_LEFT, angle);
        assert_int_equal(only, degrees >= 135 && degrees < 225 ? SCRIM_SWIPE_LEFT : 0);
    }
}

static void test_swipe__too_slow_or_too_short(void **state) {
    (void)state;
    scrim_recognizer swipe = recognizer_of(SCRIM_GESTURE_SWIPE, fixture.window);
    swipe.min_velocity = 120;
    add_recognizer(&fixture, &swipe);
    down(1, 0, 50, 300);
    for (uint64_t i = 1; i <= 60; i++)
        move(1, 10 * i, 50 + (double)i, 300);
    up(1, 610, 110, 300);
    assert_int_equal(fixture.count, 0);
    down(1, 1000, 50, 300);
    move(1, 1010, 99, 300);
    up(1, 1020, 99.5, 300);
    assert_int_equal(fixture.count, 0);
    /* At the lift it is as good as before it. */
    down(1, 2000, 50, 300);
    move(1, 2010, 99, 300);
    up(1, 2020, 100, 300);
    assert_states("e");
    assert_int_equal(last()->direction, SCRIM_SWIPE_RIGHT);
}

/* A swipe that waits for another to fail stays as long as one of its fingers does. One that comes down in between counts. */
static void test_swipe__waits_with_a_finger_that_was_added(void **state) {
    (void)state;
    scrim_id panel = add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, "panel");
    scrim_id twice = add_tap(&fixture, fixture.button, 2);
    scrim_recognizer swipe = recognizer_of(SCRIM_GESTURE_SWIPE, panel);
    swipe.min_fingers = 2;
    ASSERT_OK(scrim_gestures_relate(fixture.gestures, add_recognizer(&fixture, &swipe), SCRIM_RELATION_REQUIRE_FAILURE, twice));
    down(1, 0, 50, 50);
    up(1, 50, 50, 50);
    down(9, 60, 350, 350);
    down(1, 100, 110, 30);
    down(2, 101, 110, 70);
    move(1, 110, 159, 30);
    move(2, 110, 159, 70);
    up(9, 111, 350, 350);
    up(2, 120, 163, 70); /* complete */
    down(3, 130, 150, 50);
    up(1, 140, 159, 30);
    assert_states("");
    advance(&fixture, 1000 * MS);
    assert_states("e");
    up(3, 1010, 150, 50);
}

static void test_swipe__of_three_fingers(void **state) {
    (void)state;
    scrim_recognizer swipe = recognizer_of(SCRIM_GESTURE_SWIPE, fixture.window);
    swipe.min_fingers = 3;
    add_recognizer(&fixture, &swipe);
    for (uint64_t fingers = 2; fingers <= 4; fingers++) {
        fixture.count = 0;
        for (uint64_t id = 1; id <= fingers; id++)
            down(id, 1000 * fingers, 50, 150 + 50 * (double)id);
        for (uint64_t i = 1; i <= 10; i++) {
            for (uint64_t id = 1; id <= fingers; id++)
                move(id, 1000 * fingers + 8 * i, 50 + 10 * (double)i, 150 + 50 * (double)id);
        }
        for (uint64_t id = 1; id <= fingers; id++)
            up(id, 1000 * fingers + 90, 150, 150 + 50 * (double)id);
        assert_int_equal(fixture.count, fingers == 3);
    }
}

/* ---- Pans from an edge ---- */

static void test_edge__only_from_the_edge_and_inwards(void **state) {
    (void)state;
    scrim_recognizer edge = recognizer_of(SCRIM_GESTURE_EDGE_PAN, fixture.window);
    edge.edges = SCRIM_EDGE_LEFT | SCRIM_EDGE_BOTTOM;
    add_recognizer(&fixture, &edge);
    static const struct {
        double x, y, dx, dy;
        uint32_t edge;
    } cases[] = {
        {5, 200, 20, 0, SCRIM_EDGE_LEFT},
        {19.9, 200, 20, 0, SCRIM_EDGE_LEFT},
        {20, 200, 20, 0, 0},
        {5, 200, 0, 20, 0},
        {5, 200, 20, 19, SCRIM_EDGE_LEFT},
        {19, 200, -19, 0, 0},
        {200, 395, 0, -20, SCRIM_EDGE_BOTTOM},
        {200, 5, 0, 20, 0},
        {395, 200, -20, 0, 0},
        {5, 395, 20, 0, SCRIM_EDGE_LEFT},
        {5, 395, 0, -20, SCRIM_EDGE_BOTTOM},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fixture.count = 0;
        down(1, i * 1000, cases[i].x, cases[i].y);
        move(1, i * 1000 + 10, cases[i].x + cases[i].dx, cases[i].y + cases[i].dy);
        up(1, i * 1000 + 20, cases[i].x + cases[i].dx, cases[i].y + cases[i].dy);
        assert_states(cases[i].edge ? "be" : "");
        if (cases[i].edge)
            assert_int_equal(last()->direction, cases[i].edge);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_pan__begins_beyond_the_slop),
        TEST(test_pan__goes_on_where_fingers_come_and_go),
        TEST(test_pan__of_two_fingers),
        TEST(test_pan__a_third_finger_fails_a_pan_of_two),
        TEST(test_velocity__of_a_straight_line_is_its_slope),
        TEST(test_velocity__a_fling_is_one_above_the_least),
        TEST(test_velocity__a_pause_is_a_stop),
        TEST(test_velocity__between_samples_a_pause_is_just_as_long),
        TEST(test_velocity__of_dense_samples_the_later_counts),
        TEST(test_velocity__of_a_line_is_the_least_squares_slope),
        TEST(test_velocity__each_profile_has_the_estimator_of_its_platform),
        TEST(test_velocity__all_estimators_agree_on_an_even_movement),
        TEST(test_velocity__estimators_do_not_mix),
        TEST(test_velocity__after_pulling_back_and_flicking_has_the_right_sign),
        TEST(test_velocity__a_finger_at_rest_does_not_fling),
        TEST(test_swipe__directions_are_sectors),
        TEST(test_swipe__too_slow_or_too_short),
        TEST(test_swipe__waits_with_a_finger_that_was_added),
        TEST(test_swipe__of_three_fingers),
        TEST(test_edge__only_from_the_edge_and_inwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
