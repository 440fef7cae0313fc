/* SPDX-License-Identifier: MIT */
/* What a scene keeps of the past stays small, and margins around turned views are wide enough. */
#include <math.h>

#include "capture_fixture.h"
#include "support/heap.h"

static char bytes[1 << 20];

static size_t encoded_size(scrim_scene *scene, uint64_t now) {
    scrim_snapshot *snapshot = snap(scene, now);
    size_t length = 0;
    OK(scrim_snapshot_encode(snapshot, bytes, sizeof bytes, &length));
    scrim_snapshot_destroy(snapshot);
    return length;
}

static void test_the_past_of_a_view_is_bounded_and_forgotten(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    uint64_t now = START;
    tell(scene, now);
    const scrim_id id = add(scene, 0, 0, 10, 10);
    const size_t still = encoded_size(scene, now += MS);
    size_t longest = 0;
    for (int i = 0; i < 400; i++) { /* within 400 ms: nothing is forgotten meanwhile */
        move(scene, id, i % 90, i % 50, 10, 10);
        const size_t size = encoded_size(scene, now += MS);
        longest = size > longest ? size : longest;
        if (i == 31)
            assert_true(size > still + 20 * 40);
    }
    assert_true(longest < still + 40 * 200);
    assert_int_equal(encoded_size(scene, now += 2000 * MS), still);
    /* The same for a part of them. */
    move(scene, id, 1, 1, 10, 10);
    const size_t one = encoded_size(scene, now += 1);
    for (int i = 0; i < 4; i++) {
        now += 500 * MS;
        tell(scene, now);
        move(scene, id, 2 + i, 2, 10, 10);
    }
    now += 800 * MS;
    assert_int_equal(encoded_size(scene, now) - still, 2 * (one - still)); /* the last two, of five */
    scrim_scene_destroy(scene);
}

static void test_a_snapshot_of_nothing_can_be_sent(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_snapshot *copy = NULL;
    const size_t length = encoded_size(scene, START);
    OK(scrim_snapshot_decode(bytes, length, &copy));
    scrim_snapshot_destroy(copy);
    scrim_scene_destroy(scene);
}

static void test_each_time_has_its_limit(void **state) {
    (void)state;
    for (int field = 0; field < 4; field++)
        for (uint64_t beyond = 0; beyond < 2; beyond++) {
            scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
            scrim_capture *capture = NULL;
            uint64_t *const fields[] = {&options.max_latency_ns, &options.update_interval_ns, &options.hold_ns, &options.smoothing_ns};
            const uint64_t limits[] = {SCRIM_CAPTURE_MAX_LATENCY_NS, SCRIM_CAPTURE_MAX_LATENCY_NS, SCRIM_CAPTURE_MAX_HOLD_NS,
                                       SCRIM_CAPTURE_MAX_SMOOTHING_NS};
            *fields[field] = limits[field] + beyond;
            ANSWERS(scrim_capture_create(&options, &capture), beyond ? SCRIM_ERROR_INVALID_ARGUMENT : SCRIM_OK);
            scrim_capture_destroy(capture);
        }
}

/* By how much a window that does not move is covered beyond its left side. */
static double margin_of(scrim_capture *capture) {
    scrim_scene *scene = active_scene();
    int covered = 0;
    tell(scene, START);
    add(scene, 50, 20, 20, 20);
    protect_now(capture, scene, LATER, LATER);
    for (int x = 0; x < 50; x++)
        covered += pixels[30][x] != SHOWN;
    scrim_scene_destroy(scene);
    return covered;
}

/* A square of 20 points that stands on its corner, in the middle of the frame. */
static void check_the_margin_of_a_turned_view(double speed) {
    const double side = 0.70710678118654757, reach = 20 * side;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.max_speed = speed;
    scrim_capture *capture = stream(&options);
    const double margin = margin_of(capture);
    assert_true(speed == 0 ? margin == 0 : margin >= 3 && margin < 12);
    /* Turned by 45°, 135° and so on: each edge comes first once. */
    for (int turn = 0; turn < 4; turn++) {
        const double xx = turn == 0 || turn == 3 ? side : -side, yx = turn < 2 ? side : -side;
        scrim_scene *scene = active_scene();
        scrim_window window = SCRIM_WINDOW_INIT;
        scrim_view view = SCRIM_VIEW_INIT;
        scrim_id id = 0;
        tell(scene, START);
        window.frame = (scrim_rect){0, 0, WIDTH, HEIGHT};
        OK(scrim_scene_add_window(scene, &window, &id));
        view.transform = (scrim_affine){xx, yx, -yx, xx, 0, 0};
        view.frame = (scrim_rect){50 - 10 * (xx - yx), 30 - 10 * (yx + xx), 20, 20};
        view.flags |= SCRIM_VIEW_SECURE;
        OK(scrim_scene_add_view(scene, id, &view, &id));
        protect_now(capture, scene, LATER, LATER);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                const double across = fabs(x + 0.5 - 50), down = fabs(y + 0.5 - 30);
                if (fmax(across - margin + 1, 0) + fmax(down - margin + 1, 0) < reach)
                    assert_int_equal(pixels[y][x], 0);
                if (fmax(across - margin - 1.5, 0) + fmax(down - margin - 1.5, 0) > reach)
                    assert_int_equal(pixels[y][x], SHOWN);
            }
        scrim_scene_destroy(scene);
    }
    scrim_capture_destroy(capture);
}

static void test_the_margin_of_a_turned_view_is_as_wide(void **state) {
    (void)state;
    check_the_margin_of_a_turned_view(0);
    check_the_margin_of_a_turned_view(60);
}

static void test_smoothing_keeps_two_frames_only(void **state) {
    (void)state;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.style.kind = SCRIM_STYLE_FROST;
    scrim_capture *capture = stream(&options);
    scrim_scene *scene = active_scene();
    tell(scene, START);
    add(scene, 10, 10, 60, 40);
    size_t before = 0;
    for (uint64_t i = 0; i < 200; i++) {
        protect_now(capture, scene, LATER + i * MS, LATER + i * MS);
        if (i == 20)
            before = heap_in_use();
    }
    assert_true(heap_in_use() < before + 4096);
    scrim_scene_destroy(scene);
    scrim_capture_destroy(capture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_past_of_a_view_is_bounded_and_forgotten),
        cmocka_unit_test(test_a_snapshot_of_nothing_can_be_sent),
        cmocka_unit_test(test_each_time_has_its_limit),
        cmocka_unit_test(test_the_margin_of_a_turned_view_is_as_wide),
        cmocka_unit_test(test_smoothing_keeps_two_frames_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
