/* SPDX-License-Identifier: MIT */
/* What changes all the time in a host that runs for months does not use anything up. */
#include "support/support.h"

static const scrim_rect whole = {0, 0, 10, 10};

static scrim_window titled(char *title, size_t size, int number) {
    scrim_window window = SCRIM_WINDOW_INIT;
    int length = snprintf(title, size, "Mail (%d unread)", number);
    window.frame = whole;
    window.title = window.screen = (scrim_string){title, (size_t)length};
    return window;
}

/* More titles than there are names: they come from users, not from the source. */
static void test_titles_change_for_ever(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene;
    scrim_id id;
    char title[64];
    uint32_t secure = 0;
    OK(scrim_scene_create(&options, &scene));
    scrim_window window = titled(title, sizeof title, 0);
    OK(scrim_scene_add_window(scene, &window, &id));
    for (int i = 1; i < 70000; i++) {
        window = titled(title, sizeof title, i);
        if (i == 69999)
            window.flags |= SCRIM_VIEW_SECURE;
        OK(scrim_scene_update_window(scene, id, &window));
    }
    OK(scrim_scene_is_secure_at(scene, 5, 5, &secure));
    assert_int_equal(secure, 1);
    scrim_scene_destroy(scene);
}

/* A record keeps the title that was there when it was decided on, though the window has another one now, or is gone. */
static void test_a_record_keeps_its_title(void **state) {
    (void)state;
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_touch touches[] = {{1, 1, SCRIM_TOUCH_BEGAN, 0, 5, 5}, {2, 1, SCRIM_TOUCH_ENDED, 0, 5, 5}};
    scrim_gesture_event event;
    scrim_decision verdict;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_id id, recognizer;
    char title[64], json[512];
    size_t consumed, produced, length;
    OK(scrim_scene_create(&scene_options, &scene));
    scrim_window window = titled(title, sizeof title, 1);
    window.screen = (scrim_string){"Left", 4};
    OK(scrim_scene_add_window(scene, &window, &id));
    OK(scrim_gestures_create(scene, &gestures_options, &gestures));
    tap.view = id;
    OK(scrim_gestures_add(gestures, &tap, &recognizer));
    OK(scrim_gestures_add_action(gestures, recognizer, 1, "open", 4));
    OK(scrim_collector_create(gestures, &collector_options, &collector));
    for (int i = 1; i <= 3; i++) {
        OK(scrim_gestures_feed(gestures, touches, 2, &consumed, &event, 1, &produced));
        assert_int_equal(produced, 1);
        OK(scrim_collector_decide(collector, &event, 1, &verdict));
        assert_int_equal(verdict.result, SCRIM_DECISION_PENDING);
        window = titled(title, sizeof title, i + 1);
        window.screen = (scrim_string){"Left", 4};
        OK(scrim_scene_update_window(scene, id, &window));
    }
    OK(scrim_scene_remove(scene, id));
    for (int i = 1; i <= 3; i++) {
        char expected[64];
        snprintf(expected, sizeof expected, "\"screen\":\"Left\",\"title\":\"Mail (%d unread)\",", i);
        OK(scrim_collector_next_json(collector, json, sizeof json - 1, &length));
        json[length] = '\0';
        assert_non_null(strstr(json, expected));
        assert_non_null(strstr(json, "\"content\":null"));
    }
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_titles_change_for_ever, nothing_left),
        cmocka_unit_test_teardown(test_a_record_keeps_its_title, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
