/* SPDX-License-Identifier: MIT */
/*
 * scrim_capture: what a stream of frames may show of a scene that changes. First the rules one by one; then a secret that
 * moves, told of late, in frames captured at any time.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <scrim.h>

#define MS UINT64_C(1000000)
/* Where the clock of most tests begins, and when the scene has been told enough for a frame. */
#define START (1000 * MS)
#define LATER (START + 200 * MS)

enum {
    WIDTH = 100,
    HEIGHT = 60,
    SHOWN = 200
};

static uint8_t pixels[HEIGHT][WIDTH];

static scrim_frame frame_of(void *data, uint32_t width, uint32_t height) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = width;
    frame.height = height;
    frame.planes[0] = (scrim_plane){data, width};
    return frame;
}

static scrim_scene *active_scene(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    return scene;
}

static scrim_window secure_window(double x, double y, double width, double height) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){x, y, width, height};
    window.flags = SCRIM_VIEW_SECURE;
    return window;
}

static scrim_id add(scrim_scene *scene, double x, double y, double width, double height) {
    scrim_window window = secure_window(x, y, width, height);
    scrim_id id = 0;
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    return id;
}

static void move(scrim_scene *scene, scrim_id id, double x, double y, double width, double height) {
    scrim_window window = secure_window(x, y, width, height);
    assert_int_equal(scrim_scene_update_window(scene, id, &window), SCRIM_OK);
}

static scrim_snapshot *snap(scrim_scene *scene, uint64_t now) {
    scrim_snapshot *snapshot = NULL;
    assert_int_equal(scrim_scene_snapshot(scene, now, &snapshot), SCRIM_OK);
    return snapshot;
}

static void tell(scrim_scene *scene, uint64_t now) {
    scrim_snapshot_destroy(snap(scene, now));
}

static scrim_capture *stream(const scrim_capture_options *options) {
    const scrim_capture_options standard = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    assert_int_equal(scrim_capture_create(options ? options : &standard, &capture), SCRIM_OK);
    return capture;
}

/* Protects a frame by a snapshot of now. */
static uint32_t protect(scrim_capture *capture, const scrim_snapshot *snapshot, uint64_t from, uint64_t to) {
    memset(pixels, SHOWN, sizeof pixels);
    const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(scrim_capture_protect(capture, snapshot, &frame, from, to, &report), SCRIM_OK);
    return report.outcome;
}

static uint32_t protect_now(scrim_capture *capture, scrim_scene *scene, uint64_t captured, uint64_t now) {
    scrim_snapshot *snapshot = snap(scene, now);
    uint32_t outcome = protect(capture, snapshot, captured, captured);
    scrim_snapshot_destroy(snapshot);
    return outcome;
}

/* Asserts that exactly the given rectangles of pixels are black. */
static void assert_black(const scrim_rect *rects, size_t count) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int expected = 0;
            for (size_t i = 0; i < count; i++)
                expected |= x >= rects[i].x && x < rects[i].x + rects[i].width && y >= rects[i].y &&
                            y < rects[i].y + rects[i].height;
            assert_int_equal(pixels[y][x], expected ? 0 : SHOWN);
        }
}

static void assert_all_black(void) {
    const scrim_rect all = {0, 0, WIDTH, HEIGHT};
    assert_black(&all, 1);
}

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
    scrim_scene *scene = active_scene();
    tell(scene, START);
    static const struct {
        uint64_t captured, now;
        uint32_t outcome;
    } cases[] = {
        {START + 150 * MS - 1, START + 300 * MS, SCRIM_OUTCOME_COVERED},
        {START + 150 * MS, START + 300 * MS, SCRIM_OUTCOME_OK},
        {START + 1150 * MS - 1, START + 2000 * MS, SCRIM_OUTCOME_COVERED},
        {START + 1150 * MS, START + 2000 * MS, SCRIM_OUTCOME_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scrim_capture *capture = stream(NULL);
        assert_int_equal(protect_now(capture, scene, cases[i].captured, cases[i].now), cases[i].outcome);
        if (cases[i].outcome == SCRIM_OUTCOME_COVERED)
            assert_all_black();
        scrim_capture_destroy(capture);
    }
    scrim_scene_destroy(scene);
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
    assert_int_equal(protect_now(capture, scene, LATER, LATER + 1), SCRIM_OUTCOME_OK);
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
    /* Lowered again: of what the cover hid the old snapshot knows nothing, a new one does. */
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
    scrim_snapshot_destroy(snapshot);
    snapshot = snap(scene, LATER);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
    /* The scene gone, nobody would tell of a cover. */
    scrim_scene_destroy(scene);
    assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_COVERED);
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
    scrim_capture_destroy(capture);
    options.output = 2;
    capture = stream(&options);
    memset(pixels, SHOWN, sizeof pixels);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
    assert_int_equal(scrim_capture_protect(capture, snapshot, &frame, LATER, LATER, &report), SCRIM_ERROR_NOT_FOUND);
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
    assert_int_equal(scrim_capture_protect(capture, snapshot, &frame, LATER, LATER, &report), SCRIM_ERROR_REFUSED);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
    assert_int_equal(report.strength, SCRIM_STRENGTH_IRREVERSIBLE);
    assert_black(&place, 1);
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* ---- Where ---- */

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
        assert_int_equal(scrim_capture_protect(capture, snapshot, &frame, LATER, LATER, NULL), SCRIM_OK);
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
    options.max_lateness_ns = 50 * MS;
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

/* ---- A secret that moves ---- */

/* The numbers of a run; the same for the same seed (xorshift64*, Vigna 2016). */
static uint64_t seed;

static double random_between(double low, double high) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return low + (high - low) * (double)((seed * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53;
}

enum {
    STEPS = 1500,    /* milliseconds */
    SIDE = 40,       /* of the secret, in points */
    SCREEN = 640,    /* the width of the frame; its height is half */
    LATENESS = 50,   /* milliseconds, as the interval */
    INTERVAL = 17
};

static const double SPEED = 2000; /* points per second */

struct update {
    int arrives;
    scrim_point place;
};

/*
 * A secret that runs about at up to SPEED, in any direction, turned by 30 degrees or not; the scene is told where it was
 * each INTERVAL, up to LATENESS late, in whatever order; frames are captured at any time, and protected up to 40 ms
 * after by a snapshot of up to a few milliseconds before. Returns how many frames showed a pixel of it.
 */
static int leaking_frames(uint64_t run, double told_speed, uint64_t hold) {
    static uint8_t shown[SCREEN / 2][SCREEN];
    static scrim_point at[STEPS];
    static struct update updates[STEPS / INTERVAL + 1];
    seed = 88172645463325252u + run * 7919;
    const int is_turned = run % 2 == 1;
    double vx = 0, vy = 0;
    at[0] = (scrim_point){random_between(150, 450), random_between(60, 220)};
    for (int t = 1; t < STEPS; t++) {
        if (t % 60 == 1) {
            const double speed = random_between(0, 1) < 0.5 ? SPEED : random_between(0, SPEED);
            const double angle = random_between(0, 6.283185307179586);
            vx = speed * cos(angle) / 1000;
            vy = speed * sin(angle) / 1000;
        }
        if (at[t - 1].x + vx < 60 || at[t - 1].x + vx > 540)
            vx = -vx;
        if (at[t - 1].y + vy < 20 || at[t - 1].y + vy > 240)
            vy = -vy;
        at[t] = (scrim_point){at[t - 1].x + vx, at[t - 1].y + vy};
    }
    size_t count = 0;
    for (int t = 0; t < STEPS; t += INTERVAL)
        updates[count++] = (struct update){t + (int)random_between(0, LATENESS + 0.99), at[t]};

    scrim_scene *scene = active_scene();
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, SCREEN, SCREEN / 2};
    scrim_view view = SCRIM_VIEW_INIT;
    view.flags = SCRIM_VIEW_SECURE;
    view.frame = (scrim_rect){at[0].x, at[0].y, SIDE, SIDE};
    const double c = is_turned ? 0.8660254037844387 : 1, s = is_turned ? 0.5 : 0;
    view.transform = (scrim_affine){c, s, -s, c, 0, 0};
    scrim_id top, secret;
    assert_int_equal(scrim_scene_add_window(scene, &window, &top), SCRIM_OK);
    assert_int_equal(scrim_scene_add_view(scene, top, &view, &secret), SCRIM_OK);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.max_speed = told_speed;
    options.max_lateness_ns = LATENESS * MS;
    options.update_interval_ns = INTERVAL * MS;
    options.hold_ns = hold;
    scrim_capture *capture = stream(&options);

    int leaking = 0, frame_at = 400 + (int)random_between(0, 30), protect_at = frame_at + 5;
    scrim_snapshot *newest = NULL;
    for (int t = 0; t < STEPS; t++) {
        for (size_t i = 0; i < count; i++)
            if (updates[i].arrives == t) {
                view.frame = (scrim_rect){updates[i].place.x, updates[i].place.y, SIDE, SIDE};
                assert_int_equal(scrim_scene_update_view(scene, secret, &view), SCRIM_OK);
            }
        /* A snapshot every 8 ms, after the calls that fell due. */
        if (t % 8 == 0) {
            scrim_snapshot_destroy(newest);
            newest = snap(scene, (uint64_t)t * MS);
        }
        if (t != protect_at)
            continue;
        memset(shown, SHOWN, sizeof shown);
        const scrim_frame frame = frame_of(shown, SCREEN, SCREEN / 2);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        const uint64_t captured = (uint64_t)frame_at * MS;
        assert_int_equal(scrim_capture_protect(capture, newest, &frame, captured, captured, &report), SCRIM_OK);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
        int leaks = 0;
        for (int y = 1; y < 2 * SIDE; y++)
            for (int x = 1; x < 2 * SIDE; x++) {
                const double px = at[frame_at].x + c * x / 2 - s * y / 2, py = at[frame_at].y + s * x / 2 + c * y / 2;
                leaks |= shown[(int)py][(int)px] != 0;
            }
        leaking += leaks;
        frame_at += 20 + (int)random_between(0, 25);
        protect_at = frame_at + 5 + (int)random_between(0, 14);
    }
    scrim_snapshot_destroy(newest);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
    return leaking;
}

static void test_moving__no_frame_shows_a_pixel_of_it(void **state) {
    (void)state;
    for (uint64_t run = 0; run < 40; run++)
        assert_int_equal(leaking_frames(run, SPEED, 150 * MS), 0);
}

/* What the test above sees when a part of the cover is missing. */
static void test_moving__without_growth_or_hold_frames_do(void **state) {
    (void)state;
    int without_growth = 0, without_both = 0;
    for (uint64_t run = 0; run < 10; run++) {
        without_growth += leaking_frames(run, 0, 150 * MS);
        without_both += leaking_frames(run, 0, 0);
    }
    assert_true(without_growth > 20);
    assert_true(without_both > without_growth);
}

static int no_handles_left(void **state) {
    (void)state;
    return scrim_live_handles(SCRIM_KIND_ANY) == 0 ? 0 : -1;
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
        cmocka_unit_test(test_transform__covers_and_maps_back_each_way),
        cmocka_unit_test(test_growth__is_speed_times_lateness_interval_and_age_and_a_pixel),
        cmocka_unit_test(test_moving__no_frame_shows_a_pixel_of_it),
        cmocka_unit_test(test_moving__without_growth_or_hold_frames_do),
    };
    return cmocka_run_group_tests(tests, NULL, no_handles_left);
}
