/* SPDX-License-Identifier: MIT */
/* The order of records tells nothing of a sequence that turned out private, though it ended what a tap was waiting for. */
#include "support/support.h"

static scrim_id add_tap(scrim_gestures *gestures, scrim_id view, uint32_t taps, uint64_t interval) {
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id;
    tap.view = view;
    tap.taps = taps;
    tap.max_interval_ns = interval;
    tap.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    OK(scrim_gestures_add(gestures, &tap, &id));
    OK(scrim_gestures_add_action(gestures, id, 1, "open", 4));
    return id;
}

static void take_events(scrim_gestures *gestures, scrim_collector *collector, const scrim_touch *touch, uint64_t now, char *all) {
    scrim_gesture_event events[8];
    scrim_decision verdicts[8];
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

/* What comes between: nothing, touches of a private field, or one that wanders into it, sooner or later. */
enum {
    NOTHING,
    PRIVATE,
    STRAY_AT_ONCE,
    STRAY_LATE,
    BESIDE_BEFORE,
    BESIDE_AFTER
};

#define AT(time, id, phase, x) {time, id, SCRIM_TOUCH_##phase, 0, x, 5}

static const scrim_touch between[][6] = {
    [NOTHING] = {{0}},
    [PRIVATE] = {AT(100, 1, BEGAN, 95), AT(110, 1, ENDED, 95), AT(120, 1, BEGAN, 92), AT(130, 1, ENDED, 5)},
    [STRAY_AT_ONCE] = {AT(100, 1, BEGAN, 50), AT(101, 1, MOVED, 95), AT(120, 1, ENDED, 95)},
    [STRAY_LATE] = {AT(100, 1, BEGAN, 50), AT(640, 1, MOVED, 92), AT(645, 1, MOVED, 95), AT(690, 1, ENDED, 91)},
    [BESIDE_BEFORE] = {AT(90, 2, BEGAN, 95), AT(100, 1, BEGAN, 50), AT(110, 1, ENDED, 50), AT(390, 2, ENDED, 95)},
    [BESIDE_AFTER] = {AT(100, 1, BEGAN, 50), AT(109, 2, BEGAN, 95), AT(110, 1, ENDED, 50), AT(690, 2, ENDED, 95)},
};

/* A tap on a button, whose window waits longer for a second one; something; and another tap. */
static void play(int what, char *all) {
    static const scrim_touch taps[] = {AT(1, 1, BEGAN, 5), AT(2, 1, ENDED, 5), AT(700, 1, BEGAN, 5), AT(710, 1, ENDED, 5)};
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_rules rules = SCRIM_RULES_INIT;
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
    rules.flags = 0;
    OK(scrim_collector_set_rules(collector, &rules));
    add_tap(gestures, button, 1, 0);
    add_tap(gestures, button, 2, 200);
    add_tap(gestures, top, 1, 0);
    add_tap(gestures, top, 2, 400);
    size_t next = 0;
    for (uint64_t now = 1; now <= 2000; now++) {
        for (size_t i = 0; i < 4; i++)
            if (taps[i].time_ns == now)
                take_events(gestures, collector, &taps[i], 0, all);
        for (; next < 6 && between[what][next].phase != 0 && between[what][next].time_ns == now; next++)
            take_events(gestures, collector, &between[what][next], 0, all);
        /* When something comes out shows too. */
        if (now % 50 == 0) {
            take_events(gestures, collector, NULL, now, all);
            strcat(all, ".");
        }
    }
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
}

static void test_order_tells_nothing_of_private_touches(void **state) {
    (void)state;
    static char without[4096], with[4096];
    play(NOTHING, without);
    play(PRIVATE, with);
    assert_non_null(strstr(without, "\"seq\":4"));
    assert_string_equal(without, with);
}

/* What waited when it began is private with it: whether that was recognised may hang on when it strayed. */
static void test_order_does_not_tell_when_a_touch_strayed(void **state) {
    (void)state;
    static char one[4096], other[4096];
    static const int same[][2] = {{STRAY_AT_ONCE, STRAY_LATE}, {BESIDE_BEFORE, BESIDE_AFTER}};
    for (int i = 0; i < 2; i++) {
        play(same[i][0], one);
        play(same[i][1], other);
        assert_non_null(strstr(one, "\"seq\":2"));
        assert_string_equal(one, other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_order_tells_nothing_of_private_touches, nothing_left),
        cmocka_unit_test_teardown(test_order_does_not_tell_when_a_touch_strayed, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
