/* SPDX-License-Identifier: MIT */
/* A program in a language that cannot see macros: every struct is initialized by its function, and then used as it is. */
#include "support/support.h"

/* Declares a struct that is full of other bytes. */
#define FILLED(type, name) \
    type name; \
    memset(&name, 0xA5, sizeof name)

static void test_secrets_and_keypads(void **state) {
    (void)state;
    scrim_text *text;
    scrim_keypad *keypad;
    size_t count;
    FILLED(scrim_memory_options, memory_options);
    OK(scrim_memory_options_init(&memory_options, sizeof memory_options));
    OK(scrim_memory_configure(&memory_options));
    FILLED(scrim_text_options, text_options);
    OK(scrim_text_options_init(&text_options, sizeof text_options));
    OK(scrim_text_create(&text_options, &text));
    FILLED(scrim_text_callbacks, callbacks);
    OK(scrim_text_callbacks_init(&callbacks, sizeof callbacks));
    OK(scrim_text_set_callbacks(text, &callbacks, NULL, NULL));
    OK(scrim_text_insert(text, "2468", 4));
    FILLED(scrim_keypad_options, keypad_options);
    OK(scrim_keypad_options_init(&keypad_options, sizeof keypad_options));
    OK(scrim_keypad_create(&keypad_options, &keypad));
    FILLED(scrim_keypad_callbacks, keypad_callbacks);
    OK(scrim_keypad_callbacks_init(&keypad_callbacks, sizeof keypad_callbacks));
    OK(scrim_keypad_set_callbacks(keypad, &keypad_callbacks, NULL, NULL));
    OK(scrim_keypad_attach(keypad, text));
    OK(scrim_keypad_show(keypad));
    ANSWERS(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &count), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 12);
    FILLED(scrim_memory_report, report);
    OK(scrim_memory_report_init(&report, sizeof report));
    OK(scrim_memory_usage(&report));
    assert_true(report.arenas >= 1 && report.used_bytes > 0);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_scenes_and_gestures(void **state) {
    (void)state;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_id window_id, view_id, id;
    FILLED(scrim_scene_options, scene_options);
    OK(scrim_scene_options_init(&scene_options, sizeof scene_options));
    OK(scrim_scene_create(&scene_options, &scene));
    FILLED(scrim_window, window);
    OK(scrim_window_init(&window, sizeof window));
    window.frame = (scrim_rect){0, 0, 100, 100};
    OK(scrim_scene_add_window(scene, &window, &window_id));
    FILLED(scrim_view, view);
    OK(scrim_view_init(&view, sizeof view));
    view.frame = (scrim_rect){10, 10, 50, 50};
    OK(scrim_affine_init(&view.transform, sizeof view.transform));
    OK(scrim_scene_add_view(scene, window_id, &view, &view_id));
    FILLED(scrim_view_metadata, metadata);
    OK(scrim_view_metadata_init(&metadata, sizeof metadata));
    OK(scrim_scene_set_metadata(scene, view_id, &metadata));
    FILLED(scrim_gestures_options, gestures_options);
    OK(scrim_gestures_options_init(&gestures_options, sizeof gestures_options));
    OK(scrim_gestures_create(scene, &gestures_options, &gestures));
    FILLED(scrim_gestures_callbacks, gestures_callbacks);
    OK(scrim_gestures_callbacks_init(&gestures_callbacks, sizeof gestures_callbacks));
    OK(scrim_gestures_set_callbacks(gestures, &gestures_callbacks, NULL, NULL));
    scrim_recognizer tap, press;
    memset(&tap, 0xA5, sizeof tap);
    memset(&press, 0xA5, sizeof press);
    OK(scrim_recognizer_tap_init(&tap, sizeof tap));
    OK(scrim_recognizer_long_press_init(&press, sizeof press));
    tap.view = press.view = view_id;
    OK(scrim_gestures_add(gestures, &tap, &id));
    OK(scrim_gestures_add(gestures, &press, &id));
    FILLED(scrim_collector_options, collector_options);
    OK(scrim_collector_options_init(&collector_options, sizeof collector_options));
    OK(scrim_collector_create(gestures, &collector_options, &collector));
    FILLED(scrim_rules, rules);
    OK(scrim_rules_init(&rules, sizeof rules));
    OK(scrim_collector_set_rules(collector, &rules));
    FILLED(scrim_rules_load_report, rules_report);
    OK(scrim_rules_load_report_init(&rules_report, sizeof rules_report));
    OK(scrim_collector_load_rules(collector, "{\"version\":1}", 13, &rules_report));
    FILLED(scrim_record, record);
    OK(scrim_record_init(&record, sizeof record));
    ANSWERS(scrim_collector_next(collector, &record), SCRIM_ERROR_NOT_FOUND);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
}

static void test_frames(void **state) {
    (void)state;
    enum {
        SIDE = 16
    };
    static unsigned char pixels[SIDE * SIDE * 4];
    scrim_scene *scene;
    scrim_capture *capture;
    scrim_publisher *publisher;
    scrim_subscriber *subscriber;
    scrim_snapshot *snapshot;
    scrim_id id;
    FILLED(scrim_frame, frame);
    OK(scrim_frame_init(&frame, sizeof frame));
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, SIDE * 4};
    FILLED(scrim_style, style);
    OK(scrim_style_init(&style, sizeof style));
    FILLED(scrim_redact_options, options);
    OK(scrim_redact_options_init(&options, sizeof options));
    options.styles = &style;
    options.style_count = 1;
    FILLED(scrim_redact_report, report);
    OK(scrim_redact_report_init(&report, sizeof report));
    const scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {2, 2, 4, 4}};
    OK(scrim_redact(&frame, &region, 1, &options, &report));
    assert_int_equal(report.pixels, 16);
    assert_int_equal(report.weakest_class, SCRIM_STYLE_CLASS_SOLID);

    FILLED(scrim_scene_options, scene_options);
    OK(scrim_scene_options_init(&scene_options, sizeof scene_options));
    OK(scrim_scene_create(&scene_options, &scene));
    FILLED(scrim_window, window);
    OK(scrim_window_init(&window, sizeof window));
    window.frame = (scrim_rect){0, 0, 8, SIDE};
    window.flags = SCRIM_VIEW_SECURE;
    OK(scrim_scene_add_window(scene, &window, &id));
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    OK(scrim_scene_frame_ready(scene, 0));
    FILLED(scrim_scene_redact_options, scene_redact_options);
    OK(scrim_scene_redact_options_init(&scene_redact_options, sizeof scene_redact_options));
    OK(scrim_scene_redact(scene, &frame, &scene_redact_options, &report));
    assert_int_equal(report.pixels, 8 * SIDE);
    FILLED(scrim_cover, cover);
    OK(scrim_cover_init(&cover, sizeof cover));
    OK(scrim_scene_set_cover(scene, 0, &cover));
    FILLED(scrim_capture_options, capture_options);
    OK(scrim_capture_options_init(&capture_options, sizeof capture_options));
    OK(scrim_capture_create(&capture_options, &capture));
    OK(scrim_scene_snapshot(scene, 1000000000, &snapshot)); /* the scene's past begins here */
    scrim_snapshot_destroy(snapshot);
    OK(scrim_scene_snapshot(scene, 3000000000, &snapshot));
    OK(scrim_capture_redact(capture, snapshot, &frame, 2500000000, 2500000000, &report));
    assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
    assert_true(report.pixels >= 8 * SIDE);
    FILLED(scrim_publisher_options, publisher_options);
    OK(scrim_publisher_options_init(&publisher_options, sizeof publisher_options));
    OK(scrim_publisher_create(&publisher_options, &publisher));
    OK(scrim_publisher_publish(publisher, snapshot));
    FILLED(scrim_subscriber_options, subscriber_options);
    OK(scrim_subscriber_options_init(&subscriber_options, sizeof subscriber_options));
    OK(scrim_publisher_fd(publisher, &subscriber_options.fd));
    OK(scrim_subscriber_create(&subscriber_options, &subscriber));
    close(subscriber_options.fd);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

static void test_what_is_wrong_writes_nothing(void **state) {
    (void)state;
    scrim_text_options options, before;
    memset(&options, 0xA5, sizeof options);
    before = options;
    ANSWERS(scrim_text_options_init(NULL, sizeof options), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_options_init(&options, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_options_init(&options, sizeof options - 1), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_options_init(&options, SIZE_MAX), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(&options, &before, sizeof options);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_secrets_and_keypads),
        cmocka_unit_test(test_scenes_and_gestures),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_what_is_wrong_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
