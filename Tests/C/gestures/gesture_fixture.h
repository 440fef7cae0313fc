/* SPDX-License-Identifier: MIT */
/* A scene to touch, for the tests of gestures: a window with a button at its left, and a secure keypad at its right. */
#ifndef SCRIM_TESTS_GESTURE_FIXTURE_H
#define SCRIM_TESTS_GESTURE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <scrim.h>
#include <string.h>

#ifndef UNUSED
#define UNUSED __attribute__((unused))
#endif

#define MS UINT64_C(1000000)
#define MAX_EVENTS 1024
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define ASSERT_OK(call) assert_int_equal((call), SCRIM_OK)

struct fixture {
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_id window;
    scrim_id button; /* 0, 0, 100 × 100 */
    scrim_id keypad; /* 200, 0, 100 × 100, secure, with a key in it */
    scrim_id key;
    scrim_gesture_event events[MAX_EVENTS];
    size_t count;
};

static inline scrim_string text(const char *string) {
    return (scrim_string){string, strlen(string)};
}

static inline scrim_view view_at(double x, uint32_t flags, const char *content) {
    scrim_view view = SCRIM_VIEW_INIT;
    static scrim_string class_name = {"Button", 6};
    view.flags = flags;
    view.frame = (scrim_rect){x, 0, 100, 100};
    view.classes = &class_name;
    view.class_count = 1;
    view.content = text(content);
    return view;
}

static inline scrim_id add_view(struct fixture *fixture, scrim_id parent, double x, uint32_t flags, const char *content) {
    scrim_view view = view_at(x, flags, content);
    scrim_id id = 0;
    ASSERT_OK(scrim_scene_add_view(fixture->scene, parent, &view, &id));
    return id;
}

static inline void set_flags(struct fixture *fixture, scrim_id id, uint32_t flags) {
    scrim_view view = view_at(0, flags, "Transfer");
    ASSERT_OK(scrim_scene_update_view(fixture->scene, id, &view));
}

/* Several gestures of one touch are all collected: most tests want to see each. */
static inline void collect_all(struct fixture *fixture) {
    scrim_rules rules = SCRIM_RULES_INIT;
    rules.flags = 0;
    ASSERT_OK(scrim_collector_set_rules(fixture->collector, &rules));
}

static inline void set_up_fixture(struct fixture *fixture) {
    memset(fixture, 0, sizeof *fixture);
    scrim_scene_options scene = SCRIM_SCENE_OPTIONS_INIT;
    ASSERT_OK(scrim_scene_create(&scene, &fixture->scene));
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 400, 400};
    window.screen = text("Accounts");
    window.title = text("Bank");
    ASSERT_OK(scrim_scene_add_window(fixture->scene, &window, &fixture->window));
    fixture->button = add_view(fixture, fixture->window, 0, SCRIM_VIEW_INTERACTIVE, "Transfer");
    fixture->keypad = add_view(fixture, fixture->window, 200, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE, "");
    fixture->key = add_view(fixture, fixture->keypad, 0, SCRIM_VIEW_INTERACTIVE, "7");
    scrim_gestures_options gestures = SCRIM_GESTURES_OPTIONS_INIT;
    ASSERT_OK(scrim_gestures_create(fixture->scene, &gestures, &fixture->gestures));
    scrim_collector_options collector = SCRIM_COLLECTOR_OPTIONS_INIT;
    ASSERT_OK(scrim_collector_create(fixture->gestures, &collector, &fixture->collector));
    collect_all(fixture);
}

static inline void tear_down_fixture(struct fixture *fixture) {
    scrim_scene_destroy(fixture->scene);
    scrim_gestures_destroy(fixture->gestures);
    scrim_collector_destroy(fixture->collector);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

/* ---- Recognisers ---- */

static inline scrim_id add_recognizer(struct fixture *fixture, const scrim_recognizer *recognizer) {
    scrim_id id = 0;
    ASSERT_OK(scrim_gestures_add(fixture->gestures, recognizer, &id));
    return id;
}

static inline scrim_id add_tap(struct fixture *fixture, scrim_id view, uint32_t taps) {
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    tap.view = view;
    tap.taps = taps;
    return add_recognizer(fixture, &tap);
}

/* A tap that goes along with any other gesture. */
static inline scrim_id add_tap_beside(struct fixture *fixture, scrim_id view, uint32_t taps) {
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    tap.view = view;
    tap.taps = taps;
    tap.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
    return add_recognizer(fixture, &tap);
}

/* A recogniser of any kind, as of UIKit's profile. */
static inline scrim_recognizer recognizer_of(uint32_t kind, scrim_id view) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    ASSERT_OK(scrim_recognizer_defaults(kind, SCRIM_PROFILE_UIKIT, 1, &recognizer));
    recognizer.view = view;
    return recognizer;
}

static inline scrim_id add_long_press(struct fixture *fixture, scrim_id view) {
    scrim_recognizer press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    press.view = view;
    return add_recognizer(fixture, &press);
}

static inline scrim_id with_action(struct fixture *fixture, scrim_id recognizer) {
    ASSERT_OK(scrim_gestures_add_action(fixture->gestures, recognizer, 1, "pay", 3));
    return recognizer;
}

/* ---- Touches: the events are added to those of the fixture ---- */

static inline void feed(struct fixture *fixture, const scrim_touch *samples, size_t count) {
    size_t consumed = 0;
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_feed(fixture->gestures, samples, count, &consumed, fixture->events + fixture->count,
                                  MAX_EVENTS - fixture->count, &produced));
    assert_int_equal(consumed, count);
    fixture->count += produced;
}

static inline void touch(struct fixture *fixture, uint32_t phase, uint64_t time_ns, double x) {
    scrim_touch sample = {time_ns, 1, phase, 0, x, 50};
    feed(fixture, &sample, 1);
}

static inline void tap(struct fixture *fixture, uint64_t time_ns, double x) {
    touch(fixture, SCRIM_TOUCH_BEGAN, time_ns, x);
    touch(fixture, SCRIM_TOUCH_ENDED, time_ns + 10 * MS, x);
}

static inline void advance(struct fixture *fixture, uint64_t time_ns) {
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_advance(fixture->gestures, time_ns, fixture->events + fixture->count, MAX_EVENTS - fixture->count,
                                     &produced));
    fixture->count += produced;
}

static inline uint64_t next_deadline(const struct fixture *fixture) {
    uint64_t deadline = 0;
    ASSERT_OK(scrim_gestures_next_deadline(fixture->gestures, &deadline));
    return deadline;
}

/* ---- Collecting ---- */

/* Decides on all events of the fixture, which are then forgotten. Answers the last reason. */
static inline uint32_t decide(struct fixture *fixture) {
    scrim_decision verdicts[MAX_EVENTS];
    assert_true(fixture->count > 0);
    ASSERT_OK(scrim_collector_decide(fixture->collector, fixture->events, fixture->count, verdicts));
    for (size_t i = 0; i < fixture->count; i++) {
        uint32_t answer = verdicts[i].reason == SCRIM_REASON_NONE ? SCRIM_DECISION_PENDING : SCRIM_DECISION_DROPPED;
        assert_int_equal(verdicts[i].result, answer);
    }
    uint32_t last = verdicts[fixture->count - 1].reason;
    fixture->count = 0;
    return last;
}

/* Appends all records that are ready to a string, a line each. Answers how many. */
static inline int drain(struct fixture *fixture, char *json, size_t size) {
    size_t start = strlen(json);
    size_t length = 0;
    int count = 0;
    while (scrim_collector_next_json(fixture->collector, json + start, size - start - 2, &length) == SCRIM_OK) {
        start += length;
        json[start++] = '\n';
        json[start] = 0;
        count += 1;
    }
    return count;
}

static inline int records(struct fixture *fixture) {
    char json[65536] = "";
    return drain(fixture, json, sizeof json);
}

/* ---- The fixture of a test program, set up anew for each of its tests ---- */

static struct fixture fixture;
/* The time of its last touch, where a test counts on. */
UNUSED static uint64_t now;

UNUSED static int setup(void **state) {
    (void)state;
    set_up_fixture(&fixture);
    return 0;
}

UNUSED static int teardown(void **state) {
    (void)state;
    tear_down_fixture(&fixture);
    return 0;
}

UNUSED static scrim_id add(uint32_t kind, scrim_id view) {
    scrim_recognizer recognizer = recognizer_of(kind, view);
    return add_recognizer(&fixture, &recognizer);
}

/* One tap on the button, decided on; a second later than the last of the program. */
UNUSED static uint32_t verdict_of_a_tap(void) {
    now += 1000 * MS;
    tap(&fixture, now, 50);
    return decide(&fixture);
}

#endif
