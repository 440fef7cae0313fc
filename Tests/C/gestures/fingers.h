/* SPDX-License-Identifier: MIT */
/* Fingers that move and lift, one sample at a time, and the states that a test expects of them. */
#ifndef SCRIM_TESTS_FINGERS_H
#define SCRIM_TESTS_FINGERS_H

#include <math.h>

#include "gesture_fixture.h"

UNUSED static void finger(uint64_t id, uint32_t phase, uint64_t time_ms, double x, double y) {
    scrim_touch sample = {time_ms * MS, id, phase, 0, x, y};
    feed(&fixture, &sample, 1);
}

UNUSED static void down(uint64_t id, uint64_t time, double x, double y) { finger(id, SCRIM_TOUCH_BEGAN, time, x, y); }
UNUSED static void move(uint64_t id, uint64_t time, double x, double y) { finger(id, SCRIM_TOUCH_MOVED, time, x, y); }
UNUSED static void up(uint64_t id, uint64_t time, double x, double y) { finger(id, SCRIM_TOUCH_ENDED, time, x, y); }

UNUSED static const scrim_gesture_event *last(void) {
    assert_true(fixture.count > 0);
    return &fixture.events[fixture.count - 1];
}

UNUSED static void assert_states(const char *expected) {
    static const char letters[] = "pbcexf"; /* possible, began, changed, ended, cancelled, failed */
    char found[MAX_EVENTS + 1];
    for (size_t i = 0; i < fixture.count; i++)
        found[i] = letters[fixture.events[i].state];
    found[fixture.count] = 0;
    assert_string_equal(found, expected);
}

#define ASSERT_NEAR(value, expected, error) assert_true(fabs((value) - (expected)) <= (error))

/* Fingers that move have the whole window to themselves. */
UNUSED static int open_setup(void **state) {
    setup(state);
    ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.keypad));
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_setup, teardown)

#endif
