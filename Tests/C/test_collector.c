/* SPDX-License-Identifier: MIT */
/* The collector of scrim/gesture.h: what it refuses and why, and its records. */
#include <stdio.h>
#include <stdlib.h>

#include "gesture_stage.h"

/* ---- Reasons ---- */

static void test_G1_a_tap_with_a_pair_is_one_record(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 1190 * MS, 50);
    assert_int_equal(stage.count, 1);
    assert_int_equal(decide(&stage), SCRIM_REASON_NONE);
    char json[512] = "";
    char expected[512];
    assert_int_equal(drain(&stage, json, sizeof json), 1);
    sprintf(expected,
            "{\"v\":1,\"seq\":1,\"t\":1200000000,\"kind\":\"tap\",\"state\":\"ended\",\"screen\":\"Accounts\","
            "\"title\":\"Bank\",\"view\":{\"id\":%llu,\"type\":\"Button\",\"content\":\"Transfer\",\"position\":null,"
            "\"path\":null},\"props\":{}}\n",
            (unsigned long long)stage.button);
    assert_string_equal(json, expected);
}

static void test_G2_a_subclass_is_not_collected(void **state) {
    (void)state;
    scrim_string classes[] = {{"MyTap", 5}, {"Tap", 3}};
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    recognizer.view = stage.button;
    recognizer.classes = classes;
    recognizer.class_count = 2;
    scrim_id id = with_action(&stage, add_recognizer(&stage, &recognizer));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_CLASS);
    ASSERT_OK(scrim_gestures_remove(stage.gestures, id));
    recognizer.classes = classes + 1;
    recognizer.class_count = 1;
    with_action(&stage, add_recognizer(&stage, &recognizer));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_G3_a_long_press_is_collected_at_its_end(void **state) {
    (void)state;
    with_action(&stage, add_long_press(&stage, stage.button));
    static const uint32_t last[] = {SCRIM_TOUCH_ENDED, SCRIM_TOUCH_CANCELLED};
    for (size_t i = 0; i < COUNT_OF(last); i++) {
        uint64_t start = i * 10000 * MS;
        touch(&stage, SCRIM_TOUCH_BEGAN, start, 50);
        advance(&stage, start + 500 * MS);
        assert_int_equal(decide(&stage), SCRIM_REASON_STATE);
        touch(&stage, SCRIM_TOUCH_MOVED, start + 600 * MS, 50);
        assert_int_equal(decide(&stage), SCRIM_REASON_STATE);
        touch(&stage, SCRIM_TOUCH_MOVED, start + 700 * MS, 55);
        assert_int_equal(decide(&stage), SCRIM_REASON_STATE);
        touch(&stage, last[i], start + 800 * MS, 55);
        scrim_gesture_event failed = stage.events[0];
        assert_int_equal(decide(&stage), SCRIM_REASON_NONE);
        failed.state = SCRIM_STATE_FAILED;
        stage.events[stage.count++] = failed;
        assert_int_equal(decide(&stage), SCRIM_REASON_STATE);
    }
    char json[1024] = "";
    assert_int_equal(drain(&stage, json, sizeof json), 2);
    assert_non_null(strstr(json, "\"kind\":\"long_press\",\"state\":\"ended\""));
    assert_non_null(strstr(json, "\"kind\":\"long_press\",\"state\":\"cancelled\""));
}

static void test_G4_only_gestures_that_somebody_is_told_of(void **state) {
    (void)state;
    scrim_id id = with_action(&stage, add_tap(&stage, stage.button, 1));
    ASSERT_OK(scrim_gestures_remove_action(stage.gestures, id, 1, "pay", 3));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NO_ACTION);
    /* The same pair twice is one pair, and one record. */
    with_action(&stage, with_action(&stage, id));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    assert_int_equal(records(&stage), 1);
    ASSERT_OK(scrim_gestures_remove_action(stage.gestures, id, 1, "pay", 3));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NO_ACTION);
    /* Two pairs are one record as well, and one of them is enough. */
    with_action(&stage, id);
    ASSERT_OK(scrim_gestures_add_action(stage.gestures, id, 2, "log", 3));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    assert_int_equal(records(&stage), 1);
    ASSERT_OK(scrim_gestures_remove_action(stage.gestures, id, 2, NULL, 0));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_G5_a_pair_can_come_back_after_a_wildcard(void **state) {
    (void)state;
    scrim_id id = with_action(&stage, add_tap(&stage, stage.button, 1));
    ASSERT_OK(scrim_gestures_add_action(stage.gestures, id, 2, "log", 3));
    ASSERT_OK(scrim_gestures_remove_action(stage.gestures, id, 0, NULL, 0));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NO_ACTION);
    with_action(&stage, id);
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_G12_hidden_and_ignored_views(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 0, 50);
    scrim_gesture_event event = stage.events[0];
    struct {
        uint32_t flags;
        uint32_t reason;
    } cases[] = {{SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_HIDDEN, SCRIM_REASON_VIEW_HIDDEN},
                 {SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_IGNORED, SCRIM_REASON_VIEW_IGNORED},
                 {SCRIM_VIEW_SECURE | SCRIM_VIEW_HIDDEN, SCRIM_REASON_HIDDEN},
                 {SCRIM_VIEW_INTERACTIVE, SCRIM_REASON_NONE}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set_flags(&stage, stage.button, cases[i].flags);
        stage.events[0] = event;
        stage.count = 1;
        assert_int_equal(decide(&stage), cases[i].reason);
    }
}

static void test_decide__a_view_in_a_hidden_one_is_hidden(void **state) {
    (void)state;
    scrim_id inner = add_view(&stage, stage.button, 0, SCRIM_VIEW_INTERACTIVE, "inner");
    with_action(&stage, add_tap(&stage, inner, 1));
    tap(&stage, 0, 50);
    set_flags(&stage, stage.button, SCRIM_VIEW_HIDDEN);
    assert_int_equal(decide(&stage), SCRIM_REASON_VIEW_HIDDEN);
}

static void test_decide__what_is_gone(void **state) {
    (void)state;
    scrim_id id = with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 0, 50);
    stage.events[1] = stage.events[0];
    stage.events[1].view = stage.key;
    scrim_gesture_event event = stage.events[0];
    ASSERT_OK(scrim_gestures_remove(stage.gestures, id));
    assert_int_equal(decide(&stage), SCRIM_REASON_GONE);
    with_action(&stage, add_tap(&stage, stage.button, 1));
    ASSERT_OK(scrim_scene_remove(stage.scene, stage.button));
    stage.events[stage.count++] = event;
    assert_int_equal(decide(&stage), SCRIM_REASON_GONE);
}

static void test_decide__an_event_of_another_view_than_its_recogniser_s(void **state) {
    (void)state;
    scrim_id other = add_view(&stage, stage.window, 100, SCRIM_VIEW_INTERACTIVE, "other");
    with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 0, 50);
    stage.events[0].view = other;
    assert_int_equal(decide(&stage), SCRIM_REASON_GONE);
}

static void test_decide__capacity(void **state) {
    (void)state;
    scrim_collector_destroy(stage.collector);
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    options.capacity = 2;
    ASSERT_OK(scrim_collector_create(stage.gestures, &options, &stage.collector));
    with_action(&stage, add_tap(&stage, stage.button, 1));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_CAPACITY);
    assert_int_equal(records(&stage), 2);
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
}

static void test_decide__an_impossible_event_spoils_all(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 0, 50);
    scrim_gesture_event good = stage.events[0];
    scrim_gesture_event bad[5] = {good, good, good, good, good};
    bad[0].kind = 0;
    bad[1].state = 6;
    bad[2].x = __builtin_nan("");
    bad[3].translation_y = __builtin_inf();
    bad[4].scale = __builtin_nan("");
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        scrim_gesture_event events[] = {good, bad[i]};
        scrim_verdict verdicts[2];
        assert_int_equal(scrim_collector_decide(stage.collector, events, 2, verdicts), SCRIM_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(records(&stage), 0);
}

static void test_reason_name(void **state) {
    (void)state;
    assert_string_equal(scrim_reason_name(SCRIM_REASON_NONE), "SCRIM_REASON_NONE");
    assert_string_equal(scrim_reason_name(SCRIM_REASON_HIDDEN), "SCRIM_REASON_HIDDEN");
    assert_string_equal(scrim_reason_name(SCRIM_REASON_CAPACITY), "SCRIM_REASON_CAPACITY");
    assert_string_equal(scrim_reason_name(9), "unknown reason");
    assert_string_equal(scrim_reason_name(UINT32_MAX), "unknown reason");
}

/* ---- Records ---- */

static void test_next_json__comes_when_the_sequence_has_ended(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    scrim_touch other = {0, 2, SCRIM_TOUCH_BEGAN, 0, 350, 350};
    feed(&stage, &other, 1);
    tap(&stage, 0, 50);
    assert_int_equal(decide(&stage), SCRIM_REASON_NONE);
    assert_int_equal(records(&stage), 0);
    other.phase = SCRIM_TOUCH_ENDED;
    other.time_ns = 20 * MS;
    feed(&stage, &other, 1);
    assert_int_equal(records(&stage), 1);
    assert_int_equal(records(&stage), 0);
}

static void test_next_json__is_as_it_was_when_it_was_decided(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 0, 50);
    assert_int_equal(decide(&stage), SCRIM_REASON_NONE);
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, "other");
    ASSERT_OK(scrim_scene_update_view(stage.scene, stage.button, &view));
    ASSERT_OK(scrim_scene_remove(stage.scene, stage.button));
    char json[512] = "";
    assert_int_equal(drain(&stage, json, sizeof json), 1);
    assert_non_null(strstr(json, "\"content\":\"Transfer\""));
}

static void test_next_json__too_small_keeps_all(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 0, 50);
    decide(&stage);
    size_t needed = 0;
    assert_int_equal(scrim_collector_next_json(stage.collector, NULL, 0, &needed), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_true(needed > 100);
    char *exact = malloc(needed);
    size_t length = 0;
    memset(exact, '#', needed);
    assert_int_equal(scrim_collector_next_json(stage.collector, exact, needed - 1, &length),
                     SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, needed);
    assert_int_equal(exact[0], '#');
    ASSERT_OK(scrim_collector_next_json(stage.collector, exact, needed, &length));
    assert_int_equal(length, needed);
    assert_memory_equal(exact, "{\"v\":1,\"seq\":1,", 15);
    assert_int_equal(exact[needed - 1], '}');
    free(exact);
    assert_int_equal(scrim_collector_next_json(stage.collector, NULL, 0, &length), SCRIM_ERROR_NOT_FOUND);
}

static void test_next_json__of_a_window_without_names(void **state) {
    (void)state;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 100, 100};
    window.level = 1;
    scrim_id id = 0;
    ASSERT_OK(scrim_scene_add_window(stage.scene, &window, &id));
    with_action(&stage, add_tap(&stage, id, 1));
    tap(&stage, UINT64_MAX - 10 * MS, 50);
    assert_int_equal(stage.events[0].view, 0);
    decide(&stage);
    char json[512] = "";
    char expected[512];
    assert_int_equal(drain(&stage, json, sizeof json), 1);
    sprintf(expected,
            "{\"v\":1,\"seq\":1,\"t\":18446744073709551615,\"kind\":\"tap\",\"state\":\"ended\",\"screen\":null,"
            "\"title\":null,\"view\":{\"id\":%llu,\"type\":null,\"content\":null,\"position\":null,\"path\":null},"
            "\"props\":{}}\n",
            (unsigned long long)id);
    assert_string_equal(json, expected);
}

/* Reads a JSON string that begins at `json`, and answers what stands behind it: only the escapes that are needed. */
static const char *read_string(const char *json, char *out) {
    assert_int_equal(*json++, '"');
    while (*json != '"') {
        assert_true((unsigned char)*json >= 0x20);
        if (*json != '\\') {
            *out++ = *json++;
            continue;
        }
        json++;
        if (*json == 'u') {
            char digits[5] = {json[1], json[2], json[3], json[4], 0};
            char *end = NULL;
            long value = strtol(digits, &end, 16);
            assert_ptr_equal(end, digits + 4);
            assert_true(value < 0x80);
            *out++ = (char)value;
            json += 5;
        } else {
            assert_true(*json == '"' || *json == '\\');
            *out++ = *json++;
        }
    }
    *out = 0;
    return json + 1;
}

static void test_next_json__escapes(void **state) {
    (void)state;
    static const char *nasty[] = {"\"", "\\", "\\\"\\\\u0041\"}", "\x01\x02\x1f\x7f\n\r\t\b\f", "{\"v\":1}\n",
                                  "'\"';--",
                                  "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\xe2\x80\xa8\xef\xbb\xbf", "]]>&<"};
    with_action(&stage, add_tap(&stage, stage.button, 1));
    for (size_t i = 0; i < COUNT_OF(nasty); i++) {
        scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, nasty[i]);
        scrim_string class_name = text(nasty[i]);
        view.classes = &class_name;
        ASSERT_OK(scrim_scene_update_view(stage.scene, stage.button, &view));
        scrim_window window = SCRIM_WINDOW_INIT;
        window.frame = (scrim_rect){0, 0, 400, 400};
        window.screen = text(nasty[i]);
        window.title = text(nasty[i]);
        ASSERT_OK(scrim_scene_update_window(stage.scene, stage.window, &window));
        assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
        char json[2048] = "";
        assert_int_equal(drain(&stage, json, sizeof json), 1);
        static const char *keys[] = {"\"screen\":", "\"title\":", "\"type\":", "\"content\":"};
        const char *rest = json;
        for (size_t key = 0; key < COUNT_OF(keys); key++) {
            rest = strstr(rest, keys[key]);
            assert_non_null(rest);
            char value[256];
            rest = read_string(rest + strlen(keys[key]), value);
            assert_string_equal(value, nasty[i]);
        }
        /* One line, the one that drain() ended. */
        assert_ptr_equal(strchr(json, '\n'), json + strlen(json) - 1);
    }
}

/* Contents move together as records go; here they go out of order. */
static void test_next_json__keeps_many_contents_apart(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    char content[3001];
    int next = 0;
    for (int i = 0; i < 200; i++) {
        int length = 1 + i * 37 % 3000;
        memset(content, 'a' + i % 26, (size_t)length);
        content[length] = 0;
        scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, content);
        ASSERT_OK(scrim_scene_update_view(stage.scene, stage.button, &view));
        assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
        for (int taken = 0; taken < i % 3; taken++) {
            char json[4096];
            size_t size = 0;
            scrim_status status = scrim_collector_next_json(stage.collector, json, sizeof json - 1, &size);
            if (status == SCRIM_ERROR_NOT_FOUND) {
                break;
            }
            assert_int_equal(status, SCRIM_OK);
            json[size] = 0;
            length = 1 + next * 37 % 3000;
            memset(content, 'a' + next % 26, (size_t)length);
            content[length] = 0;
            char value[4096];
            read_string(strstr(json, "\"content\":") + 10, value);
            assert_string_equal(value, content);
            next++;
        }
    }
    assert_true(next > 150);
}

static void test_closed_engine_and_scene(void **state) {
    (void)state;
    with_action(&stage, add_tap(&stage, stage.button, 1));
    tap(&stage, 0, 50);
    scrim_gesture_event event = stage.events[0];
    decide(&stage);
    scrim_scene_destroy(stage.scene);
    scrim_verdict verdict = {0, 0};
    size_t length = 0;
    char json[512];
    assert_int_equal(scrim_collector_decide(stage.collector, &event, 1, &verdict), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_next_json(stage.collector, json, sizeof json, &length), SCRIM_ERROR_CLOSED);
    scrim_gestures_destroy(stage.gestures);
    assert_int_equal(scrim_collector_decide(stage.collector, &event, 1, &verdict), SCRIM_ERROR_CLOSED);
    assert_int_equal(scrim_collector_next_json(stage.collector, json, sizeof json, &length), SCRIM_ERROR_CLOSED);
    assert_int_equal(verdict.answer, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_G1_a_tap_with_a_pair_is_one_record, setup, teardown),
        cmocka_unit_test_setup_teardown(test_G2_a_subclass_is_not_collected, setup, teardown),
        cmocka_unit_test_setup_teardown(test_G3_a_long_press_is_collected_at_its_end, setup, teardown),
        cmocka_unit_test_setup_teardown(test_G4_only_gestures_that_somebody_is_told_of, setup, teardown),
        cmocka_unit_test_setup_teardown(test_G5_a_pair_can_come_back_after_a_wildcard, setup, teardown),
        cmocka_unit_test_setup_teardown(test_G12_hidden_and_ignored_views, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__a_view_in_a_hidden_one_is_hidden, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__what_is_gone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__an_event_of_another_view_than_its_recogniser_s, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__capacity, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__an_impossible_event_spoils_all, setup, teardown),
        cmocka_unit_test(test_reason_name),
        cmocka_unit_test_setup_teardown(test_next_json__comes_when_the_sequence_has_ended, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__is_as_it_was_when_it_was_decided, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__too_small_keeps_all, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__of_a_window_without_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__escapes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__keeps_many_contents_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_closed_engine_and_scene, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
