/* SPDX-License-Identifier: MIT */
/* Long presses and pans that require taps before: on both sides of each limit, together with taps, and with private touches. */
#include "fingers.h"

/* A recognizer with Android's constants: taps of less than 400 ms, 40 … 300 ms and at most 100 points apart. */
static scrim_recognizer after_taps(uint32_t kind, scrim_id view, uint32_t taps) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    ASSERT_OK(scrim_recognizer_defaults(kind, SCRIM_PROFILE_ANDROID, 1, &recognizer));
    recognizer.view = view;
    recognizer.taps = taps;
    return recognizer;
}

static scrim_id add_after_taps(uint32_t kind, scrim_id view, uint32_t taps) {
    scrim_recognizer recognizer = after_taps(kind, view, taps);
    return add_recognizer(&fixture, &recognizer);
}

static void press(uint64_t time, uint64_t length, double x) {
    down(1, time, x, 300);
    up(1, time + length, x, 300);
}

/* A tap at 50, and then a finger that comes down at another place and is held. The events are new ones. */
static void tap_and_hold(uint64_t time, uint64_t length, uint64_t pause, double x) {
    fixture.count = 0;
    press(time, length, 50);
    down(1, time + length + pause, x, 300);
    advance(&fixture, (time + length + pause + 400) * MS);
    up(1, time + length + pause + 500, x, 300);
}

static void test_press__after_a_tap(void **state) {
    (void)state;
    add_after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.window, 1);
    tap_and_hold(0, 50, 100, 60);
    assert_states("be");
    assert_int_equal(fixture.events[0].time_ns, 550 * MS);
    assert_int_equal(last()->time_ns, 650 * MS);
    assert_int_equal(last()->taps, 0);
    assert_int_equal(last()->sequence, 2);
    /* A press without a tap is none, and neither is a tap. */
    fixture.count = 0;
    down(1, 10000, 50, 300);
    assert_int_equal(next_deadline(&fixture), 10400 * MS);
    advance(&fixture, 12000 * MS);
    up(1, 12001, 50, 300);
    press(13000, 50, 50);
    assert_int_equal(next_deadline(&fixture), 13350 * MS + 1);
    advance(&fixture, 14000 * MS);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    assert_states("");
}

static void test_press__on_both_sides_of_each_limit(void **state) {
    (void)state;
    add_after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.window, 1);
    static const struct {
        uint64_t length, pause;
        double x;
        const char *states;
    } cases[] = {
        {399, 40, 50, "be"},
        {400, 40, 50, ""},
        {50, 39, 50, ""},
        {50, 300, 50, "be"},
        {50, 301, 50, ""},
        {50, 99, 150, "be"},
        {50, 99, 151, ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        tap_and_hold(10000 * i, cases[i].length, cases[i].pause, cases[i].x);
        assert_states(cases[i].states);
    }
}

/* Ten taps are the most that a tap can have, and the most that can come before a press. */
static void test_press__after_ten_taps_beside_ten_taps(void **state) {
    (void)state;
    add_after_taps(SCRIM_GESTURE_TAP, fixture.window, 10);
    add_after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.window, 10);
    for (uint64_t i = 0; i < 10; i++)
        press(i * 100, 50, 50);
    assert_states("");
    advance(&fixture, 2000 * MS);
    assert_states("e");
}

static void test_press__another_try_is_a_first_tap_again(void **state) {
    (void)state;
    add_after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.window, 1);
    press(0, 50, 50);
    press(350 + 1, 50, 50); /* too late, and so a first tap */
    down(1, 500, 50, 300);
    advance(&fixture, 900 * MS);
    assert_states("b");
    up(1, 1000, 50, 300);
    fixture.count = 0;
    press(2000, 50, 50);
    press(2100, 50, 50); /* would have been the press, but is too short */
    down(1, 2200, 50, 300);
    advance(&fixture, 3000 * MS);
    up(1, 3000, 50, 300);
    assert_states("");
}

static void test_press__of_two_fingers_after_two_taps(void **state) {
    (void)state;
    scrim_recognizer recognizer = after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.window, 2);
    recognizer.min_fingers = 2;
    add_recognizer(&fixture, &recognizer);
    for (uint64_t far = 0; far <= 1; far++) {
        fixture.count = 0;
        for (uint64_t n = 0; n < 2; n++) {
            down(1, 10000 * far + 100 * n, 50, 300);
            down(2, 10000 * far + 100 * n + 10, 150, 300);
            up(1, 10000 * far + 100 * n + 20, 50, 300);
            up(2, 10000 * far + 100 * n + 30, 150, 300);
        }
        /* A mean of 200, which is 100 points from the taps, or one of 201. */
        down(1, 10000 * far + 300, 150 + 2 * (double)far, 300);
        down(2, 10000 * far + 310, 250, 300);
        advance(&fixture, (10000 * far + 1000) * MS);
        assert_states(far ? "" : "b");
        assert_true(far || (last()->fingers == 2 && last()->time_ns == 710 * MS));
        up(1, 10000 * far + 1100, 150 + 2 * (double)far, 300);
        up(2, 10000 * far + 1110, 250, 300);
    }
}

/* As on a map: a tap selects, a double tap zooms in, and a tap that is followed by a drag zooms. */
static void test_pan__after_a_tap_beside_taps(void **state) {
    (void)state;
    const scrim_id one = add_after_taps(SCRIM_GESTURE_TAP, fixture.window, 1);
    const scrim_id two = add_after_taps(SCRIM_GESTURE_TAP, fixture.window, 2);
    const scrim_id zoom = add_after_taps(SCRIM_GESTURE_PAN, fixture.window, 1);
    press(0, 50, 50);
    assert_states("");
    advance(&fixture, 350 * MS + 1);
    assert_states("e");
    assert_int_equal(last()->recognizer, one);

    press(1000, 50, 50);
    press(1100, 50, 50);
    advance(&fixture, 2000 * MS);
    assert_states("ee");
    assert_int_equal(last()->recognizer, two);

    fixture.count = 0;
    press(3000, 50, 50);
    down(1, 3100, 50, 300);
    move(1, 3120, 50, 308);
    assert_states("");
    move(1, 3130, 50, 309);
    move(1, 4130, 50, 330);
    up(1, 4140, 50, 330);
    assert_states("bce");
    for (size_t i = 0; i < fixture.count; i++)
        assert_int_equal(fixture.events[i].recognizer, zoom);
    assert_true(last()->translation_y == 30);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

/* The drag belongs to the map, unless a tap came before. */
static void test_pan__that_requires_none_waits_if_it_is_told_to(void **state) {
    (void)state;
    const scrim_id scroll = add_after_taps(SCRIM_GESTURE_PAN, fixture.window, 0);
    const scrim_id zoom = add_after_taps(SCRIM_GESTURE_PAN, fixture.window, 1);
    ASSERT_OK(scrim_gestures_relate(fixture.gestures, scroll, SCRIM_RELATION_REQUIRE_FAILURE, zoom));
    for (uint64_t taps = 0; taps <= 1; taps++) {
        fixture.count = 0;
        if (taps)
            press(10000, 50, 50);
        down(1, 100 + 10000 * taps, 50, 300);
        move(1, 110 + 10000 * taps, 59, 300);
        up(1, 120 + 10000 * taps, 59, 300);
        assert_states("be");
        assert_int_equal(last()->recognizer, taps ? zoom : scroll);
    }
}

static void test_tap__waits_only_for_what_may_follow_it(void **state) {
    (void)state;
    const scrim_id two = add_after_taps(SCRIM_GESTURE_TAP, fixture.window, 2);
    add_after_taps(SCRIM_GESTURE_PAN, fixture.window, 1);            /* a drag after one tap is not a double tap */
    add_after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.button, 3);     /* another view */
    scrim_recognizer other = after_taps(SCRIM_GESTURE_PAN, fixture.window, 2);
    other.min_fingers = 2;
    add_recognizer(&fixture, &other);
    press(0, 50, 50);
    press(100, 50, 50);
    assert_states("e");
    assert_int_equal(last()->recognizer, two);
    fixture.count = 0;
    const scrim_id hold = add_after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.window, 2);
    press(10000, 50, 50);
    press(10100, 50, 50);
    assert_states("");
    down(1, 10200, 50, 300);
    advance(&fixture, 10600 * MS);
    assert_states("b");
    assert_int_equal(last()->recognizer, hold);
    /* Each would wait for the other. */
    assert_int_equal(scrim_gestures_relate(fixture.gestures, hold, SCRIM_RELATION_REQUIRE_FAILURE, two),
                     SCRIM_ERROR_INVALID_STATE);
}

static void test_taps__that_are_interrupted_are_forgotten(void **state) {
    (void)state;
    const scrim_id zoom = add_after_taps(SCRIM_GESTURE_PAN, fixture.window, 1);
    down(1, 0, 50, 300);
    finger(1, SCRIM_TOUCH_CANCELLED, 10, 50, 300);
    down(1, 100, 50, 300);
    move(1, 110, 90, 300);
    up(1, 120, 90, 300);
    down(1, 1000, 50, 300);
    down(2, 1010, 60, 300); /* one finger too many for a tap */
    up(2, 1020, 60, 300);
    up(1, 1030, 50, 300);
    down(1, 1100, 50, 300);
    move(1, 1110, 90, 300);
    up(1, 1120, 90, 300);
    assert_states("");
    press(2000, 50, 50);
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, zoom));
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
}

/* ---- Private touches: those on the keypad, from 200 to 300, above 100 ---- */

static void private_press(uint64_t time) {
    down(1, time, 250, 50);
    up(1, time + 10, 250, 50);
}

static void test_private__touches_neither_continue_nor_end_taps(void **state) {
    (void)state;
    add_after_taps(SCRIM_GESTURE_LONG_PRESS, fixture.window, 1);
    press(0, 50, 50);
    private_press(100); /* neither the press, nor a tap that is too far away */
    private_press(150);
    down(1, 200, 50, 300);
    advance(&fixture, 600 * MS);
    assert_states("b");
    up(1, 700, 50, 300);
    assert_states("be");
    /* A private tap is none for a press that is not private, even at the same place. */
    fixture.count = 0;
    private_press(2000);
    down(1, 2100, 199, 50);
    advance(&fixture, 3000 * MS);
    up(1, 3000, 199, 50);
    assert_states("");
    /* Both private: the application gets the events. */
    private_press(4000);
    down(1, 4100, 250, 50);
    advance(&fixture, 4500 * MS);
    up(1, 4600, 250, 50);
    assert_states("be");
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
}

static void test_private__finger_that_strays_makes_all_private(void **state) {
    (void)state;
    const scrim_id one = with_action(&fixture, add_after_taps(SCRIM_GESTURE_TAP, fixture.window, 1));
    const scrim_id zoom = with_action(&fixture, add_after_taps(SCRIM_GESTURE_PAN, fixture.window, 1));
    tap(&fixture, 0, 190);
    down(1, 100, 190, 50);
    move(1, 110, 193, 50);
    move(1, 120, 201, 50);
    up(1, 130, 250, 50);
    assert_states("be");
    assert_int_equal(last()->recognizer, zoom);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    /* The tap waits for the drag, which does not come. */
    tap(&fixture, 1000 * MS, 190);
    down(1, 1100, 199, 50);
    move(1, 1110, 200, 50);
    up(1, 1120, 200, 50);
    assert_states("e");
    assert_int_equal(last()->recognizer, one);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    /* What has begun is cancelled, at the last place before. */
    tap(&fixture, 2000 * MS, 150);
    down(1, 2100, 150, 50);
    move(1, 2110, 170, 50);
    move(1, 2120, 210, 50);
    assert_states("bx");
    assert_true(last()->x == 170);
    up(1, 2130, 210, 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_press__after_a_tap),
        TEST(test_press__on_both_sides_of_each_limit),
        TEST(test_press__after_ten_taps_beside_ten_taps),
        TEST(test_press__another_try_is_a_first_tap_again),
        TEST(test_press__of_two_fingers_after_two_taps),
        TEST(test_pan__after_a_tap_beside_taps),
        TEST(test_pan__that_requires_none_waits_if_it_is_told_to),
        TEST(test_tap__waits_only_for_what_may_follow_it),
        TEST(test_taps__that_are_interrupted_are_forgotten),
        cmocka_unit_test_setup_teardown(test_private__touches_neither_continue_nor_end_taps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_private__finger_that_strays_makes_all_private, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
