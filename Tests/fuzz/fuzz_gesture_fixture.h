/* SPDX-License-Identifier: MIT */
/* Recognisers and touches for the targets of scrim/gesture.h and scrim/collector.h. */
#ifndef SCRIM_FUZZ_GESTURE_FIXTURE_H
#define SCRIM_FUZZ_GESTURE_FIXTURE_H

#include "fuzz_scene_fixture.h"

enum {
    MOST_SAMPLES = 12,
    MOST_EVENTS = 256
};

static scrim_id recognizers[16]; /* as they were made; some are gone */
static uint32_t recognizer_count;

UNUSED static scrim_id some_recognizer(struct fuzz_input *in) {
    uint32_t known = recognizer_count < COUNT_OF(recognizers) ? recognizer_count : (uint32_t)COUNT_OF(recognizers);
    uint8_t way = fuzz_u8(in);
    if (known == 0 || way >= 248)
        return way >= 254 ? fuzz_u64(in) : 0;
    return recognizers[way % known];
}

UNUSED static scrim_recognizer fuzz_recognizer(struct fuzz_input *in) {
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    static const double densities[] = {1, 2, 0.5, 64, 1.0 / 64};
    uint32_t kind = 1 + (uint32_t)fuzz_upto(in, SCRIM_GESTURE_HOST - 1), profile = 1 + (uint32_t)fuzz_upto(in, 2);
    double density = fuzz_rarely(in, 30) ? fuzz_real(in) : densities[fuzz_below(in, COUNT_OF(densities)) % 3];
    scrim_status status = scrim_recognizer_defaults(kind, profile, density, &recognizer);
    REQUIRE(status == SCRIM_OK || status == SCRIM_ERROR_INVALID_ARGUMENT);
    recognizer.view = fuzz_rarely(in, 8) ? fixture.keeper : some_id(in);
    uint8_t way = fuzz_u8(in);
    if (way & 1) {
        recognizer.taps = kind <= SCRIM_GESTURE_PAN ? (uint32_t)fuzz_upto(in, 4) : recognizer.taps;
        recognizer.min_fingers = (uint32_t)fuzz_upto(in, 4);
        recognizer.max_fingers = (uint32_t)fuzz_upto(in, 6) * (kind >= 3 && kind <= 5);
        int has_slop = (kind >= SCRIM_GESTURE_PAN && kind <= SCRIM_GESTURE_ROTATION) || kind == SCRIM_GESTURE_EDGE_PAN;
        uint32_t flags = 1 | SCRIM_RECOGNIZER_VIEW_COORDINATES | (has_slop ? SCRIM_RECOGNIZER_WITHOUT_SLOP : 0);
        recognizer.flags = fuzz_flags(in, kind == SCRIM_GESTURE_HOST ? 3 : flags);
        recognizer.flags |= fuzz_rarely(in, 8) ? SCRIM_RECOGNIZER_DISABLED : 0;
    }
    if (way & 2) {
        uint64_t duration = fuzz_upto(in, 2000) * 1000000;
        *(kind == SCRIM_GESTURE_LONG_PRESS ? &recognizer.min_duration_ns : &recognizer.max_duration_ns) = duration;
        recognizer.max_interval_ns = fuzz_upto(in, 2000) * 1000000;
        recognizer.min_interval_ns = fuzz_upto(in, 200) * 1000000;
        recognizer.directions = kind == SCRIM_GESTURE_SWIPE ? fuzz_flags(in, 255) : 0;
        recognizer.edges = kind == SCRIM_GESTURE_EDGE_PAN ? fuzz_flags(in, 15) : 0;
    }
    if (way & 4) {
        recognizer.touch_slop = fabs(fuzz_small_real(in));
        double length = fabs(fuzz_small_real(in));
        *(kind == SCRIM_GESTURE_SWIPE      ? &recognizer.swipe_distance
          : kind == SCRIM_GESTURE_EDGE_PAN ? &recognizer.edge_width
                                           : &recognizer.tap_slop) = length;
        if (recognizer.max_separation > 0)
            recognizer.max_separation = fabs(fuzz_small_real(in));
        if (kind == SCRIM_GESTURE_PINCH || kind == SCRIM_GESTURE_ROTATION)
            recognizer.min_span = fabs(fuzz_small_real(in));
        recognizer.angle = kind == SCRIM_GESTURE_ROTATION ? fuzz_u8(in) / 80.0 : recognizer.angle;
        recognizer.min_velocity = recognizer.min_velocity > 0 ? fuzz_u8(in) : recognizer.min_velocity;
    }
    if (fuzz_rarely(in, 40))
        recognizer.max_velocity = fuzz_real(in);
    if (kind == SCRIM_GESTURE_PAN && way & 48) {
        recognizer.axis = (way >> 4 & 3u) % 3;
        recognizer.axis_angle = way & 64 ? fuzz_u8(in) / 160.0 * (recognizer.axis != 0) : 0;
    }
    if (way & 8) {
        scrim_string name = fuzz_string(in, SCRIM_MAX_NAME);
        recognizer.classes = fuzz_copy(&name, sizeof name);
        recognizer.class_count = 1;
    }
    return recognizer;
}

/* A finger's way: most often a press, a stroke or two fingers, sample by sample. */
UNUSED static size_t fuzz_samples(struct fuzz_input *in, scrim_touch *samples) {
    static const uint32_t phases[] = {SCRIM_TOUCH_MOVED, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_MOVED,
                                      SCRIM_TOUCH_CANCELLED};
    uint8_t way = fuzz_u8(in);
    size_t count = 1 + way % MOST_SAMPLES;
    scrim_touch touch = {0, fuzz_below(in, 4), SCRIM_TOUCH_BEGAN, 0, fuzz_u8(in) % 70, fuzz_u8(in) % 50};
    for (size_t i = 0; i < count; i++) {
        touch.time_ns = way < 200 ? (fixture.now += (way % 64u + 1) * 2000000u) : fuzz_time(in, &fixture.now);
        if (way >= 140) { /* anything */
            touch.phase = fuzz_one_of(in, phases, COUNT_OF(phases));
            touch.id = fuzz_rarely(in, 20) ? fuzz_u8(in) : fuzz_below(in, 5);
            touch.x = fuzz_rarely(in, 60) ? fuzz_real(in) : fuzz_u8(in) % 80;
            touch.y = fuzz_u8(in) % 60;
            touch.tool = fuzz_rarely(in, 12) ? fuzz_below(in, SCRIM_TOUCH_TOOL_HOVER + 2) : SCRIM_TOUCH_TOOL_FINGER;
        } else if (i > 0) {
            touch.phase = i + 1 == count && way % 3 ? SCRIM_TOUCH_ENDED : SCRIM_TOUCH_MOVED;
            touch.x += way % 3 == 2 ? 6 : way % 3;
        }
        samples[i] = touch;
    }
    return count;
}

/* A wheel or touchpad: most often one that scrolls or pinches, sample by sample. */
UNUSED static size_t fuzz_scrolls(struct fuzz_input *in, scrim_scroll *samples) {
    static const uint32_t phases[] = {SCRIM_TOUCH_MOVED, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_ENDED,
                                      SCRIM_TOUCH_CANCELLED};
    uint8_t way = fuzz_u8(in);
    size_t count = 1 + way % MOST_SAMPLES;
    uint32_t source = SCRIM_SCROLL_WHEEL + fuzz_below(in, 4);
    scrim_scroll scroll = {0, source, SCRIM_TOUCH_MOVED, fuzz_u8(in) % 70, fuzz_u8(in) % 50, 0, 0, 1, 0};
    for (size_t i = 0; i < count; i++) {
        scroll.time_ns = way < 200 ? (fixture.now += (way % 64u + 1) * 2000000u) : fuzz_time(in, &fixture.now);
        scroll.delta_x = (int8_t)fuzz_u8(in) / 4.0;
        scroll.delta_y = way % 2 ? 0 : (int8_t)fuzz_u8(in);
        scroll.scale = source == SCRIM_SCROLL_PINCH ? (1 + fuzz_u8(in)) / 64.0 : 0;
        scroll.delta_rotation = (int8_t)fuzz_u8(in) / 32.0;
        if (way >= 140) { /* anything */
            scroll.phase = fuzz_one_of(in, phases, COUNT_OF(phases));
            scroll.source = fuzz_rarely(in, 20) ? fuzz_u8(in) % 6 : source;
            scroll.x = fuzz_rarely(in, 60) ? fuzz_real(in) : fuzz_u8(in) % 80;
            scroll.delta_y = fuzz_rarely(in, 60) ? fuzz_real(in) : scroll.delta_y;
            scroll.scale = fuzz_rarely(in, 60) ? fuzz_real(in) : scroll.scale;
        }
        samples[i] = scroll;
    }
    return count;
}

UNUSED static void event_is_sound(const scrim_gesture_event *event) {
    const double numbers[] = {
        event->x, event->y, event->translation_x, event->translation_y, event->velocity_x,
        event->velocity_y, event->scale, event->rotation, event->scale_velocity, event->rotation_velocity};
    const double of_view[] = {event->view_x, event->view_y, event->view_translation_x,
                              event->view_translation_y, event->view_velocity_x, event->view_velocity_y};
    for (size_t i = 0; i < COUNT_OF(of_view); i++)
        REQUIRE(fabs(of_view[i]) <= SCRIM_MAX_COORDINATE);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        REQUIRE(isfinite(numbers[i]));
    REQUIRE(event->kind >= SCRIM_GESTURE_TAP && event->kind < SCRIM_GESTURE_HOST);
    REQUIRE(event->state >= SCRIM_GESTURE_STATE_BEGAN && event->state <= SCRIM_GESTURE_STATE_CANCELLED);
    REQUIRE(event->recognizer != 0 && event->window != 0 && event->sequence != 0 && event->reserved == 0);
    REQUIRE(event->fingers <= SCRIM_MAX_TOUCHES && event->scale > 0);
}

#endif
