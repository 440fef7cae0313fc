/* SPDX-License-Identifier: MIT */
/* A touchpad scrolls and zooms a map, and a wheel scrolls it. The events are libinput's, as plain structs. */
#include "program.h"

#define MS UINT64_C(1000000)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What libinput's events of one kind return. With libinput itself, call the functions in the comments. */
enum kind {
    SCROLL_WHEEL,
    SCROLL_FINGER,
    PINCH_BEGIN,
    PINCH_UPDATE,
    PINCH_END
};
struct event {
    enum kind kind;
    uint64_t time_usec; /* libinput_event_pointer_get_time_usec or libinput_event_gesture_get_time_usec */
    double dx, dy;      /* libinput_event_pointer_get_scroll_value; 0 for an axis that the event does not have */
    double v120;        /* libinput_event_pointer_get_scroll_value_v120, vertical */
    double scale;       /* libinput_event_gesture_get_scale */
    double degrees;     /* libinput_event_gesture_get_angle_delta */
    int cancelled;      /* libinput_event_gesture_get_cancelled */
};

static const double line = 40; /* points for one click of a wheel */
static const double radians = 0.017453292519943295;

static scrim_scroll sample(const struct event *event, double pointer_x, double pointer_y) {
    scrim_scroll scroll = {.time_ns = event->time_usec * 1000, .phase = SCRIM_TOUCH_MOVED, .x = pointer_x, .y = pointer_y};
    switch (event->kind) {
    case SCROLL_WHEEL:
        scroll.source = SCRIM_SCROLL_WHEEL;
        scroll.delta_y = event->v120 / 120 * line;
        break;
    case SCROLL_FINGER: /* the last event of a scroll has 0 in both directions, which ends it */
        scroll.source = SCRIM_SCROLL_FINGER;
        scroll.delta_x = event->dx;
        scroll.delta_y = event->dy;
        break;
    default:
        scroll.source = SCRIM_SCROLL_PINCH;
        scroll.phase = event->kind == PINCH_BEGIN    ? SCRIM_TOUCH_BEGAN
                       : event->kind == PINCH_UPDATE ? SCRIM_TOUCH_MOVED
                       : event->cancelled            ? SCRIM_TOUCH_CANCELLED
                                                     : SCRIM_TOUCH_ENDED;
        scroll.delta_x = event->dx;
        scroll.delta_y = event->dy;
        scroll.scale = event->scale;
        scroll.delta_rotation = event->degrees * radians;
    }
    return scroll;
}

static unsigned flings, zooms, ends;

static void handle(const scrim_gesture_event *event) {
    if (event->state != SCRIM_GESTURE_STATE_ENDED) {
        return;
    }
    ends++;
    if (event->kind == SCRIM_GESTURE_PINCH) {
        zooms += event->scale == 1.5;
        printf("zoomed by %g\n", event->scale);
    } else {
        flings += event->velocity_y != 0;
        printf("scrolled by %g, then %s\n", event->translation_y, event->velocity_y != 0 ? "flung" : "at rest");
    }
}

static int feed(scrim_gestures *gestures, const scrim_scroll *samples, size_t count) {
    scrim_gesture_event events[32];
    size_t consumed = 0, produced = 0;
    while (count > 0) {
        if (failed(scrim_gestures_scroll(gestures, samples, count, &consumed, events, COUNT(events), &produced), "scroll")) {
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

static int add(scrim_gestures *gestures, scrim_id map, uint32_t kind) {
    scrim_id id = 0;
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    if (failed(scrim_recognizer_defaults(kind, SCRIM_PROFILE_GTK, 1, &recognizer), "defaults")) {
        return 1;
    }
    recognizer.view = map;
    return failed(scrim_gestures_add(gestures, &recognizer, &id), "add");
}

int main(void) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_scene *scene = NULL;
    scrim_gestures *gestures = NULL;
    scrim_id map = 0;
    uint64_t deadline = SCRIM_NEVER;
    scrim_gesture_event last[4];
    size_t produced = 0;
    static const struct event device[] = {
        {SCROLL_FINGER, 1000000, 0, 12, 0, 0, 0, 0},
        {SCROLL_FINGER, 1007000, 0, 12, 0, 0, 0, 0},
        {SCROLL_FINGER, 1014000, 0, 12, 0, 0, 0, 0},
        {SCROLL_FINGER, 1021000, 0, 12, 0, 0, 0, 0},
        {SCROLL_FINGER, 1024000, 0, 0, 0, 0, 0, 0},
        {PINCH_BEGIN, 2000000, 0, 0, 0, 1, 0, 0},
        {PINCH_UPDATE, 2007000, 0.5, 0, 0, 1.25, -1, 0},
        {PINCH_UPDATE, 2014000, 0.5, 0, 0, 1.5, 2, 0},
        {PINCH_END, 2021000, 0, 0, 0, 1.5, 0, 0},
        {SCROLL_WHEEL, 3000000, 0, 15, 120, 0, 0, 0},
        {SCROLL_WHEEL, 3100000, 0, 15, 120, 0, 0, 0},
    };
    scrim_scroll samples[COUNT(device)];
    for (size_t i = 0; i < COUNT(device); i++) {
        samples[i] = sample(&device[i], 400, 240); /* where the pointer is */
    }
    window.frame = (scrim_rect){0, 0, 800, 480};
    int bad = failed(scrim_scene_create(&scene_options, &scene), "scene") ||
              failed(scrim_scene_add_window(scene, &window, &map), "window") ||
              failed(scrim_gestures_create(scene, &options, &gestures), "gestures") ||
              add(gestures, map, SCRIM_GESTURE_PAN) || add(gestures, map, SCRIM_GESTURE_PINCH) ||
              feed(gestures, samples, COUNT(samples)) ||
              /* The wheel reports no end. Its scroll ends at the deadline. */
              failed(scrim_gestures_next_deadline(gestures, &deadline), "deadline") ||
              failed(scrim_gestures_advance(gestures, deadline, last, COUNT(last), &produced), "advance");
    for (size_t i = 0; i < produced; i++) {
        handle(&last[i]);
    }
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    return bad || deadline != 3600 * MS || ends != 3 || flings != 1 || zooms != 1 ||
           scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
