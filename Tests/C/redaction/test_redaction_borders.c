/* SPDX-License-Identifier: MIT */
/* The report of regions whose border content crosses. A model in numpy checks the rule: here is how it is reported. */
#include "support/support.h"

enum {
    SIDE = 100,
    ROOM = 5
};

/* A flat frame. */
static scrim_frame flat(uint8_t pixels[SIDE * SIDE]) {
    memset(pixels, 200, SIDE * SIDE);
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, SIDE};
    return frame;
}

/* Ink from (x, y) to the right. */
static void draw(uint8_t pixels[SIDE * SIDE], int x, int y, int width) {
    for (int i = 0; i < width; i += 2)
        pixels[y * SIDE + x + i] = 0;
}

/* Regions in a column. Ink reaches one row below the second, the fourth and the fifth. The third is empty. */
static void make(uint8_t pixels[SIDE * SIDE], scrim_region regions[ROOM]) {
    for (int i = 0; i < ROOM; i++) {
        regions[i] = (scrim_region){.shape = SCRIM_SHAPE_RECT, .rect = {20, 20 * i, 50, i == 2 ? 0 : 8}};
        if (i == 1 || i > 2)
            draw(pixels, 25, 20 * i + 8, 30);
    }
}

static void test_the_list_gets_the_first_ones_and_the_count_is_whole(void **state) {
    (void)state;
    for (uint64_t capacity = 0; capacity <= ROOM; capacity++) {
        static uint8_t pixels[SIDE * SIDE];
        scrim_frame frame = flat(pixels);
        scrim_region regions[ROOM];
        make(pixels, regions);
        uint64_t list[ROOM] = {77, 77, 77, 77, 77};
        const uint64_t expected[] = {1, 3, 4};
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        report.crossed = capacity > 0 ? list : NULL;
        report.crossed_capacity = capacity;
        OK(scrim_redact(&frame, regions, ROOM, NULL, &report));
        assert_true(report.outcome == SCRIM_OUTCOME_OK && report.regions_crossed == 3);
        for (uint64_t i = 0; i < ROOM; i++)
            assert_int_equal(list[i], i < capacity && i < 3 ? expected[i] : 77);
        assert_true(report.crossed == (capacity > 0 ? list : NULL) && report.crossed_capacity == capacity);
    }
}

/* Ink reaches one row below the first of two regions that lie side by side. The second is higher. */
static void test_a_region_with_another_beside_it(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        static uint8_t pixels[SIDE * SIDE];
        scrim_frame frame = flat(pixels);
        const scrim_region regions[] = {{.shape = SCRIM_SHAPE_RECT, .rect = {20, 20, 30, 8}}, {.shape = SCRIM_SHAPE_RECT, .rect = {50, 20, 30, 20}}};
        scrim_style style = SCRIM_STYLE_INIT;
        style.kind = kind ? SCRIM_STYLE_BLUR : SCRIM_STYLE_SOLID;
        style.amount = 4;
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.styles = &style;
        options.style_count = 1;
        uint64_t list[2] = {77, 77};
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        report.crossed = list;
        report.crossed_capacity = 2;
        draw(pixels, 25, 28, 20);
        OK(scrim_redact(&frame, regions, 2, &options, &report));
        assert_int_equal(report.regions_crossed, 1);
        assert_true(list[0] == 0 && list[1] == 77);
    }
}

static void test_a_larger_box_is_quiet(void **state) {
    (void)state;
    for (uint32_t dilation = 0; dilation < 3; dilation++) {
        static uint8_t pixels[SIDE * SIDE];
        scrim_frame frame = flat(pixels);
        scrim_region regions[ROOM];
        make(pixels, regions);
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.dilation = dilation;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        OK(scrim_redact(&frame, regions, ROOM, &options, &report));
        assert_int_equal(report.regions_crossed, dilation == 0 ? 3 : 0);
    }
}

static void test_a_list_that_cannot_be_written_covers_the_frame(void **state) {
    (void)state;
    const uint64_t capacities[] = {1, UINT64_MAX};
    for (int i = 0; i < 2; i++) {
        static uint8_t pixels[SIDE * SIDE];
        scrim_frame frame = flat(pixels);
        scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {1, 1, 2, 2}};
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        report.crossed_capacity = capacities[i];
        ANSWERS(scrim_redact(&frame, &region, 1, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
        assert_true(report.outcome == SCRIM_OUTCOME_COVERED && report.regions_crossed == 0);
        assert_true(report.crossed == NULL && report.crossed_capacity == capacities[i]);
        assert_true(pixels[0] == 0 && pixels[SIDE * SIDE - 1] == 0);
    }
}

/* A region of two parts, whose connection lies beyond the edge of the frame. Between them no row or column has a pixel of it. */
static void test_a_region_that_the_frame_cuts_in_two(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++)
        for (int ink = 0; ink < 2; ink++) {
            static uint8_t pixels[SIDE * SIDE];
            scrim_frame frame = flat(pixels);
            scrim_point points[] = {{10, 20}, {30, 20}, {30, 120}, {60, 120}, {60, 20}, {80, 20}, {80, 140}, {10, 140}};
            for (int i = 0; i < 8 && turned; i++)
                points[i] = (scrim_point){points[i].y, points[i].x};
            for (int i = 12; i < 28 && ink; i += 2)
                pixels[turned ? i * SIDE + 19 : 19 * SIDE + i] = 0;
            scrim_region region = {.shape = SCRIM_SHAPE_POLYGON, .points = points, .point_count = 8};
            scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
            OK(scrim_redact(&frame, &region, 1, NULL, &report));
            assert_int_equal(report.regions_crossed, ink);
            assert_int_equal(pixels[turned ? 25 * SIDE + 50 : 50 * SIDE + 25], 0);
            assert_int_equal(pixels[turned ? 45 * SIDE + 50 : 50 * SIDE + 45], 200);
        }
}

/* Stripes that end five columns away from the region, and begin again behind a gap of two. */
static void test_a_gap_of_two_columns_on_each_side(void **state) {
    (void)state;
    static uint8_t pixels[4 * SIDE * SIDE];
    for (int side = 0; side < 2; side++)
        for (int x = 30; x < 46; x++)
            for (int gap = 0; gap < 2; gap++) {
                memset(pixels, 200, sizeof pixels);
                for (int y = 32; y < 68; y += 2)
                    for (int distance = 1; distance < 24; distance++)
                        if (!gap || distance < 6 || distance > 7) {
                            const int column = side ? x + 19 + distance : x - distance;
                            memset(pixels + 4 * (y * SIDE + column), 0, 4);
                        }
                scrim_frame frame = SCRIM_FRAME_INIT;
                frame.format = SCRIM_FORMAT_RGBX;
                frame.width = frame.height = SIDE;
                frame.planes[0] = (scrim_plane){pixels, 4 * SIDE};
                scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {x, 30, 20, 40}};
                scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
                OK(scrim_redact(&frame, &region, 1, NULL, &report));
                assert_int_equal(report.regions_crossed, gap);
            }
}

static void test_an_error_reports_no_borders(void **state) {
    (void)state;
    static uint8_t pixels[SIDE * SIDE];
    scrim_frame frame = flat(pixels);
    scrim_region regions[ROOM];
    make(pixels, regions);
    regions[ROOM - 1].style = 9;
    uint64_t list[ROOM];
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    report.crossed = list;
    report.crossed_capacity = ROOM;
    report.regions_crossed = 55;
    ANSWERS(scrim_redact(&frame, regions, ROOM, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_true(report.outcome == SCRIM_OUTCOME_COVERED && report.regions_crossed == 0);
}

static void test_bands_report_a_region_where_it_begins(void **state) {
    (void)state;
    static uint8_t pixels[SIDE * SIDE];
    scrim_frame frame = flat(pixels);
    scrim_region regions[ROOM];
    make(pixels, regions);
    regions[4].rect = (scrim_rect){20, 64, 50, 24}; /* crosses two cuts, and lies next to another region */
    regions[3].rect.y = 56;
    uint64_t list[ROOM], counts[4];
    for (uint32_t band = 0; band < 4; band++) {
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.first_row = 25 * band;
        options.row_count = 25;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        report.crossed = list;
        report.crossed_capacity = ROOM;
        OK(scrim_redact(&frame, regions, ROOM, &options, &report));
        counts[band] = report.regions_crossed;
        if (report.regions_crossed > 0)
            assert_int_equal(list[0], band == 0 ? 1 : 4);
    }
    assert_true(counts[0] == 1 && counts[1] == 0 && counts[2] == 1 && counts[3] == 0);
}

static void test_scenes_and_captures_only_count(void **state) {
    (void)state;
    static uint8_t pixels[SIDE * SIDE];
    scrim_frame frame = flat(pixels);
    scrim_scene *scene;
    scrim_snapshot *snapshot;
    scrim_capture *capture;
    scrim_id window, view;
    scrim_window properties = SCRIM_WINDOW_INIT;
    scrim_view field = SCRIM_VIEW_INIT;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    OK(scrim_scene_create(&scene_options, &scene));
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    OK(scrim_scene_frame_ready(scene, 0));
    properties.frame = (scrim_rect){0, 0, SIDE, SIDE};
    OK(scrim_scene_add_window(scene, &properties, &window));
    field.flags = SCRIM_VIEW_SECURE;
    for (int i = 0; i < 3; i++) {
        field.frame = (scrim_rect){20, 30 * i + 5, 50, 8};
        OK(scrim_scene_add_view(scene, window, &field, &view));
    }
    draw(pixels, 25, 13, 30);
    draw(pixels, 25, 73, 30);
    uint64_t list = 77;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    report.crossed = &list;
    report.crossed_capacity = 1;
    OK(scrim_scene_redact(scene, &frame, NULL, &report));
    assert_true(report.outcome == SCRIM_OUTCOME_OK && report.regions == 3 && report.regions_crossed == 2 && list == 77);
    options.hold_ns = options.update_interval_ns = 0;
    options.max_speed = 0;
    OK(scrim_capture_create(&options, &capture));
    OK(scrim_scene_snapshot(scene, 0, &snapshot));
    scrim_snapshot_destroy(snapshot);
    OK(scrim_scene_snapshot(scene, 1000000000, &snapshot));
    uint64_t crossed = 0;
    for (uint32_t first = 0; first < SIDE; first += 50) {
        OK(scrim_capture_redact_rows(capture, snapshot, &frame, 1000000000, 1000000000, first, 50, &report));
        assert_true(report.outcome == SCRIM_OUTCOME_OK && report.regions == 3 && list == 77);
        crossed += report.regions_crossed;
    }
    assert_int_equal(crossed, 2);
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_list_gets_the_first_ones_and_the_count_is_whole),
        cmocka_unit_test(test_a_region_with_another_beside_it),
        cmocka_unit_test(test_a_larger_box_is_quiet),
        cmocka_unit_test(test_a_list_that_cannot_be_written_covers_the_frame),
        cmocka_unit_test(test_a_region_that_the_frame_cuts_in_two),
        cmocka_unit_test(test_a_gap_of_two_columns_on_each_side),
        cmocka_unit_test(test_an_error_reports_no_borders),
        cmocka_unit_test(test_bands_report_a_region_where_it_begins),
        cmocka_unit_test(test_scenes_and_captures_only_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
