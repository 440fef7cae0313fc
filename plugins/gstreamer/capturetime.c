/* SPDX-License-Identifier: MIT */
#include "capturetime.h"

/* ---- The meta ---- */

static gboolean initialize(GstMeta *meta, gpointer params, GstBuffer *buffer) {
    (void)params, (void)buffer;
    ScrimCaptureTime *time = (ScrimCaptureTime *)meta;
    time->problem = "an element did not note it";
    time->from_ns = 0;
    time->to_ns = 0;
    return TRUE;
}

/* A copy shows the same moment. Anything else that an element makes of a frame has no interval, and is covered. */
static gboolean transform(GstBuffer *to, GstMeta *meta, GstBuffer *from, GQuark type, gpointer data) {
    (void)from, (void)data;
    const ScrimCaptureTime *time = (const ScrimCaptureTime *)meta;
    if (!GST_META_TRANSFORM_IS_COPY(type)) {
        return FALSE;
    }
    return scrim_capture_time_set(to, time->problem, time->from_ns, time->to_ns);
}

GType scrim_capture_time_api_get_type(void) {
    static gsize type;
    static const gchar *tags[] = {NULL};
    if (g_once_init_enter(&type)) {
        g_once_init_leave(&type, gst_meta_api_type_register("ScrimCaptureTimeAPI", tags));
    }
    return type;
}

const GstMetaInfo *scrim_capture_time_get_info(void) {
    static gsize info; /* A pointer. */
    if (g_once_init_enter(&info)) {
        g_once_init_leave(&info, (gsize)gst_meta_register(scrim_capture_time_api_get_type(), "ScrimCaptureTime",
                                                          sizeof(ScrimCaptureTime), initialize, NULL, transform));
    }
    return (const GstMetaInfo *)info;
}

static ScrimCaptureTime *find(GstBuffer *buffer) {
    return (ScrimCaptureTime *)gst_buffer_get_meta(buffer, scrim_capture_time_api_get_type());
}

gboolean scrim_capture_time_set(GstBuffer *buffer, const gchar *problem, guint64 from_ns, guint64 to_ns) {
    ScrimCaptureTime *time = find(buffer);
    if (time == NULL) {
        const GstMetaInfo *info = scrim_capture_time_get_info();
        time = info == NULL ? NULL : (ScrimCaptureTime *)gst_buffer_add_meta(buffer, info, NULL);
    }
    if (time == NULL) {
        return FALSE;
    }
    time->problem = problem == NULL && from_ns > to_ns ? "its end is before its beginning" : problem;
    time->from_ns = from_ns;
    time->to_ns = to_ns;
    return TRUE;
}

const gchar *scrim_capture_time_get(GstBuffer *buffer, guint64 *from_ns, guint64 *to_ns) {
    const ScrimCaptureTime *time = find(buffer);
    if (time == NULL || time->problem != NULL) {
        return time == NULL ? "an element did not note it" : time->problem;
    }
    *from_ns = time->from_ns;
    *to_ns = time->to_ns;
    return NULL;
}

/* ---- CLOCK_MONOTONIC ---- */

static GMutex clock_lock;
static GstClock *monotonic;

void scrim_monotonic_clock_replace(GstClock *clock) {
    g_mutex_lock(&clock_lock);
    gst_object_replace((GstObject **)&monotonic, (GstObject *)clock);
    g_mutex_unlock(&clock_lock);
}

GstClock *scrim_monotonic_clock(void) {
    g_mutex_lock(&clock_lock);
    if (monotonic == NULL) {
        /* Not gst_system_clock_obtain(): an application may replace or adjust that one. */
        monotonic = g_object_new(GST_TYPE_SYSTEM_CLOCK, "name", "ScrimMonotonicClock", "clock-type",
                                 GST_CLOCK_TYPE_MONOTONIC, NULL);
        gst_object_ref_sink(monotonic);
        GST_OBJECT_FLAG_SET(monotonic, GST_OBJECT_FLAG_MAY_BE_LEAKED);
    }
    GstClock *clock = gst_object_ref(monotonic);
    g_mutex_unlock(&clock_lock);
    return clock;
}

guint64 scrim_monotonic_now(void) {
    GstClock *clock = scrim_monotonic_clock();
    guint64 now = gst_clock_get_time(clock);
    gst_object_unref(clock);
    return now;
}
