/* SPDX-License-Identifier: MIT */
/* The collector of scrim/collector.h: what it refuses and why. test_collector_rules.c has what rules can say. */
#include <stdio.h>

#include "gestures/gesture_fixture.h"

/* ---- Reasons ---- */

static void test_a_tap_with_a_pair_is_one_record(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 1190 * MS, 50);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    char json[512] = "";
    char expected[512];
    assert_int_equal(drain(&fixture, json, sizeof json), 1);
    sprintf(expected,
            "{\"v\":1,\"seq\":1,\"t\":1200000000,\"kind\":\"tap\",\"state\":\"ended\",\"screen\":\"Accounts\","
            "\"title\":\"Bank\",\"view\":{\"id\":null,\"type\":\"Button\",\"content\":\"Transfer\",\"position\":null,"
            "\"path\":\"Button\"},\"props\":{}}\n");
    assert_string_equal(json, expected);
}

static void test_a_subclass_is_not_collected(void **state) {
    (void)state;
    scrim_string classes[] = {{"MyTap", 5}, {"Tap", 3}};
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    recognizer.view = fixture.button;
    recognizer.classes = classes;
    recognizer.class_count = 2;
    scrim_id id = with_action(&fixture, add_recognizer(&fixture, &recognizer));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_CLASS);
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    recognizer.classes = classes + 1;
    recognizer.class_count = 1;
    with_action(&fixture, add_recognizer(&fixture, &recognizer));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_a_long_press_is_collected_at_its_end(void **state) {
    (void)state;
    with_action(&fixture, add_long_press(&fixture, fixture.button));
    static const uint32_t last[] = {SCRIM_TOUCH_ENDED, SCRIM_TOUCH_CANCELLED};
    for (size_t i = 0; i < COUNT_OF(last); i++) {
        uint64_t start = i * 10000 * MS;
        touch(&fixture, SCRIM_TOUCH_BEGAN, start, 50);
        advance(&fixture, start + 500 * MS);
        assert_int_equal(decide(&fixture), SCRIM_REASON_STATE);
        touch(&fixture, SCRIM_TOUCH_MOVED, start + 600 * MS, 50);
        assert_int_equal(decide(&fixture), SCRIM_REASON_STATE);
        touch(&fixture, SCRIM_TOUCH_MOVED, start + 700 * MS, 55);
        assert_int_equal(decide(&fixture), SCRIM_REASON_STATE);
        touch(&fixture, last[i], start + 800 * MS, 55);
        scrim_gesture_event failed = fixture.events[0];
        assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
        failed.state = SCRIM_GESTURE_STATE_FAILED;
        fixture.events[fixture.count++] = failed;
        assert_int_equal(decide(&fixture), SCRIM_REASON_STATE);
    }
    char json[1024] = "";
    assert_int_equal(drain(&fixture, json, sizeof json), 2);
    assert_non_null(strstr(json, "\"kind\":\"long_press\",\"state\":\"ended\""));
    assert_non_null(strstr(json, "\"kind\":\"long_press\",\"state\":\"cancelled\""));
}

static void test_only_gestures_that_somebody_is_told_of(void **state) {
    (void)state;
    scrim_id id = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, id, 1, "pay", 3));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NO_ACTION);
    /* The same pair twice is one pair, and one record. */
    with_action(&fixture, with_action(&fixture, id));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, id, 1, "pay", 3));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NO_ACTION);
    /* Two pairs are one record as well, and one of them is enough. */
    with_action(&fixture, id);
    ASSERT_OK(scrim_gestures_add_action(fixture.gestures, id, 2, "log", 3));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, id, 2, NULL, 0));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_a_pair_can_come_back_after_a_wildcard(void **state) {
    (void)state;
    scrim_id id = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    ASSERT_OK(scrim_gestures_add_action(fixture.gestures, id, 2, "log", 3));
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, id, 0, NULL, 0));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NO_ACTION);
    with_action(&fixture, id);
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_hidden_and_ignored_views(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    scrim_gesture_event event = fixture.events[0];
    struct {
        uint32_t flags;
        uint32_t reason;
    } cases[] = {{SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_HIDDEN, SCRIM_REASON_VIEW_HIDDEN},
                 {SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_IGNORED, SCRIM_REASON_VIEW_IGNORED},
                 {SCRIM_VIEW_SECURE | SCRIM_VIEW_HIDDEN, SCRIM_REASON_PRIVATE},
                 {SCRIM_VIEW_INTERACTIVE, SCRIM_REASON_NONE}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set_flags(&fixture, fixture.button, cases[i].flags);
        fixture.events[0] = event;
        fixture.count = 1;
        assert_int_equal(decide(&fixture), cases[i].reason);
    }
}

static void test_decide__a_view_in_a_hidden_one_is_hidden(void **state) {
    (void)state;
    scrim_id inner = add_view(&fixture, fixture.button, 0, SCRIM_VIEW_INTERACTIVE, "inner");
    with_action(&fixture, add_tap(&fixture, inner, 1));
    tap(&fixture, 0, 50);
    set_flags(&fixture, fixture.button, SCRIM_VIEW_HIDDEN);
    assert_int_equal(decide(&fixture), SCRIM_REASON_VIEW_HIDDEN);
}

static void test_decide__what_is_gone(void **state) {
    (void)state;
    scrim_id id = with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    fixture.events[1] = fixture.events[0];
    fixture.events[1].view = fixture.key;
    scrim_gesture_event event = fixture.events[0];
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    assert_int_equal(decide(&fixture), SCRIM_REASON_GONE);
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.button));
    fixture.events[fixture.count++] = event;
    assert_int_equal(decide(&fixture), SCRIM_REASON_GONE);
}

static void test_decide__an_event_of_another_view_than_its_recogniser_s(void **state) {
    (void)state;
    scrim_id other = add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, "other");
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    scrim_gesture_event event = fixture.events[0];
    fixture.events[0].view = other;
    assert_int_equal(decide(&fixture), SCRIM_REASON_GONE);
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 100, 100};
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &event.window));
    fixture.events[fixture.count++] = event;
    assert_int_equal(decide(&fixture), SCRIM_REASON_GONE);
}

static void test_create__within_the_limits_of_the_capacity(void **state) {
    (void)state;
    static const uint32_t capacities[] = {1, 65536, 0, 65537};
    for (size_t i = 0; i < COUNT_OF(capacities); i++) {
        scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
        scrim_collector *collector = NULL;
        options.capacity = capacities[i];
        const scrim_status expected = i < 2 ? SCRIM_OK : SCRIM_ERROR_INVALID_ARGUMENT;
        assert_int_equal(scrim_collector_create(fixture.gestures, &options, &collector), expected);
        scrim_collector_destroy(collector);
    }
}

static void test_decide__capacity(void **state) {
    (void)state;
    scrim_collector_destroy(fixture.collector);
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    options.capacity = 2;
    ASSERT_OK(scrim_collector_create(fixture.gestures, &options, &fixture.collector));
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    now += 1000 * MS;
    tap(&fixture, now, 50);
    scrim_gesture_event event = fixture.events[0];
    assert_int_equal(decide(&fixture), SCRIM_REASON_CAPACITY);
    /* There is as little room for what cannot be looked at. */
    event.recognizer += 1;
    for (uint32_t outcome = SCRIM_CHECK_FAILED; outcome >= SCRIM_CHECK_PASSED; outcome--) {
        scrim_check checks[17];
        size_t count = 0;
        ASSERT_OK(scrim_collector_explain(fixture.collector, &event, checks, COUNT_OF(checks), &count));
        assert_int_equal(checks[SCRIM_REASON_GONE - 1].outcome, SCRIM_CHECK_FAILED);
        assert_int_equal(checks[SCRIM_REASON_CAPACITY - 1].outcome, outcome);
        assert_int_equal(records(&fixture), outcome == SCRIM_CHECK_FAILED ? 2 : 0);
    }
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_decide__an_impossible_event_spoils_all(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    scrim_gesture_event good = fixture.events[0];
    scrim_gesture_event bad[5] = {good, good, good, good, good};
    bad[0].kind = 0;
    bad[1].state = 6;
    bad[2].x = __builtin_nan("");
    bad[3].translation_y = __builtin_inf();
    bad[4].scale = __builtin_nan("");
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        scrim_gesture_event events[] = {good, bad[i]};
        scrim_decision verdicts[2];
        assert_int_equal(scrim_collector_decide(fixture.collector, events, 2, verdicts), SCRIM_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(records(&fixture), 0);
}

static void test_reason_name(void **state) {
    (void)state;
    assert_string_equal(scrim_reason_name(SCRIM_REASON_NONE), "SCRIM_REASON_NONE");
    assert_string_equal(scrim_reason_name(SCRIM_REASON_PRIVATE), "SCRIM_REASON_PRIVATE");
    assert_string_equal(scrim_reason_name(SCRIM_REASON_CAPACITY), "SCRIM_REASON_CAPACITY");
    assert_string_equal(scrim_reason_name(18), "unknown reason");
    assert_string_equal(scrim_reason_name(UINT32_MAX), "unknown reason");
}

static void test_reason_message(void **state) {
    (void)state;
    for (uint32_t i = SCRIM_REASON_NONE; i <= SCRIM_REASON_CAPACITY + 1; i++) {
        const char *message = scrim_reason_message(i);
        assert_non_null(strchr(message, ' '));
        for (uint32_t j = 0; j < i; j++)
            assert_string_not_equal(message, scrim_reason_message(j));
    }
    assert_non_null(strstr(scrim_reason_message(SCRIM_REASON_NO_ACTION), "scrim_gestures_add_action"));
    assert_string_equal(scrim_reason_message(SCRIM_REASON_CAPACITY + 1), "unknown reason");
    assert_string_equal(scrim_reason_message(UINT32_MAX), "unknown reason");
}

static void test_closed_engine_and_scene(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    scrim_gesture_event event = fixture.events[0];
    decide(&fixture);
    scrim_rules telling = SCRIM_RULES_INIT;
    telling.flags = SCRIM_RULES_REPORT_COARSE;
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &telling));
    scrim_scene_destroy(fixture.scene);
    scrim_decision verdict = {0, 0};
    size_t length = 0;
    char json[512];
    assert_int_equal(scrim_collector_decide(fixture.collector, &event, 1, &verdict), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_next_json(fixture.collector, json, sizeof json, &length), SCRIM_ERROR_CLOSED);
    uint64_t deadline = 1;
    ASSERT_OK(scrim_collector_next_deadline(fixture.collector, &deadline));
    assert_true(deadline == SCRIM_NEVER);
    deadline = 1;
    scrim_gestures_destroy(fixture.gestures);
    ASSERT_OK(scrim_collector_next_deadline(fixture.collector, &deadline));
    assert_true(deadline == SCRIM_NEVER);
    assert_int_equal(scrim_collector_decide(fixture.collector, &event, 1, &verdict), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_next_json(fixture.collector, json, sizeof json, &length), SCRIM_ERROR_CLOSED);
    assert_int_equal(verdict.result, 0);
    scrim_rules rules = SCRIM_RULES_INIT;
    scrim_record record = SCRIM_RECORD_INIT;
    scrim_check checks[17];
    assert_int_equal(scrim_collector_set_rules(fixture.collector, &rules), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_explain(fixture.collector, &event, checks, 17, &length), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_next(fixture.collector, &record), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_advance(fixture.collector, 1), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_note_response(fixture.collector), SCRIM_ERROR_CLOSED);
}

static void test_engine_of_a_closed_scene(void **state) {
    (void)state;
    scrim_id one = with_action(&fixture, add_long_press(&fixture, fixture.button)), other = add_tap(&fixture, fixture.button, 1);
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id = 0;
    size_t produced = 0;
    uint64_t number = 1;
    tap.view = fixture.button;
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    scrim_scene_destroy(fixture.scene);
    scrim_gestures *gestures = fixture.gestures;
    for (uint32_t i = SCRIM_RELATION_REQUIRE_FAILURE; i <= SCRIM_RELATION_SIMULTANEOUS; i++) {
        assert_int_equal(scrim_gestures_relate(gestures, one, i, other), SCRIM_ERROR_CLOSED);
        assert_int_equal(scrim_gestures_unrelate(gestures, one, i, other), SCRIM_ERROR_CLOSED);
    }
    assert_int_equal(scrim_gestures_add(gestures, &tap, &id), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_gestures_add_action(gestures, one, 2, "pay", 3), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_gestures_remove_action(gestures, one, 1, "pay", 3), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_gestures_remove_action(gestures, one, 0, NULL, 0), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_gestures_set_target_available(gestures, 0, 0, NULL, 0, 0), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_gestures_remove(gestures, one), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_gestures_cancel(gestures, 1, fixture.events, 8, &produced), SCRIM_ERROR_CLOSED);
    /* There is nothing to wait for any more; the last sequence is still known. */
    assert_true(next_deadline(&fixture) == SCRIM_NEVER);
    ASSERT_OK(scrim_gestures_sequence(gestures, &number));
    assert_int_equal(number, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_tap_with_a_pair_is_one_record, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_subclass_is_not_collected, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_long_press_is_collected_at_its_end, setup, teardown),
        cmocka_unit_test_setup_teardown(test_only_gestures_that_somebody_is_told_of, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_pair_can_come_back_after_a_wildcard, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden_and_ignored_views, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__a_view_in_a_hidden_one_is_hidden, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__what_is_gone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__an_event_of_another_view_than_its_recogniser_s, setup, teardown),
        cmocka_unit_test_setup_teardown(test_create__within_the_limits_of_the_capacity, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__capacity, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__an_impossible_event_spoils_all, setup, teardown),
        cmocka_unit_test(test_reason_name),
        cmocka_unit_test(test_reason_message),
        cmocka_unit_test_setup_teardown(test_closed_engine_and_scene, setup, teardown),
        cmocka_unit_test_setup_teardown(test_engine_of_a_closed_scene, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
