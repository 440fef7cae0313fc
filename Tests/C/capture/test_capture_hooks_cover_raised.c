/* SPDX-License-Identifier: MIT */
/* A cover that is raised while a frame is being redacted covers that frame too. */
#include "support/support.h"
#include "scrim_hooks.h"

enum {
    SIDE = 64,
    SECRET = 77
};

static void cover(void *scene) { OK(scrim_scene_set_transition(scene, 1)); }

static void cover_and_uncover(void *scene) {
    cover(scene);
    OK(scrim_scene_set_transition(scene, 0));
    OK(scrim_scene_frame_ready(scene, 0));
}

static void nothing(void *scene) { (void)scene; }

/* Protects a frame of which nothing is private, and has something happen meanwhile. Returns the outcome. */
static uint32_t outcome_where(scrim_test_fn something) {
    static uint8_t pixels[SIDE][SIDE];
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_capture_options stream = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = SCRIM_FRAME_INIT;
    scrim_scene *scene = NULL;
    scrim_capture *capture = NULL;
    scrim_snapshot *snapshot = NULL;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, SIDE};
    memset(pixels, SECRET, sizeof pixels);
    stream.hold_ns = 0;
    OK(scrim_scene_create(&options, &scene));
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    OK(scrim_scene_frame_ready(scene, 0));
    OK(scrim_scene_snapshot(scene, 1000, &snapshot));
    OK(scrim_capture_create(&stream, &capture));
    OK(scrim_test_capture_after_redaction(capture, something, scene));
    OK(scrim_capture_redact(capture, snapshot, &frame, 1001, 1001, &report));
    const int shows = memchr(pixels, SECRET, sizeof pixels) != NULL;
    assert_int_equal(shows, report.outcome == SCRIM_OUTCOME_OK);
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
    return report.outcome;
}

static void test_capture__a_cover_raised_meanwhile(void **state) {
    (void)state;
    assert_int_equal(outcome_where(nothing), SCRIM_OUTCOME_OK);
    assert_int_equal(outcome_where(cover), SCRIM_OUTCOME_COVERED);
    assert_int_equal(outcome_where(cover_and_uncover), SCRIM_OUTCOME_COVERED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capture__a_cover_raised_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
