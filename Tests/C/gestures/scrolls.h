/* SPDX-License-Identifier: MIT */
/* Samples of wheels and touchpads. The pointer is on the button, unless a position is given. */
#ifndef SCRIM_TESTS_SCROLLS_H
#define SCRIM_TESTS_SCROLLS_H

#include "asking_host.h"

#define PAUSE ((uint64_t)SCRIM_MAX_SCROLL_PAUSE_NS)

UNUSED static scrim_scroll sample_of(uint32_t source, uint32_t phase, uint64_t time_ms) {
    return (scrim_scroll){time_ms * MS, source, phase, 50, 50, 0, 0, 1, 0};
}

UNUSED static void scroll_all(const scrim_scroll *samples, size_t count) {
    size_t consumed = 0;
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_scroll(fixture.gestures, samples, count, &consumed, fixture.events + fixture.count,
                                    MAX_EVENTS - fixture.count, &produced));
    assert_int_equal(consumed, count);
    fixture.count += produced;
}

UNUSED static void scroll_at(uint32_t source, uint32_t phase, uint64_t time_ms, double x, double dx, double dy) {
    scrim_scroll sample = sample_of(source, phase, time_ms);
    sample.x = x;
    sample.delta_x = dx;
    sample.delta_y = dy;
    scroll_all(&sample, 1);
}

/* Adds pans that follow scrolls at the same time. None begins before a recognizer has failed. */
UNUSED static void add_waiting_pans(size_t count, scrim_id before) {
    for (size_t i = 0; i < count; i++) {
        scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
        pan.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        ASSERT_OK(scrim_gestures_relate(fixture.gestures, add_recognizer(&fixture, &pan), SCRIM_RELATION_REQUIRE_FAILURE, before));
    }
}

UNUSED static void wheel(uint64_t time_ms, double dy) { scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, time_ms, 50, 0, dy); }

UNUSED static void touchpad(uint64_t time_ms, double dx, double dy) {
    scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, time_ms, 50, dx, dy);
}

UNUSED static void pinch(uint64_t time_ms, double dx, double scale, double turn) {
    scrim_scroll sample = sample_of(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_MOVED, time_ms);
    sample.delta_x = dx;
    sample.scale = scale;
    sample.delta_rotation = turn;
    scroll_all(&sample, 1);
}

UNUSED static void pinch_phase(uint64_t time_ms, uint32_t phase) {
    scrim_scroll sample = sample_of(SCRIM_SCROLL_PINCH, phase, time_ms);
    scroll_all(&sample, 1);
}

/* Collectors record taps by default. */
UNUSED static scrim_id add_recorded_pan(void) {
    static const scrim_string class_name = {"Tap", 3};
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
    pan.classes = &class_name;
    pan.class_count = 1;
    return with_action(&fixture, add_recognizer(&fixture, &pan));
}

UNUSED static uint64_t sequence(void) {
    uint64_t number = 0;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &number));
    return number;
}

#endif
