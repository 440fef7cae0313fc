/* SPDX-License-Identifier: MIT */
/* Recognizers that are disabled and enabled, taps that are dropped, and taps that do not wait for each other. */
#include "fingers.h"

static void assert_senders(const scrim_id *expected, size_t count) {
    assert_int_equal(fixture.count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fixture.events[i].recognizer, expected[i]);
}

/* The events are expected in pairs of a recognizer and a state; they are forgotten. */
#define ASSERT_SENT(states, ...) \
    do { \
        const scrim_id senders[] = {__VA_ARGS__}; \
        assert_senders(senders, COUNT_OF(senders)); \
        assert_states(states); \
        fixture.count = 0; \
    } while (0)

static scrim_status set_enabled(scrim_id recognizer, uint32_t enabled, uint64_t time_ms, size_t room) {
    size_t produced = 0;
    scrim_status status = scrim_gestures_set_enabled(fixture.gestures, recognizer, enabled, time_ms * MS,
                                                     fixture.events + fixture.count, room, &produced);
    if (status == SCRIM_OK)
        fixture.count += produced;
    return status;
}

static void enable(scrim_id recognizer, uint64_t time) { ASSERT_OK(set_enabled(recognizer, 1, time, 0)); }
static void disable(scrim_id recognizer, uint64_t time) { ASSERT_OK(set_enabled(recognizer, 0, time, MAX_EVENTS)); }

static void cancel_all(uint64_t time) {
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_cancel(fixture.gestures, time * MS, fixture.events + fixture.count,
                                    MAX_EVENTS - fixture.count, &produced));
    fixture.count += produced;
}

static void relate(scrim_id one, uint32_t relation, scrim_id other) {
    ASSERT_OK(scrim_gestures_relate(fixture.gestures, one, relation, other));
}

static void tap_at(uint64_t time) {
    down(1, time, 50, 50);
    up(1, time + 10, 50, 50);
}

/* ---- Enabled or not ---- */

static void test_disabled__sees_no_finger_until_a_new_one(void **state) {
    (void)state;
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
    pan.flags = SCRIM_RECOGNIZER_DISABLED;
    scrim_id id = add_recognizer(&fixture, &pan);
    down(1, 0, 50, 300);
    move(1, 10, 90, 300);
    enable(id, 20);
    move(1, 30, 150, 300);
    assert_int_equal(fixture.count, 0);
    /* A second finger on the view is seen, alone. */
    down(2, 40, 200, 300);
    move(2, 50, 240, 300);
    ASSERT_SENT("b", id);
    assert_true(fixture.events[0].x == 240 && fixture.events[0].translation_x == 40);
    up(1, 60, 150, 300);
    up(2, 70, 240, 300);
    ASSERT_SENT("e", id);
}

static void test_disable__cancels_what_has_begun(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    down(1, 0, 50, 300);
    move(1, 10, 90, 300);
    move(1, 20, 120, 300);
    fixture.count = 0;
    assert_int_equal(set_enabled(pan, 0, 30, 0), SCRIM_ERROR_BUFFER_TOO_SMALL);
    move(1, 25, 130, 300); /* nothing has changed */
    ASSERT_SENT("c", pan);
    disable(pan, 30);
    assert_true(fixture.events[0].x == 130 && fixture.events[0].translation_x == 80);
    assert_true(fixture.events[0].time_ns == 30 * MS && fixture.events[0].fingers == 1);
    ASSERT_SENT("x", pan);
    move(1, 40, 200, 300);
    up(1, 50, 200, 300);
    down(1, 60, 50, 300);
    move(1, 70, 200, 300);
    assert_int_equal(fixture.count, 0);
    /* The finger that came down before stays unseen. */
    enable(pan, 80);
    move(1, 90, 50, 300);
    up(1, 100, 50, 300);
    assert_int_equal(fixture.count, 0);
    down(1, 110, 50, 300);
    move(1, 120, 90, 300);
    ASSERT_SENT("b", pan);
}

static void test_set_enabled__twice_changes_nothing(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    down(1, 0, 50, 300);
    enable(pan, 5);
    move(1, 10, 90, 300);
    enable(pan, 15); /* without room, as it sends nothing */
    ASSERT_SENT("b", pan);
    disable(pan, 20);
    ASSERT_SENT("x", pan);
    ASSERT_OK(set_enabled(pan, 0, 30, 0));
    ASSERT_OK(set_enabled(pan, 0, 40, MAX_EVENTS));
    assert_int_equal(fixture.count, 0);
    /* Neither call has moved the clock, so an earlier sample has its own time. */
    enable(pan, 50);
    down(2, 25, 200, 300);
    move(2, 26, 240, 300);
    assert_int_equal(last()->time_ns, 26 * MS);
    ASSERT_SENT("b", pan);
}

static void test_disable__those_that_waited_take_over(void **state) {
    (void)state;
    scrim_id once = add_tap(&fixture, fixture.button, 1), twice = add_tap(&fixture, fixture.button, 2);
    tap_at(0);
    assert_int_equal(fixture.count, 0);
    disable(twice, 100);
    assert_int_equal(fixture.events[0].time_ns, 10 * MS);
    ASSERT_SENT("e", once);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    /* No recognizer waits for it now. */
    tap_at(1000);
    ASSERT_SENT("e", once);
    enable(twice, 2000);
    tap_at(3000);
    tap_at(3100);
    ASSERT_SENT("e", twice);

    /* A pan that waits for a swipe begins where its finger is. */
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window), swipe = add(SCRIM_GESTURE_SWIPE, fixture.window);
    relate(pan, SCRIM_RELATION_REQUIRE_FAILURE, swipe);
    down(1, 4000, 200, 300);
    move(1, 4010, 220, 300);
    assert_int_equal(fixture.count, 0);
    disable(swipe, 4020);
    assert_true(fixture.events[0].translation_x == 20 && fixture.events[0].time_ns == 4020 * MS);
    ASSERT_SENT("b", pan);
    /* One that only waited fails. */
    up(1, 4030, 220, 300);
    ASSERT_SENT("e", pan);
    enable(swipe, 4040);
    down(1, 5000, 200, 300);
    move(1, 5010, 220, 300);
    disable(pan, 5020);
    up(1, 5030, 290, 300);
    ASSERT_SENT("e", swipe);
}

static void test_disable__a_deeper_one_that_waited_lets_others_pass(void **state) {
    (void)state;
    scrim_id outer = add_tap(&fixture, fixture.window, 1);
    scrim_id inner = add_tap(&fixture, fixture.button, 1), twice = add_tap(&fixture, fixture.button, 2);
    tap_at(0); /* the outer one would lose to the inner one, which waits */
    assert_int_equal(fixture.count, 0);
    disable(inner, 50);
    ASSERT_SENT("e", outer);
    disable(twice, 60);
    assert_int_equal(fixture.count, 0);
}

static void test_set_enabled__wrong_arguments(void **state) {
    (void)state;
    scrim_id pan = add(SCRIM_GESTURE_PAN, fixture.window);
    size_t produced = 7;
    assert_int_equal(set_enabled(99, 0, 0, 9), SCRIM_ERROR_NOT_FOUND);
    assert_int_equal(set_enabled(pan, 2, 0, 9), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_scene_destroy(fixture.scene);
    assert_int_equal(scrim_gestures_set_enabled(fixture.gestures, pan, 0, 0, fixture.events, 9, &produced), SCRIM_ERROR_CLOSED);
    assert_int_equal(produced, 7);
}

/* A collector still knows the pairs of a recognizer that was disabled after its gesture. */
static void test_disable__keeps_pairs_for_the_collector(void **state) {
    (void)state;
    scrim_id once = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap_at(0);
    size_t count = fixture.count;
    disable(once, 20);
    assert_int_equal(fixture.count, count);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
}

/* The event of a private gesture that is disabled is private, and what waits elsewhere is not touched. */
static void test_disable__a_private_gesture(void **state) {
    (void)state;
    scrim_id pan = with_action(&fixture, add(SCRIM_GESTURE_PAN, fixture.keypad));
    scrim_id once = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    add_tap(&fixture, fixture.button, 2);
    tap_at(0);
    down(1, 100, 250, 50);
    move(1, 110, 280, 50);
    ASSERT_SENT("b", pan);
    disable(pan, 120);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    up(1, 130, 280, 50);
    advance(&fixture, 400 * MS);
    assert_int_equal(last()->recognizer, once);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
}

/* ---- Taps that wait are dropped ---- */

static void test_cancel__drops_taps_that_wait(void **state) {
    (void)state;
    scrim_id once = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    scrim_id twice = with_action(&fixture, add_tap(&fixture, fixture.button, 2));
    tap_at(0); /* one is complete, the other is between two presses */
    assert_int_equal(next_deadline(&fixture), 360 * MS + 1);
    cancel_all(100);
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    advance(&fixture, 1000 * MS);
    assert_int_equal(fixture.count, 0);
    /* The tap after it is a first one. */
    tap_at(1000);
    cancel_all(1010);
    tap_at(1100);
    assert_int_equal(fixture.count, 0);
    advance(&fixture, 2000 * MS);
    ASSERT_SENT("e", once);
    tap_at(3000);
    tap_at(3100);
    assert_int_equal(last()->recognizer, twice);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    /* The number of the sequence is that of an engine on which nothing waited. */
    uint64_t sequence = 0;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &sequence));
    assert_int_equal(sequence, 5);
}

/* Records of the first sequence waited for the tap that might still have turned private. */
static void test_cancel__what_waited_for_the_taps_is_recorded(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 2);
    scrim_id once = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    scrim_id press = with_action(&fixture, add_tap_beside(&fixture, fixture.window, 1));
    (void)once;
    tap_at(0);
    assert_int_equal(last()->recognizer, press);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 0);
    cancel_all(50);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 50 * MS));
    assert_int_equal(records(&fixture), 1);
}

/* ---- Simultaneous taps ---- */

static void test_tap__does_not_wait_for_a_simultaneous_one(void **state) {
    (void)state;
    scrim_id once = add_tap(&fixture, fixture.button, 1), twice = add_tap(&fixture, fixture.button, 2);
    for (uint64_t round = 0; round < 3; round++) {
        uint64_t time = round * 2000;
        if (round == 1)
            relate(twice, SCRIM_RELATION_SIMULTANEOUS, once);
        if (round == 2)
            ASSERT_OK(scrim_gestures_unrelate(fixture.gestures, once, SCRIM_RELATION_SIMULTANEOUS, twice));
        tap_at(time);
        if (round == 1)
            ASSERT_SENT("e", once);
        assert_int_equal(fixture.count, 0);
        tap_at(time + 100);
        if (round == 1)
            ASSERT_SENT("ee", once, twice);
        else
            ASSERT_SENT("e", twice);
    }
}

static void test_tap__of_the_flag_is_sent_at_once(void **state) {
    (void)state;
    scrim_id ids[3];
    for (uint32_t taps = 1; taps <= 3; taps++)
        ids[taps - 1] = taps == 2 ? add_tap_beside(&fixture, fixture.button, taps) : add_tap(&fixture, fixture.button, taps);
    /* The second goes along with both others. The first waits for the third only. */
    tap_at(0);
    assert_int_equal(fixture.count, 0);
    tap_at(100);
    ASSERT_SENT("e", ids[1]);
    tap_at(200);
    ASSERT_SENT("e", ids[2]);
    tap_at(2000);
    advance(&fixture, 3000 * MS);
    ASSERT_SENT("e", ids[0]);
}

static void test_relate__no_circle_through_simultaneous_taps(void **state) {
    (void)state;
    scrim_id once = add_tap(&fixture, fixture.button, 1), twice = add_tap(&fixture, fixture.button, 2);
    relate(once, SCRIM_RELATION_SIMULTANEOUS, twice);
    assert_int_equal(scrim_gestures_relate(fixture.gestures, twice, SCRIM_RELATION_REQUIRE_FAILURE, once),
                     SCRIM_ERROR_INVALID_STATE);
    /* A requirement that was set is kept even between simultaneous taps. */
    relate(once, SCRIM_RELATION_REQUIRE_FAILURE, twice);
    tap_at(0);
    assert_int_equal(fixture.count, 0);
    tap_at(100);
    ASSERT_SENT("e", twice);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_disabled__sees_no_finger_until_a_new_one),
        TEST(test_disable__cancels_what_has_begun),
        TEST(test_set_enabled__twice_changes_nothing),
        TEST(test_disable__those_that_waited_take_over),
        TEST(test_disable__a_deeper_one_that_waited_lets_others_pass),
        TEST(test_set_enabled__wrong_arguments),
        TEST(test_disable__keeps_pairs_for_the_collector),
        cmocka_unit_test_setup_teardown(test_disable__a_private_gesture, setup, teardown),
        TEST(test_cancel__drops_taps_that_wait),
        TEST(test_cancel__what_waited_for_the_taps_is_recorded),
        TEST(test_tap__does_not_wait_for_a_simultaneous_one),
        TEST(test_tap__of_the_flag_is_sent_at_once),
        TEST(test_relate__no_circle_through_simultaneous_taps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
