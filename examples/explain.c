/* SPDX-License-Identifier: MIT */
/* A tap that is not recorded, and why: its recognizer has no action. */
#include "program.h"

#define MS UINT64_C(1000000)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static uint32_t found = SCRIM_REASON_NONE;

static int explain(const scrim_collector *collector, const scrim_gesture_event *event) {
    scrim_check checks[17];
    size_t count = 0;
    if (failed(scrim_collector_explain(collector, event, checks, COUNT(checks), &count), "explain")) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        if (checks[i].outcome == SCRIM_CHECK_FAILED) {
            printf("%s: %s\n", scrim_reason_name(checks[i].reason), scrim_reason_message(checks[i].reason));
            found = checks[i].reason;
        }
    }
    return 0;
}

static int tap(scrim_gestures *gestures, const scrim_collector *collector) {
    const scrim_touch touches[] = {
        {1000 * MS, 1, SCRIM_TOUCH_BEGAN, 0, 100, 30},
        {1080 * MS, 1, SCRIM_TOUCH_ENDED, 0, 100, 30},
    };
    scrim_gesture_event events[4];
    size_t consumed = 0, produced = 0;
    if (failed(scrim_gestures_feed(gestures, touches, COUNT(touches), &consumed, events, COUNT(events), &produced), "feed")) {
        return 1;
    }
    return produced != 1 || explain(collector, &events[0]);
}

static int lay_out(scrim_scene *scene, scrim_gestures *gestures) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id = 0;
    window.frame = (scrim_rect){0, 0, 640, 100};
    if (failed(scrim_scene_add_window(scene, &window, &recognizer.view), "window")) {
        return 1;
    }
    return failed(scrim_gestures_add(gestures, &recognizer, &id), "recognizer"); /* and no action, which is a mistake */
}

int main(void) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    scrim_gestures *gestures = NULL;
    scrim_collector *collector = NULL;
    int bad = failed(scrim_scene_create(&scene_options, &scene), "scene") ||
              failed(scrim_gestures_create(scene, &gestures_options, &gestures), "gestures") ||
              failed(scrim_collector_create(gestures, &collector_options, &collector), "collector") ||
              lay_out(scene, gestures) || tap(gestures, collector);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    return bad || found != SCRIM_REASON_NO_ACTION;
}
