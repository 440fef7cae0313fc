/* SPDX-License-Identifier: MIT */
/* scrim_capture: a secret that moves, told of late, in frames captured at any time. */
#include <math.h>

#include "capture_fixture.h"

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
 * each INTERVAL, up to LATENESS late, in whatever order; frames are captured at any time, and redacted up to 40 ms
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
    options.max_latency_ns = LATENESS * MS;
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
        assert_int_equal(scrim_capture_redact(capture, newest, &frame, captured, captured, &report), SCRIM_OK);
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

/* ---- Room for places ---- */

static scrim_view secure_view(double x, double y) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.flags = SCRIM_VIEW_SECURE;
    view.frame = (scrim_rect){x, y, 4, 4};
    return view;
}

static scrim_id add_secure(scrim_scene *scene, scrim_id window, double x, double y) {
    const scrim_view view = secure_view(x, y);
    scrim_id id = 0;
    assert_int_equal(scrim_scene_add_view(scene, window, &view, &id), SCRIM_OK);
    return id;
}

static void move_secure(scrim_scene *scene, scrim_id id, double x, double y) {
    const scrim_view view = secure_view(x, y);
    assert_int_equal(scrim_scene_update_view(scene, id, &view), SCRIM_OK);
}

static scrim_id plain_window(scrim_scene *scene) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.frame = (scrim_rect){0, 0, WIDTH, HEIGHT};
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    return id;
}

/* So many views have moved as places are kept of, and those places are over: the next ones find room. */
static void test_places__make_room_for_others_when_they_are_over(void **state) {
    (void)state;
    static scrim_id moved[SCRIM_SCENE_HISTORY_VIEWS];
    scrim_scene *scene = active_scene();
    scrim_id window = plain_window(scene);
    for (int i = 0; i < SCRIM_SCENE_HISTORY_VIEWS; i++)
        moved[i] = add_secure(scene, window, 1000, 1000 + i);
    scrim_id busy = add_secure(scene, window, 1000, 0), left = add_secure(scene, window, 2, 2),
             right = add_secure(scene, window, 90, 50);
    tell(scene, START);
    for (int i = 0; i < SCRIM_SCENE_HISTORY_VIEWS; i++)
        move_secure(scene, moved[i], 1100, 1000 + i);
    tell(scene, START + MS);
    const uint64_t then = START + MS + SCRIM_SCENE_HISTORY_NS;
    tell(scene, then);
    tell(scene, then + MS);
    for (int i = 0; i <= SCRIM_SCENE_HISTORY_OTHERS; i++)
        move_secure(scene, busy, 1000, 1 + i % 2);
    move_secure(scene, left, 1000, 500);
    move_secure(scene, right, 1000, 600);
    scrim_capture *capture = stream(NULL);
    assert_int_equal(protect_now(capture, scene, then + 2 * MS, then + 2 * MS), SCRIM_OUTCOME_OK);
    const scrim_rect places[] = {{2, 2, 4, 4}, {90, 50, 4, 4}};
    assert_black(places, 2);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

/* Room that was taken from a view, and belongs to another, is not given up with the first, nor shared with it. */
static void test_places__of_one_view_are_not_those_of_another(void **state) {
    (void)state;
    for (int is_removed = 0; is_removed < 2; is_removed++) {
        scrim_scene *scene = active_scene();
        scrim_id window = plain_window(scene);
        scrim_id first = add_secure(scene, window, 0, 0), second = add_secure(scene, window, 20, 0),
                 third = add_secure(scene, window, 40, 0);
        tell(scene, START);
        move_secure(scene, first, 0, 10);
        tell(scene, START + MS);
        const uint64_t then = START + MS + SCRIM_SCENE_HISTORY_NS;
        tell(scene, then);
        tell(scene, then + MS);
        move_secure(scene, second, 20, 10);
        if (is_removed)
            assert_int_equal(scrim_scene_remove(scene, first), SCRIM_OK);
        /* Of each as many as fit, so long as it has room of its own. */
        for (int i = 0; i < SCRIM_SCENE_HISTORY_PLACES - 2; i++) {
            if (!is_removed)
                move_secure(scene, first, 0, i % 2 ? 10 : 20);
            move_secure(scene, third, 40, i % 2 ? 0 : 10);
            move_secure(scene, second, 20, i % 2 ? 10 : 0);
        }
        scrim_capture *capture = stream(NULL);
        assert_int_equal(protect_now(capture, scene, then + 2 * MS, then + 2 * MS), SCRIM_OUTCOME_OK);
        const scrim_rect places[] = {
            {20, 0, 4, 4},
            {20, 10, 4, 4},
            {40, 0, 4, 4},
            {40, 10, 4, 4},
            {0, 10, 4, 4},
            {0, 20, 4, 4},
        };
        assert_black(places, is_removed ? 5 : 6);
        scrim_capture_destroy(capture);
        scrim_scene_destroy(scene);
    }
}

/* More positions than a view has room for are joined. A frame from any moment is still covered where the view was then. */
static void test_places__that_are_joined_cover_all_their_moments(void **state) {
    (void)state;
    enum {
        STOPS = 3 * SCRIM_SCENE_HISTORY_PLACES / 2
    };
    scrim_scene *scene = active_scene();
    scrim_id view = add(scene, 0, 10, 4, 4);
    tell(scene, START);
    uint64_t times[STOPS], now = LATER;
    for (int i = 0; i < STOPS; i++) {
        move(scene, view, 2 * i % 90, 10 + i % 7, 4, 4);
        tell(scene, times[i] = now += (uint64_t)(1 + i % 3) * MS);
    }
    scrim_snapshot *snapshot = snap(scene, now + MS);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.hold_ns = options.max_latency_ns = options.update_interval_ns = 0;
    for (int i = 0; i < STOPS; i++) {
        scrim_capture *capture = stream(&options);
        assert_int_equal(protect(capture, snapshot, times[i] + MS / 2, times[i] + MS / 2), SCRIM_OUTCOME_OK);
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 4; x++)
                assert_int_equal(pixels[10 + i % 7 + y][2 * i % 90 + x], 0);
        scrim_capture_destroy(capture);
    }
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* A small view that is turned by little, so that its edges are steep or flat but not quite. It may be anywhere within REACH. */
static void test_moving__a_view_that_is_turned_by_little(void **state) {
    (void)state;
    enum {
        PIXELS = 200,
        SCALE = 4,
        REACH = 10,
        EDGE = 10
    };
    static uint8_t shown[PIXELS][PIXELS];
    static const double sines[] = {0.09, -0.09, 0.03, -0.03};
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.scale = SCALE;
    options.max_speed = 1000;
    options.max_latency_ns = 0;
    options.update_interval_ns = REACH * MS;
    for (size_t i = 0; i < sizeof sines / sizeof *sines; i++) {
        const double s = sines[i], c = sqrt(1 - s * s);
        scrim_scene *scene = active_scene();
        scrim_window window = SCRIM_WINDOW_INIT;
        window.frame = (scrim_rect){0, 0, PIXELS, PIXELS};
        scrim_view view = SCRIM_VIEW_INIT;
        view.flags = SCRIM_VIEW_SECURE;
        view.frame = (scrim_rect){20, 20, EDGE, EDGE};
        view.transform = (scrim_affine){c, s, -s, c, 0, 0};
        scrim_id top, secret;
        assert_int_equal(scrim_scene_add_window(scene, &window, &top), SCRIM_OK);
        assert_int_equal(scrim_scene_add_view(scene, top, &view, &secret), SCRIM_OK);
        tell(scene, START);
        scrim_snapshot *snapshot = snap(scene, LATER);
        scrim_capture *capture = stream(&options);
        memset(shown, SHOWN, sizeof shown);
        const scrim_frame frame = frame_of(shown, PIXELS, PIXELS);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, LATER, LATER, &report), SCRIM_OK);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
        int leaks = 0;
        for (int y = 0; y <= 2 * EDGE; y++)
            for (int x = 0; x <= 2 * EDGE; x++)
                for (int dy = -REACH; dy <= REACH; dy++)
                    for (int dx = -REACH; dx <= REACH; dx++) {
                        const double px = 20 + c * x / 2 - s * y / 2 + dx, py = 20 + s * x / 2 + c * y / 2 + dy;
                        leaks += shown[(int)(py * SCALE)][(int)(px * SCALE)] != 0;
                    }
        assert_int_equal(leaks, 0);
        scrim_capture_destroy(capture);
        scrim_snapshot_destroy(snapshot);
        scrim_scene_destroy(scene);
    }
}

/* The history begins with the first snapshot, here in the middle of a change. What the change takes away was still shown then. */
static void test_history__begins_within_a_change(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_id view = add(scene, 0, 0, 4, 4);
    assert_int_equal(scrim_scene_begin(scene), SCRIM_OK);
    move(scene, view, 20, 10, 4, 4);
    tell(scene, START);
    tell(scene, LATER);
    assert_int_equal(scrim_scene_commit(scene), SCRIM_OK);
    scrim_capture *capture = stream(NULL);
    assert_int_equal(protect_now(capture, scene, LATER, LATER + MS), SCRIM_OUTCOME_OK);
    const scrim_rect both[] = {{0, 0, 4, 4}, {20, 10, 4, 4}};
    assert_black(both, 2);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moving__no_frame_shows_a_pixel_of_it),
        cmocka_unit_test(test_moving__without_growth_or_hold_frames_do),
        cmocka_unit_test(test_moving__a_view_that_is_turned_by_little),
        cmocka_unit_test(test_places__make_room_for_others_when_they_are_over),
        cmocka_unit_test(test_places__that_are_joined_cover_all_their_moments),
        cmocka_unit_test(test_history__begins_within_a_change),
        cmocka_unit_test(test_places__of_one_view_are_not_those_of_another),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
