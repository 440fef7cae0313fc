/* SPDX-License-Identifier: MIT */
/* Scrolls over what is private leave no trace in records. */
#include "scrolls.h"

/* ---- Privacy ---- */

static void test_scroll__over_a_secure_view_is_private(void **state) {
    (void)state;
    add_recorded_pan();
    wheel(0, 15);
    advance(&fixture, PAUSE);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 1000, 250, 0, 15);
    advance(&fixture, 1000 * MS + PAUSE);
    assert_states("be"); /* the application sees it */
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_scroll__becomes_private_over_a_secure_view(void **state) {
    (void)state;
    add_recorded_pan();
    touchpad(0, 0, 15);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 10, 250, 0, 15);
    assert_states("bx");
    assert_true(last()->x == 50 && last()->translation_y == -15); /* the last before that */
    touchpad(20, 0, 0);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_scroll__becomes_private_with_its_view(void **state) {
    (void)state;
    add_recorded_pan();
    touchpad(0, 0, 15);
    set_flags(&fixture, fixture.button, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE);
    touchpad(10, 0, 15);
    assert_states("bx");
    touchpad(20, 0, 0);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_scroll__a_private_finger_makes_it_private(void **state) {
    (void)state;
    add_recorded_pan();
    wheel(0, 15);
    down(1, 10, 250, 50); /* a record of the cancelled pan would reveal the time */
    assert_states("bx");
    up(1, 20, 250, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    wheel(1000, 15);
    down(1, 1010, 50, 50);
    up(1, 1020, 50, 50);
    assert_states("bx");
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
}

/* The host has not called since the pause was over. A record of the pan, or of the tap, would reveal the time of what is private. */
static void test_scroll__what_is_private_makes_an_overdue_one_private(void **state) {
    (void)state;
    add_recorded_pan();
    with_action(&fixture, add(SCRIM_GESTURE_TAP, fixture.button));
    scrim_recognizer twice = recognizer_of(SCRIM_GESTURE_TAP, fixture.button);
    twice.taps = 2;
    add_recognizer(&fixture, &twice);
    for (uint64_t way = 0; way < 4; way++) {
        uint64_t start = (1 + way * 100) * 1000;
        fixture.count = 0;
        tap(&fixture, start * MS, 50);
        wheel(start + 100, 15);
        if (way == 0) {
            down(1, start + 700, 250, 50);
            up(1, start + 710, 250, 50);
        } else if (way == 1) {
            scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, start + 700, 250, 0, 15);
        } else if (way == 2) {
            scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, start + 700, 250, 0, 15);
        } else {
            scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_BEGAN, start + 700, 250, 0, 15);
        }
        size_t cancelled = 0;
        for (size_t i = 0; i < fixture.count; i++)
            cancelled += fixture.events[i].state == SCRIM_GESTURE_STATE_CANCELLED;
        assert_int_equal(cancelled, 1);
        advance(&fixture, (start + 70000) * MS);
        decide(&fixture);
        assert_int_equal(records(&fixture), 0);
    }
}

/* Private touches were ahead of their time. They must not end a scroll that is not private, even if it then becomes private. */
static void test_scroll__a_private_clock_does_not_end_it(void **state) {
    (void)state;
    add_recorded_pan();
    down(1, 90000, 250, 50);
    up(1, 90010, 250, 50);
    fixture.count = 0;
    touchpad(0, 0, 15);
    touchpad(10, 0, 15);
    assert_states("bc");
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 20, 250, 0, 15);
    assert_int_equal(fixture.events[2].state, SCRIM_GESTURE_STATE_CANCELLED);
    advance(&fixture, UINT64_C(200000) * MS);
    decide(&fixture);
    assert_int_equal(records(&fixture), 0);
}

/* Where a wheel's scroll began decides which samples belong to it. If that was private, or the sample is, nothing may show how far they
 * were from each other. */
static void test_scroll__records_do_not_show_how_far_private_pointers_were(void **state) {
    (void)state;
    const uint32_t sources[] = {SCRIM_SCROLL_WHEEL, SCRIM_SCROLL_CONTINUOUS};
    const double pointers[] = {202, 290}; /* near the public one, and far away */
    add_recorded_pan();
    uint64_t start = 0;
    for (size_t source = 0; source < COUNT_OF(sources); source++) {
        for (size_t way = 0; way < 3; way++) {
            for (size_t i = 0; i < COUNT_OF(pointers); i++) {
                start += 10000;
                fixture.count = 0;
                if (way == 0) { /* a private scroll, then a public sample */
                    scroll_at(sources[source], SCRIM_TOUCH_MOVED, start, pointers[i], 0, 15);
                    scroll_at(sources[source], SCRIM_TOUCH_MOVED, start + 10, 195, 0, 15);
                } else if (way == 1) { /* a public scroll, then the end of a private one */
                    scroll_at(sources[source], SCRIM_TOUCH_MOVED, start, 195, 0, 15);
                    scroll_at(sources[source], SCRIM_TOUCH_ENDED, start + 10, pointers[i], 0, 0);
                } else { /* a public scroll, a private sample, and a public one */
                    scroll_at(sources[source], SCRIM_TOUCH_MOVED, start, 195, 0, 15);
                    scroll_at(sources[source], SCRIM_TOUCH_MOVED, start + 10, pointers[i], 0, 15);
                    scroll_at(sources[source], SCRIM_TOUCH_MOVED, start + 20, 195, 0, 15);
                }
                advance(&fixture, (start + 5000) * MS);
                assert_true(fixture.count > 0);
                decide(&fixture);
                assert_int_equal(records(&fixture), 0);
            }
        }
    }
    scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, start + 10000, 195, 0, 15);
    advance(&fixture, (start + 15000) * MS);
    decide(&fixture);
    assert_int_equal(records(&fixture), 1);
}

/* One sample, with no more room than is asked for. */
static void scroll_tightly(uint64_t time_ms, double x) {
    scrim_scroll sample = sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, time_ms);
    sample.x = x;
    sample.delta_y = 15;
    size_t consumed = 0, produced = 0;
    for (int calls = 0; consumed == 0; calls++) {
        assert_true(calls < 4);
        if (scrim_gestures_scroll(fixture.gestures, &sample, 1, &consumed, NULL, 0, &produced) == SCRIM_ERROR_BUFFER_TOO_SMALL) {
            ASSERT_OK(scrim_gestures_scroll(fixture.gestures, &sample, 1, &consumed, fixture.events + fixture.count, produced,
                                            &produced));
        }
        fixture.count += produced;
    }
}

/* The first call ends the private scroll, and has no room left for the sample. */
static void test_scroll__a_sample_that_waits_for_room_stays_private(void **state) {
    (void)state;
    const double pointers[] = {202, 290}; /* near the public one, and far away */
    add_recorded_pan();
    for (uint64_t i = 0; i < COUNT_OF(pointers); i++) {
        uint64_t start = (1 + i) * 10000;
        fixture.count = 0;
        scroll_tightly(start, pointers[i]);
        scroll_tightly(start + 10, 195);
        assert_states(i == 0 ? "bc" : "beb");
        advance(&fixture, (start + 5000) * MS);
        decide(&fixture);
        assert_int_equal(records(&fixture), 0);
        scroll_tightly(start + 6000, 195); /* what comes next is not private */
        advance(&fixture, (start + 9000) * MS);
        decide(&fixture);
        assert_int_equal(records(&fixture), 1);
    }
}

/* A tap that is due takes the room of a sample on the keypad. The host hides the keypad before it passes the sample again, while the
 * scroll goes on. */
static void test_scroll__a_sample_that_waits_while_it_goes_on_stays_private(void **state) {
    (void)state;
    scrim_id pan = add_recorded_pan(), once = add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 2);
    tap(&fixture, 0, 50);
    touchpad(20, 0, 15);
    assert_states("b");
    scrim_scroll sample = sample_of(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 1000);
    sample.x = 250;
    sample.delta_y = 15;
    size_t consumed = 0, produced = 0;
    ASSERT_OK(scrim_gestures_scroll(fixture.gestures, &sample, 1, &consumed, fixture.events + 1, 3, &produced));
    assert_int_equal(consumed, 0);
    assert_int_equal(produced, 1);
    assert_int_equal(fixture.events[1].recognizer, once);
    scrim_view keypad = view_at(200, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE | SCRIM_VIEW_HIDDEN, "");
    ASSERT_OK(scrim_scene_update_view(fixture.scene, fixture.keypad, &keypad));
    ASSERT_OK(scrim_gestures_scroll(fixture.gestures, &sample, 1, &consumed, fixture.events + 2, 3, &produced));
    assert_int_equal(consumed, 1);
    assert_int_equal(produced, 1);
    assert_int_equal(fixture.events[2].recognizer, pan);
    assert_int_equal(fixture.events[2].state, SCRIM_GESTURE_STATE_CANCELLED);
    fixture.count = 3;
    decide(&fixture);
    assert_int_equal(records(&fixture), 0);
}

/* A private scroll goes on where nothing is private. A tap that was due before it must not be sent by it, because that would show when
 * the scroll came. */
static void test_scroll__a_private_one_sends_no_tap_wherever_it_goes(void **state) {
    (void)state;
    scrim_id pan = add_recorded_pan(), once = add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 2);
    tap(&fixture, 0, 50);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 20, 250, 0, 15);
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 1000, 50, 0, 15);
    assert_states("bc");
    assert_true(fixture.events[0].recognizer == pan && fixture.events[1].recognizer == pan);
    advance(&fixture, 1010 * MS);
    assert_states("bce");
    assert_int_equal(last()->recognizer, once);
}

/* What ends a wheel's scroll does so wherever the pointer is. Otherwise the next scroll would show how far away it was. */
static void test_scroll__its_end_does_not_show_how_far_private_pointers_were(void **state) {
    (void)state;
    const uint32_t sources[] = {SCRIM_SCROLL_WHEEL, SCRIM_SCROLL_CONTINUOUS};
    const uint32_t phases[] = {SCRIM_TOUCH_MOVED, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_CANCELLED};
    const double places[][2] = {{202, 195}, {290, 195}, {195, 202}, {195, 290}}; /* of the scroll, and of its end */
    add_recorded_pan();
    uint64_t start = 0;
    for (size_t source = 0; source < COUNT_OF(sources); source++) {
        for (size_t phase = 0; phase < COUNT_OF(phases); phase++) {
            for (size_t i = 0; i < COUNT_OF(places); i++) {
                start += 10000;
                fixture.count = 0;
                scroll_at(sources[source], SCRIM_TOUCH_MOVED, start, places[i][0], 0, 15);
                scroll_at(sources[source], phases[phase], start + 10, places[i][1], 0, 0);
                scroll_at(sources[source], SCRIM_TOUCH_MOVED, start + 100, 195, 0, 15);
                advance(&fixture, (start + 5000) * MS);
                decide(&fixture);
                assert_int_equal(records(&fixture), 1);
            }
        }
    }
}

/* The host drops the sample that waits for room, and says that samples were lost. */
static void test_scroll__a_sample_that_was_dropped_leaves_no_trace(void **state) {
    (void)state;
    const double pointers[] = {202, 290};
    add_recorded_pan();
    for (uint64_t i = 0; i < COUNT_OF(pointers); i++) {
        uint64_t start = (1 + i) * 100000;
        fixture.count = 0;
        scroll_tightly(start, pointers[i]);
        scrim_scroll sample = sample_of(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, start + 10);
        sample.x = 195;
        sample.delta_y = 15;
        size_t consumed = 0, produced = 0;
        ASSERT_OK(scrim_gestures_scroll(fixture.gestures, &sample, 1, &consumed, fixture.events, 1, &produced));
        ASSERT_OK(scrim_gestures_cancel(fixture.gestures, (start + 20) * MS, fixture.events, MAX_EVENTS, &produced));
        fixture.count = 0;
        wheel(start + 50000, 15);
        advance(&fixture, (start + 60000) * MS);
        decide(&fixture);
        assert_int_equal(records(&fixture), 1);
    }
}

/* A touch on the keypad waits for room, because an overdue long press comes first. The host hides the keypad before it passes the
 * touch again. */
static void test_touch__that_waits_for_room_stays_private(void **state) {
    (void)state;
    with_action(&fixture, add_long_press(&fixture, fixture.button));
    for (uint64_t way = 0; way < 4; way++) {
        const size_t room = way < 2 ? MAX_EVENTS : 1;
        const int is_lifted = way % 2;
        scrim_view keypad = view_at(200, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE, "");
        ASSERT_OK(scrim_scene_update_view(fixture.scene, fixture.keypad, &keypad));
        uint64_t start = (1 + way) * 100000;
        fixture.count = 0;
        down(1, start, 50, 50);
        scrim_touch late = {(start + 600) * MS, is_lifted ? 1 : 2, is_lifted ? SCRIM_TOUCH_ENDED : SCRIM_TOUCH_BEGAN, 0, 250, 50};
        size_t consumed = 0, produced = 0;
        for (int calls = 0; consumed == 0; calls++) {
            assert_true(calls < 3);
            ASSERT_OK(scrim_gestures_feed(fixture.gestures, &late, 1, &consumed, fixture.events, room, &produced));
            fixture.count = produced;
            if (produced > 0)
                decide(&fixture);
            keypad.flags |= SCRIM_VIEW_HIDDEN;
            ASSERT_OK(scrim_scene_update_view(fixture.scene, fixture.keypad, &keypad));
        }
        up(1, start + 700, 50, 50);
        up(2, start + 700, 250, 50);
        assert_int_equal(records(&fixture), 0);
        fixture.count = 0;
        down(1, start + 50000, 50, 50); /* what comes next is not private */
        advance(&fixture, (start + 51000) * MS);
        up(1, start + 51000, 50, 50);
        decide(&fixture);
        assert_int_equal(records(&fixture), 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_scroll__over_a_secure_view_is_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__becomes_private_over_a_secure_view, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__becomes_private_with_its_view, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_private_finger_makes_it_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__what_is_private_makes_an_overdue_one_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_private_clock_does_not_end_it, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__records_do_not_show_how_far_private_pointers_were, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_sample_that_waits_for_room_stays_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_sample_that_waits_while_it_goes_on_stays_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_private_one_sends_no_tap_wherever_it_goes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__its_end_does_not_show_how_far_private_pointers_were, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scroll__a_sample_that_was_dropped_leaves_no_trace, setup, teardown),
        cmocka_unit_test_setup_teardown(test_touch__that_waits_for_room_stays_private, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
