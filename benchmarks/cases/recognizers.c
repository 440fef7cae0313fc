/* SPDX-License-Identifier: MIT */
/*
 * Times single samples of touches on many recognizers. For each case a line: its name, the step, and the least time of
 * the step in nanoseconds with 100 recognizers and with 1,000, with semicolons between. The last line: how often memory was allocated in all
 * turns but the first.
 *
 *     recognizers TURNS
 */
#define _GNU_SOURCE
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counted.h"

enum {
    STEPS = 12,
    MOST = 1000
};

#define TRY(call) \
    do { \
        if (!(call)) { \
            fprintf(stderr, "failed: %s\n", #call); \
            exit(1); \
        } \
    } while (0)

#define MS 1000000u

typedef struct {
    const char *name;
    uint32_t phase; /* LATER: no sample, but the time passes */
    double x, y;
    uint32_t pause_ms;
} step;

enum {
    LATER = 1000
};

typedef struct {
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_id outer, inner;
    uint64_t time;
    double best[STEPS];
} stage;

static scrim_gesture_event events[MOST + 8];
static scrim_id ids[MOST + 8];

static scrim_id add(stage *at, scrim_id view, uint32_t kind, uint32_t taps, uint32_t flags) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    scrim_id id;
    TRY(scrim_recognizer_defaults(kind, SCRIM_PROFILE_UIKIT, 1, &recognizer) == SCRIM_OK);
    recognizer.view = view;
    recognizer.taps = taps;
    recognizer.flags = flags;
    TRY(scrim_gestures_add(at->gestures, &recognizer, &id) == SCRIM_OK);
    return id;
}

static void relate(stage *at, scrim_id first, uint32_t relation, scrim_id second) {
    TRY(scrim_gestures_relate(at->gestures, first, relation, second) == SCRIM_OK);
}

/* ---- Cases ---- */

static void simultaneous_pans(stage *at, int count) {
    for (int i = 0; i < count; i++)
        add(at, at->inner, SCRIM_GESTURE_PAN, 0, SCRIM_RECOGNIZER_SIMULTANEOUS);
}

static void exclusive_pans(stage *at, int count) {
    for (int i = 0; i < count; i++)
        add(at, at->inner, SCRIM_GESTURE_PAN, 0, 0);
}

static void simultaneous_taps(stage *at, int count) {
    for (int i = 0; i < count; i++)
        add(at, at->inner, SCRIM_GESTURE_TAP, 1 + (uint32_t)i % 10, SCRIM_RECOGNIZER_SIMULTANEOUS);
}

static void exclusive_taps(stage *at, int count) {
    for (int i = 0; i < count; i++)
        add(at, i % 2 ? at->inner : at->outer, SCRIM_GESTURE_TAP, 1 + (uint32_t)i / 2 % 10, 0);
}

/* Each begins together with its neighbor. */
static void pairs(stage *at, int count) {
    for (int i = 0; i < count; i++) {
        ids[i] = add(at, at->inner, SCRIM_GESTURE_PAN, 0, 0);
        if (i % 2)
            relate(at, ids[i - 1], SCRIM_RELATION_SIMULTANEOUS, ids[i]);
    }
}

/* All wait for a long press, which fails by the movement. The pans of the outer view also wait for the inner pans. */
static void waiting_pans(stage *at, int count) {
    scrim_id press = add(at, at->outer, SCRIM_GESTURE_LONG_PRESS, 0, 0);
    for (int i = 0; i < count; i++)
        relate(at, add(at, i % 2 ? at->inner : at->outer, SCRIM_GESTURE_PAN, 0, 0), SCRIM_RELATION_REQUIRE_FAILURE, press);
}

/* All wait for a tap of three, which is in progress while the finger moves, so they fail when it is lifted. */
static void waiting_swipes(stage *at, int count) {
    scrim_recognizer tap = {.struct_size = sizeof tap};
    scrim_id id;
    TRY(scrim_recognizer_defaults(SCRIM_GESTURE_TAP, SCRIM_PROFILE_UIKIT, 1, &tap) == SCRIM_OK);
    tap.view = at->outer;
    tap.taps = 3;
    tap.touch_slop = 1000;
    TRY(scrim_gestures_add(at->gestures, &tap, &id) == SCRIM_OK);
    for (int i = 0; i < count; i++)
        relate(at, add(at, at->inner, SCRIM_GESTURE_SWIPE, 0, 0), SCRIM_RELATION_REQUIRE_FAILURE, id);
}

/* Each waits for the one before it, and may begin together with all others. */
static void chain(stage *at, int count) {
    for (int i = 0; i < count; i++) {
        ids[i] = add(at, at->inner, SCRIM_GESTURE_PAN, 0, SCRIM_RECOGNIZER_SIMULTANEOUS);
        if (i > 0)
            relate(at, ids[i], SCRIM_RELATION_REQUIRE_FAILURE, ids[i - 1]);
    }
}

/* ---- Figures ---- */

static const step drag[STEPS] = {
    {"down", SCRIM_TOUCH_BEGAN, 50, 50, 0},
    {"begin", SCRIM_TOUCH_MOVED, 50, 150, 10},
    {"move", SCRIM_TOUCH_MOVED, 50, 160, 10},
    {"lift", SCRIM_TOUCH_ENDED, 50, 170, 10},
    {"later", LATER, 0, 0, 2000},
};
static const step taps[STEPS] = {
    {"down", SCRIM_TOUCH_BEGAN, 50, 50, 0},
    {"lift", SCRIM_TOUCH_ENDED, 50, 50, 10},
    {"second down", SCRIM_TOUCH_BEGAN, 50, 50, 50},
    {"second lift", SCRIM_TOUCH_ENDED, 50, 50, 10},
    {"later", LATER, 0, 0, 2000},
};

static const struct {
    const char *name;
    void (*make)(stage *at, int count);
    const step *steps;
} cases[] = {
    {"simultaneous pans", simultaneous_pans, drag},
    {"exclusive pans", exclusive_pans, drag},
    {"simultaneous taps", simultaneous_taps, taps},
    {"exclusive taps", exclusive_taps, taps},
    {"pairs of pans", pairs, drag},
    {"pans that wait", waiting_pans, drag},
    {"swipes that wait", waiting_swipes, drag},
    {"chain of pans", chain, drag},
};
enum {
    CASES = sizeof cases / sizeof *cases
};

static void make(stage *at, int which, int count) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    memset(at, 0, sizeof *at);
    TRY(scrim_scene_create(&scene_options, &at->scene) == SCRIM_OK);
    window.frame = (scrim_rect){0, 0, 1000, 1000};
    TRY(scrim_scene_add_window(at->scene, &window, &at->outer) == SCRIM_OK);
    view.frame = (scrim_rect){0, 0, 500, 500};
    TRY(scrim_scene_add_view(at->scene, at->outer, &view, &at->inner) == SCRIM_OK);
    TRY(scrim_gestures_create(at->scene, &options, &at->gestures) == SCRIM_OK);
    cases[which].make(at, count);
    for (int i = 0; i < STEPS; i++)
        at->best[i] = 1e300;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void turn(stage *at, const step *steps) {
    for (int i = 0; i < STEPS && steps[i].name != NULL; i++) {
        size_t consumed, produced;
        at->time += (uint64_t)steps[i].pause_ms * MS;
        scrim_touch touch = {.time_ns = at->time, .id = 1, .phase = steps[i].phase, .x = steps[i].x, .y = steps[i].y};
        double before = now();
        if (steps[i].phase == LATER)
            TRY(scrim_gestures_advance(at->gestures, at->time, events, MOST + 8, &produced) == SCRIM_OK);
        else
            TRY(scrim_gestures_feed(at->gestures, &touch, 1, &consumed, events, MOST + 8, &produced) == SCRIM_OK);
        double passed = now() - before;
        at->best[i] = passed < at->best[i] ? passed : at->best[i];
    }
}

int main(int argc, char **argv) {
    static stage few[CASES], many[CASES];
    static char buffer[65536];
    long first = 0;
    TRY(argc == 2);
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (int i = 0; i < CASES; i++) {
        make(&few[i], i, 100);
        make(&many[i], i, MOST);
    }
    for (long i = 0, turns = atol(argv[1]); i < turns; i++) {
        for (int j = 0; j < CASES; j++) {
            turn(&few[j], cases[j].steps);
            turn(&many[j], cases[j].steps);
        }
        if (i == 0)
            first = allocations;
    }
    long more = allocations - first;
    for (int i = 0; i < CASES; i++)
        for (int j = 0; j < STEPS && cases[i].steps[j].name != NULL; j++)
            printf("%s;%s;%.0f;%.0f\n", cases[i].name, cases[i].steps[j].name, few[i].best[j], many[i].best[j]);
    printf("%ld\n", more);
    return 0;
}
