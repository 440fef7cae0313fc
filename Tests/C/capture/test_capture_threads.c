/* SPDX-License-Identifier: MIT */
/*
 * One thread changes a scene and its screen a thousand times a second, another copies the screen and protects the copies
 * by the newest snapshot. Several use one snapshot, and destroy it. One covers the screen while another protects a large frame.
 * Run under ThreadSanitizer too, by script/test.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <scrim.h>

enum {
    WIDTH = 320,
    HEIGHT = 200,
    SIDE = 20,
    SECRET = 77,
    SHOWN = 200,
    CHANGES = 1200
};

static struct {
    pthread_mutex_t lock; /* of the screen alone: as a compositor has one */
    uint8_t screen[HEIGHT][WIDTH];
    /* The newest snapshot, until somebody takes it. */
    _Atomic(scrim_snapshot *) newest;
    /* Set once the call that covers has returned; cleared before the one that uncovers. */
    atomic_int covered;
    atomic_int done;
    atomic_int failures;
    int frames, frames_ok, frames_covered;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void expect(int condition) {
    if (!condition)
        atomic_fetch_add(&shared.failures, 1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void publish(scrim_scene *scene) {
    scrim_snapshot *snapshot = NULL;
    expect(scrim_scene_snapshot(scene, now(), &snapshot) == SCRIM_OK);
    scrim_snapshot_destroy(atomic_exchange(&shared.newest, snapshot));
}

static void draw(int x, int y, uint8_t value) {
    for (int row = y; row < y + SIDE; row++)
        memset(&shared.screen[row][x], value, SIDE);
}

static void *change(void *data) {
    scrim_scene *scene = data;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id top = 0, secret = 0;
    int x = 0, y = 0;
    window.frame = (scrim_rect){0, 0, WIDTH, HEIGHT};
    view.flags = SCRIM_VIEW_SECURE;
    view.frame = (scrim_rect){0, 0, SIDE, SIDE};
    expect(scrim_scene_add_window(scene, &window, &top) == SCRIM_OK);
    expect(scrim_scene_add_view(scene, top, &view, &secret) == SCRIM_OK);
    publish(scene);
    for (int i = 0; i < CHANGES; i++) {
        const struct timespec pause = {0, 1000000};
        nanosleep(&pause, NULL);
        if (i % 100 == 50) {
            expect(scrim_scene_set_transition(scene, 1) == SCRIM_OK);
            atomic_store(&shared.covered, 1);
        }
        if (i % 100 == 60) {
            atomic_store(&shared.covered, 0);
            expect(scrim_scene_set_transition(scene, 0) == SCRIM_OK);
            expect(scrim_scene_frame_ready(scene, 0) == SCRIM_OK);
        }
        /* The scene is told first, in a change that ends when the screen shows it. */
        const int next_x = i * 7 % (WIDTH - SIDE), next_y = i * 13 % (HEIGHT - SIDE);
        expect(scrim_scene_begin(scene) == SCRIM_OK);
        view.frame = (scrim_rect){next_x, next_y, SIDE, SIDE};
        if (i % 10 == 9) {
            expect(scrim_scene_remove(scene, secret) == SCRIM_OK);
            expect(scrim_scene_add_view(scene, top, &view, &secret) == SCRIM_OK);
        } else {
            expect(scrim_scene_update_view(scene, secret, &view) == SCRIM_OK);
        }
        publish(scene);
        pthread_mutex_lock(&shared.lock);
        draw(x, y, SHOWN);
        draw(next_x, next_y, SECRET);
        pthread_mutex_unlock(&shared.lock);
        expect(scrim_scene_commit(scene) == SCRIM_OK);
        publish(scene);
        x = next_x;
        y = next_y;
    }
    atomic_store(&shared.done, 1);
    return NULL;
}

static void *capture_frames(void *data) {
    scrim_capture *capture = data;
    static uint8_t pixels[HEIGHT][WIDTH];
    scrim_frame frame = SCRIM_FRAME_INIT;
    scrim_snapshot *snapshot = NULL;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = WIDTH;
    frame.height = HEIGHT;
    frame.planes[0] = (scrim_plane){pixels, WIDTH};
    while (!atomic_load(&shared.done)) {
        const uint64_t from = now();
        pthread_mutex_lock(&shared.lock);
        memcpy(pixels, shared.screen, sizeof pixels);
        pthread_mutex_unlock(&shared.lock);
        const uint64_t to = now();
        scrim_snapshot *newer = atomic_exchange(&shared.newest, NULL);
        if (newer) {
            scrim_snapshot_destroy(snapshot);
            snapshot = newer;
        }
        if (!snapshot)
            continue;
        const int was_covered = atomic_load(&shared.covered);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        expect(scrim_capture_redact(capture, snapshot, &frame, from, to, &report) == SCRIM_OK);
        const int is_covered = report.outcome == SCRIM_OUTCOME_COVERED;
        /* Covered before and after the call: it was all the time, or covered and uncovered in between. */
        expect(!was_covered || is_covered);
        expect(is_covered || report.outcome == SCRIM_OUTCOME_OK);
        expect(memchr(pixels, SECRET, sizeof pixels) == NULL);
        expect(!is_covered || memchr(pixels, SHOWN, sizeof pixels) == NULL);
        shared.frames++;
        shared.frames_ok += !is_covered;
        shared.frames_covered += is_covered;
    }
    scrim_snapshot_destroy(snapshot);
    return NULL;
}

static void test_a_thread_protects_while_another_changes_the_scene(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_capture_options stream = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    scrim_capture *capture = NULL;
    pthread_t changer, recorder;
    /* However late this machine lets a thread run; of places no more than are there at once in that time. */
    stream.max_latency_ns = SCRIM_CAPTURE_MAX_LATENCY_NS;
    stream.hold_ns = 2000000;
    memset(shared.screen, SHOWN, sizeof shared.screen);
    draw(0, 0, SECRET);
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_capture_create(&stream, &capture), SCRIM_OK);
    assert_int_equal(pthread_create(&changer, NULL, change, scene), 0);
    assert_int_equal(pthread_create(&recorder, NULL, capture_frames, capture), 0);
    pthread_join(changer, NULL);
    pthread_join(recorder, NULL);
    assert_int_equal(shared.failures, 0);
    print_message("%d frames, %d of them covered\n", shared.frames, shared.frames_covered);
    assert_true(shared.frames_ok > 20);
    assert_true(shared.frames_covered > 5);
    scrim_snapshot_destroy(atomic_exchange(&shared.newest, NULL));
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

enum {
    USERS = 3,
    USES = 60000,
    SNAPSHOTS = 2
};

static struct {
    /* What every thread uses, and any may have destroyed. */
    _Atomic(scrim_snapshot *) snapshots[SNAPSHOTS];
    atomic_int users;
    atomic_int ok;
    atomic_int gone;
} common;

/* Uses snapshots that others are destroying, and destroys some. */
static void *use_and_destroy(void *data) {
    static const uint64_t time = 1000000001; /* after the first snapshot, until which the output counts as covered */
    (void)data;
    uint8_t bytes[SIDE][SIDE];
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){bytes, SIDE};
    options.hold_ns = 0;
    expect(scrim_capture_create(&options, &capture) == SCRIM_OK);
    for (int i = 0; i < USES; i++) {
        scrim_snapshot *snapshot = atomic_load(&common.snapshots[i % SNAPSHOTS]);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        memset(bytes, SECRET, sizeof bytes);
        const scrim_status status = scrim_capture_redact(capture, snapshot, &frame, time, time, &report);
        expect(status == SCRIM_OK || status == SCRIM_ERROR_INVALID_HANDLE);
        expect(report.outcome == (status == SCRIM_OK ? SCRIM_OUTCOME_OK : SCRIM_OUTCOME_COVERED));
        expect(memchr(bytes, SECRET, sizeof bytes) == NULL);
        atomic_fetch_add(status == SCRIM_OK ? &common.ok : &common.gone, 1);
        if (i % 4 == 0)
            scrim_snapshot_destroy(snapshot);
    }
    scrim_capture_destroy(capture);
    atomic_fetch_sub(&common.users, 1);
    return NULL;
}

static void put_snapshot(scrim_scene *scene, int place) {
    scrim_snapshot *snapshot = NULL;
    expect(scrim_scene_snapshot(scene, 1000000000, &snapshot) == SCRIM_OK);
    scrim_snapshot_destroy(atomic_exchange(&common.snapshots[place], snapshot));
}

static void test_threads_use_and_destroy_one_snapshot(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_scene *scene = NULL;
    scrim_id id = 0;
    pthread_t users[USERS];
    shared.failures = 0;
    common.users = USERS;
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    window.flags = SCRIM_VIEW_SECURE;
    window.frame = (scrim_rect){0, 0, SIDE, SIDE};
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    for (int i = 0; i < SNAPSHOTS; i++)
        put_snapshot(scene, i);
    for (int i = 0; i < USERS; i++)
        assert_int_equal(pthread_create(&users[i], NULL, use_and_destroy, NULL), 0);
    for (int i = 0; atomic_load(&common.users) > 0; i++)
        put_snapshot(scene, i % SNAPSHOTS);
    for (int i = 0; i < USERS; i++)
        pthread_join(users[i], NULL);
    for (int i = 0; i < SNAPSHOTS; i++)
        scrim_snapshot_destroy(atomic_exchange(&common.snapshots[i], NULL));
    scrim_scene_destroy(scene);
    print_message("%d uses, and %d of what was destroyed\n", common.ok, common.gone);
    assert_int_equal(shared.failures, 0);
    assert_true(common.ok > 100);
    assert_true(common.gone > 100);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

enum {
    LARGE = 8192,
    ROUNDS = 3
};

static struct {
    scrim_capture *capture;
    scrim_snapshot *snapshot;
    uint8_t *pixels;
    scrim_redact_report report;
    atomic_int started;
    atomic_int returned;
} large;

static void *protect_large(void *data) {
    (void)data;
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = frame.height = LARGE;
    frame.planes[0] = (scrim_plane){large.pixels, LARGE * 4};
    atomic_store(&large.started, 1);
    expect(scrim_capture_redact(large.capture, large.snapshot, &frame, 1001, 1001, &large.report) == SCRIM_OK);
    atomic_store(&large.returned, 1);
    return NULL;
}

/* Whether a frame that takes long was still being protected when the call that covers had returned. */
static int cover_while_protecting(scrim_scene *scene) {
    static const struct timespec pause = {0, 2000000};
    pthread_t thread;
    memset(large.pixels, SECRET, (size_t)LARGE * LARGE * 4);
    large.report = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
    large.started = large.returned = 0;
    assert_int_equal(scrim_scene_snapshot(scene, 1000, &large.snapshot), SCRIM_OK);
    assert_int_equal(pthread_create(&thread, NULL, protect_large, NULL), 0);
    while (!atomic_load(&large.started))
        ;
    nanosleep(&pause, NULL);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    const int is_during = !atomic_load(&large.returned);
    pthread_join(thread, NULL);
    scrim_snapshot_destroy(large.snapshot);
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    if (is_during) {
        assert_int_equal(large.report.outcome, SCRIM_OUTCOME_COVERED);
        assert_null(memchr(large.pixels, SECRET, (size_t)LARGE * LARGE * 4));
    }
    return is_during;
}

static void test_a_cover_that_is_raised_while_a_frame_is_protected(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_capture_options stream = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_scene *scene = NULL;
    scrim_id id = 0;
    shared.failures = 0;
    stream.style.kind = SCRIM_STYLE_FROST;
    stream.hold_ns = 0;
    /* All but a margin, which shows unless the frame is covered whole. */
    window.flags = SCRIM_VIEW_SECURE;
    window.frame = (scrim_rect){8, 8, LARGE - 16, LARGE - 16};
    large.pixels = malloc((size_t)LARGE * LARGE * 4);
    assert_non_null(large.pixels);
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_capture_create(&stream, &large.capture), SCRIM_OK);
    int rounds = 0;
    /* On a machine with much else to do the frame may be done first. */
    for (int i = 0; i < 10 * ROUNDS && rounds < ROUNDS; i++)
        rounds += cover_while_protecting(scene);
    assert_int_equal(rounds, ROUNDS);
    assert_int_equal(shared.failures, 0);
    scrim_capture_destroy(large.capture);
    scrim_scene_destroy(scene);
    free(large.pixels);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_thread_protects_while_another_changes_the_scene),
        cmocka_unit_test(test_threads_use_and_destroy_one_snapshot),
        cmocka_unit_test(test_a_cover_that_is_raised_while_a_frame_is_protected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
