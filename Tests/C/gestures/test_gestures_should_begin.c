/* SPDX-License-Identifier: MIT */
/* What a host is asked before a gesture begins, and what happens if it refuses. */
#include "asking_host.h"

static void relate(scrim_id first, uint32_t relation, scrim_id second) {
    ASSERT_OK(scrim_gestures_relate(fixture.gestures, first, relation, second));
}

/* ---- Gestures of each kind ---- */

static void tap_with_one(uint64_t time) {
    down(1, time, 50, 50);
    up(1, time + 20, 52, 51);
}

static void tap_twice(uint64_t time) {
    tap_with_one(time);
    tap_with_one(time + 100);
}

static void press(uint64_t time) {
    down(1, time, 50, 50);
    advance(&fixture, (time + 600) * MS);
    move(1, time + 610, 70, 50);
    up(1, time + 620, 70, 50);
}

static void drag(uint64_t time) {
    down(1, time, 20, 50);
    for (uint64_t i = 1; i <= 6; i++)
        move(1, time + 10 * i, 20 + 9.0 * (double)i, 50 + (double)i);
    up(1, time + 70, 80, 58);
}

static void part(uint64_t time) {
    down(1, time, 40, 50);
    down(2, time, 60, 60);
    for (uint64_t i = 1; i <= 4; i++) {
        move(1, time + 10 * i, 40 - 5.0 * (double)i, 50);
        move(2, time + 10 * i, 60 + 5.0 * (double)i, 60);
    }
    up(1, time + 50, 20, 50);
    up(2, time + 60, 80, 60);
}

static void turn(uint64_t time) {
    down(1, time, 30, 50);
    down(2, time, 70, 50);
    for (uint64_t i = 1; i <= 4; i++) {
        move(1, time + 10 * i, 30, 50 - 6.0 * (double)i);
        move(2, time + 10 * i, 70, 50 + 6.0 * (double)i);
    }
    up(1, time + 50, 30, 26);
    up(2, time + 60, 70, 74);
}

static void swipe(uint64_t time) {
    down(1, time, 5, 50);
    for (uint64_t i = 1; i <= 8; i++)
        move(1, time + 8 * i, 5 + 11.0 * (double)i, 50);
    up(1, time + 70, 93, 50);
}

static void drag_from_edge(uint64_t time) {
    down(1, time, 3, 50);
    for (uint64_t i = 1; i <= 4; i++)
        move(1, time + 8 * i, 3 + 11.0 * (double)i, 50);
    up(1, time + 40, 47, 50);
}

static const struct {
    uint32_t kind, taps;
    void (*make)(uint64_t time);
} gestures[] = {
    {SCRIM_GESTURE_TAP, 1, tap_with_one},
    {SCRIM_GESTURE_TAP, 2, tap_twice},
    {SCRIM_GESTURE_LONG_PRESS, 0, press},
    {SCRIM_GESTURE_PAN, 0, drag},
    {SCRIM_GESTURE_PINCH, 0, part},
    {SCRIM_GESTURE_ROTATION, 0, turn},
    {SCRIM_GESTURE_SWIPE, 0, swipe},
    {SCRIM_GESTURE_EDGE_PAN, 0, drag_from_edge},
};

static void test_each_kind_is_asked_about_once_with_its_event(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(gestures); i++) {
        scrim_recognizer recognizer = recognizer_of(gestures[i].kind, fixture.button);
        recognizer.taps = gestures[i].taps;
        scrim_id id = add_recognizer(&fixture, &recognizer);
        uint64_t time = 10000 * (i + 1);
        gestures[i].make(time);
        ASSERT_ASKED(id);
        assert_int_equal(host.asked[0].kind, gestures[i].kind);
        assert_asked_for_all();
        start_over();
        /* It fails for this sequence only, and sends nothing. */
        host.refused[0] = id;
        gestures[i].make(time + 3000);
        ASSERT_ASKED(id);
        assert_int_equal(fixture.count, 0);
        assert_int_equal(next_deadline(&fixture), SCRIM_NEVER);
        host.refused[0] = 0;
        start_over();
        gestures[i].make(time + 6000);
        ASSERT_ASKED(id);
        assert_asked_for_all();
        assert_true(fixture.count > 0);
        start_over();
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    }
}

/* ---- Others take over at the same sample ---- */

static void test_who_waits_takes_over(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    scrim_id edge = add(SCRIM_GESTURE_EDGE_PAN, fixture.window);
    scrim_id third = add(SCRIM_GESTURE_PAN, fixture.window);
    relate(pan, SCRIM_RELATION_REQUIRE_FAILURE, edge);
    relate(third, SCRIM_RELATION_REQUIRE_FAILURE, pan);
    host.refused[0] = edge;
    host.refused[1] = pan;
    drag_from_edge(0);
    ASSERT_ASKED(edge, pan, third);
    assert_asked_for_all();
    assert_states("bccce");
    for (size_t i = 0; i < host.count; i++) {
        assert_int_equal(host.asked[i].time_ns, 8 * MS); /* the first sample beyond the slop */
        assert_true(host.asked[i].translation_x == 11);
    }
}

static void test_a_lower_tap_takes_over(void **state) {
    (void)state;
    scrim_id once = add_tap(&fixture, fixture.button, 1), twice = add_tap(&fixture, fixture.button, 2);
    host.refused[0] = twice;
    tap_with_one(0);
    assert_int_equal(host.count, 0); /* it waits */
    tap_with_one(100);
    ASSERT_ASKED(twice, once);
    assert_asked_for_all();
    assert_int_equal(fixture.count, 1);
    assert_true(fixture.events[0].recognizer == once && fixture.events[0].time_ns == 20 * MS);
}

/* The view above begins where the deeper one may not, and is not asked about where that one may. */
static void test_who_is_outranked_takes_over(void **state) {
    (void)state;
    scrim_id outer = add(SCRIM_GESTURE_PAN, fixture.window), inner = add(SCRIM_GESTURE_PAN, fixture.button);
    scrim_id second = add(SCRIM_GESTURE_PAN, fixture.button);
    drag(0);
    ASSERT_ASKED(inner);
    assert_asked_for_all();
    start_over();
    host.refused[0] = inner;
    drag(1000);
    ASSERT_ASKED(inner, second);
    assert_asked_for_all();
    start_over();
    host.refused[1] = second;
    drag(2000);
    ASSERT_ASKED(inner, second, outer);
    assert_asked_for_all();
    assert_true(fixture.events[0].recognizer == outer && fixture.events[0].time_ns == host.asked[0].time_ns);
    start_over();
    host.refuses_all = 1;
    drag(3000);
    ASSERT_ASKED(inner, second, outer);
    assert_int_equal(fixture.count, 0);
}

/* The long press on the window has begun: the pan on the button is not asked about. */
static void test_the_excluded_are_not_asked_about(void **state) {
    (void)state;
    scrim_id held = add_long_press(&fixture, fixture.window);
    add(SCRIM_GESTURE_PAN, fixture.button);
    press(0);
    ASSERT_ASKED(held);
    assert_asked_for_all();
    assert_states("bce");
    start_over();
    host.refused[0] = held;
    press(1000);
    assert_int_equal(host.count, 2);
    assert_true(fixture.events[0].recognizer != held && fixture.events[0].time_ns == 1610 * MS);
}

static void test_simultaneous_ones_are_each_asked_about(void **state) {
    (void)state;
    scrim_recognizer turning = recognizer_of(SCRIM_GESTURE_ROTATION, fixture.button);
    turning.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    scrim_id rotation = add_recognizer(&fixture, &turning), pinch = add(SCRIM_GESTURE_PINCH, fixture.button);
    host.refused[0] = rotation;
    down(1, 0, 30, 50);
    down(2, 0, 70, 50);
    move(1, 10, 10, 20);
    ASSERT_ASKED(rotation, pinch);
    assert_asked_for_all();
    assert_int_equal(fixture.count, 1);
}

/* The outer pan waits for the inner tap to fail, which waits for a deeper view: the tie is broken by asking. */
static void test_a_tie_is_broken_by_asking(void **state) {
    (void)state;
    scrim_id outer = add_tap(&fixture, fixture.window, 1), inner = add_tap(&fixture, fixture.button, 1);
    relate(inner, SCRIM_RELATION_REQUIRE_FAILURE, outer);
    tap_with_one(0);
    ASSERT_ASKED(outer);
    assert_asked_for_all();
    start_over();
    host.refused[0] = outer;
    tap_with_one(1000);
    ASSERT_ASKED(outer, inner);
    assert_asked_for_all();
    assert_int_equal(fixture.count, 1);
}

/* A finger that is added to a gesture that was refused does not bring it back. */
static void test_a_refused_gesture_stays_refused_until_all_fingers_are_up(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.button);
    host.refused[0] = pan;
    down(1, 0, 20, 50);
    move(1, 10, 60, 50);
    down(2, 20, 20, 80);
    move(2, 30, 90, 80);
    up(1, 40, 60, 50);
    move(2, 50, 20, 80);
    up(2, 60, 20, 80);
    ASSERT_ASKED(pan);
    assert_int_equal(fixture.count, 0);
}

/* ---- How a stream is split ---- */

static void test_a_full_buffer_asks_nothing(void **state) {
    (void)state;
    size_t consumed = 9, produced = 9;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.button);
    down(1, 0, 20, 50);
    const scrim_touch moved = {10 * MS, 1, SCRIM_TOUCH_MOVED, 0, 60, 50};
    for (int i = 0; i < 3; i++)
        assert_int_equal(scrim_gestures_feed(fixture.gestures, &moved, 1, &consumed, fixture.events, 0, &produced),
                         SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(host.count, 0);
    feed(&fixture, &moved, 1);
    ASSERT_ASKED(pan);
    assert_asked_for_all();
    up(1, 20, 60, 50);
    start_over();
    scrim_id held = add_long_press(&fixture, fixture.button);
    down(1, 1000, 20, 50);
    for (int i = 0; i < 3; i++)
        assert_int_equal(scrim_gestures_advance(fixture.gestures, 1600 * MS, NULL, 0, &produced), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(host.count, 0);
    advance(&fixture, 1600 * MS);
    ASSERT_ASKED(held);
    assert_asked_for_all();
}

/* ---- Private touches ---- */

/* The keypad is secure. It is asked about private gestures when they are sent, and what it refuses is not. */
static void test_private_gestures(void **state) {
    (void)state;
    setup(state);
    memset(&host, 0, sizeof host);
    ASSERT_OK(scrim_gestures_set_callbacks(fixture.gestures, &asking, &host, NULL));
    scrim_id key = with_action(&fixture, add_tap(&fixture, fixture.key, 1));
    scrim_id open = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    scrim_id twice = with_action(&fixture, add_tap(&fixture, fixture.button, 2));
    tap(&fixture, 0, 250);
    ASSERT_ASKED(key);
    assert_asked_for_all();
    /* A tap that waits for a second one is not asked about because of private samples, even if they are late. */
    tap(&fixture, 1000 * MS, 50);
    tap(&fixture, 3000 * MS, 250);
    ASSERT_ASKED(key, key);
    advance(&fixture, 4000 * MS);
    ASSERT_ASKED(key, key, open);
    assert_asked_for_all();
    tap(&fixture, 5000 * MS, 50);
    tap(&fixture, 5100 * MS, 50);
    ASSERT_ASKED(key, key, open, twice);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    host.refuses_all = 1;
    tap(&fixture, 7000 * MS, 250);
    tap(&fixture, 8000 * MS, 50);
    advance(&fixture, 9000 * MS);
    assert_int_equal(fixture.count, 0);
    assert_int_equal(host.count, 6);
    assert_int_equal(records(&fixture), 2);
    tear_down_fixture(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ASKING_TEST(test_each_kind_is_asked_about_once_with_its_event),
        ASKING_TEST(test_who_waits_takes_over),
        ASKING_TEST(test_a_lower_tap_takes_over),
        ASKING_TEST(test_who_is_outranked_takes_over),
        ASKING_TEST(test_the_excluded_are_not_asked_about),
        ASKING_TEST(test_simultaneous_ones_are_each_asked_about),
        ASKING_TEST(test_a_tie_is_broken_by_asking),
        ASKING_TEST(test_a_refused_gesture_stays_refused_until_all_fingers_are_up),
        ASKING_TEST(test_a_full_buffer_asks_nothing),
        cmocka_unit_test(test_private_gestures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
