/* SPDX-License-Identifier: MIT */
/* scrim_capture: frost that is smoothed. How is tested in Python; here, that it does, by default, and at most how long. */
#include "capture_fixture.h"

/* What the middle of the covered half of a frame shows 350 ms after all around it went from black to white. */
static int shown_after_a_step(const scrim_capture_options *options) {
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(options);
    const scrim_rect place = {20, 12, 40, 32};
    add(scene, place.x, place.y, place.width, place.height);
    tell(scene, START);
    uint8_t level = 0;
    for (int step = 0; step < 2; step++, level = 255) {
        memset(pixels, level, sizeof pixels);
        const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
        scrim_snapshot *snapshot = snap(scene, LATER + 350 * MS * (unsigned)step);
        const uint64_t now = LATER + 350 * MS * (unsigned)step;
        OK(scrim_capture_redact(capture, snapshot, &frame, now, now, NULL));
        scrim_snapshot_destroy(snapshot);
    }
    assert_int_equal(pixels[0][0], 255);
    int total = 0;
    for (int y = 12; y < 44; y++)
        for (int x = 20; x < 60; x++)
            total += pixels[y][x];
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
    return total / (40 * 32);
}

static void test_easing__follows_what_is_around_it(void **state) {
    (void)state;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.style.kind = SCRIM_STYLE_FROST;
    const int eased = shown_after_a_step(&options);
    options.smoothing_ns = 0;
    const int at_once = shown_after_a_step(&options);
    /* 1/e of the way is missing, less or more by the texture. */
    assert_in_range(eased, 100, at_once - 40);
    assert_true(at_once > 180);
    options.smoothing_ns = (uint64_t)SCRIM_CAPTURE_MAX_SMOOTHING_NS + 1;
    scrim_capture *capture = NULL;
    ANSWERS(scrim_capture_create(&options, &capture), SCRIM_ERROR_INVALID_ARGUMENT);
}

/* Protects the first frame of a scene, in which all around is of one level. */
static void protect_first(scrim_capture *capture, uint64_t now, uint8_t level) {
    scrim_scene *scene = active_scene();
    add(scene, 20, 12, 40, 32);
    scrim_snapshot *snapshot = snap(scene, now);
    memset(pixels, level, sizeof pixels);
    const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    /* Until the first snapshot, the output counts as covered. */
    OK(scrim_capture_redact(capture, snapshot, &frame, now + 1, now + 1, &report));
    assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* A scene that was made where another was in memory, with the same ids, is still another. */
static void test_easing__begins_anew_with_each_scene(void **state) {
    (void)state;
    static uint8_t expected[HEIGHT][WIDTH];
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.style.kind = SCRIM_STYLE_FROST;
    options.hold_ns = 0;
    for (int i = 0; i < 20; i++) {
        scrim_capture *fresh = stream(&options), *used = stream(&options);
        protect_first(fresh, START + MS, 5);
        memcpy(expected, pixels, sizeof pixels);
        protect_first(used, START, 250);
        protect_first(used, START + MS, 5);
        assert_memory_equal(pixels, expected, sizeof pixels);
        scrim_capture_destroy(used);
        scrim_capture_destroy(fresh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_easing__follows_what_is_around_it),
        cmocka_unit_test(test_easing__begins_anew_with_each_scene),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
