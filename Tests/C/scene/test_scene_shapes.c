/* SPDX-License-Identifier: MIT */
/* Views that are turned, cut off and resized, and what the scene makes of their numbers. */
#include <math.h>

#include "scene_frames.h"
#include "support/heap.h"

static const scrim_affine turned = {0.70710678118654757, 0.70710678118654757, -0.70710678118654757, 0.70710678118654757, 0, 0};

static scrim_scene *scene;
static scrim_id window;

static int set_up(void **state) {
    (void)state;
    scene = make_scene(1);
    activate(scene, 1);
    window = add_window(scene, (scrim_rect){0, 0, SIDE, SIDE}, SHOWN, 0);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    scrim_scene_destroy(scene);
    return 0;
}

/* A square of 40 points that stands on its corner at 50, 10. */
static scrim_view view_on_its_corner(uint32_t flags) {
    scrim_view view = view_of((scrim_rect){50, 10, 40, 40}, flags, 1.0);
    view.transform = turned;
    return view;
}

static scrim_id add(scrim_id parent, const scrim_view *view) {
    scrim_id id = 0;
    OK(scrim_scene_add_view(scene, parent, view, &id));
    return id;
}

/* Its middle is at 50, 38.28. Every pixel is as its center, unless that is within a point of an edge. */
static void assert_square_on_its_corner(void) {
    OK(protect(scene, NULL, NULL));
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const double distance = (fabs(x + 0.5 - 50) + fabs(y + 0.5 - 38.2842712)) * 0.70710678 - 20;
            if (fabs(distance) < 1)
                continue;
            assert_int_equal(pixels[y * STRIDE + x], distance < 0 ? 0 : UNTOUCHED);
            assert_int_equal(is_secure_at(scene, x + 0.5, y + 0.5), distance < 0);
        }
}

static void test_a_turned_view_is_secure_within_its_edges_only(void **state) {
    (void)state;
    const scrim_view view = view_on_its_corner(SECURE);
    add(window, &view);
    assert_square_on_its_corner();
}

static void test_a_turned_clip_cuts_at_each_edge(void **state) {
    (void)state;
    const scrim_view clip = view_on_its_corner(SHOWN | SCRIM_VIEW_CLIPS);
    add_view(scene, add(window, &clip), (scrim_rect){-200, -200, 400, 400}, SECURE);
    assert_square_on_its_corner();
}

/* Two squares, one of which is turned, have eight corners in common. */
static void test_a_turned_view_in_a_clip(void **state) {
    (void)state;
    const scrim_id clip = add_view(scene, window, (scrim_rect){34, 22, 32, 32}, SHOWN | SCRIM_VIEW_CLIPS);
    scrim_view view = view_on_its_corner(SECURE);
    view.frame.x -= 34;
    view.frame.y -= 22;
    add(clip, &view);
    assert_true(is_secure_at(scene, 50, 38));
    for (int corner = 0; corner < 4; corner++) {
        const int x = corner % 2 ? 65 : 34, y = corner / 2 ? 53 : 22;
        assert_false(is_secure_at(scene, x + 0.5, y + 0.5));
        OK(protect(scene, NULL, NULL));
        assert_int_equal(pixels[y * STRIDE + x], UNTOUCHED);
    }
}

static void test_each_side_of_a_secure_view_may_move_alone(void **state) {
    (void)state;
    static const scrim_rect frames[] = {
        {40, 40, 20, 20},
        {40, 40, 30, 20},
        {40, 40, 30, 30},
        {30, 40, 40, 30},
        {30, 30, 40, 40},
        {30, 30, 30, 40},
        {30, 30, 30, 30},
        {40, 30, 20, 30},
        {40, 40, 20, 20},
    };
    const scrim_id id = add_view(scene, window, frames[0], SECURE);
    scrim_snapshot *snapshot = NULL;
    OK(scrim_scene_snapshot(scene, 1, &snapshot)); /* from now on the scene keeps where its regions were */
    scrim_snapshot_destroy(snapshot);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        const scrim_view view = view_of(frames[i], SECURE, 1.0);
        OK(scrim_scene_update_view(scene, id, &view));
        assert_private(scene, &frames[i], 1);
    }
}

/* Frost does not read the two pixels next to a view, and reads the third. */
static void test_the_sampling_gap_is_two_pixels(void **state) {
    (void)state;
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    uint8_t results[5][20];
    options.style.kind = SCRIM_STYLE_FROST;
    add_view(scene, window, (scrim_rect){40, 40, 20, 20}, SECURE);
    for (int distance = 0; distance < 5; distance++) {
        scrim_frame frame = SCRIM_FRAME_INIT;
        memset(pixels, UNTOUCHED, sizeof pixels);
        for (int i = 40 - distance; i < 60 + distance && distance > 0; i++)
            pixels[(40 - distance) * STRIDE + i] = pixels[(59 + distance) * STRIDE + i] = 255;
        frame.format = SCRIM_FORMAT_GRAY8;
        frame.width = frame.height = SIDE;
        frame.planes[0] = (scrim_plane){pixels, STRIDE};
        OK(scrim_scene_redact(scene, &frame, &options, NULL));
        memcpy(results[distance], &pixels[50 * STRIDE + 40], 20);
    }
    for (int distance = 1; distance < 5; distance++)
        assert_int_equal(memcmp(results[distance], results[0], 20) != 0, distance > 2);
}

static void test_turning_to_and_fro_takes_no_memory(void **state) {
    (void)state;
    const scrim_view views[] = {view_of((scrim_rect){50, 10, 40, 40}, SECURE, 1.0), view_on_its_corner(SECURE)};
    const scrim_id id = add(window, &views[0]);
    size_t before = 0;
    for (int i = 0; i < 2000; i++) {
        if (i == 20)
            before = heap_in_use();
        OK(scrim_scene_update_view(scene, id, &views[i % 2]));
    }
    assert_true(heap_in_use() < before + 4096);
}

static void test_each_number_of_a_map_must_be_a_coordinate(void **state) {
    (void)state;
    const double wrong[] = {NAN, INFINITY, -INFINITY, SCRIM_MAX_COORDINATE * 1.01};
    for (int number = 0; number < 6; number++)
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            scrim_view view = view_on_its_corner(SECURE);
            double *const numbers[] = {&view.transform.xx, &view.transform.yx, &view.transform.xy,
                                       &view.transform.yy, &view.transform.x0, &view.transform.y0};
            scrim_id id = 0;
            *numbers[number] = wrong[i];
            ANSWERS(scrim_scene_add_view(scene, window, &view, &id), SCRIM_ERROR_INVALID_ARGUMENT);
        }
}

static void test_a_scene_may_have_all_its_outputs(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *other = NULL;
    options.outputs = SCRIM_SCENE_MAX_OUTPUTS;
    OK(scrim_scene_create(&options, &other));
    scrim_scene_destroy(other);
    options.outputs++;
    ANSWERS(scrim_scene_create(&options, &other), SCRIM_ERROR_INVALID_ARGUMENT);
}

static void test_metadata_changes_the_generation(void **state) {
    (void)state;
    const scrim_view_metadata metadata = SCRIM_VIEW_METADATA_INIT;
    uint64_t before = 0, after = 0;
    OK(scrim_scene_generation(scene, &before));
    OK(scrim_scene_set_metadata(scene, window, &metadata));
    OK(scrim_scene_generation(scene, &after));
    assert_true(after != before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_turned_view_is_secure_within_its_edges_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_turned_clip_cuts_at_each_edge, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_turned_view_in_a_clip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_each_side_of_a_secure_view_may_move_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_sampling_gap_is_two_pixels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_turning_to_and_fro_takes_no_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_each_number_of_a_map_must_be_a_coordinate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_scene_may_have_all_its_outputs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_metadata_changes_the_generation, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
