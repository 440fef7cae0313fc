/* SPDX-License-Identifier: MIT */
/* Records of scrim/collector.h: when they come, and how they are written. test_collector_record_content.c has what is in them. */
#include <stdio.h>
#include <stdlib.h>

#include "collector_fixture.h"

static void test_next_json__comes_when_the_sequence_has_ended(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    scrim_touch other = {0, 2, SCRIM_TOUCH_BEGAN, 0, 350, 350};
    feed(&fixture, &other, 1);
    tap(&fixture, 0, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 0);
    other.phase = SCRIM_TOUCH_ENDED;
    other.time_ns = 20 * MS;
    feed(&fixture, &other, 1);
    assert_int_equal(records(&fixture), 1);
    assert_int_equal(records(&fixture), 0);
}

static void test_next_json__is_as_it_was_when_it_was_decided(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, "other");
    ASSERT_OK(scrim_scene_update_view(fixture.scene, fixture.button, &view));
    ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.button));
    char json[512] = "";
    assert_int_equal(drain(&fixture, json, sizeof json), 1);
    assert_non_null(strstr(json, "\"content\":\"Transfer\""));
}

static void test_next_json__too_small_keeps_all(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    decide(&fixture);
    size_t needed = 0;
    assert_int_equal(scrim_collector_next_json(fixture.collector, NULL, 0, &needed), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_true(needed > 100);
    char *exact = malloc(needed);
    size_t length = 0;
    memset(exact, '#', needed);
    assert_int_equal(scrim_collector_next_json(fixture.collector, exact, needed - 1, &length),
                     SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, needed);
    assert_int_equal(exact[0], '#');
    ASSERT_OK(scrim_collector_next_json(fixture.collector, exact, needed, &length));
    assert_int_equal(length, needed);
    assert_memory_equal(exact, "{\"v\":1,\"seq\":1,", 15);
    assert_int_equal(exact[needed - 1], '}');
    free(exact);
    assert_int_equal(scrim_collector_next_json(fixture.collector, NULL, 0, &length), SCRIM_ERROR_NOT_FOUND);
}

static void test_next_json__of_a_window_without_names(void **state) {
    (void)state;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 100, 100};
    window.level = 1;
    scrim_id id = 0;
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &id));
    with_action(&fixture, add_tap(&fixture, id, 1));
    tap(&fixture, UINT64_MAX - 10 * MS, 50);
    assert_int_equal(fixture.events[0].view, 0);
    decide(&fixture);
    char json[512] = "";
    char expected[512];
    assert_int_equal(drain(&fixture, json, sizeof json), 1);
    sprintf(expected,
            "{\"v\":1,\"seq\":1,\"t\":18446744073709551615,\"kind\":\"tap\",\"state\":\"ended\",\"screen\":null,"
            "\"title\":null,\"view\":{\"id\":null,\"type\":null,\"content\":null,\"position\":null,\"path\":null},"
            "\"props\":{}}\n");
    assert_string_equal(json, expected);
}

static void test_next_json__of_what_is_known_to_be_empty(void **state) {
    (void)state;
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, "");
    ASSERT_OK(scrim_scene_update_view(fixture.scene, fixture.button, &view));
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    char json[512] = "";
    assert_int_equal(drain(&fixture, json, sizeof json), 1);
    assert_non_null(strstr(json, "\"content\":\"\","));
}

/* By sequence, then by time, the innermost first, then in the order in which views were added. */
static void test_next__in_an_order_that_does_not_depend_on_when_it_was_decided(void **state) {
    (void)state;
    enum {
        EVENTS = 5
    };
    scrim_id other = add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, "other");
    scrim_id inner = add_view(&fixture, fixture.button, 0, SCRIM_VIEW_INTERACTIVE, "inner");
    const scrim_id views[EVENTS] = {inner, fixture.button, other, inner, fixture.button};
    static const uint64_t times[EVENTS] = {10, 10, 10, 20, 5};
    /* The recogniser of the later view is the earlier one. */
    scrim_id of_other = add_host(other, "Tap", 0), of_button = add_host(fixture.button, "Tap", 0), of_inner = add_host(inner, "Tap", 0);
    scrim_gesture_event events[EVENTS];
    for (int i = 0; i < EVENTS; i++) {
        scrim_id recognizer = views[i] == other ? of_other : views[i] == inner ? of_inner
                                                                               : of_button;
        events[i] = event_of(recognizer, views[i], SCRIM_GESTURE_STATE_ENDED);
        events[i].time_ns = times[i];
        events[i].sequence = i < 4 ? events[0].sequence : events[i].sequence;
    }
    for (int first = 0; first < EVENTS; first++) {
        for (int step = 1; step < EVENTS; step++) {
            for (int i = 0; i < EVENTS; i++)
                assert_int_equal(verdict_of_event(&events[(first + i * step) % EVENTS]), SCRIM_REASON_NONE);
            for (int i = 0; i < EVENTS; i++) {
                scrim_record record = next_record();
                assert_int_equal(record.time_ns, times[i]);
                assert_int_equal(record.view, views[i]);
            }
        }
    }
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
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    for (size_t i = 0; i < COUNT_OF(nasty); i++) {
        scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, nasty[i]);
        scrim_string class_name = text(nasty[i]);
        view.classes = &class_name;
        ASSERT_OK(scrim_scene_update_view(fixture.scene, fixture.button, &view));
        scrim_window window = SCRIM_WINDOW_INIT;
        window.frame = (scrim_rect){0, 0, 400, 400};
        window.screen = text(nasty[i]);
        window.title = text(nasty[i]);
        ASSERT_OK(scrim_scene_update_window(fixture.scene, fixture.window, &window));
        assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
        char json[2048] = "";
        assert_int_equal(drain(&fixture, json, sizeof json), 1);
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
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    char content[3001];
    int next = 0;
    for (int i = 0; i < 200; i++) {
        int length = 1 + i * 37 % 3000;
        memset(content, 'a' + i % 26, (size_t)length);
        content[length] = 0;
        scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, content);
        ASSERT_OK(scrim_scene_update_view(fixture.scene, fixture.button, &view));
        assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
        for (int taken = 0; taken < i % 3; taken++) {
            char json[4096];
            size_t size = 0;
            scrim_status status = scrim_collector_next_json(fixture.collector, json, sizeof json - 1, &size);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_next_json__comes_when_the_sequence_has_ended, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__is_as_it_was_when_it_was_decided, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__too_small_keeps_all, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__of_a_window_without_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__of_what_is_known_to_be_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next__in_an_order_that_does_not_depend_on_when_it_was_decided, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__escapes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next_json__keeps_many_contents_apart, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
