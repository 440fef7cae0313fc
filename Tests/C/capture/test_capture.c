/* SPDX-License-Identifier: MIT */
/* scrim_capture: for how long what was private is covered, and when all is. */
#include "capture_fixture.h"

/* ---- Hold ---- */

static void test_hold__an_old_place_stays_covered_for_150_ms_after_the_frame_that_it_may_be_in(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    const scrim_rect places[] = {{10, 10, 20, 10}, {60, 10, 20, 10}};
    scrim_id id = add(scene, 10, 10, 20, 10);
    tell(scene, START);
    tell(scene, LATER);
    move(scene, id, 60, 10, 20, 10);
    tell(scene, LATER + 1);
    /* The place was left at LATER + 1 at the latest. */
    assert_int_equal(protect_now(capture, scene, LATER + 1, LATER + 1), SCRIM_OUTCOME_OK);
    assert_black(places, 2);
    assert_int_equal(protect_now(capture, scene, LATER + 1 + 150 * MS, LATER + 1 + 150 * MS), SCRIM_OUTCOME_OK);
    assert_black(places, 2);
    assert_int_equal(protect_now(capture, scene, LATER + 2 + 150 * MS, LATER + 2 + 150 * MS), SCRIM_OUTCOME_OK);
    assert_black(places + 1, 1);
    /* Not when the call is made counts, but when the frame was captured. */
    scrim_capture *late = stream(NULL);
    assert_int_equal(protect_now(late, scene, LATER + 150 * MS, LATER + 400 * MS), SCRIM_OUTCOME_OK);
    assert_black(places, 2);
    scrim_capture_destroy(late);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

static void test_hold__what_is_hidden_removed_or_no_longer_secure_is_held(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    const scrim_rect places[] = {{0, 0, 10, 10}, {20, 0, 10, 10}, {40, 0, 10, 10}};
    scrim_id hidden = add(scene, 0, 0, 10, 10), removed = add(scene, 20, 0, 10, 10), shown = add(scene, 40, 0, 10, 10);
    tell(scene, START);
    tell(scene, LATER);
    scrim_window window = secure_window(0, 0, 10, 10);
    window.flags |= SCRIM_VIEW_HIDDEN;
    assert_int_equal(scrim_scene_update_window(scene, hidden, &window), SCRIM_OK);
    assert_int_equal(scrim_scene_remove(scene, removed), SCRIM_OK);
    window = secure_window(40, 0, 10, 10);
    window.flags = 0;
    assert_int_equal(scrim_scene_update_window(scene, shown, &window), SCRIM_OK);
    tell(scene, LATER + 10 * MS);
    assert_int_equal(protect_now(capture, scene, LATER + 160 * MS, LATER + 160 * MS), SCRIM_OUTCOME_OK);
    assert_black(places, 3);
    assert_int_equal(protect_now(capture, scene, LATER + 161 * MS, LATER + 161 * MS), SCRIM_OUTCOME_OK);
    assert_black(places, 0);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

static void test_hold__in_a_change_old_and_new_stay_until_it_is_committed(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    const scrim_rect places[] = {{0, 0, 10, 10}, {20, 0, 10, 10}, {40, 0, 10, 10}};
    scrim_id id = add(scene, 0, 0, 10, 10);
    tell(scene, START);
    assert_int_equal(scrim_scene_begin(scene), SCRIM_OK);
    move(scene, id, 20, 0, 10, 10);
    move(scene, id, 40, 0, 10, 10);
    tell(scene, START + 300 * MS);
    assert_int_equal(protect_now(capture, scene, START + 600 * MS, START + 600 * MS), SCRIM_OUTCOME_OK);
    assert_black(places, 3);
    assert_int_equal(scrim_scene_commit(scene), SCRIM_OK);
    assert_int_equal(protect_now(capture, scene, START + 700 * MS, START + 700 * MS), SCRIM_OUTCOME_OK);
    assert_black(places, 3);
    assert_int_equal(protect_now(capture, scene, START + 851 * MS, START + 851 * MS), SCRIM_OUTCOME_OK);
    assert_black(places + 2, 1);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

/* More places than are kept become boxes around neighbours: each is covered, and what is far from all is not. */
static void test_hold__more_places_than_are_kept(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    scrim_id id = add(scene, 0, 0, 4, 4);
    tell(scene, START);
    for (int i = 1; i <= 90; i++) {
        tell(scene, LATER + (uint64_t)i * MS);
        move(scene, id, i, i / 2, 4, 4);
    }
    assert_int_equal(protect_now(capture, scene, LATER + 91 * MS, LATER + 91 * MS), SCRIM_OUTCOME_OK);
    for (int i = 0; i <= 90; i++)
        for (int y = i / 2; y < i / 2 + 4 && y < HEIGHT; y++)
            for (int x = i; x < i + 4 && x < WIDTH; x++)
                assert_int_equal(pixels[y][x], 0);
    assert_int_equal(pixels[HEIGHT - 1][0], SHOWN);
    assert_int_equal(pixels[0][WIDTH - 1], SHOWN);
    /* Boxes of a few neighbours, not one around all. */
    assert_int_equal(pixels[30][30], SHOWN);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

/* ---- When all is covered ---- */

static void test_covers__before_the_history_begins_and_behind_its_end(void **state) {
    (void)state;
    static const uint64_t starts[] = {START, 0}; /* a clock may begin with 0 */
    static const struct {
        uint64_t captured, now;
        uint32_t outcome;
    } cases[] = {
        {0, 300 * MS, SCRIM_OUTCOME_COVERED},
        {150 * MS - 1, 300 * MS, SCRIM_OUTCOME_COVERED},
        {150 * MS, 300 * MS, SCRIM_OUTCOME_OK},
        {1150 * MS - 1, 2000 * MS, SCRIM_OUTCOME_COVERED},
        {1150 * MS, 2000 * MS, SCRIM_OUTCOME_OK},
    };
    for (size_t j = 0; j < sizeof starts / sizeof starts[0]; j++) {
        scrim_scene *scene = active_scene();
        tell(scene, starts[j]);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            scrim_capture *capture = stream(NULL);
            assert_int_equal(protect_now(capture, scene, starts[j] + cases[i].captured, starts[j] + cases[i].now),
                             cases[i].outcome);
            if (cases[i].outcome == SCRIM_OUTCOME_COVERED)
                assert_all_black();
            scrim_capture_destroy(capture);
        }
        scrim_scene_destroy(scene);
    }
}

static void test_covers__a_snapshot_that_is_too_old(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    assert_int_equal(protect(capture, snapshot, LATER, LATER + 50 * MS), SCRIM_OUTCOME_OK);
    assert_int_equal(protect(capture, snapshot, LATER, LATER + 50 * MS + 1), SCRIM_OUTCOME_COVERED);
    assert_all_black();
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

static void test_covers__time_that_goes_backwards(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    tell(scene, START);
    assert_int_equal(protect_now(capture, scene, LATER + 1, LATER + 1), SCRIM_OUTCOME_OK);
    assert_int_equal(protect_now(capture, scene, LATER, LATER + 1), SCRIM_OUTCOME_COVERED);
    assert_all_black();
    assert_int_equal(protect_now(capture, scene, LATER, LATER + 1), SCRIM_OUTCOME_COVERED); /* it may be the same frame */
    assert_int_equal(protect_now(capture, scene, LATER + 1, LATER + 1), SCRIM_OUTCOME_OK);
    /* That of the scene: its history begins anew. */
    tell(scene, LATER);
    assert_int_equal(protect_now(capture, scene, LATER + 150 * MS - 1, LATER + 200 * MS), SCRIM_OUTCOME_COVERED);
    assert_int_equal(protect_now(capture, scene, LATER + 150 * MS, LATER + 200 * MS), SCRIM_OUTCOME_OK);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

static void test_snapshot__follows_the_cover_of_its_scene(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    uint32_t output = 9;
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
    /* Another output, which is covered, says nothing of this one. */
    assert_int_equal(scrim_scene_add_output(scene, &output), SCRIM_OK);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_all_black();
    /* Lowered again: a frame from before is covered, whichever snapshot it is redacted with. The next frame is not. */
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
    scrim_snapshot_destroy(snapshot);
    snapshot = snap(scene, LATER);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_int_equal(protect(capture, snapshot, LATER + 1, LATER + 1), SCRIM_OUTCOME_OK);
    /* The scene gone, nobody would tell of a cover. */
    scrim_scene_destroy(scene);
    assert_int_equal(protect(capture, snapshot, LATER + 1, LATER + 1), SCRIM_OUTCOME_COVERED);
    assert_all_black();
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
}

static void test_snapshot__of_a_covered_scene_and_an_output_that_is_not_there(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    uint32_t second = 9;
    assert_int_equal(scrim_scene_add_output(scene, &second), SCRIM_OK);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.output = second;
    scrim_capture *capture = stream(&options);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
    /* Uncovered since: still covered for a snapshot from before. */
    assert_int_equal(scrim_scene_frame_ready(scene, second), SCRIM_OK);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
    /* Even for the next frame: the snapshot does not know when it was uncovered. */
    assert_int_equal(protect(capture, snapshot, LATER + 1, LATER + 1), SCRIM_OUTCOME_COVERED);
    assert_all_black();
    scrim_capture_destroy(capture);
    options.output = 2;
    capture = stream(&options);
    memset(pixels, SHOWN, sizeof pixels);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, LATER, LATER, &report), SCRIM_ERROR_NOT_FOUND);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_all_black();
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

static void test_protect__refuses_a_style_that_can_be_undone(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 10, 10, 20, 10);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.style.kind = SCRIM_STYLE_BLUR;
    options.style.amount = 4;
    scrim_capture *capture = stream(&options);
    const scrim_rect place = {10, 10, 20, 10};
    memset(pixels, SHOWN, sizeof pixels);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, LATER, LATER, &report), SCRIM_ERROR_REVERSIBLE_STYLE);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
    assert_int_equal(report.weakest_class, SCRIM_STYLE_CLASS_SOLID);
    assert_black(&place, 1);
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hold__an_old_place_stays_covered_for_150_ms_after_the_frame_that_it_may_be_in),
        cmocka_unit_test(test_hold__what_is_hidden_removed_or_no_longer_secure_is_held),
        cmocka_unit_test(test_hold__in_a_change_old_and_new_stay_until_it_is_committed),
        cmocka_unit_test(test_hold__more_places_than_are_kept),
        cmocka_unit_test(test_covers__before_the_history_begins_and_behind_its_end),
        cmocka_unit_test(test_covers__a_snapshot_that_is_too_old),
        cmocka_unit_test(test_covers__time_that_goes_backwards),
        cmocka_unit_test(test_snapshot__follows_the_cover_of_its_scene),
        cmocka_unit_test(test_snapshot__of_a_covered_scene_and_an_output_that_is_not_there),
        cmocka_unit_test(test_protect__refuses_a_style_that_can_be_undone),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
