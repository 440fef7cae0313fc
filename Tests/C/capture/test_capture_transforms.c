/* SPDX-License-Identifier: MIT */
/* scrim_capture: where a frame that is turned shows what is private, and how far around it. */
#include "capture_fixture.h"

/* The pixel of a turned frame at which a pixel of the screen's rectangle lands, by moving it one step after the other. */
static void turn(uint32_t transform, int *x, int *y) {
    int width = WIDTH, height = HEIGHT;
    if (transform & 4)
        *x = width - 1 - *x;
    for (uint32_t i = 0; i < (transform & 3); i++) {
        int right = height - 1 - *y, old = width;
        *y = *x;
        *x = right;
        width = height;
        height = old;
    }
}

static void test_transform__covers_and_maps_back_each_way(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    /* A rectangle, a square on its corner, and one that grew from a point by hand: none is alike on two sides. */
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){300, 200, WIDTH, HEIGHT};
    scrim_id id, inside;
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    scrim_view view = SCRIM_VIEW_INIT;
    view.flags = SCRIM_VIEW_SECURE;
    view.frame = (scrim_rect){7, 3, 20, 9};
    assert_int_equal(scrim_scene_add_view(scene, id, &view, &inside), SCRIM_OK);
    view.frame = (scrim_rect){70, 10, 30, 20};
    view.transform = (scrim_affine){0.8, 0.6, -0.6, 0.8, 0, 0};
    assert_int_equal(scrim_scene_add_view(scene, id, &view, &inside), SCRIM_OK);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.origin = (scrim_point){300, 200};
    scrim_capture *upright = stream(&options);
    assert_int_equal(protect(upright, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
    assert_int_equal(pixels[3][7], 0);
    assert_int_equal(pixels[25][70], 0);
    for (uint32_t transform = 0; transform < 8; transform++) {
        static uint8_t turned[WIDTH * HEIGHT];
        memset(turned, SHOWN, sizeof turned);
        const uint32_t width = transform & 1 ? HEIGHT : WIDTH, height = transform & 1 ? WIDTH : HEIGHT;
        const scrim_frame frame = frame_of(turned, width, height);
        options.transform = transform;
        scrim_capture *capture = stream(&options);
        assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, LATER, LATER, NULL), SCRIM_OK);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                int tx = x, ty = y;
                turn(transform, &tx, &ty);
                assert_int_equal(turned[(uint32_t)ty * width + (uint32_t)tx], pixels[y][x]);
                scrim_point point = {0, 0};
                assert_int_equal(
                    scrim_capture_screen_point(capture, width, height, tx + 0.5, ty + 0.5, &point.x, &point.y), SCRIM_OK);
                assert_true(point.x == 300 + x + 0.5 && point.y == 200 + y + 0.5);
            }
        scrim_capture_destroy(capture);
    }
    scrim_capture_destroy(upright);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

static void test_growth__is_speed_times_lateness_interval_and_age_and_a_pixel(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 20, 12, 5, 6);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.scale = 2;
    options.max_speed = 40;
    options.max_latency_ns = 50 * MS;
    options.update_interval_ns = 25 * MS;
    scrim_capture *capture = stream(&options);
    /* 40 · 0.075 = 3 points and half a point, of two pixels each. */
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
    const scrim_rect place = {40 - 7, 24 - 7, 10 + 14, 12 + 14};
    assert_black(&place, 1);
    assert_int_equal(protect(capture, snapshot, LATER, LATER + 25 * MS), SCRIM_OUTCOME_OK);
    const scrim_rect later = {40 - 9, 24 - 9, 10 + 18, 12 + 18};
    assert_black(&later, 1);
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transform__covers_and_maps_back_each_way),
        cmocka_unit_test(test_growth__is_speed_times_lateness_interval_and_age_and_a_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
