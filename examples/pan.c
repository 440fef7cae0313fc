/* SPDX-License-Identifier: MIT */
/* A finger drags a map and lets go: the events of the pan, and its fling. Coordinates are pixels, two to a point. */
#include "program.h"

#define MS UINT64_C(1000000)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const double density = 2;

static scrim_gesture_event first, last;

static int add_pan(scrim_gestures *gestures, scrim_id map) {
    scrim_id id = 0;
    scrim_recognizer pan = {.struct_size = sizeof pan};
    if (failed(scrim_recognizer_defaults(SCRIM_GESTURE_PAN, SCRIM_PROFILE_ANDROID, density, &pan), "defaults")) {
        return 1;
    }
    pan.view = map;
    pan.touch_slop = 12 * density; /* every constant can be changed */
    return failed(scrim_gestures_add(gestures, &pan, &id), "add");
}

static void handle(const scrim_gesture_event *event) {
    printf("state %u at %g: moved by %g\n", event->state, event->x, event->translation_x);
    if (event->state == SCRIM_GESTURE_STATE_BEGAN) {
        first = *event;
    } else if (event->state == SCRIM_GESTURE_STATE_ENDED && event->velocity_x != 0) {
        printf("flung at %.0f pixels per second\n", event->velocity_x);
    }
    last = *event;
}

static int feed(scrim_gestures *gestures, const scrim_touch *samples, size_t count) {
    scrim_gesture_event events[32];
    size_t consumed = 0, produced = 0;
    while (count > 0) {
        if (failed(scrim_gestures_feed(gestures, samples, count, &consumed, events, COUNT(events), &produced), "feed")) {
            return 1;
        }
        for (size_t i = 0; i < produced; i++) {
            handle(&events[i]);
        }
        samples += consumed;
        count -= consumed;
    }
    return 0;
}

static int advance(scrim_gestures *gestures, uint64_t now_ns) {
    scrim_gesture_event events[32];
    size_t produced = 0;
    if (failed(scrim_gestures_advance(gestures, now_ns, events, COUNT(events), &produced), "advance")) {
        return 1;
    }
    for (size_t i = 0; i < produced; i++) {
        handle(&events[i]);
    }
    return 0;
}

int main(void) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_scene *scene = NULL;
    scrim_gestures *gestures = NULL;
    scrim_id map = 0;
    uint64_t deadline = 0;
    scrim_touch samples[12];
    for (uint32_t i = 0; i < COUNT(samples); i++) { /* 20 pixels every 10 ms */
        samples[i] = (scrim_touch){i * 10 * MS, 1, SCRIM_TOUCH_MOVED, 0, 100 + 20.0 * i, 200};
    }
    samples[0].phase = SCRIM_TOUCH_BEGAN;
    samples[COUNT(samples) - 1].phase = SCRIM_TOUCH_ENDED;
    window.frame = (scrim_rect){0, 0, 800, 480};
    int bad = failed(scrim_scene_create(&scene_options, &scene), "scene") ||
              failed(scrim_scene_add_window(scene, &window, &map), "window") ||
              failed(scrim_gestures_create(scene, &options, &gestures), "gestures") || add_pan(gestures, map) ||
              feed(gestures, samples, COUNT(samples)) ||
              failed(scrim_gestures_next_deadline(gestures, &deadline), "deadline") ||
              (deadline != SCRIM_NEVER && advance(gestures, deadline));
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    return bad || deadline != SCRIM_NEVER || first.state != SCRIM_GESTURE_STATE_BEGAN ||
           last.state != SCRIM_GESTURE_STATE_ENDED || last.velocity_x < 1999 || last.velocity_x > 2001 ||
           scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
