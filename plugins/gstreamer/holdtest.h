/* SPDX-License-Identifier: MIT */
/* A holder with pads around it and clocks that do not move until a test moves them. */
#ifndef SCRIM_PLUGIN_HOLDTEST_H
#define SCRIM_PLUGIN_HOLDTEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>
#include <gst/gst.h>
#include <gst/video/video.h>

#include "capturetime.h"
#include "framecopies.h"
#include "scrimhold.h"
#include "streamtime.h"

#define MS GST_MSECOND
#define DELAY (150 * MS)
#define ERROR (50 * MS)
#define BOOT (1000 * GST_SECOND) /* CLOCK_MONOTONIC when a test starts. */
#define CAPS_SMALL "video/x-raw,format=RGBA,width=4,height=4,framerate=50/1"
#define CAPS_OTHER "video/x-raw,format=RGBA,width=8,height=4,framerate=50/1"
#define FRAME_BYTES 64

struct fixture {
    GstHarness *harness;
    GstElement *hold;
    GstTestClock *monotonic; /* CLOCK_MONOTONIC, */
    GstTestClock *clock;     /* and the clock of the pipeline. */
    GMutex lock;
    GArray *left; /* For each frame, when it left. */
};

static inline GstPadProbeReturn note_leaving(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad, (void)info;
    struct fixture *fixture = data;
    guint64 now = scrim_monotonic_now();
    g_mutex_lock(&fixture->lock);
    g_array_append_val(fixture->left, now);
    g_mutex_unlock(&fixture->lock);
    return GST_PAD_PROBE_OK;
}

/* A holder in a live stream that plays. */
static inline struct fixture *fixture_new(gboolean live) {
    struct fixture *fixture = g_new0(struct fixture, 1);
    g_mutex_init(&fixture->lock);
    fixture->left = g_array_new(FALSE, FALSE, sizeof(guint64));
    fixture->monotonic = GST_TEST_CLOCK(gst_test_clock_new_with_start_time(BOOT));
    scrim_monotonic_clock_replace(GST_CLOCK(fixture->monotonic));
    fixture->hold = g_object_new(SCRIM_TYPE_HOLD, NULL);
    fixture->harness = gst_harness_new_with_element(fixture->hold, "sink", "src");
    fixture->clock = gst_harness_get_testclock(fixture->harness);
    gst_harness_set_live(fixture->harness, live);
    GstPad *pad = gst_element_get_static_pad(fixture->hold, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, note_leaving, fixture, NULL);
    gst_object_unref(pad);
    gst_harness_set_src_caps_str(fixture->harness, CAPS_SMALL);
    return fixture;
}

static inline void fixture_free(struct fixture *fixture) {
    gst_harness_teardown(fixture->harness);
    gst_object_unref(fixture->hold);
    gst_object_unref(fixture->clock);
    scrim_monotonic_clock_replace(NULL);
    gst_object_unref(fixture->monotonic);
    g_array_free(fixture->left, TRUE);
    g_mutex_clear(&fixture->lock);
    g_free(fixture);
}

/* Moves both clocks. */
static inline void pass(struct fixture *fixture, GstClockTime time) {
    gst_test_clock_advance_time(fixture->clock, (GstClockTimeDiff)time);
    gst_test_clock_advance_time(fixture->monotonic, (GstClockTimeDiff)time);
}

static inline GstBuffer *frame_new(GstClockTime stamp, guint8 number) {
    GstBuffer *frame = gst_buffer_new_allocate(NULL, FRAME_BYTES, NULL);
    gst_buffer_memset(frame, 0, number, FRAME_BYTES);
    GST_BUFFER_PTS(frame) = stamp;
    return frame;
}

static inline guint8 number_of(GstBuffer *frame) {
    guint8 number = 0;
    assert_int_equal(gst_buffer_extract(frame, 0, &number, 1), 1);
    return number;
}

/* Pushes a frame that was captured now. */
static inline void push(struct fixture *fixture, guint8 number) {
    GstClockTime now = gst_clock_get_time(GST_CLOCK(fixture->clock));
    assert_int_equal(gst_harness_push(fixture->harness, frame_new(now, number)), GST_FLOW_OK);
}

/* Waits until the task waits for time, and returns for which. So all that may leave before has left. */
static inline guint64 wait_for_waiting(struct fixture *fixture) {
    GstClockID id = NULL;
    gst_test_clock_wait_for_next_pending_id(fixture->monotonic, &id);
    guint64 time = gst_clock_id_get_time(id);
    gst_clock_id_unref(id);
    return time;
}

/* Lets CLOCK_MONOTONIC reach a moment, and wakes the task there. */
static inline void reach(struct fixture *fixture, guint64 time) {
    GstClockTime now = gst_clock_get_time(GST_CLOCK(fixture->monotonic));
    assert_true(time >= now);
    pass(fixture, time - now);
    GstClockID id = gst_test_clock_process_next_clock_id(fixture->monotonic);
    assert_non_null(id);
    gst_clock_id_unref(id);
}

/* Pulls a frame and checks which one it is, and when it left. */
static inline GstBuffer *pull(struct fixture *fixture, guint8 number, guint64 left) {
    GstBuffer *frame = gst_harness_pull(fixture->harness);
    assert_non_null(frame);
    assert_int_equal(number_of(frame), number);
    g_mutex_lock(&fixture->lock);
    assert_true(fixture->left->len > 0);
    assert_int_equal(g_array_index(fixture->left, guint64, 0), left);
    g_array_remove_index(fixture->left, 0);
    g_mutex_unlock(&fixture->lock);
    return frame;
}

static inline void expect(struct fixture *fixture, guint8 number, guint64 left) {
    gst_buffer_unref(pull(fixture, number, left));
}

static inline void expect_interval(GstBuffer *frame, guint64 from, guint64 to) {
    guint64 found_from = 0, found_to = 0;
    assert_null(scrim_capture_time_get(frame, &found_from, &found_to));
    assert_int_equal(found_from, from);
    assert_int_equal(found_to, to);
}

static inline void expect_unknown(GstBuffer *frame) {
    guint64 from = 0, to = 0;
    assert_non_null(scrim_capture_time_get(frame, &from, &to));
}

#endif
