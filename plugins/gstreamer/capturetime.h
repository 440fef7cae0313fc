/* SPDX-License-Identifier: MIT */
/* When a frame was captured: a meta on each buffer, and the clock of its times. */
#ifndef SCRIM_PLUGIN_CAPTURETIME_H
#define SCRIM_PLUGIN_CAPTURETIME_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* ---- The meta ---- */

/* The interval on CLOCK_MONOTONIC in which the screen showed what is in a buffer. The holder attaches one to every
   buffer. Use the two functions below, because an interval that is unknown is attached too. */
typedef struct {
    GstMeta meta;
    const gchar *problem; /* Not NULL: why the interval is unknown. The frame must then be covered completely. */
    guint64 from_ns;      /* The earliest time that the frame can show. */
    guint64 to_ns;        /* When the frame arrived. Never less than from_ns. */
} ScrimCaptureTime;

GType scrim_capture_time_api_get_type(void);
const GstMetaInfo *scrim_capture_time_get_info(void);

/* Attaches an interval to a writable buffer, and replaces an older one. If it is unknown, `problem` is a constant text with
   the reason, which is empty if it concerns only this frame. The frame will then be covered. Returns FALSE if the buffer has
   no interval afterwards, which has the same effect. */
gboolean scrim_capture_time_set(GstBuffer *buffer, const gchar *problem, guint64 from_ns, guint64 to_ns);

/* Finds the interval of a buffer. Returns NULL, or else why it is unknown: then cover the whole frame. */
const gchar *scrim_capture_time_get(GstBuffer *buffer, guint64 *from_ns, guint64 *to_ns);

/* ---- CLOCK_MONOTONIC ---- */

/* The clock of all snapshots: CLOCK_MONOTONIC, never adjusted by GStreamer. The caller must unref it. */
GstClock *scrim_monotonic_clock(void);

/* The time now on scrim_monotonic_clock(), in nanoseconds. Pass it to scrim_subscriber_snapshot(). */
guint64 scrim_monotonic_now(void);

/* For tests only: replaces CLOCK_MONOTONIC, so that a test decides what time it is. NULL: the real clock again. */
void scrim_monotonic_clock_replace(GstClock *clock);

G_END_DECLS

#endif
