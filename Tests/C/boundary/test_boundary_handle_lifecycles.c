/* SPDX-License-Identifier: MIT */
/* Each kind of handle is made, used and destroyed ten thousand times, and takes no more memory than the first few did. */
#define _GNU_SOURCE
#include "support/support.h"

#include <dirent.h>

#include "support/heap.h"

struct usage {
    size_t heap;
    uint64_t mapped;
    size_t descriptors;
};

static struct usage usage(void) {
    struct usage usage = {0, 0, 0};
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    usage.heap = heap_in_use();
    OK(scrim_memory_usage(&report));
    assert_int_equal(report.used_bytes, 0);
    usage.mapped = report.mapped_bytes;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        usage.descriptors++;
    closedir(folder);
    return usage;
}

static void cycle_many(void (*cycle)(int)) {
    const int many = running_on_valgrind() ? 200 : 10000;
    /* Until malloc's caches, which count as used, hold what they always will. */
    for (int i = 0; i < 1000; i++)
        cycle(i);
    const struct usage before = usage();
    for (int i = 1000; i < 1000 + many; i++)
        cycle(i);
    const struct usage after = usage();
    assert_int_equal(after.heap, before.heap);
    assert_int_equal(after.mapped, before.mapped);
    assert_int_equal(after.descriptors, before.descriptors);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

/* ---- One life of each ---- */

static void freed(void *user_data) { ++*(int *)user_data; }

static void text_cycle(int number) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = new_text(16 << number % 8);
    int times = 0;
    OK(scrim_text_set_callbacks(text, &callbacks, &times, freed));
    OK(scrim_text_insert(text, "12345678", 8));
    scrim_text_destroy(text);
    assert_int_equal(times, 1);
}

static void keypad_cycle(int number) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad_callbacks callbacks = SCRIM_KEYPAD_CALLBACKS_INIT;
    scrim_keypad *keypad;
    int times = 0;
    options.layout = (uint32_t)number % (SCRIM_LAYOUT_AZERTY + 1);
    OK(scrim_keypad_create(&options, &keypad));
    scrim_text *text = new_text(8);
    OK(scrim_keypad_attach(keypad, text));
    OK(scrim_keypad_set_callbacks(keypad, &callbacks, &times, freed));
    OK(show_presented(keypad));
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
    assert_int_equal(times, 1);
}

static scrim_scene *furnished_scene(int number, scrim_id *window) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window properties = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_string name = {"Button", 6};
    scrim_scene *scene;
    scrim_id id;
    char title[32];
    OK(scrim_scene_create(&options, &scene));
    properties.frame = (scrim_rect){0, 0, 100, 100};
    properties.title = (scrim_string){title, (size_t)snprintf(title, sizeof title, "Window %06d", number)};
    OK(scrim_scene_add_window(scene, &properties, window));
    view.classes = &name;
    view.class_count = 1;
    for (int i = 0; i < 4; i++) {
        view.frame = (scrim_rect){20 * i, number % 50, 18, 30};
        view.flags = i % 2 ? SCRIM_VIEW_INTERACTIVE : SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE;
        OK(scrim_scene_add_view(scene, *window, &view, &id));
    }
    return scene;
}

static void scene_cycle(int number) {
    scrim_id window;
    scrim_scene *scene = furnished_scene(number, &window);
    OK(scrim_scene_begin(scene));
    OK(scrim_scene_remove(scene, window));
    scrim_scene_destroy(scene);
}

static void gestures_cycle(int number) {
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_gestures *gestures;
    scrim_id window, id;
    scrim_scene *scene = furnished_scene(number, &window);
    scrim_gestures_callbacks callbacks = SCRIM_GESTURES_CALLBACKS_INIT;
    int times = 0;
    OK(scrim_gestures_create(scene, &options, &gestures));
    OK(scrim_gestures_set_callbacks(gestures, &callbacks, &times, freed));
    tap.view = window;
    for (int i = 0; i < 3; i++) {
        OK(scrim_gestures_add(gestures, &tap, &id));
        OK(scrim_gestures_add_action(gestures, id, 1, "pay", 3));
    }
    if (number % 2)
        scrim_scene_destroy(scene);
    scrim_gestures_destroy(gestures);
    assert_int_equal(times, 1);
    scrim_scene_destroy(scene);
}

/* With a gesture that waits to be handed out, rules, and a private touch that is to be told of. */
static void collector_cycle(int number) {
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_rules rules = SCRIM_RULES_INIT;
    scrim_string name = {"Tap", 3};
    scrim_touch touches[] = {{1, 1, SCRIM_TOUCH_BEGAN, 0, 90, 95},
                             {2, 1, SCRIM_TOUCH_ENDED, 0, 90, 95},
                             {3000000000, 2, SCRIM_TOUCH_BEGAN, 0, 5, 60},
                             {3000000001, 2, SCRIM_TOUCH_ENDED, 0, 5, 60}};
    scrim_gesture_event events[4];
    scrim_decision verdicts[4];
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_id window, id;
    size_t consumed, produced;
    scrim_scene *scene = furnished_scene(number, &window);
    OK(scrim_gestures_create(scene, &options, &gestures));
    tap.view = window;
    OK(scrim_gestures_add(gestures, &tap, &id));
    OK(scrim_gestures_add_action(gestures, id, 1, "pay", 3));
    OK(scrim_collector_create(gestures, &collector_options, &collector));
    rules.flags |= SCRIM_RULES_REPORT_COARSE;
    rules.recognizers = &name;
    rules.recognizer_count = 1;
    OK(scrim_collector_set_rules(collector, &rules));
    OK(scrim_gestures_feed(gestures, touches, 4, &consumed, events, 4, &produced));
    assert_int_equal(produced, 2);
    OK(scrim_collector_decide(collector, events, produced, verdicts));
    assert_int_equal(verdicts[0].result, SCRIM_DECISION_PENDING);
    void *all[] = {scene, gestures, collector};
    for (int i = 0; i < 3; i++) { /* in each order */
        int one = (i + number) % 3;
        if (one == 0)
            scrim_scene_destroy(all[0]);
        if (one == 1)
            scrim_gestures_destroy(all[1]);
        if (one == 2)
            scrim_collector_destroy(all[2]);
    }
}

static void capture_cycle(int number) {
    static uint32_t pixels[100 * 100];
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_frame frame = SCRIM_FRAME_INIT;
    scrim_snapshot *snapshots[3];
    scrim_capture *capture;
    scrim_id window;
    scrim_scene *scene = furnished_scene(number, &window);
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    OK(scrim_scene_frame_ready(scene, 0));
    options.style.kind = number % 2 ? SCRIM_STYLE_FROST : SCRIM_STYLE_SOLID;
    OK(scrim_capture_create(&options, &capture));
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = frame.height = 100;
    frame.planes[0] = (scrim_plane){pixels, 400};
    for (uint64_t i = 0; i < 3; i++) {
        OK(scrim_scene_snapshot(scene, 1000000000 + i * 200000000, &snapshots[i]));
        if (number % 20 == 0)
            OK(scrim_capture_redact(capture, snapshots[i], &frame, 1000000000 + i * 200000000,
                                    1000000000 + i * 200000000, NULL));
    }
    scrim_snapshot_destroy(snapshots[1]);
    scrim_scene_destroy(scene);
    scrim_snapshot_destroy(snapshots[0]);
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshots[2]);
}

/* ---- Tests ---- */

static void test_texts(void **state) {
    (void)state;
    cycle_many(text_cycle);
}

static void test_keypads(void **state) {
    (void)state;
    cycle_many(keypad_cycle);
}

static void test_scenes(void **state) {
    (void)state;
    cycle_many(scene_cycle);
}

static void test_gestures(void **state) {
    (void)state;
    cycle_many(gestures_cycle);
}

static void test_collectors(void **state) {
    (void)state;
    cycle_many(collector_cycle);
}

static void test_snapshots_and_captures(void **state) {
    (void)state;
    cycle_many(capture_cycle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_texts, nothing_left),
        cmocka_unit_test_teardown(test_keypads, nothing_left),
        cmocka_unit_test_teardown(test_scenes, nothing_left),
        cmocka_unit_test_teardown(test_gestures, nothing_left),
        cmocka_unit_test_teardown(test_collectors, nothing_left),
        cmocka_unit_test_teardown(test_snapshots_and_captures, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
