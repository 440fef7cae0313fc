/* SPDX-License-Identifier: MIT */
/*
 * Times samples of touches that go to eight recognizers on a scene of 1,000 views, twenty of them secure. It writes a line
 * for each turn, with three numbers of nanoseconds per sample:
 *  - one finger draws circles at 120 samples a second
 *  - one finger draws circles at 1,000 samples a second
 *  - two fingers pan, pinch and rotate at the same time
 *
 * The last line says how often memory was allocated in all turns but the first, and how often in ten million more samples.
 * Its third number is the bytes by which the process has grown in these.
 *
 *     gestures TURNS
 */
#define _GNU_SOURCE
#include <math.h>
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counted.h"

enum {
    SAMPLES = 4000,
    BATCH = 64, /* what a frame of a busy program brings, and more */
    CAPACITY = 512,
    MANY = 10000000
};

#define TRY(call) \
    do { \
        if (!(call)) { \
            fprintf(stderr, "failed: %s\n", #call); \
            exit(1); \
        } \
    } while (0)

/* ---- The scene ---- */

static scrim_gestures *gestures;
static scrim_gesture_event events[CAPACITY];
static scrim_touch one[SAMPLES], fast[SAMPLES], two[SAMPLES];

static void add(scrim_id view, uint32_t kind, uint32_t taps, uint32_t flags) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    scrim_id id;
    TRY(scrim_recognizer_defaults(kind, SCRIM_PROFILE_UIKIT, 1, &recognizer) == SCRIM_OK);
    recognizer.view = view;
    recognizer.taps = taps;
    recognizer.flags = flags;
    TRY(scrim_gestures_add(gestures, &recognizer, &id) == SCRIM_OK);
}

/* A canvas at the left with 49 views in it, and 950 more in 19 columns of 50 at the right, one of each column secure. */
static void make(void) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id window_id, canvas, id;
    TRY(scrim_scene_create(&scene_options, &scene) == SCRIM_OK);
    window.frame = (scrim_rect){0, 0, 2000, 1000};
    TRY(scrim_scene_add_window(scene, &window, &window_id) == SCRIM_OK);
    view.frame = (scrim_rect){0, 0, 1000, 1000};
    TRY(scrim_scene_add_view(scene, window_id, &view, &canvas) == SCRIM_OK);
    for (int i = 0; i < 49; i++) {
        view.frame = (scrim_rect){20.0 * i, 0, 10, 10};
        view.flags = SCRIM_VIEW_INTERACTIVE | (i == 0 ? SCRIM_VIEW_SECURE : 0u);
        TRY(scrim_scene_add_view(scene, canvas, &view, &id) == SCRIM_OK);
    }
    for (int i = 0; i < 950; i++) {
        view.frame = (scrim_rect){1000 + 50.0 * (i / 50), 20.0 * (i % 50), 45, 18};
        view.flags = SCRIM_VIEW_INTERACTIVE | (i % 50 == 25 ? SCRIM_VIEW_SECURE : 0u);
        TRY(scrim_scene_add_view(scene, window_id, &view, &id) == SCRIM_OK);
    }
    TRY(scrim_gestures_create(scene, &options, &gestures) == SCRIM_OK);
    add(canvas, SCRIM_GESTURE_TAP, 1, 0);
    add(canvas, SCRIM_GESTURE_TAP, 2, 0);
    add(canvas, SCRIM_GESTURE_LONG_PRESS, 0, 0);
    add(canvas, SCRIM_GESTURE_PAN, 0, SCRIM_RECOGNIZER_SIMULTANEOUS);
    add(canvas, SCRIM_GESTURE_PINCH, 0, SCRIM_RECOGNIZER_SIMULTANEOUS);
    add(canvas, SCRIM_GESTURE_ROTATION, 0, SCRIM_RECOGNIZER_SIMULTANEOUS);
    add(window_id, SCRIM_GESTURE_SWIPE, 0, 0);
    add(window_id, SCRIM_GESTURE_EDGE_PAN, 0, 0);
}

static void draw(scrim_touch *samples, int fingers, uint64_t step) {
    for (int i = 0; i < SAMPLES; i++) {
        int finger = i % fingers;
        double angle = 0.02 * i + 3.0 * finger;
        uint32_t phase = i < fingers ? SCRIM_TOUCH_BEGAN : i >= SAMPLES - fingers ? SCRIM_TOUCH_ENDED
                                                                                  : SCRIM_TOUCH_MOVED;
        samples[i] = (scrim_touch){(uint64_t)(i / fingers) * step, (uint64_t)finger, phase, 0,
                                   500 + (300 + 0.05 * i) * cos(angle), 500 + 300 * sin(angle)};
    }
}

/* ---- Figures ---- */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static size_t feed(const scrim_touch *samples) {
    size_t done = 0, consumed, produced, total = 0;
    while (done < SAMPLES) {
        size_t count = SAMPLES - done < BATCH ? SAMPLES - done : BATCH;
        TRY(scrim_gestures_feed(gestures, samples + done, count, &consumed, events, CAPACITY, &produced) == SCRIM_OK);
        done += consumed;
        total += produced;
    }
    return total;
}

static double timed(scrim_touch *samples, uint64_t *start, size_t least) {
    uint64_t length = samples[SAMPLES - 1].time_ns - samples[0].time_ns, first = samples[0].time_ns;
    for (int i = 0; i < SAMPLES; i++)
        samples[i].time_ns += *start - first;
    *start += length + 1000000000;
    double before = now();
    TRY(feed(samples) >= least);
    return (now() - before) / SAMPLES;
}

static long mapped(void) {
    char line[256];
    long kibibytes = -1;
    FILE *file = fopen("/proc/self/status", "r");
    TRY(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmData:", 7) == 0)
            kibibytes = atol(line + 7);
    fclose(file);
    return kibibytes * 1024;
}

int main(int argc, char **argv) {
    TRY(argc == 2);
    make();
    draw(one, 1, 8333333);
    draw(fast, 1, 1000000);
    draw(two, 2, 8333333);
    uint64_t start = 0;
    long first = 0;
    static char buffer[65536];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (long turn = 0, turns = atol(argv[1]); turn < turns; turn++) {
        double slow = timed(one, &start, SAMPLES - 100), quick = timed(fast, &start, SAMPLES - 100);
        double both = timed(two, &start, 3 * SAMPLES - 300);
        if (turn == 0)
            first = allocations;
        long before = allocations;
        printf("%.2f %.2f %.2f\n", slow, quick, both);
        first += allocations - before; /* printing allocates too, which does not count */
    }
    long warm = allocations - first, bytes = mapped();
    first = allocations;
    for (long i = 0; i < MANY / SAMPLES; i++)
        timed(one, &start, SAMPLES - 100);
    long more = allocations - first;
    printf("%ld %ld %ld\n", warm, more, mapped() - bytes);
    return 0;
}
