/* SPDX-License-Identifier: MIT */
/* The order of records tells nothing of a sequence that turned out private, though it ended what a tap was waiting for. */
#include "support.h"

static scrim_id add_tap(scrim_gestures *gestures, scrim_id view, uint32_t taps, uint64_t interval) {
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id;
    tap.view = view;
    tap.taps = taps;
    tap.interval_ns = interval;
    tap.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    OK(scrim_gestures_add(gestures, &tap, &id));
    OK(scrim_gestures_add_action(gestures, id, 1, "open", 4));
    return id;
}

static void take_events(scrim_gestures *gestures, scrim_collector *collector, const scrim_touch *touch, uint64_t now, char *all) {
    scrim_gesture_event events[8];
    scrim_verdict verdicts[8];
    size_t consumed, produced, length;
    char json[256];
    if (touch != NULL)
        OK(scrim_gestures_feed(gestures, touch, 1, &consumed, events, 8, &produced));
    else
        OK(scrim_gestures_advance(gestures, now, events, 8, &produced));
    OK(scrim_collector_decide(collector, events, produced, verdicts));
    while (scrim_collector_next_json(collector, json, sizeof json - 1, &length) == SCRIM_OK) {
        json[length] = '\n';
        json[length + 1] = '\0';
        strcat(all, json);
    }
}

/* A tap on a button, whose window waits longer for a second one; then perhaps a touch that wanders into a private field. */
static void play(int with_private, char *all) {
    static const scrim_touch tap[] = {{1, 1, SCRIM_TOUCH_BEGAN, 0, 5, 5}, {2, 1, SCRIM_TOUCH_ENDED, 0, 5, 5}};
    static const scrim_touch stray[] = {
        {100, 1, SCRIM_TOUCH_BEGAN, 0, 50, 5}, {110, 1, SCRIM_TOUCH_MOVED, 0, 95, 5}, {120, 1, SCRIM_TOUCH_ENDED, 0, 95, 5}};
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_id top, button, field;
    all[0] = '\0';
    OK(scrim_scene_create(&scene_options, &scene));
    window.frame = (scrim_rect){0, 0, 100, 10};
    OK(scrim_scene_add_window(scene, &window, &top));
    view.frame = (scrim_rect){0, 0, 10, 10};
    OK(scrim_scene_add_view(scene, top, &view, &button));
    view.frame.x = 90;
    view.flags |= SCRIM_VIEW_SECURE;
    OK(scrim_scene_add_view(scene, top, &view, &field));
    OK(scrim_gestures_create(scene, &gestures_options, &gestures));
    OK(scrim_collector_create(gestures, &collector_options, &collector));
    scrim_rules rules = SCRIM_RULES_INIT;
    rules.flags = 0;
    OK(scrim_collector_set_rules(collector, &rules));
    add_tap(gestures, button, 1, 0);
    add_tap(gestures, button, 2, 200);
    add_tap(gestures, top, 1, 0);
    add_tap(gestures, top, 2, 400);
    for (int i = 0; i < 2; i++)
        take_events(gestures, collector, &tap[i], 0, all);
    for (int i = 0; i < 3 && with_private; i++)
        take_events(gestures, collector, &stray[i], 0, all);
    for (uint64_t now = 150; now <= 1000; now += 50)
        take_events(gestures, collector, NULL, now, all);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
}

static void test_order_tells_nothing(void **state) {
    (void)state;
    char without[1024], with[1024];
    play(0, without);
    play(1, with);
    assert_non_null(strstr(without, "\"seq\":2"));
    assert_string_equal(without, with);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_order_tells_nothing, nothing_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
