/* SPDX-License-Identifier: MIT */
/* scrim_scene: the cover of an application that is not active, and its callback. */
#include "scene_frames.h"

/* ---- Activity and cover ---- */

struct log {
    scrim_scene *scene;
    scrim_scene *destroyed;
    char text[256];
    int frees;
};

static void log_cover(uint32_t output, void *user_data) {
    struct log *log = user_data;
    uint32_t covered[2] = {9, 9};
    scrim_id id = 7;
    scrim_window window = SCRIM_WINDOW_INIT;
    /* All outputs are covered by the time the first call comes; the scene answers, and refuses to change. */
    scrim_scene_is_covered(log->scene, 0, &covered[0]);
    scrim_scene_is_covered(log->scene, 1, &covered[1]);
    scrim_status added = scrim_scene_add_window(log->scene, &window, &id);
    scrim_status ready = scrim_scene_frame_ready(log->scene, output);
    size_t used = strlen(log->text);
    snprintf(log->text + used, sizeof log->text - used, "%u(%u%u%s) ", output, covered[0], covered[1],
             added == SCRIM_ERROR_BUSY && ready == SCRIM_ERROR_BUSY && id == 7 ? "" : "!");
    scrim_scene_destroy(log->destroyed);
}

static void log_free(void *user_data) { ((struct log *)user_data)->frees++; }

static void test_activity__covers_at_once_and_uncovers_by_a_ready_frame(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(2);
    struct log log = {.scene = scene};
    assert_int_equal(scrim_scene_set_cover_callback(scene, log_cover, &log, log_free), SCRIM_OK);
    assert_true(is_covered(scene, 0) && is_covered(scene, 1));
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(protect(scene, NULL, &report), SCRIM_OK);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_int_equal(report.pixels, SIDE * SIDE);
    assert_frame_is(0);

    /* A ready frame uncovers nothing while the application is inactive; becoming active uncovers nothing by itself. */
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_true(is_covered(scene, 0));
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_true(is_covered(scene, 0));
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_false(is_covered(scene, 0));
    assert_true(is_covered(scene, 1));
    assert_int_equal(protect(scene, NULL, NULL), SCRIM_OK);
    assert_frame_is(UNTOUCHED);
    assert_string_equal(log.text, "");

    /* Resign: told of the one that was not covered. Twice: no more. Background, foreground, active: covered throughout. */
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_string_equal(log.text, "0(11) ");
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_BACKGROUND), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_true(is_covered(scene, 0));
    assert_string_equal(log.text, "0(11) ");
    activate(scene, 2);
    assert_false(is_covered(scene, 0) || is_covered(scene, 1));

    /* The worst window counts, until it is active again or gone. */
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 10, 10}, SHOWN, 0);
    scrim_id other = add_window(scene, (scrim_rect){0, 0, 10, 10}, SHOWN, 0);
    log.text[0] = 0;
    assert_int_equal(scrim_scene_set_activity(scene, window, SCRIM_ACTIVITY_BACKGROUND), SCRIM_OK);
    assert_string_equal(log.text, "0(11) 1(11) ");
    assert_int_equal(scrim_scene_set_activity(scene, other, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, other, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 1), SCRIM_OK);
    assert_true(is_covered(scene, 1));
    assert_int_equal(scrim_scene_remove(scene, window), SCRIM_OK);
    assert_true(is_covered(scene, 1));
    assert_int_equal(scrim_scene_frame_ready(scene, 1), SCRIM_OK);
    assert_false(is_covered(scene, 1));
    assert_true(is_covered(scene, 0));
    uint32_t covered = 7;
    assert_int_equal(scrim_scene_is_covered(scene, 2, &covered), SCRIM_ERROR_NOT_FOUND);
    assert_int_equal(scrim_scene_frame_ready(scene, 40), SCRIM_ERROR_NOT_FOUND);
    assert_int_equal(covered, 7);
    scrim_scene_destroy(scene);
    assert_int_equal(log.frees, 1);
}

static void test_cover_callback__may_destroy_its_scene(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(2);
    struct log log = {.scene = scene, .destroyed = scene};
    activate(scene, 2);
    assert_int_equal(scrim_scene_set_cover_callback(scene, log_cover, &log, log_free), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    /* Put off until the call returned, so the scene still answered. But it told no more. */
    assert_string_equal(log.text, "0(11) ");
    assert_int_equal(log.frees, 1);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_ERROR_INVALID_HANDLE);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_SCENE), 0);
}

/* What a user_data_free sees and does. */
struct freed {
    scrim_scene *scene;
    int count;
    scrim_status const_call, mutating_call;
};

static void use_and_destroy(void *user_data) {
    struct freed *freed = user_data;
    uint32_t covered;
    freed->count++;
    freed->const_call = scrim_scene_is_covered(freed->scene, 0, &covered);
    freed->mutating_call = scrim_scene_frame_ready(freed->scene, 0);
    scrim_scene_destroy(freed->scene);
}

static void test_user_data_free__is_called_once(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    struct freed first = {0}, second = {.scene = scene};
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &first, use_and_destroy), SCRIM_OK);
    assert_int_equal(first.count, 0);
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &second, use_and_destroy), SCRIM_OK);
    assert_int_equal(first.count, 1);
    assert_int_equal(second.count, 0);
    /* On replacement it is a callback like any other: destroying is put off to the end of the call. */
    struct freed third = {0};
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &third, use_and_destroy), SCRIM_OK);
    assert_int_equal(second.count, 1);
    assert_int_equal(second.const_call, SCRIM_OK);
    assert_int_equal(second.mutating_call, SCRIM_ERROR_BUSY);
    assert_int_equal(third.count, 1);
    assert_int_equal(first.count, 1);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);

    /* On destruction the handle is invalid already. */
    scene = make_scene(1);
    struct freed last = {.scene = scene};
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &last, use_and_destroy), SCRIM_OK);
    scrim_scene_destroy(scene);
    assert_int_equal(last.count, 1);
    assert_int_equal(last.const_call, SCRIM_ERROR_INVALID_HANDLE);
    assert_int_equal(last.mutating_call, SCRIM_ERROR_INVALID_HANDLE);
    /* A call that fails has not taken the data over. */
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &last, use_and_destroy), SCRIM_ERROR_INVALID_HANDLE);
    assert_int_equal(last.count, 1);
}

static void destroy_gestures(void *user_data) { scrim_gestures_destroy(*(scrim_gestures **)user_data); }

/* Put off while the callback runs, and done before the scene's own destruction returns. */
static void test_user_data_free__may_destroy_what_depends_on_the_scene(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures *gestures[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(scrim_gestures_create(scene, &options, &gestures[i]), SCRIM_OK);
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &gestures[0], destroy_gestures), SCRIM_OK);
    scrim_scene_destroy(scene);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_SCENE), 0);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_GESTURES), 1);
    scrim_gestures_destroy(gestures[1]);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_activity__covers_at_once_and_uncovers_by_a_ready_frame),
        cmocka_unit_test(test_cover_callback__may_destroy_its_scene),
        cmocka_unit_test(test_user_data_free__is_called_once),
        cmocka_unit_test(test_user_data_free__may_destroy_what_depends_on_the_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
