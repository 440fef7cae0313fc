/* SPDX-License-Identifier: MIT */
/* Numbers at the ends of their ranges: what a region touches is covered, and nothing else, however small or far away it is. */
#include "support/support.h"

enum {
    SIDE = 4
};

static unsigned char pixels[SIDE * SIDE];

static scrim_frame frame_of_ones(void) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    memset(pixels, 1, sizeof pixels);
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, SIDE};
    return frame;
}

/* Numbers so small that a scale makes them zero. */
static void test_the_smallest_numbers(void **state) {
    (void)state;
    static const struct {
        double x, width, scale;
        int covered;
    } cases[] = {
        {-1e-300, 1.1e-300, 1.0 / 64, 1},
        {-1e-310, 1e-310 + 5e-324, 1.0 / 64, 1}, /* it ends one step right of the edge */
        {-5e-324, 5e-324, 1.0 / 64, 0},          /* it ends at the edge */
        {0.0, 5e-324, 1.0 / 64, 1},
        {SIDE, 5e-324, 1.0, 0},
        {3.5, 5e-324, 1.0, 1}, /* thinner than the distance of numbers there */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scrim_frame frame = frame_of_ones();
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {cases[i].x, 0, cases[i].width, 1}};
        options.scale = cases[i].scale;
        OK(scrim_redact(&frame, &region, 1, &options, &report));
        assert_int_equal(report.pixels, cases[i].covered);
        assert_int_equal(pixels[0] == 0 || pixels[3] == 0, cases[i].covered);
    }
}

/* A private view covers what it touches by the same rule. */
static void test_a_thin_private_view(void **state) {
    (void)state;
    static const double places[] = {0.0, 3.5, 536870912.25};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
        scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_frame frame = frame_of_ones();
        scrim_window window = SCRIM_WINDOW_INIT;
        scrim_view view = SCRIM_VIEW_INIT;
        scrim_scene *scene;
        scrim_id id;
        OK(scrim_scene_create(&scene_options, &scene));
        window.frame = (scrim_rect){places[i], 0, 1, 1};
        OK(scrim_scene_add_window(scene, &window, &id));
        view.frame = (scrim_rect){0, 0, 1e-9, 1};
        view.flags |= SCRIM_VIEW_SECURE;
        OK(scrim_scene_add_view(scene, id, &view, &id));
        OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
        OK(scrim_scene_frame_ready(scene, 0));
        options.origin.x = places[i] < SIDE ? 0 : 536870912.0;
        OK(scrim_scene_redact(scene, &frame, &options, &report));
        assert_int_equal(report.pixels, 1);
        scrim_scene_destroy(scene);
    }
}

/* Far from the frame by more than a coordinate may be, turned or not: not in it. */
static void test_a_private_view_farther_away_than_a_coordinate_goes(void **state) {
    (void)state;
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene;
    scrim_id top, id;
    OK(scrim_scene_create(&scene_options, &scene));
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    OK(scrim_scene_frame_ready(scene, 0));
    window.frame = (scrim_rect){0, 0, 9, 9};
    OK(scrim_scene_add_window(scene, &window, &top));
    view.frame = (scrim_rect){1e9, 0, 10, 10};
    view.flags |= SCRIM_VIEW_SECURE;
    options.origin.x = -1e9;
    for (int is_turned = 0; is_turned < 2; is_turned++) {
        if (is_turned)
            view.transform = (scrim_affine){0.8, 0.6, -0.6, 0.8, 0, 0};
        OK(scrim_scene_add_view(scene, top, &view, &id));
        scrim_frame frame = frame_of_ones();
        OK(scrim_scene_redact(scene, &frame, &options, &report));
        assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
        assert_int_equal(report.pixels, 0);
        assert_int_equal(pixels[0], 1);
    }
    scrim_scene_destroy(scene);
}

/* Corners 10^18 points away, where numbers are 128 apart, and a clip that is 10 points wide and 1/250 high. */
static void test_a_vast_private_view_in_a_small_clip(void **state) {
    (void)state;
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene;
    scrim_id top, id;
    size_t count = 0;
    uint32_t is_secure = 0;
    OK(scrim_scene_create(&scene_options, &scene));
    window.flags |= SCRIM_VIEW_CLIPS;
    window.frame = (scrim_rect){-172653594.25, -0.033965465903747827, 9.8967764526605606, 0.0041210863128071651};
    OK(scrim_scene_add_window(scene, &window, &top));
    view.flags |= SCRIM_VIEW_SECURE;
    view.frame = (scrim_rect){0, 32022.910565137863, 20.117564679821953, 53.355181948048994};
    view.transform = (scrim_affine){-149974101.5, -1073741824, -1073741824, 284770441.5, 0, -852524187};
    view.overflow = (scrim_outsets){39.589085476472974, 1073741824, 0, 1};
    OK(scrim_scene_add_view(scene, top, &view, &id));
    OK(scrim_scene_is_secure_at(scene, -172653593.50653911, -0.032485664237293946, &is_secure));
    assert_int_equal(is_secure, 1);
    ANSWERS(scrim_scene_secure_regions(scene, NULL, 0, &count), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
    scrim_scene_destroy(scene);
}

/* One row needs no stride: the least there is moves nothing. */
static void test_the_least_stride(void **state) {
    (void)state;
    scrim_frame frame = frame_of_ones();
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {0, 0, SIDE, SIDE}};
    frame.height = 1;
    frame.planes[0].stride = INT64_MIN;
    OK(scrim_redact(&frame, &region, 1, NULL, &report));
    assert_int_equal(report.pixels, SIDE);
    assert_int_equal(pixels[SIDE], 1);
    frame.height = 2;
    ANSWERS(scrim_redact(&frame, &region, 1, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_the_smallest_numbers, nothing_left),
        cmocka_unit_test_teardown(test_a_thin_private_view, nothing_left),
        cmocka_unit_test_teardown(test_a_private_view_farther_away_than_a_coordinate_goes, nothing_left),
        cmocka_unit_test_teardown(test_a_vast_private_view_in_a_small_clip, nothing_left),
        cmocka_unit_test_teardown(test_the_least_stride, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
