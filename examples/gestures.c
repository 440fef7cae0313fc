/* SPDX-License-Identifier: MIT */
/* Recognizes gestures in a stream of touches, and records those that touched nothing private. */
#include <scrim.h>
#include <stdio.h>
#include <string.h>

#define MS UINT64_C(1000000)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The screen shows a button on the left and a password field on the right. */
static const scrim_touch touches[] = {
    /* a tap on the button */
    {1000 * MS, 1, SCRIM_TOUCH_BEGAN, 0, 100, 50},
    {1090 * MS, 1, SCRIM_TOUCH_ENDED, 0, 101, 50},
    /* a tap on the password */
    {2000 * MS, 2, SCRIM_TOUCH_BEGAN, 0, 500, 50},
    {2080 * MS, 2, SCRIM_TOUCH_ENDED, 0, 500, 51},
    /* a long press on the button */
    {3000 * MS, 3, SCRIM_TOUCH_BEGAN, 0, 90, 52},
    {3700 * MS, 3, SCRIM_TOUCH_MOVED, 0, 91, 52},
    {3800 * MS, 3, SCRIM_TOUCH_ENDED, 0, 91, 52},
    /* a tap on the button, while another finger is on the password */
    {5000 * MS, 4, SCRIM_TOUCH_BEGAN, 0, 480, 40},
    {5100 * MS, 5, SCRIM_TOUCH_BEGAN, 0, 100, 50},
    {5180 * MS, 5, SCRIM_TOUCH_ENDED, 0, 100, 50},
    {5300 * MS, 4, SCRIM_TOUCH_ENDED, 0, 480, 41},
};

static size_t records, private_events;

static int failed(scrim_status status, const char *what) {
    if (status != SCRIM_OK) {
        fprintf(stderr, "%s: %s\n", what, scrim_status_message(status));
    }
    return status != SCRIM_OK;
}

static int add_view(scrim_scene *scene, scrim_id window, const char *type, uint32_t flags, scrim_rect frame,
                    scrim_id *id) {
    scrim_string class_name = {type, strlen(type)};
    scrim_view view = SCRIM_VIEW_INIT;
    view.flags |= flags;
    view.frame = frame;
    view.classes = &class_name;
    view.class_count = 1;
    return failed(scrim_scene_add_view(scene, window, &view, id), "view");
}

static int add_recognizer(scrim_gestures *gestures, scrim_recognizer recognizer, scrim_id view, const char *action) {
    scrim_id id = 0;
    recognizer.view = view;
    return failed(scrim_gestures_add(gestures, &recognizer, &id), "recognizer") ||
           failed(scrim_gestures_add_action(gestures, id, view, action, strlen(action)), "action");
}

static int lay_out(scrim_scene *scene, scrim_gestures *gestures) {
    const scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    const scrim_recognizer press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id window_id = 0, button = 0, password = 0;
    window.frame = (scrim_rect){0, 0, 640, 100};
    window.title = (scrim_string){"Sign in", 7};
    return failed(scrim_scene_add_window(scene, &window, &window_id), "window") ||
           add_view(scene, window_id, "Button", 0, (scrim_rect){20, 20, 200, 60}, &button) ||
           add_view(scene, window_id, "Password", SCRIM_VIEW_SECURE, (scrim_rect){400, 20, 200, 60}, &password) ||
           add_recognizer(gestures, tap, button, "signIn") || add_recognizer(gestures, press, button, "showHelp") ||
           add_recognizer(gestures, tap, password, "edit");
}

static int decide(scrim_collector *collector, const scrim_gesture_event *events, size_t count) {
    scrim_decision decisions[16];
    if (failed(scrim_collector_decide(collector, events, count, decisions), "decide")) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        const char *kind = events[i].kind == SCRIM_GESTURE_TAP ? "tap" : "long press";
        int pending = decisions[i].result == SCRIM_DECISION_PENDING;
        const char *word = pending ? "pending" : scrim_reason_name(decisions[i].reason);
        unsigned long long time_ms = events[i].time_ns / MS;
        printf("%5llu ms  %s, state %u: %s\n", time_ms, kind, events[i].state, word);
        private_events += decisions[i].reason == SCRIM_REASON_PRIVATE;
    }
    return 0;
}

static int drain(scrim_collector *collector) {
    char record[4096];
    size_t length = 0;
    scrim_status status;
    while ((status = scrim_collector_next_json(collector, record, sizeof record, &length)) == SCRIM_OK) {
        printf("   %.*s\n", (int)length, record);
        records++;
    }
    return status != SCRIM_ERROR_NOT_FOUND && failed(status, "record");
}

static int replay(scrim_gestures *gestures, scrim_collector *collector) {
    scrim_gesture_event events[16];
    size_t consumed = 0, produced = 0;
    for (size_t i = 0; i < COUNT(touches); i++) {
        scrim_status status =
            scrim_gestures_feed(gestures, &touches[i], 1, &consumed, events, COUNT(events), &produced);
        if (failed(status, "feed") || decide(collector, events, produced) || drain(collector)) {
            return 1;
        }
    }
    return 0;
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
              lay_out(scene, gestures) || replay(gestures, collector);
    printf("%zu records, %zu private events\n", records, private_events);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    /* The first tap and the long press are recorded. The tap on the password and the last two taps are private. */
    return bad || records != 2 || private_events != 3 || scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
