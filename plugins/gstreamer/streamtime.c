/* SPDX-License-Identifier: MIT */
#include "streamtime.h"

#include "capturetime.h"

/* How long one period of measurements takes. The current one and the one before count, so that a clock which was set
   or stopped is not trusted too soon. */
#define PERIOD_NS (4 * GST_SECOND)

/* ---- One clock ---- */

void scrim_clock_map_measure(ScrimClockMap *map, GstClock *clock) {
    guint64 before = scrim_monotonic_now();
    GstClockTime time = gst_clock_get_time(clock);
    guint64 after = scrim_monotonic_now();
    if (!GST_CLOCK_TIME_IS_VALID(time) || time > G_MAXINT64 || after > G_MAXINT64) {
        *map = (ScrimClockMap){0};
        return;
    }
    /* The clock was read at `before` or later, so this difference errs towards early times. */
    gint64 difference = (gint64)before - (gint64)time;
    if (!map->measured) {
        *map = (ScrimClockMap){TRUE, after, difference, difference};
    } else if (after - map->since_ns >= PERIOD_NS) {
        *map = (ScrimClockMap){TRUE, after, difference, map->current};
    } else {
        map->current = MIN(map->current, difference);
    }
}

gboolean scrim_clock_map_earliest(const ScrimClockMap *map, GstClockTime clock_time, guint64 *monotonic_ns) {
    gint64 earliest = 0;
    if (!map->measured || clock_time > G_MAXINT64 ||
        __builtin_add_overflow((gint64)clock_time, MIN(map->current, map->previous), &earliest) || earliest < 0) {
        return FALSE;
    }
    *monotonic_ns = (guint64)earliest;
    return TRUE;
}

/* ---- One stream ---- */

void scrim_stream_time_init(ScrimStreamTime *time) {
    *time = (ScrimStreamTime){0};
    g_mutex_init(&time->lock);
    gst_segment_init(&time->segment, GST_FORMAT_UNDEFINED);
}

void scrim_stream_time_clear(ScrimStreamTime *time) {
    gst_clear_object(&time->clock);
    g_mutex_clear(&time->lock);
}

void scrim_stream_time_reset(ScrimStreamTime *time) {
    gst_segment_init(&time->segment, GST_FORMAT_UNDEFINED);
    g_mutex_lock(&time->lock);
    gst_clear_object(&time->clock);
    time->map = (ScrimClockMap){0};
    time->played = FALSE;
    time->first_time = 0;
    g_mutex_unlock(&time->lock);
}

/* Takes the base time as it is now. If it changed, older stamps mean other times: a frame with one of them must not be
   taken for a newer frame. Needs the lock. */
static void follow_base_time(ScrimStreamTime *time, GstElement *element, GstClock *clock) {
    GstClockTime base_time = gst_element_get_base_time(element);
    if (time->played && base_time != time->base_time) {
        GstClockTime now = gst_clock_get_time(clock);
        time->first_time = now > base_time ? now - base_time : 0;
    }
    time->base_time = base_time;
}

/* Measures the clock as it is now. Needs the lock. */
static void follow_clock(ScrimStreamTime *time, GstClock *clock) {
    if (clock != time->clock) {
        gst_object_replace((GstObject **)&time->clock, GST_OBJECT(clock));
        time->map = (ScrimClockMap){0};
    }
    scrim_clock_map_measure(&time->map, clock);
}

void scrim_stream_time_play(ScrimStreamTime *time, GstElement *element) {
    GstClock *clock = gst_element_get_clock(element);
    g_mutex_lock(&time->lock);
    if (clock != NULL) {
        follow_clock(time, clock);
        /* The source starts after this element, so its new stamps are not before the running time now. */
        follow_base_time(time, element, clock);
    }
    time->played = clock != NULL;
    g_mutex_unlock(&time->lock);
    gst_clear_object(&clock);
}

static const gchar *by_clock(ScrimStreamTime *time, GstElement *element, GstClockTime running_time,
                             guint64 *monotonic_ns) {
    GstClock *clock = gst_element_get_clock(element);
    if (clock == NULL) {
        return "the pipeline has no clock";
    }
    const gchar *problem = NULL;
    GstClockTime stamped = 0;
    g_mutex_lock(&time->lock);
    follow_clock(time, clock);
    follow_base_time(time, element, clock);
    if (!time->played || running_time < time->first_time) {
        problem = "";
    } else if (__builtin_add_overflow(time->base_time, running_time, &stamped) ||
               !scrim_clock_map_earliest(&time->map, stamped, monotonic_ns)) {
        problem = "the pipeline's clock has no valid time";
    }
    g_mutex_unlock(&time->lock);
    gst_object_unref(clock);
    return problem;
}

static const gchar *by_offset(gint64 offset_ns, GstClockTime running_time, guint64 *monotonic_ns) {
    gint64 sum = 0;
    if (__builtin_add_overflow(offset_ns, (gint64)running_time, &sum) || sum < 0) {
        return "clock-offset gives times before the start of CLOCK_MONOTONIC";
    }
    *monotonic_ns = (guint64)sum;
    return NULL;
}

const gchar *scrim_stream_time_find(ScrimStreamTime *time, GstElement *element, GstBuffer *frame, gboolean live,
                                    gint64 offset_ns, guint64 error_ns, guint64 arrival_ns, guint64 *from_ns) {
    if (!live && offset_ns == SCRIM_OFFSET_MEASURED) {
        return "the source is not live, and clock-offset is not set";
    }
    if (!GST_BUFFER_PTS_IS_VALID(frame) || time->segment.format != GST_FORMAT_TIME) {
        return "the frames have no time stamps";
    }
    if (time->segment.rate != 1.0 || time->segment.applied_rate != 1.0) {
        return "the stream is not played at its normal speed";
    }
    GstClockTime running_time = gst_segment_to_running_time(&time->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(frame));
    if (running_time > G_MAXINT64 / 2) {
        return ""; /* The frame is outside of its segment. */
    }
    guint64 captured = 0;
    const gchar *problem = offset_ns == SCRIM_OFFSET_MEASURED ? by_clock(time, element, running_time, &captured)
                                                              : by_offset(offset_ns, running_time, &captured);
    if (problem != NULL) {
        return problem;
    }
    if (captured > arrival_ns && captured - arrival_ns > error_ns) {
        return "the time stamps are later than the arrival of their frames";
    }
    *from_ns = MIN(captured > error_ns ? captured - error_ns : 0, arrival_ns);
    return NULL;
}
