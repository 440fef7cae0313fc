/* SPDX-License-Identifier: MIT */
/* What a host does in each step of a script, and what it writes into the transcript. */
#ifndef SCRIM_TESTS_LATE_STEPS_H
#define SCRIM_TESTS_LATE_STEPS_H

#include "late_world.h"

enum {
    RULE_SETS = 8
};

static size_t public_number(const struct play *play, uint64_t sequence) {
    size_t number = 0;
    for (size_t i = 0; i < play->public_count; i++)
        if (play->public_sequences[i] == sequence)
            number = i + 1;
    return number;
}

static void decide_and_tell(struct play *play, size_t count, const char *from) {
    struct fixture *fixture = &play->fixture;
    scrim_decision verdicts[MAX_EVENTS];
    ASSERT_OK(scrim_collector_decide(fixture->collector, fixture->events, count, verdicts));
    if (play->manner != SEPARATE)
        return;
    for (size_t i = 0; i < count; i++) {
        const scrim_gesture_event *event = &fixture->events[i];
        if (verdicts[i].reason == SCRIM_REASON_PRIVATE)
            continue;
        TELL(play, "%s: event of %zu at %llu: %llu %u/%u %u %u %a %a %a %a %a %a, %u\n", from,
             public_number(play, event->sequence), (unsigned long long)event->time_ns,
             (unsigned long long)event->recognizer, event->kind, event->state, event->taps, event->fingers, event->x,
             event->y, event->translation_x, event->translation_y, event->velocity_x, event->velocity_y,
             verdicts[i].reason);
    }
}

static void advance_to(struct play *play, uint64_t time) {
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_advance(play->fixture.gestures, time, play->fixture.events, MAX_EVENTS, &produced));
    decide_and_tell(play, produced, "advance");
}

static void feed_one(struct play *play, const struct step *step) {
    struct fixture *fixture = &play->fixture;
    size_t consumed = 0, produced = 0;
    while (!consumed) {
        ASSERT_OK(scrim_gestures_feed(fixture->gestures, &step->touch, 1, &consumed, fixture->events, play->room, &produced));
        /* A private sample sends nothing that anybody may learn of. */
        decide_and_tell(play, produced, step->is_secret ? "a private sample" : "feed");
    }
    if (step->touch.phase == SCRIM_TOUCH_BEGAN) {
        uint64_t sequence = 0;
        ASSERT_OK(scrim_gestures_sequence(fixture->gestures, &sequence));
        if (!step->is_secret && public_number(play, sequence) == 0)
            play->public_sequences[play->public_count++] = sequence;
    }
    /* A view that was flipped may make touches of the script private too. */
    uint32_t is_private = 0;
    ASSERT_OK(scrim_scene_is_secure_at(fixture->scene, step->touch.x, step->touch.y, &is_private));
    if (step->is_secret)
        play->last_secret = step->touch.time_ns;
    else
        play->down = step->touch.time_ns;
    if (is_private && !step->is_secret)
        play->last_private = step->touch.time_ns;
}

static void scroll_one(struct play *play, const struct step *step) {
    struct fixture *fixture = &play->fixture;
    const scrim_scroll sample = {step->touch.time_ns, SCRIM_SCROLL_WHEEL, step->touch.phase, step->touch.x, step->touch.y, 0, 15, 1, 0};
    size_t consumed = 0, produced = 0;
    while (!consumed) {
        ASSERT_OK(scrim_gestures_scroll(fixture->gestures, &sample, 1, &consumed, fixture->events, MAX_EVENTS, &produced));
        decide_and_tell(play, produced, "scroll");
    }
}

static void set_rules(struct play *play, uint64_t value) {
    static const scrim_string tap = {"Tap", 3};
    static const scrim_class_rule button = {{"Button", 6}, SCRIM_MATCH_EXACT, 0}, screen = {{"Accounts", 8}, SCRIM_MATCH_EXACT, 0};
    static const scrim_builtin_action_rule cell = {{"Button", 6}, {"pay", 3}, SCRIM_BUILTIN_ACTION_VIEW, 0};
    scrim_rules rules = SCRIM_RULES_INIT;
    rules.flags = value & 1 ? SCRIM_RULES_DEDUPLICATE : 0;
    switch (value % RULE_SETS) {
    case 0:
        rules.flags |= SCRIM_RULES_OFF;
        break;
    case 1:
        rules.max_content = 3;
        break;
    case 2:
        rules.ignored_types = &button;
        rules.ignored_type_count = 1;
        break;
    case 3:
        rules.recognizers = &tap;
        rules.recognizer_count = 1;
        break;
    case 4:
        rules.ignored_screens = &screen;
        rules.ignored_screen_count = value % 3 == 0;
        break;
    case 5:
        rules.control_interval_ns = 1000 * MS;
        break;
    case 6:
        rules.builtin_actions = &cell;
        rules.builtin_action_count = value % 3 == 0;
        break;
    default:
        break;
    }
    ASSERT_OK(scrim_collector_set_rules(play->fixture.collector, &rules));
}

static void take_records(struct play *play, uint64_t time, uint64_t value) {
    scrim_collector *collector = play->fixture.collector;
    ASSERT_OK(scrim_collector_advance(collector, time));
    char json[4096];
    size_t length = 0;
    scrim_status status = SCRIM_OK;
    scrim_record record = SCRIM_RECORD_INIT;
    TELL(play, "at %llu\n", (unsigned long long)time);
    if (value % 2) {
        while ((status = scrim_collector_next_json(collector, json, sizeof json, &length)) == SCRIM_OK)
            TELL(play, "%.*s\n", (int)length, json);
    } else {
        while ((status = scrim_collector_next(collector, &record)) == SCRIM_OK) {
            const scrim_string strings[] = {record.screen, record.title, record.id, record.type,
                                            record.content, record.position, record.path, record.properties};
            TELL(play, "%u %llu %llu %u %u %llu", record.private_touch, (unsigned long long)record.number,
                 (unsigned long long)record.time_ns, record.kind, record.state, (unsigned long long)record.view);
            for (size_t i = 0; i < COUNT_OF(strings); i++)
                TELL(play, " %d:%.*s", strings[i].data != NULL, (int)strings[i].length, strings[i].data ? strings[i].data : "");
            TELL(play, "\n");
        }
    }
    assert_int_equal(status, SCRIM_ERROR_NOT_FOUND);
    uint64_t deadline = 0;
    ASSERT_OK(scrim_collector_next_deadline(collector, &deadline));
    TELL(play, "until %llu\n", (unsigned long long)deadline);
}

static void describe(struct play *play, uint64_t value) {
    char text_value[16];
    scrim_property property = {{"key", 3}, {text_value, 0}};
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    property.value.length = (size_t)snprintf(text_value, sizeof text_value, "p%llu", (unsigned long long)value);
    description.id = property.value;
    description.properties = &property;
    description.property_count = 1;
    scrim_id views[] = {play->fixture.button, play->list, play->second, play->fixture.window};
    ASSERT_OK(scrim_scene_set_metadata(play->fixture.scene, views[value % COUNT_OF(views)], &description));
}

static void set_content(struct play *play, uint64_t value) {
    char content[32];
    snprintf(content, sizeof content, "content %llu", (unsigned long long)value);
    scrim_view view = world_view(0, 0, 100, SCRIM_VIEW_INTERACTIVE, content);
    scrim_id id = play->fixture.button;
    if (value % 3 == 1) {
        view = world_view(0, 50, 40, SCRIM_VIEW_INTERACTIVE, content);
        id = play->second;
    }
    ASSERT_OK(scrim_scene_update_view(play->fixture.scene, id, &view));
}

/* A sibling turns private, or is shown; or another view does that is touched. */
static void flip(struct play *play, uint64_t value) {
    uint32_t flags = SCRIM_VIEW_INTERACTIVE | (value & 2 ? SCRIM_VIEW_SECURE : 0);
    scrim_view view = value & 1 ? world_view(0, 0, 40, flags, "first") : world_view(300, 0, 100, flags, "input");
    ASSERT_OK(scrim_scene_update_view(play->fixture.scene, value & 1 ? play->first : play->input, &view));
}

static void control_event(struct play *play, uint64_t time) {
    scrim_gesture_event event = {0};
    if (play->public_count == 0)
        return;
    event.time_ns = time;
    event.recognizer = play->control;
    event.window = play->fixture.window;
    event.view = play->fixture.button;
    event.sequence = play->public_sequences[play->public_count - 1];
    event.kind = SCRIM_GESTURE_HOST;
    event.state = SCRIM_GESTURE_STATE_ENDED;
    event.x = event.y = 50;
    event.scale = 1;
    play->fixture.events[0] = event;
    decide_and_tell(play, 1, "control");
}

static void change_relation(struct play *play) {
    scrim_gestures *gestures = play->fixture.gestures;
    if (play->are_related)
        ASSERT_OK(scrim_gestures_unrelate(gestures, play->first_tap, SCRIM_RELATION_REQUIRE_FAILURE, play->window_twice));
    else
        ASSERT_OK(scrim_gestures_relate(gestures, play->first_tap, SCRIM_RELATION_REQUIRE_FAILURE, play->window_twice));
    play->are_related = !play->are_related;
}

static void turn(struct play *play, uint64_t time, uint64_t value) {
    scrim_id recognizers[] = {play->single, play->window_twice, play->pan, play->on_keypad};
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_set_enabled(play->fixture.gestures, recognizers[value % COUNT_OF(recognizers)], value / 4 % 2, time,
                                         play->fixture.events, MAX_EVENTS, &produced));
    decide_and_tell(play, produced, "set_enabled");
}

static void do_step(struct play *play, const struct step *step) {
    struct fixture *fixture = &play->fixture;
    size_t produced = 0;
    switch (step->kind) {
    case SAMPLE:
        feed_one(play, step);
        break;
    case WHEEL:
        scroll_one(play, step);
        break;
    case ADVANCE:
        advance_to(play, step->time);
        break;
    case CONTENT:
        set_content(play, step->value);
        break;
    case DESCRIBE:
        describe(play, step->value);
        break;
    case FLIP:
        flip(play, step->value);
        break;
    case POLICY:
        ASSERT_OK(scrim_scene_set_policy(fixture->scene, step->value % 2 ? SCRIM_POLICY_DEFAULT : SCRIM_POLICY_EXPLICIT));
        break;
    case RULES:
        set_rules(play, step->value);
        break;
    case DOUBLE_TAP:
        if (play->twice) {
            ASSERT_OK(scrim_gestures_remove(fixture->gestures, play->twice));
            play->twice = 0;
        } else {
            play->twice = tap_of(play, fixture->button, 2);
        }
        break;
    case RELATION:
        change_relation(play);
        break;
    case LIVE:
        ASSERT_OK(scrim_gestures_set_target_available(fixture->gestures, play->single, 0, NULL, 0, step->value % 2));
        break;
    case ENABLED:
        turn(play, step->time, step->value);
        break;
    case CONTROL:
        control_event(play, play->down);
        break;
    case TAKE:
        take_records(play, step->time, step->value);
        break;
    case CANCEL:
        ASSERT_OK(scrim_gestures_cancel(fixture->gestures, step->time, fixture->events, MAX_EVENTS, &produced));
        decide_and_tell(play, produced, "cancel");
        break;
    }
}

#endif
