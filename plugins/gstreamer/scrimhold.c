/* SPDX-License-Identifier: MIT */
/* A frame that arrives goes into a queue, with the time of its arrival. A task takes it out again `delay` later. Events wait in
   the same queue, so that each stays between the same two frames. All times are on CLOCK_MONOTONIC, and not on the clock of
   the pipeline.

   Locks: the stream lock of the sink pad protects what describes the stream. `lock` protects the rest. No call that can wait for
   another element is made under `lock`. */
#include "scrimhold.h"

#include "capturetime.h"
#include "framecopies.h"
#include "streamtime.h"

#include <gst/base/gstqueuearray.h>
#include <gst/video/video.h>

GST_DEBUG_CATEGORY_STATIC(scrim_hold_debug);
#define GST_CAT_DEFAULT scrim_hold_debug

/* A frame or an event that waits. */
struct item {
    GstMiniObject *object;
    guint64 arrival_ns;
    gsize bytes;   /* 0 for events. */
    gboolean held; /* Whether a frame waits for `delay`, or leaves at once. */
};

/* The kind of thing that the task is pushing. */
enum pushing {
    PUSHING_NOTHING,
    PUSHING_EVENT,
    PUSHING_FRAME,
};

struct _ScrimHold {
    GstElement parent;
    GstPad *sink, *source;

    GMutex lock;
    GCond changed;
    GstQueueArray *items;
    guint frames;           /* Frames in `items`, */
    guint64 bytes;          /* and their size, */
    guint events;           /* and all other things. */
    enum pushing pushing;
    gboolean sink_active, source_active;
    GstFlowReturn flow;     /* What the next frame gets as its result. FLUSHING also stops the task. */
    gboolean ended;         /* EOS has arrived, so the result of no further frame reports an error upstream. */
    GstClockID waiting;     /* The task waits for this moment. */
    GstEvent *interrupted;  /* The last event of the task, if its push has failed. */

    guint64 delay_ns, error_ns, max_bytes;
    gint64 offset_ns;
    guint max_frames;
    GstClockTime frame_duration; /* By the caps, or 0, */
    gsize frame_bytes;           /* and the size of a frame. */

    /* The stream. */
    ScrimStreamTime time;
    ScrimFrameCopies copies;
    gboolean live, live_known;
    gboolean warned_full;
};

G_DEFINE_TYPE(ScrimHold, scrim_hold, GST_TYPE_ELEMENT)

enum property {
    PROPERTY_DELAY = 1,
    PROPERTY_CLOCK_OFFSET,
    PROPERTY_CLOCK_ERROR,
    PROPERTY_MAX_FRAMES,
    PROPERTY_MAX_BYTES,
};

#define CAPS GST_STATIC_CAPS("video/x-raw")
static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, CAPS);
static GstStaticPadTemplate source_template = GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, CAPS);

/* ---- The queue. All functions here need `lock`. ---- */

/* Wakes everything that waits for the queue, for room or for time. */
static void wake(ScrimHold *self) {
    if (self->waiting != NULL) {
        gst_clock_id_unschedule(self->waiting);
    }
    g_cond_broadcast(&self->changed);
}

static void put(ScrimHold *self, GstMiniObject *object, guint64 arrival_ns, gsize bytes, gboolean held) {
    struct item item = {object, arrival_ns, bytes, held};
    gst_queue_array_push_tail_struct(self->items, &item);
    if (GST_IS_BUFFER(object)) {
        self->frames += 1;
        self->bytes += bytes;
    } else {
        self->events += 1;
    }
    g_cond_broadcast(&self->changed);
}

static struct item take(ScrimHold *self) {
    struct item item = *(struct item *)gst_queue_array_pop_head_struct(self->items);
    if (GST_IS_BUFFER(item.object)) {
        self->frames -= 1;
        self->bytes -= item.bytes;
    } else {
        self->events -= 1;
    }
    g_cond_broadcast(&self->changed);
    return item;
}

/* Drops all frames, and all events too if `events` is TRUE. */
static void drop(ScrimHold *self, gboolean events) {
    for (guint left = gst_queue_array_get_length(self->items); left > 0; left--) {
        struct item item = take(self);
        if (GST_IS_BUFFER(item.object) || events) {
            gst_mini_object_unref(item.object);
        } else {
            put(self, item.object, item.arrival_ns, item.bytes, item.held);
        }
    }
}

/* Leaves an event at the source pad, which sends it before the next frame. A flush ends segments and EOS, and nothing else that
   lasts: without new caps, frames would be taken for frames of the old ones. */
static void keep_event(ScrimHold *self, GstMiniObject *object) {
    if (GST_IS_EVENT(object)) {
        GstEvent *event = GST_EVENT_CAST(object);
        GstEventType type = GST_EVENT_TYPE(event);
        if (GST_EVENT_IS_STICKY(event) && type != GST_EVENT_SEGMENT && type != GST_EVENT_EOS) {
            gst_pad_store_sticky_event(self->source, event);
        }
    }
}

/* Drops everything after a flush, when the source pad accepts events again. */
static void drop_flushed(ScrimHold *self) {
    if (self->interrupted != NULL) {
        keep_event(self, GST_MINI_OBJECT_CAST(self->interrupted));
        gst_clear_event(&self->interrupted);
    }
    while (!gst_queue_array_is_empty(self->items)) {
        struct item item = take(self);
        keep_event(self, item.object);
        gst_mini_object_unref(item.object);
    }
}

/* One frame always has room, however large it is. */
static gboolean is_full(const ScrimHold *self, gsize bytes) {
    return self->frames > 0 && (self->frames >= self->max_frames || self->bytes + bytes > self->max_bytes);
}

static void wait_until(ScrimHold *self, guint64 time_ns) {
    GstClock *clock = scrim_monotonic_clock();
    self->waiting = gst_clock_new_single_shot_id(clock, time_ns);
    g_mutex_unlock(&self->lock);
    gst_clock_id_wait(self->waiting, NULL);
    g_mutex_lock(&self->lock);
    g_clear_pointer(&self->waiting, gst_clock_id_unref);
    gst_object_unref(clock);
}

/* ---- The task ---- */

/* Waits for something that may leave now. Returns FALSE if the task must stop. Needs `lock`. */
static gboolean wait_for_item(ScrimHold *self) {
    while (self->flow != GST_FLOW_FLUSHING) {
        const struct item *item = gst_queue_array_peek_head_struct(self->items);
        if (item == NULL) {
            g_cond_wait(&self->changed, &self->lock);
            continue;
        }
        guint64 due = item->arrival_ns + (item->held ? self->delay_ns : 0);
        if (!GST_IS_BUFFER(item->object) || scrim_monotonic_now() >= due) {
            return TRUE;
        }
        wait_until(self, due);
    }
    return FALSE;
}

/* Frames are lost from here on. If the elements before us have ended, nobody else can say so. Needs `lock`, and gives it up for
   the message. */
static void stop_frames(ScrimHold *self, GstFlowReturn flow) {
    if (self->flow != GST_FLOW_FLUSHING) {
        self->flow = flow;
    }
    drop(self, FALSE);
    if (self->ended && (flow == GST_FLOW_NOT_LINKED || flow < GST_FLOW_EOS)) {
        g_mutex_unlock(&self->lock);
        GST_ELEMENT_FLOW_ERROR(self, flow);
        g_mutex_lock(&self->lock);
    }
}

static void task(gpointer data) {
    ScrimHold *self = data;
    g_mutex_lock(&self->lock);
    if (!wait_for_item(self)) {
        gst_pad_pause_task(self->source); /* Under the lock, so that nobody starts the task in between. */
        g_mutex_unlock(&self->lock);
        return;
    }
    struct item item = take(self);
    gboolean is_frame = GST_IS_BUFFER(item.object);
    self->pushing = is_frame ? PUSHING_FRAME : PUSHING_EVENT;
    g_mutex_unlock(&self->lock);

    GstFlowReturn flow = GST_FLOW_OK;
    GstEvent *interrupted = NULL;
    if (is_frame) {
        flow = gst_pad_push(self->source, GST_BUFFER_CAST(item.object));
    } else {
        interrupted = gst_event_ref(GST_EVENT_CAST(item.object));
        if (gst_pad_push_event(self->source, GST_EVENT_CAST(item.object))) {
            gst_clear_event(&interrupted);
        }
    }

    g_mutex_lock(&self->lock);
    self->pushing = PUSHING_NOTHING;
    gst_clear_event(&self->interrupted);
    self->interrupted = interrupted;
    g_cond_broadcast(&self->changed);
    if (flow != GST_FLOW_OK) {
        stop_frames(self, flow);
    }
    g_mutex_unlock(&self->lock);
}

/* Needs `lock`. */
static void start_if_active(ScrimHold *self) {
    if (self->sink_active && self->source_active) {
        self->flow = GST_FLOW_OK;
        self->ended = FALSE;
        gst_pad_start_task(self->source, task, self, NULL);
    }
}

static void stop(ScrimHold *self) {
    g_mutex_lock(&self->lock);
    self->flow = GST_FLOW_FLUSHING;
    wake(self);
    g_mutex_unlock(&self->lock);
}

static gboolean activate_mode(GstPad *pad, GstObject *parent, GstPadMode mode, gboolean active) {
    ScrimHold *self = SCRIM_HOLD(parent);
    if (mode != GST_PAD_MODE_PUSH) {
        return FALSE;
    }
    g_mutex_lock(&self->lock);
    *(pad == self->sink ? &self->sink_active : &self->source_active) = active;
    start_if_active(self);
    g_mutex_unlock(&self->lock);
    if (active) {
        return TRUE;
    }
    stop(self);
    gboolean stopped = pad != self->source || gst_pad_stop_task(pad);
    g_mutex_lock(&self->lock);
    drop(self, TRUE);
    gst_clear_event(&self->interrupted);
    g_mutex_unlock(&self->lock);
    return stopped;
}

/* ---- When was a frame captured? These functions need the stream lock. ---- */

/* Whether the stream comes from a live source, so that its time stamps are times of the pipeline's clock. */
static gboolean is_live(ScrimHold *self) {
    if (!self->live_known) {
        GstQuery *query = gst_query_new_latency();
        self->live = FALSE;
        if (gst_pad_peer_query(self->sink, query)) {
            gst_query_parse_latency(query, &self->live, NULL, NULL);
        }
        gst_query_unref(query);
        self->live_known = TRUE;
    }
    return self->live;
}

/* ---- The sink pad ---- */

/* Waits for room in the queue, and puts a frame there. */
static GstFlowReturn put_frame(ScrimHold *self, GstBuffer *frame, guint64 arrival_ns, gboolean held) {
    gsize bytes = gst_buffer_get_size(frame);
    g_mutex_lock(&self->lock);
    /* The element behind us is not slow, so it is the bounds that are narrow. */
    if (held && !self->warned_full && self->pushing != PUSHING_FRAME && is_full(self, bytes)) {
        self->warned_full = TRUE;
        guint most = self->max_frames;
        guint64 most_bytes = self->max_bytes;
        g_mutex_unlock(&self->lock);
        GST_WARNING_OBJECT(self, "the source waits: max-frames is %u, max-bytes %" G_GUINT64_FORMAT, most, most_bytes);
        GST_ELEMENT_WARNING(self, RESOURCE, SETTINGS,
                            ("The source waits, because the frames of one delay are too many."),
                            ("max-frames is %u, max-bytes %" G_GUINT64_FORMAT, most, most_bytes));
        g_mutex_lock(&self->lock);
    }
    while (self->flow == GST_FLOW_OK && is_full(self, bytes)) {
        g_cond_wait(&self->changed, &self->lock);
    }
    GstFlowReturn flow = self->flow;
    if (flow == GST_FLOW_OK) {
        put(self, GST_MINI_OBJECT_CAST(frame), arrival_ns, bytes, held);
    }
    g_mutex_unlock(&self->lock);
    if (flow != GST_FLOW_OK) {
        gst_buffer_unref(frame);
    }
    return flow;
}

static GstFlowReturn chain(GstPad *pad, GstObject *parent, GstBuffer *frame) {
    (void)pad;
    ScrimHold *self = SCRIM_HOLD(parent);
    g_mutex_lock(&self->lock);
    gint64 offset = self->offset_ns;
    guint64 error = self->error_ns;
    g_mutex_unlock(&self->lock);
    gboolean live = is_live(self);
    guint64 from = 0, to = scrim_monotonic_now();
    const gchar *problem = scrim_stream_time_find(&self->time, GST_ELEMENT(self), frame, live, offset, error, to, &from);
    if (scrim_frame_copies_needed(frame)) {
        frame = scrim_frame_copies_make(&self->copies, frame);
        if (frame == NULL) {
            GST_ELEMENT_ERROR(self, RESOURCE, NO_SPACE_LEFT, ("A frame could not be copied."), (NULL));
            return GST_FLOW_ERROR;
        }
        to = scrim_monotonic_now(); /* Until now its memory could change. */
    }
    frame = gst_buffer_make_writable(frame);
    scrim_capture_time_set(frame, problem, from, to);
    /* All frames of a file are covered, so there is nothing to wait for. */
    return put_frame(self, frame, to, live || offset != SCRIM_OFFSET_MEASURED);
}

/* Notes what the rate and size of frames will be. */
static void note_caps(ScrimHold *self, GstCaps *caps) {
    GstVideoInfo info;
    GstClockTime duration = 0;
    gsize bytes = 0;
    if (gst_video_info_from_caps(&info, caps)) {
        bytes = info.size;
        if (info.fps_n > 0 && info.fps_d > 0) {
            duration = gst_util_uint64_scale_int(GST_SECOND, info.fps_d, info.fps_n);
        }
    }
    g_mutex_lock(&self->lock);
    gboolean changed = duration != self->frame_duration || bytes != self->frame_bytes;
    self->frame_duration = duration;
    self->frame_bytes = bytes;
    g_mutex_unlock(&self->lock);
    if (changed) {
        gst_element_post_message(GST_ELEMENT(self), gst_message_new_latency(GST_OBJECT(self)));
    }
}

/* Notes what an event says about the stream. */
static void note_event(ScrimHold *self, GstEvent *event) {
    GstCaps *caps = NULL;
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START:
        self->live_known = FALSE;
        break;
    case GST_EVENT_CAPS:
        gst_event_parse_caps(event, &caps);
        note_caps(self, caps);
        break;
    case GST_EVENT_SEGMENT:
        gst_event_copy_segment(event, &self->time.segment);
        break;
    default:
        break;
    }
}

/* Whether an event waits for room, as a frame does. Those that begin and end a stream do not: there are few of them, and elements
   before us may need them to be accepted in order to change their state. */
static gboolean needs_room(const GstEvent *event) {
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START:
    case GST_EVENT_CAPS:
    case GST_EVENT_SEGMENT:
    case GST_EVENT_EOS:
        return FALSE;
    default:
        return TRUE;
    }
}

static gboolean put_event(ScrimHold *self, GstEvent *event) {
    note_event(self, event);
    g_mutex_lock(&self->lock);
    /* The task takes events also after a frame was refused, so only a flush ends the wait. */
    while (needs_room(event) && self->flow != GST_FLOW_FLUSHING && self->events >= SCRIM_HOLD_MAX_EVENTS) {
        g_cond_wait(&self->changed, &self->lock);
    }
    if (GST_EVENT_TYPE(event) == GST_EVENT_STREAM_START && self->flow != GST_FLOW_FLUSHING) {
        self->flow = GST_FLOW_OK; /* The result of the old stream says nothing about the new one. */
        self->ended = FALSE;
    }
    gboolean accepted = self->flow != GST_FLOW_FLUSHING;
    if (accepted) {
        self->ended = self->ended || GST_EVENT_TYPE(event) == GST_EVENT_EOS;
        put(self, GST_MINI_OBJECT_CAST(event), 0, 0, FALSE);
    }
    g_mutex_unlock(&self->lock);
    if (!accepted) {
        gst_event_unref(event);
    }
    return accepted;
}

static gboolean flush_start(ScrimHold *self, GstEvent *event) {
    stop(self); /* First, so that the flush interrupts one event at most. */
    gboolean handled = gst_pad_push_event(self->source, event);
    gst_pad_pause_task(self->source);
    return handled;
}

static gboolean flush_stop(ScrimHold *self, GstEvent *event) {
    gst_segment_init(&self->time.segment, GST_FORMAT_UNDEFINED);
    self->live_known = FALSE;
    gboolean handled = gst_pad_push_event(self->source, event);
    g_mutex_lock(&self->lock);
    drop_flushed(self);
    start_if_active(self);
    g_mutex_unlock(&self->lock);
    return handled;
}

static gboolean sink_event(GstPad *pad, GstObject *parent, GstEvent *event) {
    ScrimHold *self = SCRIM_HOLD(parent);
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_FLUSH_START:
        return flush_start(self, event);
    case GST_EVENT_FLUSH_STOP:
        return flush_stop(self, event);
    default:
        return GST_EVENT_IS_SERIALIZED(event) ? put_event(self, event) : gst_pad_event_default(pad, parent, event);
    }
}

/* Waits until the queue is empty. Returns FALSE if that will not happen, or if `frames` is FALSE and a frame is there. */
static gboolean wait_until_empty(ScrimHold *self, gboolean frames) {
    g_mutex_lock(&self->lock);
    gboolean empty = FALSE;
    while (self->flow == GST_FLOW_OK && !empty && (frames || (self->frames == 0 && self->pushing != PUSHING_FRAME))) {
        empty = gst_queue_array_is_empty(self->items) && self->pushing == PUSHING_NOTHING;
        if (!empty) {
            g_cond_wait(&self->changed, &self->lock);
        }
    }
    g_mutex_unlock(&self->lock);
    return empty;
}

/* Elements behind us may say how memory must be laid out, but their own buffers must not wait here: they may be few. While frames
   wait, these elements do not know the new caps yet, and the source chooses as if nobody answered. */
static gboolean allocation_query(ScrimHold *self, GstQuery *query) {
    if (!wait_until_empty(self, FALSE) || !gst_pad_peer_query(self->source, query)) {
        return FALSE;
    }
    while (gst_query_get_n_allocation_pools(query) > 0) {
        gst_query_remove_nth_allocation_pool(query, 0);
    }
    return TRUE;
}

static gboolean sink_query(GstPad *pad, GstObject *parent, GstQuery *query) {
    ScrimHold *self = SCRIM_HOLD(parent);
    if (!GST_QUERY_IS_SERIALIZED(query)) {
        return gst_pad_query_default(pad, parent, query);
    }
    if (GST_QUERY_TYPE(query) == GST_QUERY_ALLOCATION) {
        return allocation_query(self, query);
    }
    return wait_until_empty(self, TRUE) && gst_pad_peer_query(self->source, query);
}

/* ---- The source pad ---- */

static gboolean source_event(GstPad *pad, GstObject *parent, GstEvent *event) {
    ScrimHold *self = SCRIM_HOLD(parent);
    if (GST_EVENT_TYPE(event) == GST_EVENT_RECONFIGURE) {
        g_mutex_lock(&self->lock);
        if (self->flow == GST_FLOW_NOT_LINKED) {
            self->flow = GST_FLOW_OK;
        }
        g_mutex_unlock(&self->lock);
    }
    return gst_pad_event_default(pad, parent, event);
}

/* The most time that frames can spend here if the element behind us does not take them. */
static GstClockTime capacity(ScrimHold *self) {
    guint64 frames = self->max_frames;
    if (self->frame_bytes > 0) {
        frames = MIN(frames, MAX(1, self->max_bytes / self->frame_bytes));
    }
    return MAX(self->delay_ns, frames * self->frame_duration);
}

static gboolean source_query(GstPad *pad, GstObject *parent, GstQuery *query) {
    ScrimHold *self = SCRIM_HOLD(parent);
    if (GST_QUERY_TYPE(query) != GST_QUERY_LATENCY) {
        return gst_pad_query_default(pad, parent, query);
    }
    if (!gst_pad_peer_query(self->sink, query)) {
        return FALSE;
    }
    gboolean live = FALSE;
    GstClockTime least = 0, most = 0;
    gst_query_parse_latency(query, &live, &least, &most);
    g_mutex_lock(&self->lock);
    if (live || self->offset_ns != SCRIM_OFFSET_MEASURED) {
        least += self->delay_ns;
    }
    if (GST_CLOCK_TIME_IS_VALID(most)) {
        most += capacity(self);
    }
    g_mutex_unlock(&self->lock);
    gst_query_set_latency(query, live, least, most);
    return TRUE;
}

/* ---- The element ---- */

static void forget_stream(ScrimHold *self) {
    g_mutex_lock(&self->lock);
    self->frame_duration = 0;
    self->frame_bytes = 0;
    g_mutex_unlock(&self->lock);
    scrim_stream_time_reset(&self->time);
    scrim_frame_copies_clear(&self->copies);
    self->live_known = FALSE;
    self->warned_full = FALSE;
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange transition) {
    ScrimHold *self = SCRIM_HOLD(element);
    if (transition == GST_STATE_CHANGE_READY_TO_PAUSED) {
        forget_stream(self);
    } else if (transition == GST_STATE_CHANGE_PAUSED_TO_PLAYING) {
        scrim_stream_time_play(&self->time, element);
    }
    GstStateChangeReturn result = GST_ELEMENT_CLASS(scrim_hold_parent_class)->change_state(element, transition);
    if (transition == GST_STATE_CHANGE_PAUSED_TO_READY) {
        forget_stream(self);
    }
    return result;
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    ScrimHold *self = SCRIM_HOLD(object);
    g_mutex_lock(&self->lock);
    switch (id) {
    case PROPERTY_DELAY:
        self->delay_ns = g_value_get_uint64(value);
        break;
    case PROPERTY_CLOCK_OFFSET:
        self->offset_ns = g_value_get_int64(value);
        break;
    case PROPERTY_CLOCK_ERROR:
        self->error_ns = g_value_get_uint64(value);
        break;
    case PROPERTY_MAX_FRAMES:
        self->max_frames = g_value_get_uint(value);
        break;
    case PROPERTY_MAX_BYTES:
        self->max_bytes = g_value_get_uint64(value);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
        break;
    }
    wake(self);
    g_mutex_unlock(&self->lock);
    if (id != PROPERTY_CLOCK_ERROR) {
        gst_element_post_message(GST_ELEMENT(self), gst_message_new_latency(GST_OBJECT(self)));
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    ScrimHold *self = SCRIM_HOLD(object);
    g_mutex_lock(&self->lock);
    switch (id) {
    case PROPERTY_DELAY:
        g_value_set_uint64(value, self->delay_ns);
        break;
    case PROPERTY_CLOCK_OFFSET:
        g_value_set_int64(value, self->offset_ns);
        break;
    case PROPERTY_CLOCK_ERROR:
        g_value_set_uint64(value, self->error_ns);
        break;
    case PROPERTY_MAX_FRAMES:
        g_value_set_uint(value, self->max_frames);
        break;
    case PROPERTY_MAX_BYTES:
        g_value_set_uint64(value, self->max_bytes);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
        break;
    }
    g_mutex_unlock(&self->lock);
}

static void finalize(GObject *object) {
    ScrimHold *self = SCRIM_HOLD(object);
    drop(self, TRUE);
    gst_clear_event(&self->interrupted);
    gst_queue_array_free(self->items);
    scrim_frame_copies_clear(&self->copies);
    scrim_stream_time_clear(&self->time);
    g_cond_clear(&self->changed);
    g_mutex_clear(&self->lock);
    G_OBJECT_CLASS(scrim_hold_parent_class)->finalize(object);
}

static void add_properties(GObjectClass *class) {
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
    g_object_class_install_property(
        class, PROPERTY_DELAY,
        g_param_spec_uint64("delay", "Delay", "How long a frame is held, in nanoseconds", 0, SCRIM_HOLD_MAX_DELAY_NS,
                            SCRIM_HOLD_DEFAULT_DELAY_NS, flags));
    g_object_class_install_property(
        class, PROPERTY_CLOCK_OFFSET,
        g_param_spec_int64("clock-offset", "Clock offset",
                           "CLOCK_MONOTONIC at running time 0, in nanoseconds. The smallest number: measured",
                           G_MININT64, G_MAXINT64, SCRIM_OFFSET_MEASURED, flags));
    g_object_class_install_property(
        class, PROPERTY_CLOCK_ERROR,
        g_param_spec_uint64("clock-error", "Clock error",
                            "How much earlier than its time stamp a frame can have been captured, in nanoseconds", 0,
                            SCRIM_HOLD_MAX_ERROR_NS, SCRIM_HOLD_DEFAULT_ERROR_NS, flags));
    g_object_class_install_property(class, PROPERTY_MAX_FRAMES,
                                    g_param_spec_uint("max-frames", "Most frames", "How many frames can wait", 1,
                                                      G_MAXINT, SCRIM_HOLD_DEFAULT_MAX_FRAMES, flags));
    g_object_class_install_property(class, PROPERTY_MAX_BYTES,
                                    g_param_spec_uint64("max-bytes", "Most bytes",
                                                        "How many bytes the frames that wait can have", 0,
                                                        G_MAXINT64, SCRIM_HOLD_DEFAULT_MAX_BYTES, flags));
}

static void scrim_hold_class_init(ScrimHoldClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    GST_DEBUG_CATEGORY_INIT(scrim_hold_debug, "scrimhold", 0, "Scrim: frames that wait");
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;
    element->change_state = change_state;
    add_properties(object);
    gst_element_class_add_static_pad_template(element, &sink_template);
    gst_element_class_add_static_pad_template(element, &source_template);
    gst_element_class_set_static_metadata(element, "Scrim frame holder", "Filter/Video",
                                          "Holds frames until a scene has learned what they show", "Scrim");
}

static void scrim_hold_init(ScrimHold *self) {
    g_mutex_init(&self->lock);
    g_cond_init(&self->changed);
    self->items = gst_queue_array_new_for_struct(sizeof(struct item), 64);
    self->flow = GST_FLOW_FLUSHING;
    self->delay_ns = SCRIM_HOLD_DEFAULT_DELAY_NS;
    self->offset_ns = SCRIM_OFFSET_MEASURED;
    self->error_ns = SCRIM_HOLD_DEFAULT_ERROR_NS;
    self->max_frames = SCRIM_HOLD_DEFAULT_MAX_FRAMES;
    self->max_bytes = SCRIM_HOLD_DEFAULT_MAX_BYTES;
    scrim_stream_time_init(&self->time);

    self->sink = gst_pad_new_from_static_template(&sink_template, "sink");
    gst_pad_set_chain_function(self->sink, chain);
    gst_pad_set_event_function(self->sink, sink_event);
    gst_pad_set_query_function(self->sink, sink_query);
    gst_pad_set_activatemode_function(self->sink, activate_mode);
    GST_PAD_SET_PROXY_CAPS(self->sink);
    gst_element_add_pad(GST_ELEMENT(self), self->sink);

    self->source = gst_pad_new_from_static_template(&source_template, "src");
    gst_pad_set_event_function(self->source, source_event);
    gst_pad_set_query_function(self->source, source_query);
    gst_pad_set_activatemode_function(self->source, activate_mode);
    GST_PAD_SET_PROXY_CAPS(self->source);
    gst_element_add_pad(GST_ELEMENT(self), self->source);
}
