/* SPDX-License-Identifier: MIT */
/* Streams for tests: short ways to make one, its scene and its frames. */
#ifndef SCRIM_TESTS_CAPTURE_FIXTURE_H
#define SCRIM_TESTS_CAPTURE_FIXTURE_H

#include "support/support.h"

/* What a pixel is that nothing covers. */
enum {
    SHOWN = 200
};

#define MS UINT64_C(1000000)
UNUSED static scrim_frame frame_of(void *data, uint32_t width, uint32_t height) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = width;
    frame.height = height;
    frame.planes[0] = (scrim_plane){data, width};
    return frame;
}

UNUSED static scrim_scene *active_scene(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    return scene;
}

UNUSED static scrim_snapshot *snap(scrim_scene *scene, uint64_t now) {
    scrim_snapshot *snapshot = NULL;
    assert_int_equal(scrim_scene_snapshot(scene, now, &snapshot), SCRIM_OK);
    return snapshot;
}

UNUSED static scrim_capture *stream(const scrim_capture_options *options) {
    const scrim_capture_options standard = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    assert_int_equal(scrim_capture_create(options ? options : &standard, &capture), SCRIM_OK);
    return capture;
}

/* Where the clock of most tests begins, and when the scene has been told enough for a frame. */
#define START (1000 * MS)
#define LATER (START + 200 * MS)

enum {
    WIDTH = 100,
    HEIGHT = 60
};

UNUSED static uint8_t pixels[HEIGHT][WIDTH];

UNUSED static scrim_window secure_window(double x, double y, double width, double height) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){x, y, width, height};
    window.flags = SCRIM_VIEW_SECURE;
    return window;
}

UNUSED static scrim_id add(scrim_scene *scene, double x, double y, double width, double height) {
    scrim_window window = secure_window(x, y, width, height);
    scrim_id id = 0;
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    return id;
}

UNUSED static void move(scrim_scene *scene, scrim_id id, double x, double y, double width, double height) {
    scrim_window window = secure_window(x, y, width, height);
    assert_int_equal(scrim_scene_update_window(scene, id, &window), SCRIM_OK);
}

UNUSED static void tell(scrim_scene *scene, uint64_t now) {
    scrim_snapshot_destroy(snap(scene, now));
}

/* Protects a frame by a snapshot of now. */
UNUSED static uint32_t protect(scrim_capture *capture, const scrim_snapshot *snapshot, uint64_t from, uint64_t to) {
    memset(pixels, SHOWN, sizeof pixels);
    const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, from, to, &report), SCRIM_OK);
    return report.outcome;
}

UNUSED static uint32_t protect_now(scrim_capture *capture, scrim_scene *scene, uint64_t captured, uint64_t now) {
    scrim_snapshot *snapshot = snap(scene, now);
    uint32_t outcome = protect(capture, snapshot, captured, captured);
    scrim_snapshot_destroy(snapshot);
    return outcome;
}

/* Asserts that exactly the given rectangles of pixels are black. */
UNUSED static void assert_black(const scrim_rect *rects, size_t count) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int expected = 0;
            for (size_t i = 0; i < count; i++)
                expected |= x >= rects[i].x && x < rects[i].x + rects[i].width && y >= rects[i].y &&
                            y < rects[i].y + rects[i].height;
            assert_int_equal(pixels[y][x], expected ? 0 : SHOWN);
        }
}

UNUSED static void assert_all_black(void) {
    const scrim_rect all = {0, 0, WIDTH, HEIGHT};
    assert_black(&all, 1);
}

#endif
