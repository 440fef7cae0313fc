/* SPDX-License-Identifier: MIT */
/* Scenes and captures by bands: together they are what one call makes, and an error covers the band. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <scrim.h>

#include "capture/capture_fixture.h"

static uint8_t whole[HEIGHT][WIDTH];

/* Something that differs from place to place, which frost and tiles take their colors from. */
static void draw(void) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            pixels[y][x] = (uint8_t)(40 + x + 2 * y);
    memcpy(whole, pixels, sizeof whole);
}

static const uint32_t kinds[] = {SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST, SCRIM_STYLE_TILES};
static const uint32_t counts[] = {1, 7, 20, 59};

static void test_bands_of_a_scene(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 10, 5, 40, 30);
    add(scene, 30, 25, 60, 50);
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 4; i++) {
            scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
            options.style.kind = kinds[kind];
            draw();
            scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT), once = frame_of(whole, WIDTH, HEIGHT);
            assert_int_equal(scrim_scene_redact(scene, &once, &options, NULL), SCRIM_OK);
            for (uint32_t row = 0; row < HEIGHT; row += options.row_count) {
                options.first_row = row;
                options.row_count = counts[i] < HEIGHT - row ? counts[i] : HEIGHT - row;
                assert_int_equal(scrim_scene_redact(scene, &frame, &options, NULL), SCRIM_OK);
            }
            assert_memory_equal(pixels, whole, sizeof whole);
        }
    scrim_scene_destroy(scene);
}

/* Asserts that exactly the rows from `first` to `end` are black. */
static void assert_black_rows(int first, int end) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_int_equal(pixels[y][x], y >= first && y < end ? 0 : whole[y][x]);
}

static void test_an_error_in_a_scene_covers_the_band(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    options.first_row = 10;
    options.row_count = 20;
    options.output = 9;
    draw();
    assert_int_equal(scrim_scene_redact(scene, &frame, &options, &report), SCRIM_ERROR_NOT_FOUND);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_int_equal(report.pixels, WIDTH * 20);
    assert_black_rows(10, 30);
    options.output = 0;
    draw();
    assert_int_equal(scrim_scene_redact(NULL, &frame, &options, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_black_rows(10, 30);
    options.style.kind = 99;
    draw();
    assert_int_equal(scrim_scene_redact(scene, &frame, &options, &report), SCRIM_ERROR_UNSUPPORTED);
    assert_black_rows(10, 30);
    options.style.kind = SCRIM_STYLE_SOLID;
    report.crossed_capacity = 4;
    draw();
    assert_int_equal(scrim_scene_redact(scene, &frame, &options, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.pixels, WIDTH * 20);
    assert_black_rows(10, 30);
    report.struct_size = 7;
    draw();
    assert_int_equal(scrim_scene_redact(scene, &frame, &options, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_black_rows(10, 30);
    /* If the band is not known, or there is no such band, the whole frame is covered. */
    report = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
    options.row_count = HEIGHT;
    draw();
    assert_int_equal(scrim_scene_redact(scene, &frame, &options, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.pixels, WIDTH * HEIGHT);
    assert_all_black();
    options.row_count = 20;
    options.struct_size = 3;
    draw();
    assert_int_equal(scrim_scene_redact(scene, &frame, &options, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_all_black();
    options.struct_size = sizeof options;
    /* A covered output is not an error: the band is covered, and the other bands when they are redacted. */
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    draw();
    assert_int_equal(scrim_scene_redact(scene, &frame, &options, &report), SCRIM_OK);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_int_equal(report.pixels, WIDTH * 20);
    assert_black_rows(10, 30);
    scrim_scene_destroy(scene);
}

static void test_bands_of_a_capture(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 10, 5, 40, 30);
    tell(scene, START);
    scrim_id second = add(scene, 30, 25, 20, 20);
    tell(scene, START + 100 * MS);
    move(scene, second, 60, 30, 20, 20);
    scrim_snapshot *snapshot = snap(scene, LATER);
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 4; i++) {
            scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
            options.style.kind = kinds[kind];
            options.smoothing_ns = 0;
            options.max_speed = 20;
            scrim_capture *capture = stream(&options);
            draw();
            scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT), once = frame_of(whole, WIDTH, HEIGHT);
            assert_int_equal(scrim_capture_redact(capture, snapshot, &once, LATER, LATER, NULL), SCRIM_OK);
            for (uint32_t row = 0, count; row < HEIGHT; row += count) {
                count = counts[i] < HEIGHT - row ? counts[i] : HEIGHT - row;
                assert_int_equal(scrim_capture_redact_rows(capture, snapshot, &frame, LATER, LATER, row, count, NULL),
                                 SCRIM_OK);
            }
            assert_memory_equal(pixels, whole, sizeof whole);
            assert_int_not_equal(pixels[0][0], 0);
            scrim_capture_destroy(capture);
        }
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

static void test_bands_that_a_capture_refuses(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 10, 5, 40, 30);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *solid = stream(&options);
    options.style.kind = SCRIM_STYLE_FROST;
    scrim_capture *smoothed = stream(&options);
    options.style.flags = SCRIM_STYLE_FLAG_ON_COLOR;
    scrim_capture *on_color = stream(&options);
    scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    static const uint32_t wrong[][2] = {{HEIGHT, 0}, {0, HEIGHT + 1}, {5, UINT32_MAX}, {UINT32_MAX, 1}};
    for (size_t i = 0; i < 4; i++) {
        draw();
        assert_int_equal(scrim_capture_redact_rows(solid, snapshot, &frame, LATER, LATER, wrong[i][0], wrong[i][1], NULL),
                         SCRIM_ERROR_INVALID_ARGUMENT);
        assert_all_black();
    }
    /* A capture that follows the colors of earlier frames needs whole frames. One that has nothing to follow does not. */
    draw();
    assert_int_equal(scrim_capture_redact_rows(smoothed, snapshot, &frame, LATER, LATER, 0, 20, NULL),
                     SCRIM_ERROR_UNSUPPORTED);
    assert_black_rows(0, 20);
    /* Other errors cover the band as well. */
    draw();
    assert_int_equal(scrim_capture_redact_rows(NULL, snapshot, &frame, LATER, LATER, 10, 20, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_black_rows(10, 30);
    draw();
    assert_int_equal(scrim_capture_redact_rows(solid, NULL, &frame, LATER, LATER, 10, 20, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_black_rows(10, 30);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    report.struct_size = 7;
    draw();
    assert_int_equal(scrim_capture_redact_rows(solid, snapshot, &frame, LATER, LATER, 10, 20, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_black_rows(10, 30);
    draw();
    assert_int_equal(scrim_capture_redact_rows(smoothed, snapshot, &frame, LATER, LATER, 0, HEIGHT, NULL), SCRIM_OK);
    assert_int_equal(scrim_capture_redact_rows(on_color, snapshot, &frame, LATER, LATER, 0, 20, NULL), SCRIM_OK);
    assert_int_equal(scrim_capture_redact_rows(solid, snapshot, &frame, LATER, LATER, 0, 20, NULL), SCRIM_OK);
    scrim_capture_destroy(solid);
    scrim_capture_destroy(smoothed);
    scrim_capture_destroy(on_color);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* A frame that begins before the one before it is covered whole, so all of its bands are. */
static void test_bands_of_a_frame_that_goes_back(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 10, 5, 40, 30);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER + 20 * MS);
    scrim_capture *capture = stream(NULL);
    scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    draw();
    assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, LATER + 10 * MS, LATER + 10 * MS, NULL), SCRIM_OK);
    for (int is_upwards = 0; is_upwards < 2; is_upwards++) {
        const uint64_t back = LATER - (uint64_t)is_upwards;
        draw();
        for (uint32_t row = 0; row < HEIGHT; row += 20) {
            const uint32_t first = is_upwards ? HEIGHT - 20 - row : row;
            assert_int_equal(scrim_capture_redact_rows(capture, snapshot, &frame, back, back, first, 20, NULL), SCRIM_OK);
        }
        assert_all_black();
    }
    /* The next frame is redacted again. */
    draw();
    for (uint32_t row = 0; row < HEIGHT; row += 20)
        assert_int_equal(scrim_capture_redact_rows(capture, snapshot, &frame, LATER, LATER, row, 20, NULL), SCRIM_OK);
    assert_int_equal(pixels[59][0], whole[59][0]);
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bands_of_a_scene),
        cmocka_unit_test(test_an_error_in_a_scene_covers_the_band),
        cmocka_unit_test(test_bands_of_a_capture),
        cmocka_unit_test(test_bands_that_a_capture_refuses),
        cmocka_unit_test(test_bands_of_a_frame_that_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
