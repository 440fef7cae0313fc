/* SPDX-License-Identifier: MIT */
/*
 * scrim/collector.h: rules of any kind, gestures of touches anywhere and of the host's, on a scene that changes. What is
 * explained is what is decided; records are whole, in JSON too, and never hold what a secure view says.
 */
#define _GNU_SOURCE
#include "fuzz_gesture_fixture.h"

static scrim_gesture_event events[MOST_EVENTS];
static size_t event_count;
static uint64_t tainted; /* the last sequence in which a finger came down on something private */

static scrim_gestures *engine(void) { return fuzz.handles[SCRIM_HANDLE_GESTURES][0]; }

static void make_collector(struct fuzz_input *in, uint32_t slot) {
    static const uint32_t capacities[] = {256, 1, 2, 8};
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_collector *collector;
    options.capacity = fuzz_rarely(in, 30) ? (uint32_t)fuzz_upto(in, 65536) : capacities[fuzz_below(in, 4)];
    if (fuzz_answer(scrim_collector_create(HANDLE(in, scrim_gestures, GESTURES), SIZED(in, options), OUT(collector))) ==
        SCRIM_OK)
        fuzz_keep(SCRIM_HANDLE_COLLECTOR, slot, collector);
}

static size_t class_rules(struct fuzz_input *in, const scrim_class_rule **out) {
    scrim_class_rule rules[3];
    size_t count = fuzz_below(in, 4);
    for (size_t i = 0; i < count; i++)
        rules[i] = (scrim_class_rule){fuzz_string(in, SCRIM_MAX_NAME), 1 + (uint32_t)fuzz_upto(in, 1), 0};
    *out = fuzz_copy(rules, count * sizeof *rules);
    return count;
}

static void set_rules(struct fuzz_input *in, scrim_collector *collector) {
    scrim_rules rules = SCRIM_RULES_INIT;
    scrim_retarget_rule retarget;
    scrim_builtin_action_rule cell;
    scrim_string name;
    rules.flags = fuzz_u8(in) % 4 ? fuzz_flags(in, 14) : fuzz_flags(in, 15);
    rules.event_types = fuzz_rarely(in, 8) ? fuzz_flags(in, 15) : rules.event_types;
    if (fuzz_rarely(in, 8)) {
        rules.flags |= SCRIM_RULES_SERVER_EVENT_TYPES;
        rules.server_event_types = (uint32_t)fuzz_upto(in, 15);
    }
    rules.control_interval_ns = fuzz_u8(in) * UINT64_C(10000000);
    rules.max_content = fuzz_u8(in) % 2 ? 0 : (uint32_t)fuzz_upto(in, 20);
    uint8_t lists = fuzz_u8(in);
    if (lists & 1)
        rules.gesture_view_count = class_rules(in, &rules.gesture_views);
    if (lists & 2)
        rules.ignored_type_count = class_rules(in, &rules.ignored_types);
    if (lists & 4)
        rules.ignored_screen_count = class_rules(in, &rules.ignored_screens);
    if (lists & 8) {
        retarget = (scrim_retarget_rule){fuzz_string(in, 99), fuzz_string(in, 99), fuzz_string(in, 99)};
        rules.retargets = fuzz_copy(&retarget, sizeof retarget);
        rules.retarget_count = 1;
    }
    if (lists & 16) {
        cell = (scrim_builtin_action_rule){fuzz_string(in, 99), fuzz_string(in, 99), 1 + (uint32_t)fuzz_upto(in, 1), 0};
        rules.builtin_actions = fuzz_copy(&cell, sizeof cell);
        rules.builtin_action_count = 1;
    }
    if (lists & 32) {
        name = fuzz_string(in, SCRIM_MAX_NAME);
        rules.recognizers = fuzz_copy(&name, sizeof name);
        rules.recognizer_count = 1;
    }
    fuzz_answer(scrim_collector_set_rules(collector, SIZED(in, rules)));
}

static void add_recognizer(struct fuzz_input *in) {
    scrim_recognizer recognizer = fuzz_recognizer(in);
    scrim_id id;
    if (fuzz_answer(scrim_gestures_add(engine(), SIZED(in, recognizer), OUT(id))) != SCRIM_OK)
        return;
    recognizers[recognizer_count++ % COUNT_OF(recognizers)] = id;
    if (!fuzz_rarely(in, 6))
        fuzz_answer(scrim_gestures_add_action(engine(), id, 1 + fuzz_u8(in) % 2u, "press", 5));
}

/* Sample by sample: where a finger comes down on something private, the sequence is private. */
static void touch(struct fuzz_input *in) {
    scrim_touch samples[MOST_SAMPLES];
    size_t count = fuzz_samples(in, samples), consumed, produced;
    event_count = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t secure = 0;
        if (fuzz_answer(scrim_gestures_feed(engine(), fuzz_copy(&samples[i], sizeof *samples), 1, OUT_LENGTH(consumed),
                                            events + event_count, MOST_EVENTS - event_count, OUT_LENGTH(produced))) !=
            SCRIM_OK)
            return;
        event_count += produced;
        if (samples[i].phase == SCRIM_TOUCH_BEGAN && samples[i].tool < SCRIM_TOUCH_TOOL_PALM &&
            scrim_scene_is_secure_at(first_scene(), samples[i].x, samples[i].y, &secure) == SCRIM_OK && secure == 1)
            REQUIRE(scrim_gestures_sequence(engine(), &tainted) == SCRIM_OK);
    }
    if (event_count == 0 && fuzz_answer(scrim_gestures_advance(engine(), fuzz_time(in, &fixture.now), events, MOST_EVENTS,
                                                               OUT_LENGTH(produced))) == SCRIM_OK)
        event_count = produced;
}

/* An event of a recogniser of the host: of this sequence or any, with whatever numbers. */
static void invent(struct fuzz_input *in) {
    scrim_gesture_event event = {
        .time_ns = fuzz_time(in, &fixture.now), .kind = SCRIM_GESTURE_HOST, .state = SCRIM_GESTURE_STATE_ENDED, .scale = 1};
    event.recognizer = some_recognizer(in);
    event.window = some_id(in);
    event.view = fuzz_rarely(in, 4) ? fixture.keeper : some_id(in);
    scrim_gestures_sequence(engine(), &event.sequence);
    if (fuzz_rarely(in, 6))
        event.sequence -= fuzz_u8(in) % 4u;
    event.x = fuzz_real(in);
    event.y = fuzz_real(in);
    if (fuzz_rarely(in, 4)) {
        event.kind = 1 + (uint32_t)fuzz_upto(in, 7);
        event.state = (uint32_t)fuzz_upto(in, 5);
        event.translation_x = fuzz_real(in);
    }
    events[0] = event;
    event_count = 1;
}

static void decide(struct fuzz_input *in, scrim_collector *collector) {
    uint32_t reasons[8];
    size_t count = event_count < COUNT_OF(reasons) ? event_count : COUNT_OF(reasons), told;
    scrim_gesture_event *given = fuzz_copy(events, count * sizeof *events);
    if (fuzz_u8(in) % 4 == 0)
        invent(in), count = 1, given = fuzz_copy(events, sizeof *events);
    for (size_t i = 0; i < count; i++) {
        scrim_check checks[17];
        reasons[i] = UINT32_MAX;
        if (fuzz_answer(scrim_collector_explain(collector, &given[i], checks, COUNT_OF(checks), OUT_LENGTH(told))) !=
            SCRIM_OK)
            continue;
        REQUIRE(told == 17 || (told == 1 && checks[0].outcome == SCRIM_CHECK_FAILED));
        reasons[i] = SCRIM_REASON_NONE;
        for (size_t j = 0; j < told; j++) {
            REQUIRE(checks[j].reason == j + 1 && checks[j].outcome >= SCRIM_CHECK_PASSED &&
                    checks[j].outcome <= SCRIM_CHECK_SKIPPED);
            if (checks[j].outcome == SCRIM_CHECK_FAILED && reasons[i] == SCRIM_REASON_NONE)
                reasons[i] = checks[j].reason;
        }
    }
    scrim_decision *verdicts = fuzz_room(count, sizeof *verdicts);
    fuzz.output_count = 0; /* after an error no answer counts, so they may be anything */
    if (fuzz_answer(scrim_collector_decide(collector, given, count, verdicts)) != SCRIM_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        REQUIRE(verdicts[i].reason <= SCRIM_REASON_CAPACITY);
        REQUIRE(verdicts[i].result == (verdicts[i].reason == 0 ? SCRIM_DECISION_PENDING : SCRIM_DECISION_DROPPED));
        REQUIRE(i > 0 || reasons[i] == verdicts[i].reason); /* later ones depend on those before */
        if (given[i].sequence == tainted && tainted != 0)
            REQUIRE(verdicts[i].reason == SCRIM_REASON_PRIVATE);
        if (given[i].view == fixture.keeper && fixture.keeper != 0)
            REQUIRE(verdicts[i].result == SCRIM_DECISION_DROPPED);
    }
    event_count = 0;
}

static void tells_no_secret(scrim_string string) {
    REQUIRE(string.data != NULL || string.length == 0);
    REQUIRE(string.length == 0 || memmem(string.data, string.length, FUZZ_SECRET, strlen(FUZZ_SECRET)) == NULL);
}

static void next_json(struct fuzz_input *in, scrim_collector *collector) {
    size_t length = 0, capacity, again;
    scrim_status status = scrim_collector_next_json(collector, NULL, 0, &length);
    capacity = fuzz_u8(in) % 4 || status != SCRIM_ERROR_BUFFER_TOO_SMALL ? length : length - 1;
    REQUIRE(status != SCRIM_OK && (status == SCRIM_ERROR_BUFFER_TOO_SMALL) == (length > 0));
    char *room = fuzz_room(capacity, 1);
    status = fuzz_answer(scrim_collector_next_json(collector, room, capacity, OUT_LENGTH(again)));
    if (status != SCRIM_OK)
        return;
    REQUIRE(again == length && length > 2 && room[0] == '{' && room[length - 1] == '}');
    for (size_t i = 0; i < length; i++)
        REQUIRE((unsigned char)room[i] >= ' '); /* nothing breaks the line */
    tells_no_secret((scrim_string){room, length});
}

static void next(scrim_collector *collector) {
    scrim_record record = SCRIM_RECORD_INIT;
    if (fuzz_answer(scrim_collector_next(collector, &record)) != SCRIM_OK)
        return;
    const scrim_string strings[] = {record.screen, record.title, record.id, record.type,
                                    record.content, record.position, record.path, record.properties};
    for (size_t i = 0; i < COUNT_OF(strings); i++)
        tells_no_secret(strings[i]);
    REQUIRE(record.private_touch <= 15 && (record.private_touch == 0) == (record.number != 0));
    REQUIRE(record.view != fixture.keeper || record.view == 0);
    if (record.private_touch != 0)
        REQUIRE(record.kind == 0 && record.view == 0 && record.content.data == NULL &&
                record.time_ns % UINT64_C(10000000000) == 0);
}

static void tell_time(struct fuzz_input *in, scrim_collector *collector) {
    uint64_t deadline;
    if (fuzz_rarely(in, 4))
        fuzz_answer(scrim_collector_note_response(collector));
    if (fuzz_u8(in) % 2)
        fixture.now += UINT64_C(1000000000) * (fuzz_u8(in) % 12u);
    fuzz_answer(scrim_collector_advance(collector, fuzz_time(in, &fixture.now)));
    if (fuzz_answer(scrim_collector_next_deadline(collector, OUT(deadline))) == SCRIM_OK)
        REQUIRE(deadline == SCRIM_NEVER || deadline % UINT64_C(10000000000) == 0 ||
                deadline > UINT64_MAX - UINT64_C(20000000000));
}

static void fuzz_target(struct fuzz_input *in) {
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures *gestures;
    start_fixture(in);
    recognizer_count = 0;
    event_count = 0;
    tainted = 0;
    if (fuzz_answer(scrim_gestures_create(first_scene(), &options, OUT(gestures))) == SCRIM_OK)
        fuzz_keep(SCRIM_HANDLE_GESTURES, 0, gestures);
    make_collector(in, 0);
    add_recognizer(in);
    for (int step = 0; step < 120 && fuzz_more(in) && fuzz_has_room(); step++) {
        scrim_collector *collector = HANDLE(in, scrim_collector, COLLECTOR);
        switch (fuzz_below(in, 16)) {
        case 0:
            if (fuzz_rarely(in, 4))
                make_collector(in, fuzz_below(in, FUZZ_SLOTS));
            if (fuzz_rarely(in, 16))
                destroy_of_kind(1 + fuzz_below(in, 7), HANDLE(in, void, COLLECTOR));
            if (fuzz_rarely(in, 30))
                scrim_gestures_destroy(engine());
            break;
        case 1:
            set_rules(in, collector);
            break;
        case 2:
            add_recognizer(in);
            break;
        case 3:
        case 4:
            change_scene(in, HANDLE(in, scrim_scene, SCENE));
            break;
        case 5:
            tell_time(in, collector);
            break;
        case 6:
            next(collector);
            break;
        case 7:
            next_json(in, collector);
            break;
        case 8:
        case 9:
        case 10:
            decide(in, collector);
            break;
        default:
            touch(in);
            decide(in, collector);
        }
    }
}
