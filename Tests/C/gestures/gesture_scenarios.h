/* SPDX-License-Identifier: MIT */
/* A scenario for failing allocations: every function of scrim/gesture.h and scrim/collector.h. */
#ifndef SCRIM_TESTS_GESTURE_SCENARIOS_H
#define SCRIM_TESTS_GESTURE_SCENARIOS_H

#include "support/failing_calls.h"

enum {
    SCENARIO_RECOGNIZERS = 24
};

/* How many records are ready, as many of each view. Those that are handed out are gone, so this comes last. */
static int collector_holds(scrim_collector *collector, int records) {
    char json[1024], start[32];
    int of_view[SCENARIO_RECOGNIZERS] = {0};
    size_t length;
    for (int i = 0; i < records; i++) {
        CHECK(scrim_collector_next_json(collector, json, sizeof json - 1, &length) == SCRIM_OK);
        json[length] = 0;
        snprintf(start, sizeof start, "{\"v\":1,\"seq\":%d,", i + 1);
        CHECK(strncmp(json, start, strlen(start)) == 0);
        const char *content = strstr(json, "\"view ");
        CHECK(content != NULL);
        int view = atoi(content + 6);
        CHECK(view >= 0 && view < SCENARIO_RECOGNIZERS);
        of_view[view]++;
    }
    for (int i = 0; i < SCENARIO_RECOGNIZERS; i++)
        CHECK(of_view[i] == records / SCENARIO_RECOGNIZERS);
    CHECK(scrim_collector_next_json(collector, json, sizeof json, &length) == SCRIM_ERROR_NOT_FOUND);
    scrim_record record = SCRIM_RECORD_INIT;
    CHECK(scrim_collector_next(collector, &record) == SCRIM_ERROR_NOT_FOUND);
    return 0;
}

/* Each kind of rule; the last list has so many classes, which nothing is of. */
static scrim_status set_scenario_rules(scrim_collector *collector, size_t classes) {
    static const scrim_string tap = {"Tap", 3};
    static const scrim_retarget_rule retarget = {{"Group", 5}, {"Inner", 5}, {"Alert", 5}};
    static const scrim_builtin_action_rule cell = {{"Cell", 4}, {"press", 5}, SCRIM_BUILTIN_ACTION_PARENT, 0};
    static char names[200][16];
    static scrim_class_rule views[200];
    scrim_rules rules = SCRIM_RULES_INIT;
    for (size_t i = 0; i < classes; i++) {
        size_t length = (size_t)snprintf(names[i], sizeof names[i], "class %d", (int)i);
        views[i] = (scrim_class_rule){{names[i], length}, SCRIM_MATCH_INHERITS, 0};
    }
    rules.flags = 0;
    rules.recognizers = &tap;
    rules.retargets = &retarget;
    rules.builtin_actions = &cell;
    rules.recognizer_count = rules.retarget_count = rules.builtin_action_count = 1;
    rules.gesture_views = views;
    rules.gesture_view_count = classes;
    return scrim_collector_set_rules(collector, &rules);
}

/* Every gesture may begin. */
static uint32_t scenario_should_begin(const scrim_gesture_event *event, void *asked) {
    *(int *)asked += event->kind == SCRIM_GESTURE_TAP;
    return 1;
}

/* More recognisers, pairs, events and records than any table starts with. */
static int gesture_scenario(void) {
    enum {
        COUNT = SCENARIO_RECOGNIZERS,
        ROUNDS = 3
    };
    SCENARIO;
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    scrim_gestures *gestures = NULL;
    scrim_collector *collector = NULL;
    scrim_id parent, views[COUNT], recognizers[COUNT];
    scrim_gesture_event events[COUNT * ROUNDS];
    scrim_decision verdicts[COUNT * ROUNDS];
    scrim_touch touch = {0, 1, 0, 0, 50, 50};
    char name[32], content[200];
    scrim_string class_name = {name, 0};
    size_t consumed, produced, length, total = 0;
    uint64_t deadline;
    int handed_out = 0, asked = 0;
    const scrim_gestures_callbacks callbacks = {sizeof callbacks, 0, scenario_should_begin};
    TRY(scrim_scene_create(&scene_options, &scene));
    window.frame = (scrim_rect){0, 0, 100, 100};
    TRY(scrim_scene_add_window(scene, &window, &parent));
    view.frame = window.frame;
    memset(content, '-', sizeof content);
    for (int i = 0; i < COUNT; i++) {
        memcpy(content + snprintf(content, sizeof content, "view %02d ", i), "-", 1);
        view.content = (scrim_string){content, sizeof content};
        TRY(scrim_scene_add_view(scene, parent, &view, &views[i]));
        parent = views[i];
    }
    TRY(scrim_gestures_create(scene, &gestures_options, &gestures));
    TRY(scrim_gestures_set_callbacks(gestures, &callbacks, &asked, NULL));
    collector_options.capacity = 100;
    TRY(scrim_collector_create(gestures, &collector_options, &collector));
    TRY(set_scenario_rules(collector, 0));
    /* A description of every part, and one that takes its place. */
    static const scrim_property properties[] = {{{"a key", 5}, {"a value", 7}}, {{"another", 7}, {"value", 5}}};
    scrim_string page = {"Page", 4};
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    description.index_count = 2;
    description.id = (scrim_string){"name", 4};
    description.screen_classes = &page;
    description.screen_class_count = 1;
    description.properties = properties;
    description.property_count = 2;
    for (int i = 0; i < COUNT; i++)
        TRY(scrim_scene_set_metadata(scene, views[i], &description));
    for (int i = 0; i < COUNT; i++) {
        scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
        tap.max_duration_ns = 1000000000u;
        tap.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        tap.view = views[COUNT - 1 - i]; /* sent from the deepest: each new one goes to the end */
        TRY(scrim_gestures_add(gestures, &tap, &recognizers[i]));
        length = (size_t)snprintf(name, sizeof name, "an action of number %d", i);
        TRY(scrim_gestures_add_action(gestures, recognizers[i], 1, name, length));
        TRY(scrim_gestures_add_action(gestures, recognizers[i], 2, "also", 4));
        GIVES(scrim_gestures_remove_action(gestures, recognizers[i], 2, NULL, 0), SCRIM_OK);
        GIVES(scrim_gestures_remove_action(gestures, recognizers[i], 2, "never", 5), SCRIM_OK);
    }
    /* One of a class of its own, which nobody collects, comes and goes. */
    scrim_recognizer press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    scrim_id extra = 0;
    press.view = views[0];
    press.classes = &class_name;
    press.class_count = 1;
    class_name.length = (size_t)snprintf(name, sizeof name, "Press");
    TRY_KEEPING(extra, scrim_gestures_add(gestures, &press, &extra));
    TRY(scrim_gestures_relate(gestures, recognizers[0], SCRIM_RELATION_REQUIRE_FAILURE, extra));
    TRY(scrim_gestures_relate(gestures, recognizers[1], SCRIM_RELATION_SIMULTANEOUS, extra));
    GIVES(scrim_gestures_unrelate(gestures, recognizers[1], SCRIM_RELATION_SIMULTANEOUS, extra), SCRIM_OK);
    GIVES(scrim_gestures_remove(gestures, extra), SCRIM_OK);
    GIVES(scrim_recognizer_defaults(SCRIM_GESTURE_PAN, SCRIM_PROFILE_GTK, 1.0, &press), SCRIM_OK);
    /* Touches need no memory: every recogniser that was added, and no other, sends its event. */
    for (int round = 0; round < ROUNDS; round++) {
        touch.phase = SCRIM_TOUCH_BEGAN;
        touch.time_ns += 1000000000u;
        GIVES(scrim_gestures_feed(gestures, &touch, 1, &consumed, events + total, COUNT, &produced), SCRIM_OK);
        GIVES(scrim_gestures_next_deadline(gestures, &deadline), SCRIM_OK);
        CHECK(deadline != SCRIM_NEVER);
        touch.phase = SCRIM_TOUCH_MOVED;
        touch.time_ns += 1000;
        GIVES(scrim_gestures_feed(gestures, &touch, 1, &consumed, events + total, COUNT, &produced), SCRIM_OK);
        touch.phase = SCRIM_TOUCH_ENDED;
        GIVES(scrim_gestures_feed(gestures, &touch, 1, &consumed, events + total, 0, &produced),
              SCRIM_ERROR_BUFFER_TOO_SMALL);
        GIVES(scrim_gestures_feed(gestures, &touch, 1, &consumed, events + total, COUNT, &produced), SCRIM_OK);
        CHECK(consumed == 1 && produced == COUNT);
        total += produced;
        GIVES(scrim_gestures_advance(gestures, touch.time_ns, NULL, 0, &produced), SCRIM_OK);
        GIVES(scrim_gestures_cancel(gestures, touch.time_ns, NULL, 0, &produced), SCRIM_OK);
        GIVES(scrim_gestures_set_enabled(gestures, recognizers[round], 0, touch.time_ns, NULL, 0, &produced), SCRIM_OK);
        GIVES(scrim_gestures_set_enabled(gestures, recognizers[round], 1, touch.time_ns, NULL, 0, &produced), SCRIM_OK);
    }
    CHECK(asked == COUNT * ROUNDS);
    /* Sets of rules that take the place of the first one, or fail and leave it. */
    for (size_t classes = 0; classes <= 200; classes += 50)
        TRY(set_scenario_rules(collector, classes));
    scrim_check checks[17];
    GIVES(scrim_gestures_set_target_available(gestures, 0, 2, NULL, 0, 0), SCRIM_OK);
    GIVES(scrim_gestures_sequence(gestures, &deadline), SCRIM_OK);
    CHECK(deadline == ROUNDS);
    GIVES(scrim_collector_explain(collector, &events[0], checks, 17, &length), SCRIM_OK);
    CHECK(length == 17 && checks[0].outcome == SCRIM_CHECK_PASSED);
    /* A call that fails has no record waiting; one that succeeds has all of them. */
    CHECK(collector_holds(collector, 0) == 0);
    failed_before = allocator.failed;
    while (ARMED(scrim_collector_decide(collector, events, total, verdicts)) != SCRIM_OK) {
        CHECK(armed_status == SCRIM_ERROR_NO_MEMORY);
        CHECK(allocator.failed > failed_before);
        CHECK(collector_holds(collector, 0) == 0);
        if (handed_out++ > 0)
            goto out;
    }
    for (size_t i = 0; i < total; i++)
        CHECK(verdicts[i].result == SCRIM_DECISION_PENDING && verdicts[i].reason == SCRIM_REASON_NONE);
    GIVES(scrim_collector_next_json(collector, NULL, 0, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
    CHECK(strcmp(scrim_reason_name(SCRIM_REASON_GONE), "SCRIM_REASON_GONE") == 0);
    CHECK(scrim_reason_message(SCRIM_REASON_GONE)[0] != 0);
    allocator.armed = 1;
    int holds = collector_holds(collector, COUNT * ROUNDS);
    allocator.armed = 0;
    CHECK(holds == 0);
out:
    allocator.armed = 1;
    scrim_scene_destroy(scene);
    scrim_gestures_destroy(gestures);
    scrim_collector_destroy(collector);
    allocator.armed = 0;
    return 0;
}

#endif
