/* SPDX-License-Identifier: MIT */
/*
 * Random scripts of a host that calls late: public touches, changes of the scene, the rules and the recognizers between them,
 * and the moments at which the host takes the records. A script is played several times, with different private touches. The
 * transcript of a play is everything that the library returned and that may not depend on them.
 */
#ifndef SCRIM_TESTS_LATE_HOST_H
#define SCRIM_TESTS_LATE_HOST_H

#include <stdio.h>
#include <stdlib.h>

#include "gestures/gesture_fixture.h"

enum {
    MAX_STEPS = 4096,
    TRANSCRIPT = 1 << 18,
    MAX_LATE_MS = 50,
    /* The longest that a recognizer of the world waits for the next sample. */
    LONGEST_WAIT_MS = 501,
    RULE_SETS = 8
};

/* How a script is played. */
enum manner {
    /*
     * Private fingers have sequences of their own, and the host makes the same calls in each play, late ones too. Compared are
     * records, the times at which they are handed out, events, verdicts and deadlines. One of the plays has no private touch.
     */
    SEPARATE,
    /* As SEPARATE, but private and public fingers also share sequences, which every play has. Compared are records and times. */
    MIXED,
    /*
     * As MIXED, but each play follows the deadlines that it gets itself, each as late as chance has it, and calls
     * scrim_gestures_advance() before it changes anything. The first play is never late.
     */
    ADVANCING
};

enum step_kind {
    SAMPLE,
    ADVANCE,
    CONTENT,
    DESCRIBE,
    FLIP,
    POLICY,
    RULES,
    DOUBLE_TAP, /* removed, or added again */
    RELATION,
    LIVE,
    CONTROL, /* the host's own event */
    TAKE,
    CANCEL
};

struct step {
    uint64_t time; /* ns */
    enum step_kind kind;
    int is_secret;
    uint64_t value;
    scrim_touch touch;
};

struct steps {
    struct step all[MAX_STEPS];
    size_t count;
};

/* Has an engine leak on purpose, SCRIM_TEST_TOUCHES_…. */
static void set_leaks(scrim_gestures *gestures, uint32_t leaks);

/* ---- Chance ---- */

static uint64_t chance(uint64_t *state, uint64_t bound) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state >> 33) % bound;
}

/* ---- Making a script ---- */

static void put(struct steps *steps, struct step step) {
    assert_true(steps->count < MAX_STEPS);
    size_t place = steps->count++;
    /* After all of the same time. */
    for (; place > 0 && steps->all[place - 1].time > step.time; place--)
        steps->all[place] = steps->all[place - 1];
    steps->all[place] = step;
}

static void put_touch(struct steps *steps, uint64_t time, uint64_t id, uint32_t phase, double x, double y, int is_secret) {
    put(steps, (struct step){time, SAMPLE, is_secret, 0, {time, id, phase, 0, x, y}});
}

static double private_x(uint64_t *secret) { return 200 + (double)chance(secret, 100); }

/* A finger that comes down on the keypad and perhaps goes elsewhere. */
static void put_private_finger(struct steps *steps, uint64_t *secret, uint64_t id, uint64_t start, uint64_t end) {
    double x = private_x(secret);
    put_touch(steps, start, id, SCRIM_TOUCH_BEGAN, x, 50, 1);
    for (uint64_t i = chance(secret, 3); i > 0; i--) {
        x = chance(secret, 4) == 0 ? (double)chance(secret, 400) : private_x(secret);
        put_touch(steps, start + chance(secret, end - start), id, SCRIM_TOUCH_MOVED, x, 50, 1);
    }
    put_touch(steps, end, id, chance(secret, 5) ? SCRIM_TOUCH_ENDED : SCRIM_TOUCH_CANCELLED, x, 50, 1);
}

/* Sequences of private fingers alone, between two moments. */
static void put_private_sequences(struct steps *steps, uint64_t *secret, uint64_t start, uint64_t end) {
    static const uint64_t lengths[] = {5, 20, 60, 200, 520, 700}, pauses[] = {1, 10, 60, 200, 351, 600};
    uint64_t time = start + 1 + chance(secret, (end - start) / MS + 1) * MS / 2;
    for (int i = 0; i < 4; i++) {
        uint64_t length = lengths[chance(secret, COUNT_OF(lengths))] * MS;
        if (time + length >= end)
            return;
        uint64_t fingers = 1 + (chance(secret, 4) == 0);
        for (uint64_t id = 1; id <= fingers; id++)
            put_private_finger(steps, secret, id, time + id, time + length - id);
        time += length + pauses[chance(secret, COUNT_OF(pauses))] * MS;
    }
}

static const double places[][2] = {{50, 50}, {60, 50}, {150, 20}, {150, 70}, {350, 50}, {50, 250}};

/* One or several taps, a press or a drag. Returns when the finger is up. */
static uint64_t put_public(struct steps *steps, uint64_t *script, uint64_t time) {
    static const uint64_t pauses[] = {60, 100, 200, 339, 351, 352, 420};
    size_t place = chance(script, COUNT_OF(places));
    double x = places[place][0], y = places[place][1];
    uint64_t what = chance(script, 8), count = 1 + chance(script, 3), end = time;
    if (what == 0) {
        end = time + (490 + chance(script, 200)) * MS;
        put_touch(steps, time, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
        put_touch(steps, end, 1, SCRIM_TOUCH_ENDED, x, y, 0);
    } else if (what == 1) {
        put_touch(steps, time, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
        for (uint64_t i = 0; i <= count; i++) {
            end += 16 * MS;
            y += 30;
            put_touch(steps, end, 1, i < count ? SCRIM_TOUCH_MOVED : SCRIM_TOUCH_ENDED, x, y, 0);
        }
    } else {
        for (uint64_t i = 0; i < count; i++) {
            if (i > 0)
                end += pauses[chance(script, COUNT_OF(pauses))] * MS;
            put_touch(steps, end, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
            end += 15 * MS;
            put_touch(steps, end, 1, SCRIM_TOUCH_ENDED, x, y, 0);
        }
    }
    return end;
}

/* A finger that comes down in public and strays into the keypad, or one beside which private ones come. */
static uint64_t put_mixed(struct steps *steps, uint64_t *script, uint64_t *secret, uint64_t time) {
    size_t place = chance(script, COUNT_OF(places));
    double x = places[place][0], y = places[place][1];
    if (chance(script, 2)) {
        put_touch(steps, time, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
        uint64_t entry = time + MS + chance(secret, 800 * MS);
        put_touch(steps, entry, 1, SCRIM_TOUCH_MOVED, private_x(secret), 50, 1);
        put_touch(steps, entry + 1 + chance(secret, time + 890 * MS - entry), 1, SCRIM_TOUCH_ENDED, private_x(secret), 50, 1);
        return time + 900 * MS;
    }
    uint64_t down = time + 200 * MS, up = down + (chance(script, 2) ? 20 : 520) * MS;
    put_touch(steps, down, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
    put_touch(steps, up, 1, SCRIM_TOUCH_ENDED, x, y, 0);
    /* One is down when the public finger is. Others come only while that one is. */
    uint64_t start = time + 1 + chance(secret, up - time - 2), end = up + 1 + chance(secret, 200 * MS);
    put_private_finger(steps, secret, 2, start, end);
    for (uint64_t id = 3; id < 3 + chance(secret, 2); id++)
        put_private_finger(steps, secret, id, start + 1, start + 1 + (end - start) / 2);
    return up + 201 * MS;
}

static void put_changes(struct steps *steps, uint64_t *script, uint64_t start, uint64_t end) {
    static const enum step_kind kinds[] = {CONTENT, CONTENT, CONTENT, DESCRIBE, FLIP, POLICY, RULES, RULES, DOUBLE_TAP,
                                           RELATION, LIVE, TAKE, TAKE};
    for (uint64_t i = chance(script, 5); i > 0; i--) {
        /* Often when the wait for a second tap is just over. */
        uint64_t time = chance(script, 2) ? end + (350 + chance(script, MAX_LATE_MS)) * MS
                                          : start + chance(script, (end - start) / MS + 400) * MS;
        put(steps, (struct step){time + 3, kinds[chance(script, COUNT_OF(kinds))], 0, chance(script, 1000), {0}});
    }
}

/* All that happens but for the late calls. */
static void make_script(enum manner manner, uint64_t seed, uint64_t secret, struct steps *steps) {
    static const uint64_t gaps[] = {5, 30, 100, 200, 339, 352, 360, 400, 420, 700, 1500};
    uint64_t script = seed, hidden = secret * 7919 + seed, time = 1000 * MS;
    steps->count = 0;
    for (uint64_t i = 4 + chance(&script, 8); i > 0; i--) {
        uint64_t start = time;
        if (manner != SEPARATE && chance(&script, 4) == 0) {
            time = put_mixed(steps, &script, &hidden, time);
        } else {
            time = put_public(steps, &script, time);
            if (chance(&script, 4) == 0)
                put(steps, (struct step){time + 1, CONTROL, 0, chance(&script, 2), {0}});
            if (chance(&script, 16) == 0)
                put(steps, (struct step){time + 2, CANCEL, 0, 0, {0}});
        }
        put_changes(steps, &script, start, time);
        uint64_t gap = gaps[chance(&script, COUNT_OF(gaps))] * MS;
        if (secret != 0 && (manner == SEPARATE || chance(&hidden, 2)))
            put_private_sequences(steps, &hidden, time, time + gap);
        time += gap;
    }
    /* The clock of some private samples is ahead of the others'. */
    uint64_t ahead = chance(&script, 2) * (1 + chance(&script, 100)) * MS;
    for (size_t i = 0; i < steps->count; i++)
        steps->all[i].touch.time_ns += steps->all[i].is_secret ? ahead : 0;
    put(steps, (struct step){time + 2000 * MS, ADVANCE, 0, 0, {0}});
    put(steps, (struct step){time + 2001 * MS, TAKE, 0, 0, {0}});
    put(steps, (struct step){time + 2002 * MS, TAKE, 0, 1, {0}});
}

/* ---- The world ---- */

struct play {
    struct fixture fixture;
    enum manner manner;
    uint64_t seed;
    scrim_id list, first, second, input;
    scrim_id single, twice, on_keypad, control;
    scrim_id first_tap, window_twice;
    int are_related;
    /* Which sequences began with a finger that is not secret, in their order. */
    uint64_t public_sequences[256];
    size_t public_count;
    uint64_t down;
    uint64_t last_secret, last_private;
    size_t room;
    char out[TRANSCRIPT];
    size_t length;
    /* What `deadlines` compares with, where there is no private touch. */
    uint64_t deadlines[MAX_STEPS];
    size_t deadline_count;
};

#define TELL(play, ...) \
    do { \
        (play)->length += (size_t)snprintf((play)->out + (play)->length, TRANSCRIPT - (play)->length, __VA_ARGS__); \
        assert_true((play)->length < TRANSCRIPT); \
    } while (0)

static scrim_view world_view(double x, double y, double height, uint32_t flags, const char *content) {
    scrim_view view = view_at(x, flags, content);
    view.frame.y = y;
    view.frame.height = height;
    return view;
}

static scrim_id put_view(struct play *play, scrim_id parent, scrim_view view) {
    scrim_id id = 0;
    ASSERT_OK(scrim_scene_add_view(play->fixture.scene, parent, &view, &id));
    return id;
}

static scrim_id tap_of(struct play *play, scrim_id view, uint32_t taps) {
    scrim_id id = play->seed % 2 ? add_tap(&play->fixture, view, taps) : add_tap_beside(&play->fixture, view, taps);
    return with_action(&play->fixture, id);
}

static void begin(struct play *play, enum manner manner, uint64_t seed, uint32_t leaks) {
    struct fixture *fixture = &play->fixture;
    set_up_fixture(fixture);
    set_leaks(fixture->gestures, leaks);
    play->manner = manner;
    play->seed = seed;
    play->public_count = play->length = play->deadline_count = 0;
    play->last_secret = play->last_private = play->down = 0;
    play->out[0] = 0;
    play->are_related = 0;
    /* A list whose second view has a number among its siblings, and a content that is made of theirs. */
    play->list = put_view(play, fixture->window, world_view(100, 0, 100, SCRIM_VIEW_INTERACTIVE, ""));
    scrim_view list = world_view(100, 0, 100, SCRIM_VIEW_INTERACTIVE, "");
    list.content = (scrim_string){NULL, 0};
    ASSERT_OK(scrim_scene_update_view(fixture->scene, play->list, &list));
    play->first = put_view(play, play->list, world_view(0, 0, 40, SCRIM_VIEW_INTERACTIVE, "first"));
    play->second = put_view(play, play->list, world_view(0, 50, 40, SCRIM_VIEW_INTERACTIVE, "second"));
    play->input = put_view(play, fixture->window, world_view(300, 0, 100, SCRIM_VIEW_INTERACTIVE, "input"));
    play->single = tap_of(play, fixture->button, 1);
    play->twice = tap_of(play, fixture->button, 2);
    with_action(fixture, add_long_press(fixture, fixture->button));
    scrim_recognizer swipe = recognizer_of(SCRIM_GESTURE_SWIPE, fixture->button);
    with_action(fixture, add_recognizer(fixture, &swipe));
    tap_of(play, play->list, 1);
    tap_of(play, play->list, 2);
    play->first_tap = tap_of(play, play->first, 1);
    tap_of(play, play->second, 1);
    tap_of(play, play->input, 1);
    tap_of(play, fixture->window, 1);
    play->window_twice = tap_of(play, fixture->window, 2);
    play->on_keypad = tap_of(play, fixture->keypad, 1);
    tap_of(play, fixture->keypad, 2);
    add_long_press(fixture, fixture->keypad);
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture->window);
    with_action(fixture, add_recognizer(fixture, &pan));
    static const scrim_string tap_class = {"Tap", 3};
    scrim_recognizer control = {.struct_size = sizeof control, .kind = SCRIM_GESTURE_HOST, .view = fixture->button};
    control.flags = SCRIM_RECOGNIZER_CONTROL;
    control.classes = &tap_class;
    control.class_count = 1;
    play->control = with_action(fixture, add_recognizer(fixture, &control));
    /* With little room the events of a batch come in several calls. */
    play->room = seed % 3 ? MAX_EVENTS : 24;
}

/* ---- What the host does ---- */

static size_t public_number(const struct play *play, uint64_t sequence) {
    size_t number = 0;
    for (size_t i = 0; i < play->public_count; i++)
        if (play->public_sequences[i] == sequence)
            number = i + 1;
    return number;
}

static void decide_and_tell(struct play *play, size_t count, const char *from) {
    struct fixture *fixture = &play->fixture;
    scrim_verdict verdicts[MAX_EVENTS];
    ASSERT_OK(scrim_collector_decide(fixture->collector, fixture->events, count, verdicts));
    if (play->manner != SEPARATE)
        return;
    for (size_t i = 0; i < count; i++) {
        const scrim_gesture_event *event = &fixture->events[i];
        if (verdicts[i].reason == SCRIM_REASON_HIDDEN)
            continue;
        TELL(play, "%s: event of %zu at %llu: %llu %u/%u %u %u %a %a %a %a %a %a, %u\n", from,
             public_number(play, event->sequence), (unsigned long long)event->time_ns,
             (unsigned long long)event->recognizer, event->kind, event->state, event->taps, event->touches, event->x,
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

static void set_rules(struct play *play, uint64_t value) {
    static const scrim_string tap = {"Tap", 3};
    static const scrim_class_rule button = {{"Button", 6}, SCRIM_MATCH_EXACT, 0}, screen = {{"Accounts", 8}, SCRIM_MATCH_EXACT, 0};
    static const scrim_cell_rule cell = {{"Button", 6}, {"pay", 3}, SCRIM_CELL_VIEW, 0};
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
        rules.cells = &cell;
        rules.cell_count = value % 3 == 0;
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
            TELL(play, "%u %llu %llu %u %u %llu", record.hidden, (unsigned long long)record.number,
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
    scrim_description description = SCRIM_DESCRIPTION_INIT;
    property.value.length = (size_t)snprintf(text_value, sizeof text_value, "p%llu", (unsigned long long)value);
    description.id = property.value;
    description.properties = &property;
    description.property_count = 1;
    scrim_id views[] = {play->fixture.button, play->list, play->second, play->fixture.window};
    ASSERT_OK(scrim_scene_describe(play->fixture.scene, views[value % COUNT_OF(views)], &description));
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
    event.state = SCRIM_STATE_ENDED;
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

static void do_step(struct play *play, const struct step *step) {
    struct fixture *fixture = &play->fixture;
    size_t produced = 0;
    switch (step->kind) {
    case SAMPLE:
        feed_one(play, step);
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
        ASSERT_OK(scrim_gestures_set_action_live(fixture->gestures, play->single, 0, NULL, 0, step->value % 2));
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

/* ---- Plays ---- */

/* How late the host is for a deadline. */
static uint64_t lateness(uint64_t seed, uint64_t deadline) {
    uint64_t state = seed * 31 + deadline;
    chance(&state, 2);
    return chance(&state, MAX_LATE_MS + 1) * MS;
}

/*
 * Plays a script whose host follows the deadlines. `made`, where it is not NULL, is given the steps that are not secret, with
 * the late calls: a script for hosts that make the same calls.
 */
static void play_following(struct play *play, const struct steps *steps, uint64_t late, struct steps *made) {
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->all[i];
        while (1) {
            uint64_t deadline = next_deadline(&play->fixture);
            if (deadline == SCRIM_NEVER)
                break;
            uint64_t time = deadline + (late ? lateness(late, deadline) : 0);
            if (time > step->time)
                break;
            advance_to(play, time);
            if (made)
                made->all[made->count++] = (struct step){time, ADVANCE, 0, 0, {0}};
        }
        if (play->manner == ADVANCING && step->kind != SAMPLE)
            advance_to(play, step->time);
        do_step(play, step);
        if (made && !step->is_secret)
            made->all[made->count++] = *step;
        if (made)
            assert_true(made->count < MAX_STEPS - 1);
        if (!step->is_secret)
            play->deadlines[made ? made->count - 1 : i] = next_deadline(&play->fixture);
    }
}

/* Plays `calls`, and between them the secret ones of `steps`. `without` is the play that had none. */
static void play_calls(struct play *play, const struct steps *calls, const struct steps *steps, const struct play *without) {
    size_t next = 0;
    for (size_t i = 0; i <= calls->count; i++) {
        for (; next < steps->count && (i == calls->count || steps->all[next].time < calls->all[i].time); next++)
            if (steps->all[next].is_secret)
                do_step(play, &steps->all[next]);
        if (i == calls->count)
            break;
        do_step(play, &calls->all[i]);
        if (play->manner != SEPARATE || calls->all[i].kind == ADVANCE)
            continue;
        /* The engine's own deadline may be a private one's; but no other may come, and none may be missing. */
        uint64_t deadline = next_deadline(&play->fixture), expected = without->deadlines[i];
        int is_private = (deadline < expected && deadline <= play->last_secret + LONGEST_WAIT_MS * MS) ||
                         (deadline < expected ? deadline : expected) <= play->last_private + LONGEST_WAIT_MS * MS;
        if (deadline != expected && !is_private)
            TELL(play, "deadline %llu, not %llu\n", (unsigned long long)deadline, (unsigned long long)expected);
    }
}

static struct play plays[2];

/* Plays a script in two ways. Returns whether the transcripts differ. */
static int differs(enum manner manner, uint64_t seed, uint32_t leaks) {
    static struct steps one, other, calls;
    make_script(manner, seed, manner == SEPARATE ? 0 : 1, &one);
    make_script(manner, seed, 2, &other);
    begin(&plays[0], manner, seed, leaks);
    calls.count = 0;
    play_following(&plays[0], &one, manner == ADVANCING ? 0 : seed, &calls);
    tear_down_fixture(&plays[0].fixture);
    begin(&plays[1], manner, seed, leaks);
    if (manner == ADVANCING)
        play_following(&plays[1], &other, seed, NULL);
    else
        play_calls(&plays[1], &calls, &other, &plays[0]);
    tear_down_fixture(&plays[1].fixture);
    return strcmp(plays[0].out, plays[1].out) != 0;
}

/* How many of the scripts differ. Says which is the first that does. */
static int count_differing(enum manner manner, uint64_t scripts, uint32_t leaks) {
    int differing = 0;
    for (uint64_t seed = 1; seed <= scripts; seed++) {
        if (differs(manner, seed, leaks) && differing++ == 0 && leaks == 0) {
            print_message("manner %d, script %d:\n", manner, (int)seed);
            const char *lines[] = {plays[0].out, plays[1].out};
            while (*lines[0] && strcspn(lines[0], "\n") == strcspn(lines[1], "\n") &&
                   strncmp(lines[0], lines[1], strcspn(lines[0], "\n")) == 0) {
                for (int i = 0; i < 2; i++)
                    lines[i] += strcspn(lines[i], "\n") + 1;
            }
            for (int i = 0; i < 2; i++)
                print_message("- %.*s\n", (int)strcspn(lines[i], "\n"), lines[i]);
        }
    }
    return differing;
}

#endif
