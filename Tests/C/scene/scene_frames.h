/* SPDX-License-Identifier: MIT */
/* Scenes and their frames for tests: short ways to make one, to protect a frame by it, and to look at that. */
#ifndef SCRIM_TESTS_SCENE_FRAMES_H
#define SCRIM_TESTS_SCENE_FRAMES_H

#include "support/support.h"

enum {
    SHOWN = SCRIM_VIEW_INTERACTIVE,
    SECURE = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE
};

UNUSED static scrim_scene *make_scene(uint32_t outputs) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    options.outputs = outputs;
    scrim_scene *scene = NULL;
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    return scene;
}

UNUSED static void activate(scrim_scene *scene, uint32_t outputs) {
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    for (uint32_t i = 0; i < outputs; i++)
        assert_int_equal(scrim_scene_frame_ready(scene, i), SCRIM_OK);
}

UNUSED static scrim_id add_window(scrim_scene *scene, scrim_rect frame, uint32_t flags, int32_t level) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = frame;
    window.flags = flags;
    window.level = level;
    scrim_id id = 0;
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    assert_int_not_equal(id, 0);
    return id;
}

UNUSED static scrim_view view_of(scrim_rect frame, uint32_t flags, double alpha) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = frame;
    view.flags = flags;
    view.alpha = alpha;
    return view;
}

UNUSED static scrim_id add_view(scrim_scene *scene, scrim_id parent, scrim_rect frame, uint32_t flags) {
    scrim_view view = view_of(frame, flags, 1.0);
    scrim_id id = 0;
    assert_int_equal(scrim_scene_add_view(scene, parent, &view, &id), SCRIM_OK);
    assert_int_not_equal(id, 0);
    return id;
}

UNUSED static int is_secure_at(const scrim_scene *scene, double x, double y) {
    uint32_t secure = 9;
    assert_int_equal(scrim_scene_is_secure_at(scene, x, y, &secure), SCRIM_OK);
    return (int)secure;
}

UNUSED static int is_covered(const scrim_scene *scene, uint32_t output) {
    uint32_t covered = 9;
    assert_int_equal(scrim_scene_is_covered(scene, output, &covered), SCRIM_OK);
    return (int)covered;
}

enum {
    SIDE = 100,
    STRIDE = SIDE + 4,
    UNTOUCHED = 0xAA
};

UNUSED static uint8_t pixels[SIDE * STRIDE];

UNUSED static scrim_status protect(const scrim_scene *scene, const scrim_scene_redact_options *options, scrim_redact_report *report) {
    memset(pixels, UNTOUCHED, sizeof pixels);
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, STRIDE};
    return scrim_scene_redact(scene, &frame, options, report);
}

/* Asserts that exactly the given rectangles of whole pixels are black, and that is_secure_at agrees at each pixel's centre. */
UNUSED static void assert_private(const scrim_scene *scene, const scrim_rect *rects, size_t count) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(protect(scene, NULL, &report), SCRIM_OK);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
    uint64_t covered = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < STRIDE; x++) {
            int expected = 0;
            for (size_t i = 0; i < count && x < SIDE; i++)
                expected |= x >= rects[i].x && x < rects[i].x + rects[i].width && y >= rects[i].y &&
                            y < rects[i].y + rects[i].height;
            assert_int_equal(pixels[y * STRIDE + x], expected ? 0 : UNTOUCHED);
            if (x < SIDE)
                assert_int_equal(is_secure_at(scene, x + 0.5, y + 0.5), expected);
            covered += (uint64_t)expected;
        }
    assert_int_equal(report.pixels, covered);
    assert_int_equal(report.weakest_class, covered ? SCRIM_STYLE_CLASS_SOLID : SCRIM_STYLE_CLASS_NONE);
}

UNUSED static void assert_frame_is(uint8_t value) {
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < STRIDE; x++)
            assert_int_equal(pixels[y * STRIDE + x], x < SIDE ? value : UNTOUCHED);
}

#endif
