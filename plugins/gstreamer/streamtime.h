/* SPDX-License-Identifier: MIT */
/* From the time stamps of a stream to CLOCK_MONOTONIC, with the possible error. */
#ifndef SCRIM_PLUGIN_STREAMTIME_H
#define SCRIM_PLUGIN_STREAMTIME_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* ---- One clock ---- */

/* How a clock has related to CLOCK_MONOTONIC in the last seconds. All zero: nothing is known. */
typedef struct {
    gboolean measured;
    guint64 since_ns; /* When the current period began. */
    gint64 current;   /* The smallest difference CLOCK_MONOTONIC − clock in the current period, */
    gint64 previous;  /* and in the period before. */
} ScrimClockMap;

/* Measures the difference between a clock and CLOCK_MONOTONIC now. Call it for each frame: a clock can drift, and can
   be set. */
void scrim_clock_map_measure(ScrimClockMap *map, GstClock *clock);

/* Returns the earliest time on CLOCK_MONOTONIC at which the clock can have shown `clock_time`, or FALSE if that is
   unknown or before the start of CLOCK_MONOTONIC. */
gboolean scrim_clock_map_earliest(const ScrimClockMap *map, GstClockTime clock_time, guint64 *monotonic_ns);

/* ---- One stream ---- */

#define SCRIM_OFFSET_MEASURED G_MININT64

/* What the time stamps of one stream mean to one element. */
typedef struct {
    GstSegment segment; /* Set it from each segment event. The stream lock of the pad protects it. */

    GMutex lock; /* Protects the rest. */
    GstClock *clock;
    ScrimClockMap map;       /* About `clock`. */
    gboolean played;         /* The element has been PLAYING since it was READY, */
    GstClockTime base_time;  /* with this base time. */
    GstClockTime first_time; /* A frame before this running time was stamped with another base time. */
} ScrimStreamTime;

void scrim_stream_time_init(ScrimStreamTime *time);
void scrim_stream_time_clear(ScrimStreamTime *time);

/* Forgets the stream and the clock. Call it when the element becomes READY. */
void scrim_stream_time_reset(ScrimStreamTime *time);

/* Notes the base time. Call it when the element becomes PLAYING, before anything else happens then. */
void scrim_stream_time_play(ScrimStreamTime *time, GstElement *element);

/* Finds the earliest moment that a frame can show: the meaning of its time stamp, less `error_ns`.

   `offset_ns` is CLOCK_MONOTONIC at running time 0. With #SCRIM_OFFSET_MEASURED, the clock and the base time of the
   element give it, which needs a live source. Returns NULL, or else the reason why the moment is not known. The reason
   is empty if it concerns only single frames. */
const gchar *scrim_stream_time_find(ScrimStreamTime *time, GstElement *element, GstBuffer *frame, gboolean live,
                                    gint64 offset_ns, guint64 error_ns, guint64 arrival_ns, guint64 *from_ns);

G_END_DECLS

#endif
