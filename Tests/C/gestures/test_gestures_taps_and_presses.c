/* SPDX-License-Identifier: MIT */
/* Taps and long presses of several fingers, and the profiles of a screen's density. */
#include "fingers.h"

/* ---- Taps and long presses of several fingers ---- */

static void press(uint64_t fingers, uint64_t time, double x, uint64_t length) {
    for (uint64_t id = 1; id <= fingers; id++)
        down(id, time + id, x + 5 * (double)id, 300);
    for (uint64_t id = 1; id <= fingers; id++)
        up(id, time + length + id, x + 5 * (double)id, 301);
}

static void test_tap__of_any_number_of_fingers(void **state) {
    (void)state;
    for (uint32_t touches = 1; touches <= 5; touches++) {
        for (uint32_t taps = 1; taps <= 2; taps++) {
            scrim_recognizer recognizer = recognizer_of(SCRIM_GESTURE_TAP, fixture.window);
            recognizer.taps = taps;
            recognizer.min_fingers = touches;
            add_recognizer(&fixture, &recognizer);
        }
    }
    uint64_t time = 0;
    for (uint64_t fingers = 1; fingers <= 6; fingers++) {
        for (uint64_t taps = 1; taps <= 2; taps++) {
            fixture.count = 0;
            time += 10000;
            for (uint64_t i = 0; i < taps; i++)
                press(fingers, time + 200 * i, 50, 50);
            advance(&fixture, (time + 5000) * MS);
            assert_int_equal(fixture.count, fingers <= 5);
            if (fingers <= 5) {
                assert_int_equal(last()->fingers, fingers);
                assert_int_equal(last()->taps, taps);
                assert_true(last()->y == 301 && last()->translation_y == 1);
            }
        }
    }
}

static void test_tap__of_two_fingers_one_after_the_other_is_none(void **state) {
    (void)state;
    scrim_recognizer recognizer = recognizer_of(SCRIM_GESTURE_TAP, fixture.window);
    recognizer.min_fingers = 2;
    add_recognizer(&fixture, &recognizer);
    press(1, 0, 50, 10);
    press(1, 100, 60, 10);
    down(1, 1000, 50, 300);
    down(2, 1010, 60, 300);
    up(1, 1020, 50, 300);
    down(3, 1030, 50, 300); /* after one went up */
    up(2, 1040, 60, 300);
    up(3, 1050, 50, 300);
    assert_int_equal(fixture.count, 0);
    press(2, 2000, 50, 50);
    assert_int_equal(fixture.count, 1);
}

static void test_long_press__of_two_fingers(void **state) {
    (void)state;
    scrim_recognizer recognizer = recognizer_of(SCRIM_GESTURE_LONG_PRESS, fixture.window);
    recognizer.min_fingers = 2;
    add_recognizer(&fixture, &recognizer);
    down(1, 0, 50, 300);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    down(2, 100, 150, 300);
    assert_int_equal(next_deadline(&fixture), 600 * MS);
    advance(&fixture, 600 * MS);
    assert_states("b");
    assert_true(last()->x == 100);
    move(2, 700, 250, 300);
    assert_true(last()->translation_x == 50);
    up(1, 800, 50, 300);
    assert_states("bce");
    up(2, 900, 250, 300);
    assert_states("bce");
}

/* ---- Profiles ---- */

static void test_defaults__scale_with_the_density(void **state) {
    (void)state;
    for (uint32_t profile = SCRIM_PROFILE_UIKIT; profile <= SCRIM_PROFILE_GTK; profile++) {
        for (uint32_t kind = SCRIM_GESTURE_TAP; kind <= SCRIM_GESTURE_EDGE_PAN; kind++) {
            scrim_recognizer one = {.struct_size = sizeof one}, three = {.struct_size = sizeof three};
            ASSERT_OK(scrim_recognizer_defaults(kind, profile, 1, &one));
            ASSERT_OK(scrim_recognizer_defaults(kind, profile, 3, &three));
            assert_true(three.touch_slop == 3 * one.touch_slop && three.tap_slop == 3 * one.tap_slop &&
                        three.swipe_distance == 3 * one.swipe_distance && three.edge_width == 3 * one.edge_width);
            assert_true(three.min_velocity == 3 * one.min_velocity && three.max_velocity == 3 * one.max_velocity);
            assert_true(three.min_span == 3 * one.min_span && three.max_separation == 3 * one.max_separation);
            assert_true(three.min_duration_ns == one.min_duration_ns && three.max_duration_ns == one.max_duration_ns && three.angle == one.angle);
            one.view = three.view = fixture.button;
            add_recognizer(&fixture, &one);
            add_recognizer(&fixture, &three);
        }
    }
    /* Those that are published. */
    scrim_recognizer found = {.struct_size = sizeof found};
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_TAP, SCRIM_PROFILE_ANDROID, 1, &found));
    assert_true(found.touch_slop == 8 && found.tap_slop == 100 && found.max_interval_ns == 300 * MS);
    assert_true(found.min_interval_ns == 40 * MS);
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_LONG_PRESS, SCRIM_PROFILE_GTK, 1, &found));
    assert_true(found.touch_slop == 8 && found.min_duration_ns == 500 * MS);
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_PINCH, SCRIM_PROFILE_ANDROID, 1, &found));
    ASSERT_NEAR(found.min_span * 25.4 / 160, 27, 1e-12); /* millimeters */
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_TAP, SCRIM_PROFILE_GTK, 2, &found));
    assert_true(found.max_separation == 600);
    /* The initialisers are the first profile. */
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT, press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_TAP, SCRIM_PROFILE_UIKIT, 1, &found));
    assert_memory_equal(&found, &tap, sizeof tap);
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_LONG_PRESS, SCRIM_PROFILE_UIKIT, 1, &found));
    assert_memory_equal(&found, &press, sizeof press);
}

static void test_tap__a_bounce_is_no_second_tap(void **state) {
    (void)state;
    scrim_recognizer tap = {.struct_size = sizeof tap};
    ASSERT_OK(scrim_recognizer_defaults(SCRIM_GESTURE_TAP, SCRIM_PROFILE_ANDROID, 1, &tap));
    tap.view = fixture.button;
    tap.taps = 2;
    add_recognizer(&fixture, &tap);
    for (uint64_t pause = 39; pause <= 40; pause++) {
        fixture.count = 0;
        down(1, pause * 10000, 50, 50);
        up(1, pause * 10000 + 10, 50, 50);
        down(1, pause * 10000 + 10 + pause, 50, 50);
        up(1, pause * 10000 + 80, 50, 50);
        assert_int_equal(fixture.count, pause == 40);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_tap__of_any_number_of_fingers),
        TEST(test_tap__of_two_fingers_one_after_the_other_is_none),
        TEST(test_long_press__of_two_fingers),
        TEST(test_defaults__scale_with_the_density),
        TEST(test_tap__a_bounce_is_no_second_tap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
