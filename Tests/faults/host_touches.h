/* SPDX-License-Identifier: MIT */
/* The host's touches: recognised, decided on, explained, told of. */
#ifndef SCRIM_FAULTS_HOST_TOUCHES_H
#define SCRIM_FAULTS_HOST_TOUCHES_H

#include "host_scene.h"

/* What the collector was told last, and took. */
static struct {
    scrim_gestures *gestures;
    scrim_collector *collector;
    const char *id; /* how the window is described */
    int tells, is_off;
    int asks, asked; /* whether it is asked before a gesture begins, and how often */
    uint64_t now;
} told;

static int is_private(double x, double y) { return y >= 30 && y < 70 && x >= 20 && x < 60; }

/* Why an event would be refused, as is explained check by check; -1 where memory was missing. */
static int explained(const scrim_gesture_event *event) {
    scrim_check checks[17];
    size_t count = 0;
    if (TRY(scrim_collector_explain(told.collector, event, checks, 17, &count)) != SCRIM_OK) {
        CHECK(count == 0);
        return -1;
    }
    CHECK(count >= 1 && count <= 17);
    for (size_t i = 0; i < count; i++)
        if (checks[i].outcome == SCRIM_CHECK_FAILED) {
            CHECK(checks[i].reason != SCRIM_REASON_PRIVATE || count == 1);
            return (int)checks[i].reason;
        }
    return SCRIM_REASON_NONE;
}

/* Every gesture begins. Where the callbacks could not be set, nobody is asked. */
static uint32_t should_begin(const scrim_gesture_event *event, void *data) {
    (void)data;
    CHECK(event->kind == SCRIM_GESTURE_TAP && event->state == SCRIM_GESTURE_STATE_ENDED);
    told.asked++;
    return 1;
}

static void tap(double x, double y) {
    told.now += 1000000000;
    scrim_touch samples[] = {{told.now, 1, SCRIM_TOUCH_BEGAN, 0, x, y},
                             {told.now + 10000000, 1, SCRIM_TOUCH_ENDED, 0, x, y}};
    scrim_gesture_event events[8];
    scrim_decision verdicts[8];
    size_t consumed, produced;
    ANSWERS(scrim_gestures_feed(told.gestures, samples, 2, &consumed, events, 8, &produced), SCRIM_OK); /* needs no memory */
    CHECK(produced == 1);
    CHECK(told.asked == told.asks);
    told.asked = 0;
    int reason = explained(&events[0]);
    if (TRY(scrim_collector_decide(told.collector, events, produced, verdicts)) == SCRIM_OK) {
        CHECK((verdicts[0].reason == SCRIM_REASON_PRIVATE) == is_private(x, y));
        CHECK((verdicts[0].reason == SCRIM_REASON_OFF) == (told.is_off && !is_private(x, y)));
        CHECK(reason < 0 || reason == (int)verdicts[0].reason);
    }
    /* A wheel needs no memory, either. The only recognizer is a tap, which does not see it. */
    scrim_scroll wheel = {told.now + 20000000, SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, x, y, 0, 15, 1, 0};
    ANSWERS(scrim_gestures_scroll(told.gestures, &wheel, 1, &consumed, events, 8, &produced), SCRIM_OK);
    CHECK(consumed == 1 && produced == 0);
    ANSWERS(scrim_collector_note_response(told.collector), SCRIM_OK);
    TRY(scrim_collector_advance(told.collector, told.now));
}

/* Other rules, or still those from before. */
static void rule(int tells, int is_off) {
    static const scrim_string recognizers[] = {{"Tap", 3}, {"Other", 5}};
    static const scrim_class_rule types[] = {{{"Spinner", 7}, SCRIM_MATCH_EXACT, 0}};
    scrim_rules rules = SCRIM_RULES_INIT;
    rules.flags |= (tells ? SCRIM_RULES_REPORT_COARSE | SCRIM_RULES_REPORT_SILENT : 0) | (is_off ? SCRIM_RULES_OFF : 0);
    rules.recognizers = recognizers;
    rules.recognizer_count = 2;
    rules.ignored_types = types;
    rules.ignored_type_count = 1;
    if (TRY(scrim_collector_set_rules(told.collector, &rules)) == SCRIM_OK) {
        told.tells = tells;
        told.is_off = is_off;
    }
}

/* The same from JSON. Memory that is missing is no mistake of the document. */
static void load_rules(int tells, int is_off) {
    char json[256];
    scrim_rules_load_report report = SCRIM_RULES_LOAD_REPORT_INIT;
    const char *reports = tells ? "true" : "false";
    int length = snprintf(json, sizeof json,
                          "{\"version\":1,\"report_coarse\":%s,\"report_silent\":%s,\"off\":%s,\"recognizers\":[\"Tap\",\"Other\"],"
                          "\"ignored_types\":[{\"name\":\"Spinner\",\"match\":\"exact\"}]}",
                          reports, reports, is_off ? "true" : "false");
    report.mistake = SCRIM_RULES_MISTAKE_SYNTAX;
    if (TRY(scrim_collector_load_rules(told.collector, json, (size_t)length, &report)) == SCRIM_OK) {
        told.tells = tells;
        told.is_off = is_off;
    }
    CHECK(report.mistake == SCRIM_RULES_MISTAKE_NONE && report.offset == 0);
}

static void describe(scrim_scene *scene, scrim_id window, const char *id) {
    static const scrim_property property = {{"room", 4}, {"12", 2}};
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    description.id = (scrim_string){id, strlen(id)};
    description.properties = &property;
    description.property_count = 1;
    if (TRY(scrim_scene_set_metadata(scene, window, &description)) == SCRIM_OK)
        told.id = id;
}

/* The next record, in one form; 0 where there is none. */
static int take_record(void) {
    scrim_record record = SCRIM_RECORD_INIT;
    arm(1);
    scrim_status status = scrim_collector_next(told.collector, &record);
    arm(0);
    CHECK(status == SCRIM_OK || status == SCRIM_ERROR_NOT_FOUND);
    if (status == SCRIM_OK && record.private_touch == 0) {
        CHECK(told.id == NULL ? record.id.data == NULL
                              : record.id.length == strlen(told.id) && memcmp(record.id.data, told.id, record.id.length) == 0);
        CHECK(memmem(record.content.data, record.content.length, "hush", 4) == NULL);
    }
    CHECK(status != SCRIM_OK || record.private_touch == 0 || told.tells);
    return status == SCRIM_OK;
}

/* And in the other. */
static int take_line(void) {
    char json[2048];
    size_t length = 0;
    seen_before = seen();
    arm(1);
    scrim_status status = scrim_collector_next_json(told.collector, json, sizeof json, &length);
    arm(0);
    CHECK(status == SCRIM_OK || status == SCRIM_ERROR_NOT_FOUND);
    CHECK(status != SCRIM_OK || (memmem(json, length, "hush", 4) == NULL && json[length - 1] == '}'));
    return status == SCRIM_OK;
}

static void collect(scrim_scene *scene, scrim_id window) {
    rule(1, 0);
    describe(scene, window, "first");
    for (int i = 0; i < 12; i++)
        tap(i % 2 ? 40 : 80, 50);
    while (take_record() && take_line()) {
    }
    load_rules(1, 1);
    describe(scene, window, "second");
    tap(80, 50);
    tap(40, 50);
    rule(0, 0);
    tap(80, 50);
    while (take_record()) {
    }
}

static void touches(void) {
    scrim_id window, secure, id = 0;
    scrim_scene *scene = new_scene(&window, &secure);
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    if (scene == NULL)
        return;
    memset(&told, 0, sizeof told);
    recognizer.view = window;
    const scrim_gestures_callbacks callbacks = {sizeof callbacks, 0, should_begin};
    if (TRY(scrim_gestures_create(scene, &options, &told.gestures)) == SCRIM_OK)
        told.asks = TRY(scrim_gestures_set_callbacks(told.gestures, &callbacks, NULL, NULL)) == SCRIM_OK;
    if (told.gestures != NULL &&
        TRY(scrim_gestures_add(told.gestures, &recognizer, &id)) == SCRIM_OK &&
        TRY(scrim_gestures_add_action(told.gestures, id, 1, "press", 5)) == SCRIM_OK &&
        TRY(scrim_collector_create(told.gestures, &collector_options, &told.collector)) == SCRIM_OK)
        collect(scene, window);
    arm(1);
    scrim_collector_destroy(told.collector);
    scrim_gestures_destroy(told.gestures);
    scrim_scene_destroy(scene);
    arm(0);
}

#endif
