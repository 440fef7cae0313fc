/* SPDX-License-Identifier: MIT */
/* More for the gesture fixture: views of any classes, recognisers of the host, and what the collector says of them. */
#ifndef SCRIM_TESTS_COLLECTOR_FIXTURE_H
#define SCRIM_TESTS_COLLECTOR_FIXTURE_H

#include <stdio.h>

#include "gestures/gesture_fixture.h"

#define VIEW SCRIM_VIEW_INTERACTIVE

/* A class chain as "Derived Base": the names between blanks. */
struct chain {
    scrim_string names[SCRIM_MAX_CLASSES];
    size_t count;
};

UNUSED static struct chain chain_of(const char *classes) {
    struct chain chain = {{{NULL, 0}}, 0};
    while (*classes != 0) {
        size_t length = strcspn(classes, " ");
        chain.names[chain.count++] = (scrim_string){classes, length};
        classes += length + (classes[length] == ' ');
    }
    return chain;
}

/* A view at 0, 0, 100 × 100 of its parent; content NULL: not known. */
UNUSED static scrim_id add_kind(scrim_id parent, const char *classes, const char *content) {
    struct chain chain = chain_of(classes);
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    view.frame = (scrim_rect){0, 0, 100, 100};
    view.classes = chain.names;
    view.class_count = chain.count;
    if (content != NULL)
        view.content = text(content);
    ASSERT_OK(scrim_scene_add_view(fixture.scene, parent, &view, &id));
    return id;
}

UNUSED static void set_view(scrim_id id, uint32_t flags, const char *classes, const char *content) {
    struct chain chain = chain_of(classes);
    scrim_view view = SCRIM_VIEW_INIT;
    view.flags = flags;
    view.frame = (scrim_rect){0, 0, 100, 100};
    view.classes = chain.names;
    view.class_count = chain.count;
    if (content != NULL)
        view.content = text(content);
    ASSERT_OK(scrim_scene_update_view(fixture.scene, id, &view));
}

/* A recogniser of the host with one pair. */
UNUSED static scrim_id add_host(scrim_id view, const char *classes, uint32_t flags) {
    struct chain chain = chain_of(classes);
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer, .kind = SCRIM_GESTURE_HOST, .view = view};
    recognizer.flags = flags;
    recognizer.classes = chain.names;
    recognizer.class_count = chain.count;
    return with_action(&fixture, add_recognizer(&fixture, &recognizer));
}

/* The number of a sequence that has ended with nothing private in it. */
UNUSED static uint64_t open_sequence(void) {
    uint64_t sequence = 0;
    now += 1000 * MS;
    tap(&fixture, now, 350);
    fixture.count = 0;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &sequence));
    return sequence;
}

UNUSED static scrim_gesture_event event_of(scrim_id recognizer, scrim_id view, uint32_t state) {
    scrim_gesture_event event = {0};
    event.time_ns = now;
    event.recognizer = recognizer;
    event.window = fixture.window;
    event.view = view == fixture.window ? 0 : view;
    event.sequence = open_sequence();
    event.kind = SCRIM_GESTURE_HOST;
    event.state = state;
    event.x = 50;
    event.y = 50;
    event.scale = 1;
    event.time_ns = now;
    return event;
}

UNUSED static uint32_t verdict_of_event(const scrim_gesture_event *event) {
    scrim_decision verdict = {0, 0};
    ASSERT_OK(scrim_collector_decide(fixture.collector, event, 1, &verdict));
    assert_int_equal(verdict.result, verdict.reason == 0 ? SCRIM_DECISION_PENDING : SCRIM_DECISION_DROPPED);
    return verdict.reason;
}

/* A gesture of the host that has ended just now. It is decided on as it is explained. */
UNUSED static uint32_t verdict_of(scrim_id recognizer, scrim_id view) {
    scrim_gesture_event event = event_of(recognizer, view, SCRIM_GESTURE_STATE_ENDED);
    scrim_check checks[17];
    size_t count = 0;
    uint32_t reason = 0;
    ASSERT_OK(scrim_collector_explain(fixture.collector, &event, checks, COUNT_OF(checks), &count));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(checks[i].reason, i + 1);
        if (reason == 0 && checks[i].outcome == SCRIM_CHECK_FAILED)
            reason = checks[i].reason;
    }
    assert_int_equal(count, reason == SCRIM_REASON_PRIVATE ? 1 : 17);
    assert_int_equal(verdict_of_event(&event), reason);
    return reason;
}

/* Hands out the next record, whose strings are lent until the next. */
UNUSED static scrim_record next_record(void) {
    scrim_record record = SCRIM_RECORD_INIT;
    ASSERT_OK(scrim_collector_next(fixture.collector, &record));
    return record;
}

/* Collects a gesture on a view, and answers its record. */
UNUSED static scrim_record record_of(scrim_id view) {
    scrim_id recognizer = add_host(view, "Tap", 0);
    assert_int_equal(verdict_of(recognizer, view), SCRIM_REASON_NONE);
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, recognizer));
    return next_record();
}

UNUSED static void assert_text(scrim_string string, const char *expected) {
    if (expected == NULL) {
        assert_null(string.data);
        assert_int_equal(string.length, 0);
        return;
    }
    assert_non_null(string.data);
    char copy[8192];
    assert_true(string.length < sizeof copy);
    memcpy(copy, string.data, string.length);
    copy[string.length] = 0;
    assert_string_equal(copy, expected);
}

#endif
