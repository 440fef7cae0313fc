/* SPDX-License-Identifier: MIT */
/* A host that decides which gestures begin, and notes what it was asked. */
#ifndef SCRIM_TESTS_ASKING_HOST_H
#define SCRIM_TESTS_ASKING_HOST_H

#include "fingers.h"

enum {
    MOST_ASKED = 64
};

struct asking_host {
    scrim_gesture_event asked[MOST_ASKED];
    size_t count;
    scrim_id refused[8]; /* it refuses these recognizers */
    int refuses_all;
    void (*act)(const scrim_gesture_event *event);
    int freed;
};

static struct asking_host host;

UNUSED static int is_refused(scrim_id recognizer) {
    for (size_t i = 0; i < COUNT_OF(host.refused); i++)
        if (recognizer == host.refused[i])
            return 1;
    return host.refuses_all;
}

UNUSED static uint32_t should_begin(const scrim_gesture_event *event, void *data) {
    assert_ptr_equal(data, &host);
    assert_true(host.count < MOST_ASKED);
    host.asked[host.count++] = *event;
    if (host.act != NULL)
        host.act(event);
    return !is_refused(event->recognizer);
}

UNUSED static void host_freed(void *data) {
    assert_ptr_equal(data, &host);
    host.freed++;
}

static const scrim_gestures_callbacks asking = {sizeof asking, 0, should_begin};

UNUSED static int asking_setup(void **state) {
    open_setup(state);
    memset(&host, 0, sizeof host);
    ASSERT_OK(scrim_gestures_set_callbacks(fixture.gestures, &asking, &host, host_freed));
    return 0;
}

UNUSED static int asking_teardown(void **state) {
    int freed = host.freed;
    teardown(state);
    assert_int_equal(host.freed, freed + 1);
    return 0;
}

/* The events that begin or are the only one of their gesture are those that it was asked about, byte for byte; and it agreed. */
UNUSED static void assert_asked_for_all(void) {
    size_t next = 0;
    for (size_t i = 0; i < fixture.count; i++) {
        const scrim_gesture_event *event = &fixture.events[i];
        int is_first = event->state == SCRIM_GESTURE_STATE_BEGAN ||
                       (event->state == SCRIM_GESTURE_STATE_ENDED &&
                        (event->kind == SCRIM_GESTURE_TAP || event->kind == SCRIM_GESTURE_SWIPE));
        if (!is_first)
            continue;
        while (next < host.count && is_refused(host.asked[next].recognizer))
            next++;
        assert_true(next < host.count);
        assert_memory_equal(&host.asked[next], event, sizeof *event);
        next++;
    }
    while (next < host.count && is_refused(host.asked[next].recognizer))
        next++;
    assert_int_equal(next, host.count);
}

/* Forgets what happened. */
UNUSED static void start_over(void) {
    fixture.count = 0;
    host.count = 0;
}

/* The recognizers that it was asked about, in order; 0: no more. */
UNUSED static void assert_asked(const scrim_id *expected) {
    for (size_t i = 0; i < host.count; i++)
        assert_int_equal(host.asked[i].recognizer, expected[i]);
    assert_int_equal(expected[host.count], 0);
}

#define ASSERT_ASKED(...) assert_asked((const scrim_id[]){__VA_ARGS__ __VA_OPT__(, ) 0})

#define ASKING_TEST(name) cmocka_unit_test_setup_teardown(name, asking_setup, asking_teardown)

#endif
