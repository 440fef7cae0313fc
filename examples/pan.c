/* SPDX-License-Identifier: MIT */
/* A finger drags a map and lets go: the pan's events, and its fling. Coordinates are pixels, two to a point. */
#include "program.h"

#define MS UINT64_C(1000000)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const double density = 2;

static int recognise(scrim_gestures *gestures, scrim_id map, const scrim_touch *samples, size_t count) {
    size_t consumed = 0, produced = 0;
    uint64_t deadline = 0;
    scrim_id id = 0;
    scrim_gesture_event events[32];

    scrim_recognizer pan = {.struct_size = sizeof pan};
    if (failed(scrim_recognizer_defaults(SCRIM_GESTURE_PAN, SCRIM_PROFILE_ANDROID, density, &pan), "defaults")) {
        return 1;
    }
    pan.view = map;
    pan.touch_slop = 12 * density; /* every constant can be changed */
    if (failed(scrim_gestures_add(gestures, &pan, &id), "add") ||
        failed(scrim_gestures_feed(gestures, samples, count, &consumed, events, COUNT(events), &produced), "feed") ||
        failed(scrim_gestures_next_deadline(gestures, &deadline), "deadline")) { /* to call scrim_gestures_advance() */
        return 1;
    }

    for (size_t i = 0; i < produced; i++) {
        const scrim_gesture_event *event = &events[i];
        printf("state %u at %g: moved by %g\n", event->state, event->x, event->translation_x);
    }
    if (produced < 2 || consumed != count || deadline != SCRIM_NEVER) {
        return 1;
    }
    printf("flung at %.0f pixels a second\n", events[produced - 1].velocity_x);
    return events[0].state != SCRIM_GESTURE_STATE_BEGAN || events[produced - 1].state != SCRIM_GESTURE_STATE_ENDED ||
           events[produced - 1].velocity_x < 1999 || events[produced - 1].velocity_x > 2001;
}

int main(void) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_scene *scene = NULL;
    scrim_gestures *gestures = NULL;
    scrim_id map = 0;
    scrim_touch samples[12];
    for (uint32_t i = 0; i < COUNT(samples); i++) { /* 20 pixels each 10 ms */
        samples[i] = (scrim_touch){i * 10 * MS, 1, SCRIM_TOUCH_MOVED, 0, 100 + 20.0 * i, 200};
    }
    samples[0].phase = SCRIM_TOUCH_BEGAN;
    samples[COUNT(samples) - 1].phase = SCRIM_TOUCH_ENDED;
    window.frame = (scrim_rect){0, 0, 800, 480};
    int bad = failed(scrim_scene_create(&scene_options, &scene), "scene") ||
              failed(scrim_scene_add_window(scene, &window, &map), "window") ||
              failed(scrim_gestures_create(scene, &options, &gestures), "gestures") ||
              recognise(gestures, map, samples, COUNT(samples));
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    return bad || scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
