/* SPDX-License-Identifier: MIT */
/* A recorder: what a subscriber of a feed covers in a white frame. */
#ifndef SCRIM_WATCH_FRAME_FIXTURE_H
#define SCRIM_WATCH_FRAME_FIXTURE_H

#include "desktop.h"

#include <scrim.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum {
    FRAME_WIDTH = 160,
    FRAME_HEIGHT = 120
};

typedef struct recorder {
    char path[64]; /* of the feed */
    scrim_subscriber *subscriber;
    scrim_capture *capture;
    uint32_t state;                              /* SCRIM_FEED_*, of the newest frame */
    uint8_t pixels[FRAME_WIDTH * FRAME_HEIGHT]; /* 255 is white: not covered */
} recorder;

static inline int begin_recorder(recorder *recorder, scrim_point origin) {
    scrim_subscriber_options subscriber = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_capture_options capture = SCRIM_CAPTURE_OPTIONS_INIT;
    snprintf(recorder->path, sizeof recorder->path, "/tmp/scrim-watch-test-%d.feed", (int)getpid());
    subscriber.name = recorder->path;
    subscriber.name_length = strlen(recorder->path);
    capture.hold_ns = 0; /* so that a frame shows exactly what is covered */
    capture.smoothing_ns = 0;
    capture.max_latency_ns = SCRIM_CAPTURE_MAX_LATENCY_NS;
    capture.origin = origin;
    return scrim_subscriber_create(&subscriber, &recorder->subscriber) != SCRIM_OK ||
           scrim_capture_create(&capture, &recorder->capture) != SCRIM_OK;
}

static inline void end_recorder(recorder *recorder) {
    scrim_capture_destroy(recorder->capture);
    scrim_subscriber_destroy(recorder->subscriber);
    unlink(recorder->path);
}

/* Redacts a white frame that was captured at this time. */
static inline void record(recorder *recorder, uint64_t now_ns) {
    scrim_snapshot *snapshot = NULL;
    scrim_frame frame = SCRIM_FRAME_INIT;
    memset(recorder->pixels, 255, sizeof recorder->pixels);
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = FRAME_WIDTH;
    frame.height = FRAME_HEIGHT;
    frame.planes[0].data = recorder->pixels;
    frame.planes[0].stride = FRAME_WIDTH;
    assert_int_equal(scrim_subscriber_snapshot(recorder->subscriber, now_ns, &snapshot, &recorder->state), SCRIM_OK);
    assert_int_equal(scrim_capture_redact(recorder->capture, snapshot, &frame, now_ns, now_ns, NULL), SCRIM_OK);
    scrim_snapshot_destroy(snapshot);
}

static inline bool is_covered(const recorder *recorder, int32_t x, int32_t y) { return recorder->pixels[y * FRAME_WIDTH + x] != 255; }

#endif
