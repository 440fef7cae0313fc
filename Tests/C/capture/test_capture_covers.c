/* SPDX-License-Identifier: MIT */
/*
 * Captures show the cover that their snapshot carries: of covered outputs, of stale frames and of those that go backwards. It lives as
 * long as the snapshot, whatever the scene does meanwhile.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <scrim.h>

#include "capture/capture_fixture.h"

static scrim_cover gray_cover(uint8_t level) {
    scrim_cover cover = SCRIM_COVER_INIT;
    cover.color = (uint32_t)level * 0x01010100u | 0xFF;
    return cover;
}

static void set_gray(scrim_scene *scene, uint8_t level) {
    scrim_cover cover = gray_cover(level);
    assert_int_equal(scrim_scene_set_cover(scene, 0, &cover), SCRIM_OK);
}

static void assert_all(uint8_t level) {
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        assert_int_equal(pixels[i / WIDTH][i % WIDTH], level);
}

static void test_the_snapshot_carries_the_cover(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    set_gray(scene, 50);
    tell(scene, START);
    scrim_snapshot *first = snap(scene, LATER);
    assert_int_equal(protect(capture, first, LATER, LATER), SCRIM_OUTCOME_OK);
    assert_all(SHOWN);
    set_gray(scene, 90);
    /* A cover that is raised later is drawn as the snapshot has it. */
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    assert_int_equal(protect(capture, first, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_all(50);
    scrim_snapshot *second = snap(scene, LATER + MS);
    assert_int_equal(protect(capture, second, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_all(90);
    /* Backwards. */
    assert_int_equal(protect(capture, first, LATER - MS, LATER), SCRIM_OUTCOME_COVERED);
    assert_all(50);
    assert_int_equal(scrim_scene_set_cover(scene, 0, NULL), SCRIM_OK);
    assert_int_equal(protect(capture, second, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_all(90);
    scrim_scene_destroy(scene);
    assert_int_equal(protect(capture, second, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_all(90);
    scrim_snapshot_destroy(first);
    scrim_snapshot_destroy(second);
    scrim_capture_destroy(capture);
}

static void test_frames_that_come_too_early_late_or_backwards(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    set_gray(scene, 60);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    assert_int_equal(protect(capture, snapshot, START + 149 * MS, LATER), SCRIM_OUTCOME_COVERED);
    assert_all(60);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
    assert_int_equal(protect(capture, snapshot, LATER + 51 * MS, LATER + 51 * MS), SCRIM_OUTCOME_COVERED);
    assert_all(60);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_all(60);
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

/* As protect(). A copy of the snapshot that went through bytes gives the same. */
static uint32_t protect_by_both(const scrim_capture_options *options, const scrim_snapshot *snapshot, uint64_t from, uint64_t to) {
    static char bytes[65536];
    size_t length = 0;
    scrim_snapshot *copy = NULL;
    scrim_capture *first = stream(options), *second = stream(options);
    assert_int_equal(scrim_snapshot_encode(snapshot, bytes, sizeof bytes, &length), SCRIM_OK);
    assert_int_equal(scrim_snapshot_decode(bytes, length, &copy), SCRIM_OK);
    const uint32_t outcome = protect(second, copy, from, to);
    assert_int_equal(protect(first, snapshot, from, to), outcome);
    scrim_snapshot_destroy(copy);
    scrim_capture_destroy(first);
    scrim_capture_destroy(second);
    return outcome;
}

/* In a transition, the screen may show a secure view anywhere. A frame of that time is redacted after the cover was lowered. */
static void test_a_frame_from_before_the_cover_was_lowered_is_covered(void **state) {
    (void)state;
    const scrim_rect known = {20, 20, 10, 10};
    scrim_scene *scene = active_scene();
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT, moving = options;
    moving.max_speed = 1;
    set_gray(scene, 60);
    add(scene, known.x, known.y, known.width, known.height);
    tell(scene, START);
    tell(scene, LATER);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    tell(scene, LATER + 100 * MS);
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    scrim_snapshot *lowered = snap(scene, LATER + 110 * MS), *next = snap(scene, LATER + 130 * MS);
    const scrim_snapshot *each[] = {lowered, next};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(protect_by_both(&options, each[i], LATER + 90 * MS, LATER + 95 * MS), SCRIM_OUTCOME_COVERED);
        assert_all(60);
        assert_int_equal(protect_by_both(&moving, each[i], LATER + 90 * MS, LATER + 95 * MS), SCRIM_OUTCOME_COVERED);
        assert_all(60);
        /* It was lowered at this time at the latest. The next frame is not covered, even by the first snapshot after that. */
        assert_int_equal(protect_by_both(&options, each[i], LATER + 110 * MS, LATER + 115 * MS), SCRIM_OUTCOME_COVERED);
        assert_int_equal(protect_by_both(&options, each[i], LATER + 110 * MS + 1, LATER + 115 * MS), SCRIM_OUTCOME_OK);
        assert_black(&known, 1);
    }
    /* A frame of which a part shows the time of the cover. */
    assert_int_equal(protect_by_both(&options, next, LATER + 109 * MS, LATER + 125 * MS), SCRIM_OUTCOME_COVERED);
    scrim_snapshot_destroy(lowered);
    scrim_snapshot_destroy(next);
    scrim_scene_destroy(scene);
}

/* Without a snapshot in between, too. */
static void test_a_cover_between_two_snapshots_covers_frames_from_before_the_second(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    const scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    tell(scene, START);
    tell(scene, LATER);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    scrim_snapshot *snapshot = snap(scene, LATER + 10 * MS);
    assert_int_equal(protect_by_both(&options, snapshot, LATER + 5 * MS, LATER + 6 * MS), SCRIM_OUTCOME_COVERED);
    assert_int_equal(protect_by_both(&options, snapshot, LATER + 11 * MS, LATER + 12 * MS), SCRIM_OUTCOME_OK);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* Errors stay black. */
static void test_errors_are_black(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    set_gray(scene, 60);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER);
    memset(pixels, SHOWN, sizeof pixels);
    const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, LATER, LATER - 1, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_all_black();
    scrim_snapshot_destroy(snapshot);
    memset(pixels, SHOWN, sizeof pixels);
    assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, LATER, LATER, &report), SCRIM_ERROR_INVALID_HANDLE);
    assert_all_black();
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

/* Bands give what one call does, and a picture is upright in the frame, however the capture is rotated. */
static void test_a_picture_in_bands(void **state) {
    (void)state;
    static uint8_t drawn[HEIGHT / 3][WIDTH / 2], whole[HEIGHT][WIDTH];
    for (size_t i = 0; i < sizeof drawn; i++)
        ((uint8_t *)drawn)[i] = (uint8_t)(i * 37 + i / 50);
    scrim_frame picture = frame_of(drawn, WIDTH / 2, HEIGHT / 3), frame = frame_of(pixels, WIDTH, HEIGHT);
    scrim_cover cover = gray_cover(120);
    cover.kind = SCRIM_COVER_PICTURE;
    cover.picture = &picture;
    scrim_scene *scene = active_scene();
    assert_int_equal(scrim_scene_set_cover(scene, 0, &cover), SCRIM_OK);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    scrim_snapshot *snapshot = snap(scene, START);
    for (uint32_t transform = 0; transform <= SCRIM_TRANSFORM_FLIPPED_270; transform++) {
        scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
        options.transform = transform;
        scrim_capture *capture = stream(&options);
        assert_int_equal(protect(capture, snapshot, START, START), SCRIM_OUTCOME_COVERED);
        if (transform > 0)
            assert_memory_equal(pixels, whole, sizeof whole);
        memcpy(whole, pixels, sizeof whole);
        memset(pixels, SHOWN, sizeof pixels);
        for (uint32_t row = 0; row < HEIGHT; row += 12)
            assert_int_equal(scrim_capture_redact_rows(capture, snapshot, &frame, START, START, row, 12, NULL), SCRIM_OK);
        assert_memory_equal(pixels, whole, sizeof whole);
        scrim_capture_destroy(capture);
    }
    assert_int_equal(whole[0][0], 120); /* the picture is wider than the frame */
    assert_int_not_equal(whole[HEIGHT / 2][WIDTH / 2], whole[HEIGHT / 2][WIDTH / 2 + 2]);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* ---- Threads ---- */

enum {
    SMALL = 24,
    ROUNDS = 1500
};

static _Atomic(scrim_snapshot *) newest;
static atomic_int is_done, failures;

/* Redacts with each snapshot. Each frame is all of one cover, half a picture never. */
static void *record(void *data) {
    const scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    (void)data;
    if (scrim_capture_create(&options, &capture) != SCRIM_OK)
        atomic_fetch_add(&failures, 1);
    for (uint64_t time = START; !atomic_load(&is_done); time++) {
        uint8_t shown[SMALL * SMALL];
        scrim_frame frame = frame_of(shown, SMALL, SMALL);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_snapshot *snapshot = atomic_exchange(&newest, NULL);
        if (snapshot == NULL)
            continue;
        memset(shown, SHOWN, sizeof shown);
        if (scrim_capture_redact(capture, snapshot, &frame, time, time, &report) != SCRIM_OK ||
            report.outcome != SCRIM_OUTCOME_COVERED || shown[0] == SHOWN)
            atomic_fetch_add(&failures, 1);
        for (size_t i = 1; i < sizeof shown; i++)
            if (shown[i] != shown[0])
                atomic_fetch_add(&failures, 1);
        scrim_snapshot_destroy(snapshot);
    }
    scrim_capture_destroy(capture);
    return NULL;
}

static void test_covers_are_replaced_while_frames_are_drawn(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    pthread_t threads[2];
    static uint8_t drawn[SMALL * SMALL];
    scrim_frame picture = frame_of(drawn, SMALL, SMALL);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, record, NULL), 0);
    for (int i = 0; i < ROUNDS; i++) {
        scrim_cover cover = gray_cover((uint8_t)(i % SHOWN));
        memset(drawn, i % SHOWN, sizeof drawn);
        if (i % 3) {
            cover.kind = SCRIM_COVER_PICTURE;
            cover.picture = &picture;
        }
        assert_int_equal(scrim_scene_set_cover(scene, 0, i % 7 ? &cover : NULL), SCRIM_OK);
        scrim_snapshot_destroy(atomic_exchange(&newest, snap(scene, START)));
    }
    scrim_scene_destroy(scene);
    atomic_store(&is_done, 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    scrim_snapshot_destroy(atomic_exchange(&newest, NULL));
    assert_int_equal(atomic_load(&failures), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_snapshot_carries_the_cover),
        cmocka_unit_test(test_frames_that_come_too_early_late_or_backwards),
        cmocka_unit_test(test_a_frame_from_before_the_cover_was_lowered_is_covered),
        cmocka_unit_test(test_a_cover_between_two_snapshots_covers_frames_from_before_the_second),
        cmocka_unit_test(test_errors_are_black),
        cmocka_unit_test(test_a_picture_in_bands),
        cmocka_unit_test(test_covers_are_replaced_while_frames_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
