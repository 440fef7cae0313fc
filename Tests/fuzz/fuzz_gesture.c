/* SPDX-License-Identifier: MIT */
/*
 * scrim/gesture.h: two engines on one scene are told the same; one is given its samples one by one, with just the room that
 * they need. Their events are equal, and so is what their host is asked before a gesture begins.
 */
#include "fuzz_gesture_fixture.h"

static scrim_gesture_event together[MOST_EVENTS], one_by_one[MOST_EVENTS];

static scrim_gestures *engine(uint32_t i) { return fuzz.handles[SCRIM_HANDLE_GESTURES][i]; }

/* What the host of each engine was asked, and which gestures it refuses. */
static struct {
    scrim_gesture_event asked[2][MOST_EVENTS];
    size_t count[2];
    uint8_t does; /* 0: it is not asked */
} host;

static int is_refused(const scrim_gesture_event *event) {
    return (event->recognizer * 5 + event->time_ns / 1000000 + event->sequence) % 7 < host.does % 4u;
}

static uint32_t should_begin(const scrim_gesture_event *event, void *user_data) {
    const size_t i = (size_t)(uintptr_t)user_data;
    size_t from = fuzz_enter(), produced;
    uint64_t number;
    REQUIRE(i < 2 && host.count[i] < MOST_EVENTS);
    event_is_sound(event);
    REQUIRE(event->state == SCRIM_GESTURE_STATE_BEGAN || event->state == SCRIM_GESTURE_STATE_ENDED);
    host.asked[i][host.count[i]++] = *event;
    if (host.does & 4) {
        DENIED(scrim_gestures_advance(engine((uint32_t)i), event->time_ns, NULL, 0, &produced));
        DENIED(scrim_gestures_remove(engine((uint32_t)i), event->recognizer));
        DENIED(scrim_gestures_set_callbacks(engine((uint32_t)i), NULL, NULL, NULL));
        REQUIRE(scrim_gestures_sequence(engine((uint32_t)i), &number) == SCRIM_OK && number >= event->sequence);
    }
    fuzz_leave(from);
    return !is_refused(event);
}

static void host_freed(void *user_data) {
    REQUIRE((uintptr_t)user_data < 2 && fuzz.callbacks_owed > 0);
    fuzz.callbacks_owed--;
}

static void set_host(uint32_t i) {
    scrim_gestures_callbacks callbacks = SCRIM_GESTURES_CALLBACKS_INIT;
    callbacks.should_begin = should_begin;
    fuzz.callbacks_owed++;
    if (fuzz_answer(scrim_gestures_set_callbacks(engine(i), &callbacks, (void *)(uintptr_t)i, host_freed)) != SCRIM_OK)
        fuzz.callbacks_owed--;
}

/* Both were asked the same, and what was not refused is what begins in these events. */
static void compare_hosts(const scrim_gesture_event *events, size_t count) {
    size_t next = 0;
    if (host.does == 0)
        return;
    REQUIRE(host.count[0] == host.count[1]);
    REQUIRE(memcmp(host.asked[0], host.asked[1], host.count[0] * sizeof *host.asked[0]) == 0);
    for (size_t i = 0; i < count; i++) {
        int is_discrete = events[i].kind == SCRIM_GESTURE_TAP || events[i].kind == SCRIM_GESTURE_SWIPE;
        if (!is_discrete && events[i].state != SCRIM_GESTURE_STATE_BEGAN)
            continue;
        while (next < host.count[0] && is_refused(&host.asked[0][next]))
            next++;
        REQUIRE(next < host.count[0] && memcmp(&host.asked[0][next++], &events[i], sizeof *events) == 0);
    }
    while (next < host.count[0])
        REQUIRE(is_refused(&host.asked[0][next++]));
    host.count[0] = host.count[1] = 0;
}

static void make_engines(struct fuzz_input *in) {
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    uint8_t way = fuzz_u8(in);
    options.lost_touch_timeout_ns = way % 4 ? options.lost_touch_timeout_ns : fuzz_u16(in) * UINT64_C(1000000);
    host.does = way / 4 % 8;
    host.count[0] = host.count[1] = 0;
    scrim_gestures_options *given = SIZED(in, options);
    for (uint32_t i = 0; i < 2; i++) {
        scrim_gestures *gestures;
        if (fuzz_answer(scrim_gestures_create(first_scene(), given, OUT(gestures))) == SCRIM_OK)
            fuzz_keep(SCRIM_HANDLE_GESTURES, i, gestures);
        if (host.does != 0)
            set_host(i);
    }
    recognizer_count = 0;
}

/* What is done to both answers the same. */
#define BOTH(call_of_i) \
    do { \
        uint32_t i = 0; \
        scrim_status first_status = fuzz_answer(call_of_i); \
        i = 1; \
        REQUIRE(fuzz_answer(call_of_i) == first_status); \
    } while (0)

static void are_sound(const scrim_gesture_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        event_is_sound(&events[i]);
}

/* A recognizer that is disabled sends at most one event. */
static void set_enabled(scrim_id recognizer, uint32_t enabled) {
    size_t produced[2] = {0, 0};
    BOTH(scrim_gestures_set_enabled(engine(i), recognizer, enabled, fixture.now, i == 0 ? together : one_by_one, MOST_EVENTS,
                                    &produced[i]));
    REQUIRE(produced[0] == produced[1] && produced[0] <= MOST_EVENTS && (!enabled || produced[0] == 0));
    REQUIRE(memcmp(together, one_by_one, produced[0] * sizeof *together) == 0);
    are_sound(together, produced[0]);
    compare_hosts(together, produced[0]);
    if (fuzz_answer(scrim_gestures_set_enabled(engine(0), recognizer, enabled, fixture.now, NULL, 0, &produced[0])) == SCRIM_OK)
        REQUIRE(produced[0] == 0);
}

static void change(struct fuzz_input *in) {
    scrim_recognizer recognizer;
    scrim_recognizer *given;
    scrim_id ids[2] = {0, 0}, one = some_recognizer(in), other = some_recognizer(in);
    scrim_string action = fuzz_string(in, SCRIM_MAX_NAME);
    uint64_t target = fuzz_upto(in, 3);
    switch (fuzz_below(in, 11)) {
    case 0:
        BOTH(scrim_gestures_remove(engine(i), one));
        break;
    case 1: {
        uint32_t relation = 1 + (uint32_t)fuzz_upto(in, 1);
        BOTH(scrim_gestures_relate(engine(i), one, relation, other));
        break;
    }
    case 2: {
        uint32_t relation = 1 + (uint32_t)fuzz_upto(in, 1);
        BOTH(scrim_gestures_unrelate(engine(i), one, relation, other));
        break;
    }
    case 3:
        BOTH(scrim_gestures_add_action(engine(i), one, target, action.data, action.length));
        break;
    case 4:
        BOTH(scrim_gestures_remove_action(engine(i), one, target, action.data, action.length));
        break;
    case 5: {
        uint32_t live = (uint32_t)fuzz_upto(in, 1);
        BOTH(scrim_gestures_set_target_available(engine(i), one, target, action.data, action.length, live));
        break;
    }
    case 6:
        set_enabled(one, (uint32_t)fuzz_upto(in, 1));
        break;
    default:
        recognizer = fuzz_recognizer(in);
        given = SIZED(in, recognizer);
        BOTH(scrim_gestures_add(engine(i), given, OUT(ids[i])));
        if (ids[0] != 0 && ids[0] == ids[1] && !fuzz_untouched(ids, sizeof ids))
            recognizers[recognizer_count++ % COUNT_OF(recognizers)] = ids[0];
    }
}

/* One sample, with no room, then with what is needed. */
static size_t feed_one(const scrim_touch *sample, size_t before) {
    size_t total = before, consumed = 0, produced = 0;
    for (int tries = 0; consumed == 0; tries++) {
        REQUIRE(tries < 64);
        scrim_status status = scrim_gestures_feed(engine(1), sample, 1, &consumed, NULL, 0, &produced);
        if (status == SCRIM_ERROR_BUFFER_TOO_SMALL) {
            REQUIRE(consumed == 0 && produced > 0 && produced <= MOST_EVENTS - total);
            size_t needed = produced;
            REQUIRE(scrim_gestures_feed(engine(1), sample, 1, &consumed, one_by_one + total, needed, &produced) ==
                    SCRIM_OK);
            REQUIRE(produced <= needed && (consumed == 1 || produced > 0));
        } else
            REQUIRE(status == SCRIM_OK && consumed == 1 && produced == 0);
        are_sound(one_by_one + total, produced);
        total += produced;
    }
    return total;
}

static void feed(struct fuzz_input *in) {
    scrim_touch samples[MOST_SAMPLES];
    size_t count = fuzz_samples(in, samples), consumed, produced, events = 0;
    scrim_touch *given = fuzz_copy(samples, count * sizeof *samples);
    scrim_status status = fuzz_answer(scrim_gestures_feed(engine(0), given, count, OUT_LENGTH(consumed), together,
                                                          MOST_EVENTS, OUT_LENGTH(produced)));
    if (status != SCRIM_OK)
        return;
    REQUIRE(consumed == count && produced <= MOST_EVENTS); /* there is room for any */
    are_sound(together, produced);
    for (size_t i = 0; i < count; i++)
        events = feed_one(&samples[i], events);
    REQUIRE(events == produced);
    REQUIRE(memcmp(together, one_by_one, events * sizeof *together) == 0);
    compare_hosts(together, produced);
}

static void scroll(struct fuzz_input *in) {
    scrim_scroll samples[MOST_SAMPLES];
    size_t count = fuzz_scrolls(in, samples), consumed, produced, total = 0;
    scrim_scroll *given = fuzz_copy(samples, count * sizeof *samples);
    scrim_status status = fuzz_answer(scrim_gestures_scroll(engine(0), given, count, OUT_LENGTH(consumed), together,
                                                            MOST_EVENTS, OUT_LENGTH(produced)));
    if (status != SCRIM_OK)
        return;
    REQUIRE(consumed == count && produced <= MOST_EVENTS);
    are_sound(together, produced);
    size_t events = produced;
    for (size_t i = 0; i < count; i++) { /* with no room, then with what is needed */
        for (int tries = 0;; tries++) {
            REQUIRE(tries < 64);
            status = scrim_gestures_scroll(engine(1), &samples[i], 1, &consumed, NULL, 0, &produced);
            if (status == SCRIM_ERROR_BUFFER_TOO_SMALL) {
                size_t needed = produced;
                REQUIRE(consumed == 0 && needed > 0 && needed <= MOST_EVENTS - total);
                REQUIRE(scrim_gestures_scroll(engine(1), &samples[i], 1, &consumed, one_by_one + total, needed,
                                              &produced) == SCRIM_OK);
                REQUIRE(produced <= needed && (consumed == 1 || produced > 0));
            } else
                REQUIRE(status == SCRIM_OK && consumed == 1 && produced == 0);
            total += produced;
            if (consumed == 1)
                break;
        }
    }
    REQUIRE(total == events && memcmp(together, one_by_one, total * sizeof *together) == 0);
    compare_hosts(together, total);
}

static scrim_status advance_or_cancel(uint32_t i, int cancel, uint64_t time, size_t room, size_t *produced) {
    scrim_gesture_event *events = i == 0 ? together : one_by_one;
    return cancel ? scrim_gestures_cancel(engine(i), time, events, room, produced)
                  : scrim_gestures_advance(engine(i), time, events, room, produced);
}

/* The second engine gets just the room that it asks for. */
static void tell_time(struct fuzz_input *in) {
    uint64_t deadlines[2] = {0, 0}, time;
    size_t produced[2], needed;
    BOTH(scrim_gestures_next_deadline(engine(i), OUT(deadlines[i])));
    REQUIRE(deadlines[0] == deadlines[1]);
    time = fuzz_time(in, &fixture.now);
    if (deadlines[0] > fixture.now && deadlines[0] < fixture.now + UINT64_C(10000000000) && fuzz_u8(in) % 2)
        time = fixture.now = deadlines[0];
    int cancel = fuzz_rarely(in, 8);
    scrim_status status = fuzz_answer(advance_or_cancel(0, cancel, time, MOST_EVENTS, OUT_LENGTH(produced[0])));
    scrim_status answer = advance_or_cancel(1, cancel, time, 0, &needed);
    if (answer == SCRIM_ERROR_BUFFER_TOO_SMALL) {
        answer = advance_or_cancel(1, cancel, time, needed, &produced[1]);
        REQUIRE(answer != SCRIM_OK || produced[1] <= needed);
    } else
        produced[1] = 0;
    REQUIRE(answer == status);
    if (status != SCRIM_OK)
        return;
    REQUIRE(produced[0] == produced[1] && memcmp(together, one_by_one, produced[0] * sizeof *together) == 0);
    are_sound(together, produced[0]);
    compare_hosts(together, produced[0]);
}

static void look(struct fuzz_input *in) {
    uint64_t number;
    size_t produced, consumed;
    scrim_gestures *gestures = HANDLE(in, scrim_gestures, GESTURES);
    if (gestures == engine(0) || gestures == engine(1)) {
        fuzz_answer(scrim_gestures_sequence(gestures, OUT(number)));
        return;
    }
    fuzz_answer(scrim_gestures_feed(gestures, NULL, 0, OUT_LENGTH(consumed), NULL, 0, OUT_LENGTH(produced)));
    fuzz_answer(scrim_gestures_advance(gestures, 1, NULL, 0, OUT_LENGTH(produced)));
    fuzz_answer(scrim_gestures_next_deadline(gestures, OUT(number)));
}

static void fuzz_target(struct fuzz_input *in) {
    start_fixture(in);
    make_engines(in);
    for (int i = 0; i < 3; i++)
        change(in);
    for (int step = 0; step < 100 && fuzz_more(in) && fuzz_has_room(); step++) {
        switch (fuzz_below(in, 16)) {
        case 0:
            if (fuzz_rarely(in, 8))
                make_engines(in);
            if (fuzz_rarely(in, 20))
                scrim_scene_destroy(HANDLE(in, scrim_scene, SCENE));
            break;
        case 1:
            look(in);
            break;
        case 2:
            change_scene(in, first_scene());
            break;
        case 3:
        case 4:
            tell_time(in);
            break;
        case 5:
        case 6:
            change(in);
            break;
        case 7:
        case 8:
            scroll(in);
            break;
        default:
            feed(in);
        }
    }
}
