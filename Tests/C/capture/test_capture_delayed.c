/* SPDX-License-Identifier: MIT */
/* SCRIM_CAPTURE_DELAYED: frames that are held until the scene has learned of every change that they show. */
#include <math.h>

#include "capture_fixture.h"

static scrim_capture *delayed(uint64_t latency, uint64_t hold, double speed) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.flags = SCRIM_CAPTURE_DELAYED;
    options.max_latency_ns = latency;
    options.hold_ns = hold;
    options.max_speed = speed;
    options.update_interval_ns = 20 * MS;
    return stream(&options);
}

/* As protect(), also by a copy of the snapshot that went through bytes. */
static uint32_t protect_both(scrim_capture *capture, const scrim_snapshot *snapshot, uint64_t from, uint64_t to) {
    static char bytes[65536];
    static uint8_t first[HEIGHT][WIDTH];
    size_t length = 0;
    scrim_snapshot *copy = NULL;
    const uint32_t outcome = protect(capture, snapshot, from, to);
    memcpy(first, pixels, sizeof pixels);
    assert_int_equal(scrim_snapshot_encode(snapshot, bytes, sizeof bytes, &length), SCRIM_OK);
    assert_int_equal(scrim_snapshot_decode(bytes, length, &copy), SCRIM_OK);
    assert_int_equal(protect(capture, copy, from, to), outcome);
    assert_memory_equal(first, pixels, sizeof pixels);
    scrim_snapshot_destroy(copy);
    return outcome;
}

/* ---- Too early ---- */

static void test_a_frame_waits_until_the_snapshot_is_newer_by_the_latency(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = delayed(50 * MS, 0, 0), *other = stream(NULL);
    add(scene, 20, 20, 10, 10);
    tell(scene, START);
    scrim_snapshot *early = snap(scene, LATER + 50 * MS - 1), *due = snap(scene, LATER + 50 * MS);
    const scrim_rect place = {20, 20, 10, 10};
    assert_int_equal(protect_both(capture, early, LATER - 5 * MS, LATER), SCRIM_OUTCOME_COVERED);
    assert_all_black();
    assert_int_equal(protect_both(capture, due, LATER - 5 * MS, LATER), SCRIM_OUTCOME_OK);
    assert_black(&place, 1);
    assert_int_equal(protect_both(capture, due, LATER - 5 * MS, LATER + 1), SCRIM_OUTCOME_COVERED);
    assert_int_equal(protect_both(other, early, LATER, LATER), SCRIM_OUTCOME_OK);
    /* At the end of time too. */
    assert_int_equal(protect_both(capture, due, LATER, UINT64_MAX), SCRIM_OUTCOME_COVERED);
    scrim_snapshot_destroy(early);
    scrim_snapshot_destroy(due);
    scrim_capture_destroy(capture);
    scrim_capture_destroy(other);
    scrim_scene_destroy(scene);
}

static void test_a_flag_that_does_not_exist_is_refused(void **state) {
    (void)state;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    for (uint32_t bit = 1; bit < 32; bit++) {
        options.flags = 1u << bit | (bit % 2);
        assert_int_equal(scrim_capture_create(&options, &capture), SCRIM_ERROR_INVALID_ARGUMENT);
    }
}

/* ---- Covers between the frame and the snapshot ---- */

static void cover_and_uncover(scrim_scene *scene, uint32_t output) {
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, output), SCRIM_OK);
}

/* The outcome for a frame that was captured at one time, by a new stream. */
static uint32_t outcome_of(const scrim_snapshot *snapshot, uint32_t output, uint64_t captured) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.flags = SCRIM_CAPTURE_DELAYED;
    options.hold_ns = 0;
    options.output = output;
    scrim_capture *capture = stream(&options);
    const uint32_t outcome = protect_both(capture, snapshot, captured, captured);
    scrim_capture_destroy(capture);
    return outcome;
}

static void test_a_frame_from_before_a_cover_was_lowered_is_covered(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    tell(scene, START);
    tell(scene, LATER);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    tell(scene, LATER + 10 * MS);
    tell(scene, LATER + 20 * MS);
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    tell(scene, LATER + 30 * MS);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    tell(scene, LATER + 40 * MS);
    for (int i = 0; i < 4; i++) {
        scrim_snapshot *snapshot = snap(scene, LATER + 200 * MS + (uint64_t)i);
        /* It was lowered at this time at the latest. */
        assert_int_equal(outcome_of(snapshot, 0, LATER), SCRIM_OUTCOME_COVERED);
        assert_int_equal(outcome_of(snapshot, 0, LATER + 40 * MS), SCRIM_OUTCOME_COVERED);
        assert_int_equal(outcome_of(snapshot, 0, LATER + 40 * MS + 1), SCRIM_OUTCOME_OK);
        scrim_snapshot_destroy(snapshot);
    }
    scrim_scene_destroy(scene);
}

static void test_a_cover_between_two_snapshots_counts(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    tell(scene, START);
    tell(scene, LATER);
    scrim_snapshot *before = snap(scene, LATER + 100 * MS);
    assert_int_equal(outcome_of(before, 0, LATER), SCRIM_OUTCOME_OK);
    cover_and_uncover(scene, 0);
    /* Captures learn of it at once, by the snapshot that they have. */
    scrim_capture *capture = delayed(50 * MS, 0, 0);
    assert_int_equal(protect(capture, before, LATER, LATER), SCRIM_OUTCOME_COVERED);
    scrim_capture_destroy(capture);
    scrim_snapshot *after = snap(scene, LATER + 110 * MS), *later = snap(scene, LATER + 300 * MS);
    assert_int_equal(outcome_of(after, 0, LATER), SCRIM_OUTCOME_COVERED);
    assert_int_equal(outcome_of(later, 0, LATER + 110 * MS), SCRIM_OUTCOME_COVERED);
    assert_int_equal(outcome_of(later, 0, LATER + 110 * MS + 1), SCRIM_OUTCOME_OK);
    scrim_snapshot_destroy(before);
    scrim_snapshot_destroy(after);
    scrim_snapshot_destroy(later);
    scrim_scene_destroy(scene);
}

/* Each output has its own time, and one that comes or goes does not count for the others. */
static void test_each_output_has_its_own_covers(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    uint32_t number = 0;
    tell(scene, START);
    assert_int_equal(scrim_scene_add_output(scene, &number), SCRIM_OK);
    assert_int_equal(number, 1);
    tell(scene, LATER);
    assert_int_equal(scrim_scene_frame_ready(scene, 1), SCRIM_OK);
    scrim_snapshot *snapshot = snap(scene, LATER + 200 * MS);
    assert_int_equal(outcome_of(snapshot, 0, LATER), SCRIM_OUTCOME_OK);
    assert_int_equal(outcome_of(snapshot, 1, LATER), SCRIM_OUTCOME_COVERED);
    assert_int_equal(outcome_of(snapshot, 1, LATER + 150 * MS), SCRIM_OUTCOME_COVERED);
    scrim_snapshot_destroy(snapshot);
    assert_int_equal(scrim_scene_remove_output(scene, 1), SCRIM_OK);
    assert_int_equal(scrim_scene_add_output(scene, &number), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 1), SCRIM_OK);
    snapshot = snap(scene, LATER + 400 * MS);
    assert_int_equal(outcome_of(snapshot, 0, LATER + 300 * MS), SCRIM_OUTCOME_OK);
    assert_int_equal(outcome_of(snapshot, 1, LATER + 300 * MS), SCRIM_OUTCOME_COVERED);
    scrim_snapshot_destroy(snapshot);
    /* A transition covers both, and each is uncovered at its own time. */
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 1), SCRIM_OK);
    tell(scene, LATER + 410 * MS);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    tell(scene, LATER + 420 * MS);
    snapshot = snap(scene, LATER + 600 * MS);
    assert_int_equal(outcome_of(snapshot, 0, LATER + 415 * MS), SCRIM_OUTCOME_COVERED);
    assert_int_equal(outcome_of(snapshot, 1, LATER + 415 * MS), SCRIM_OUTCOME_OK);
    assert_int_equal(outcome_of(snapshot, 0, LATER + 421 * MS), SCRIM_OUTCOME_OK);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* If the clock goes back, covers of later times are forgotten with the history. */
static void test_a_clock_that_goes_back(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    tell(scene, START);
    cover_and_uncover(scene, 0);
    tell(scene, UINT64_MAX / 2);
    tell(scene, LATER);
    scrim_snapshot *snapshot = snap(scene, LATER + 100 * MS);
    assert_int_equal(outcome_of(snapshot, 0, LATER + 1), SCRIM_OUTCOME_OK);
    assert_int_equal(outcome_of(snapshot, 0, LATER - 1), SCRIM_OUTCOME_COVERED);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* ---- The margin ---- */

/* By speed, interval and the part of the latency of which the snapshot does not know, and a pixel. */
static void test_the_margin_is_smaller_for_newer_snapshots(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 40, 25, 5, 6);
    tell(scene, START);
    for (int is_delayed = 0; is_delayed < 2; is_delayed++)
        for (int newer = -50; newer <= 80; newer += 10) {
            scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
            options.flags = is_delayed ? SCRIM_CAPTURE_DELAYED : 0;
            options.max_speed = 95;
            options.max_latency_ns = 50 * MS;
            options.update_interval_ns = 20 * MS;
            scrim_capture *capture = stream(&options);
            scrim_snapshot *snapshot = snap(scene, LATER + 100 * MS);
            const uint64_t captured = LATER + (uint64_t)(100 - newer) * MS;
            const uint32_t outcome = protect_both(capture, snapshot, captured, captured);
            assert_int_equal(outcome, is_delayed && newer < 50 ? SCRIM_OUTCOME_COVERED : SCRIM_OUTCOME_OK);
            const int unknown = newer < 50 ? 50 - newer : 0;
            /* Never a whole number of pixels, so rounding does not matter. */
            const int margin = (int)ceil(0.095 * (20 + unknown) + 1);
            const scrim_rect place = {40 - margin, 25 - margin, 5 + 2 * margin, 6 + 2 * margin};
            if (outcome == SCRIM_OUTCOME_OK)
                assert_black(&place, 1);
            scrim_snapshot_destroy(snapshot);
            scrim_capture_destroy(capture);
        }
    scrim_scene_destroy(scene);
}

/* ---- Jumps ---- */

static uint64_t seed;

static int upto(int most) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (int)((seed * UINT64_C(2685821657736338717) >> 33) % (uint64_t)(most + 1));
}

enum {
    STEPS = 900,  /* milliseconds */
    LATENCY = 40, /* milliseconds */
    VIEWS = 3,
    SIDE = 6
};

/* Where a view is at each millisecond. It is hidden if x is below 0. */
static struct {
    int x, y;
} places[VIEWS][STEPS];

static void follow(scrim_scene *scene, scrim_id id, int x, int y) {
    scrim_window window = secure_window(x < 0 ? 0 : x, y, SIDE, SIDE);
    window.flags |= x < 0 ? SCRIM_VIEW_HIDDEN : 0;
    assert_int_equal(scrim_scene_update_window(scene, id, &window), SCRIM_OK);
}

/*
 * Views that jump, appear and vanish at any time. The scene learns of each change within LATENCY, in order, and covers now and then.
 * Frames show any few milliseconds, and are redacted once they are due. Returns how many of them showed a pixel of a view.
 */
static int leaking_frames(uint64_t run, uint32_t flags, int wait) {
    scrim_scene *scene = active_scene();
    scrim_id ids[VIEWS];
    int learned[VIEWS] = {0}, leaking = 0;
    seed = 88172645463325252u + run * 104729;
    for (int i = 0; i < VIEWS; i++) {
        for (int t = 0; t < STEPS; t++) {
            places[i][t] = places[i][t > 0 ? t - 1 : 0];
            if (t == 0 || upto(25) == 0) {
                places[i][t].x = upto(5) ? upto(WIDTH - SIDE) : -1;
                places[i][t].y = upto(HEIGHT - SIDE);
            }
        }
        ids[i] = add(scene, 0, 0, SIDE, SIDE);
    }
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.flags = flags;
    options.max_latency_ns = LATENCY * MS;
    options.hold_ns = 0;
    scrim_capture *capture = stream(&options);
    int from = 100, to = 102;
    scrim_snapshot *newest = NULL;
    for (int t = 0; t < STEPS; t++) {
        for (int i = 0; i < VIEWS; i++) {
            /* It learns of as many changes as it likes, but of all that are as old as the latency. */
            int until = upto(6) ? t - LATENCY : t - upto(LATENCY);
            for (; learned[i] <= until; learned[i]++)
                follow(scene, ids[i], places[i][learned[i]].x, places[i][learned[i]].y);
        }
        if (t % 5 == 0) {
            scrim_snapshot_destroy(newest);
            newest = snap(scene, (uint64_t)t * MS);
        }
        if (t - t % 5 < to + wait)
            continue;
        const uint32_t outcome = protect(capture, newest, (uint64_t)from * MS, (uint64_t)to * MS);
        int leaks = 0;
        for (int i = 0; i < VIEWS; i++)
            for (int shown = from; shown <= to; shown++)
                for (int y = 0; y < SIDE && places[i][shown].x >= 0; y++)
                    for (int x = 0; x < SIDE; x++)
                        leaks |= pixels[places[i][shown].y + y][places[i][shown].x + x] != 0;
        assert_int_equal(outcome, SCRIM_OUTCOME_OK);
        leaking += leaks;
        from = to + upto(20);
        to = from + upto(4);
    }
    scrim_snapshot_destroy(newest);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
    return leaking;
}

static void test_views_that_jump_are_covered_from_their_first_frame(void **state) {
    (void)state;
    for (uint64_t run = 0; run < 40; run++)
        assert_int_equal(leaking_frames(run, SCRIM_CAPTURE_DELAYED, LATENCY), 0);
}

/* The control: if frames do not wait, the test above sees such pixels. */
static void test_without_the_delay_they_are_seen(void **state) {
    (void)state;
    int at_once = 0, early = 0;
    for (uint64_t run = 0; run < 10; run++) {
        at_once += leaking_frames(run, 0, 0);
        early += leaking_frames(run, 0, LATENCY / 2);
    }
    assert_true(early > 20);
    assert_true(at_once > early);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_frame_waits_until_the_snapshot_is_newer_by_the_latency),
        cmocka_unit_test(test_a_flag_that_does_not_exist_is_refused),
        cmocka_unit_test(test_a_frame_from_before_a_cover_was_lowered_is_covered),
        cmocka_unit_test(test_a_cover_between_two_snapshots_counts),
        cmocka_unit_test(test_each_output_has_its_own_covers),
        cmocka_unit_test(test_a_clock_that_goes_back),
        cmocka_unit_test(test_the_margin_is_smaller_for_newer_snapshots),
        cmocka_unit_test(test_views_that_jump_are_covered_from_their_first_frame),
        cmocka_unit_test(test_without_the_delay_they_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
