/* SPDX-License-Identifier: MIT */
#include "scrimredact.h"

#include "capturetime.h"
#include "frame.h"
#include "scrimcover.h"
#include "scrimhold.h"
#include "settings.h"

struct _ScrimRedact {
    GstBin parent;
    ScrimGstCover *cover;
    GstElement *hold; /* NULL without a feed */
    GstPad *sink;
    ScrimValues values; /* guarded by the object lock */
    gint64 clock_offset;
    GMutex applying; /* one thread at a time parses values, so that the last ones win */
    /* Guarded by `applying`. */
    gboolean running; /* in READY or above */
    gboolean warned;  /* of a reversible style */
};

G_DEFINE_FINAL_TYPE(ScrimRedact, scrim_gst_redact, GST_TYPE_BIN)

enum {
    PROP_REGIONS = 1,
    PROP_STYLE,
    PROP_SAMPLING_GAP,
    PROP_DILATION,
    PROP_SIZE_MULTIPLE,
    PROP_CODEC_BLOCK,
    PROP_ROI_TYPES,
    PROP_THREADS,
    PROP_ON_ERROR,
    PROP_FEED,
    PROP_OUTPUT,
    PROP_SCALE,
    PROP_ORIGIN_X,
    PROP_ORIGIN_Y,
    PROP_TRANSFORM,
    PROP_MAX_SPEED,
    PROP_UPDATE_INTERVAL,
    PROP_HOLD,
    PROP_MAX_LATENCY,
    PROP_DELAY,
    PROP_CLOCK_OFFSET,
    PROP_CLOCK_ERROR,
};

static GType on_error_type(void) {
    static const GEnumValue values[] = {{SCRIM_ON_ERROR_COVER, "The frame becomes black", "cover"},
                                        {SCRIM_ON_ERROR_DROP, "The frame is dropped", "drop"},
                                        {0, NULL, NULL}};
    static gsize type;
    if (g_once_init_enter(&type))
        g_once_init_leave(&type, g_enum_register_static("ScrimOnError", values));
    return type;
}

static GType transform_type(void) {
    static const GEnumValue values[] = {
        {SCRIM_TRANSFORM_NONE, "As on the screen", "none"},
        {SCRIM_TRANSFORM_90, "Rotated clockwise by 90 degrees", "90"},
        {SCRIM_TRANSFORM_180, "Rotated by 180 degrees", "180"},
        {SCRIM_TRANSFORM_270, "Rotated clockwise by 270 degrees", "270"},
        {SCRIM_TRANSFORM_FLIPPED, "Flipped left to right", "flipped"},
        {SCRIM_TRANSFORM_FLIPPED_90, "Flipped, then rotated clockwise by 90 degrees", "flipped-90"},
        {SCRIM_TRANSFORM_FLIPPED_180, "Flipped, then rotated by 180 degrees", "flipped-180"},
        {SCRIM_TRANSFORM_FLIPPED_270, "Flipped, then rotated clockwise by 270 degrees", "flipped-270"},
        {0, NULL, NULL}};
    static gsize type;
    if (g_once_init_enter(&type))
        g_once_init_leave(&type, g_enum_register_static("ScrimTransform", values));
    return type;
}

/* ---- Values ---- */

/* The message of apply(). It is posted when `applying` is free, because a handler of the bus may set a property at once. */
typedef struct Report {
    gboolean valid;
    gchar *error, *warning; /* or NULL */
} Report;

/* Parses the values, and passes them to the filter. Needs the lock `applying`. */
static Report apply(ScrimRedact *self, gboolean starts) {
    GST_OBJECT_LOCK(self);
    ScrimValues values = self->values;
    values.regions = scrim_regions_ref(values.regions);
    values.style = g_strdup(values.style);
    values.feed = g_strdup(values.feed);
    values.roi_types = g_strdup(values.roi_types);
    GST_OBJECT_UNLOCK(self);
    ScrimSettings *settings = scrim_settings_new(&values);
    settings->since_ns = starts ? 0 : scrim_monotonic_now();
    scrim_gst_cover_set_settings(self->cover, settings);
    gboolean nothing = scrim_settings_has_nothing(&values);
    Report report = {.valid = settings->problem == NULL || nothing};
    if (settings->problem && starts && !nothing)
        report.error = g_strdup(settings->problem);
    else if (settings->problem)
        report.warning = g_strdup_printf("frames are %s: %s", values.on_error == SCRIM_ON_ERROR_COVER ? "covered" : "dropped",
                                         settings->problem);
    else if (settings->reversible && !self->warned)
        report.warning =
            g_strdup("style is reversible: what it covers can be read back; solid, frost and tiles are irreversible");
    self->warned = settings->reversible;
    scrim_settings_unref(settings);
    scrim_regions_unref(values.regions);
    g_free(values.style);
    g_free(values.feed);
    g_free(values.roi_types);
    return report;
}

/* Posts a report and frees its texts. Must be called without locks. */
static void post(ScrimRedact *self, Report report) {
    if (report.error)
        GST_ELEMENT_ERROR(self, RESOURCE, SETTINGS, ("%s", report.error), (NULL));
    if (report.warning)
        GST_ELEMENT_WARNING(self, RESOURCE, SETTINGS, ("%s", report.warning), (NULL));
    g_free(report.error);
    g_free(report.warning);
}

static void set_text(gchar **text, const GValue *value) {
    g_free(*text);
    *text = g_value_dup_string(value);
}

/* Elements are chosen before the stream starts, so the feed cannot be set later. */
static gboolean may_set_feed(ScrimRedact *self) {
    if (GST_STATE(self) <= GST_STATE_READY)
        return TRUE;
    GST_ELEMENT_WARNING(self, RESOURCE, SETTINGS, ("feed must be set in the state NULL or READY; it is unchanged"), (NULL));
    return FALSE;
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    ScrimRedact *self = SCRIM_GST_REDACT(object);
    ScrimValues *values = &self->values;
    if (id == PROP_FEED && !may_set_feed(self))
        return;
    ScrimRegions *regions = id == PROP_REGIONS ? scrim_regions_new(g_value_get_string(value)) : NULL; /* reads a file without locks */
    GST_OBJECT_LOCK(self);
    switch (id) {
    case PROP_REGIONS:
        scrim_regions_unref(values->regions);
        values->regions = regions;
        break;
    case PROP_STYLE:
        set_text(&values->style, value);
        break;
    case PROP_SAMPLING_GAP:
        values->sampling_gap = g_value_get_uint(value);
        break;
    case PROP_DILATION:
        values->dilation = g_value_get_uint(value);
        break;
    case PROP_SIZE_MULTIPLE:
        values->size_multiple = g_value_get_uint(value);
        break;
    case PROP_CODEC_BLOCK:
        values->codec_block = g_value_get_uint(value);
        break;
    case PROP_ROI_TYPES:
        set_text(&values->roi_types, value);
        break;
    case PROP_THREADS:
        values->threads = g_value_get_uint(value);
        break;
    case PROP_ON_ERROR:
        values->on_error = g_value_get_enum(value);
        break;
    case PROP_FEED:
        set_text(&values->feed, value);
        break;
    case PROP_OUTPUT:
        values->output = g_value_get_uint(value);
        break;
    case PROP_SCALE:
        values->scale = g_value_get_double(value);
        break;
    case PROP_ORIGIN_X:
        values->origin_x = g_value_get_double(value);
        break;
    case PROP_ORIGIN_Y:
        values->origin_y = g_value_get_double(value);
        break;
    case PROP_TRANSFORM:
        values->transform = g_value_get_enum(value);
        break;
    case PROP_MAX_SPEED:
        values->max_speed = g_value_get_double(value);
        break;
    case PROP_UPDATE_INTERVAL:
        values->update_interval = g_value_get_uint64(value);
        break;
    case PROP_HOLD:
        values->hold = g_value_get_uint64(value);
        break;
    case PROP_MAX_LATENCY:
        values->max_latency = g_value_get_uint64(value);
        break;
    case PROP_DELAY:
        values->delay = g_value_get_uint64(value);
        break;
    case PROP_CLOCK_OFFSET:
        self->clock_offset = g_value_get_int64(value);
        break;
    case PROP_CLOCK_ERROR:
        values->clock_error = g_value_get_uint64(value);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    GstElement *hold = self->hold ? gst_object_ref(self->hold) : NULL;
    GST_OBJECT_UNLOCK(self);
    if (hold && id == PROP_DELAY)
        g_object_set(hold, "delay", MIN(g_value_get_uint64(value), SCRIM_HOLD_MAX_DELAY_NS), NULL);
    else if (hold && id == PROP_CLOCK_ERROR)
        g_object_set(hold, "clock-error", MIN(g_value_get_uint64(value), SCRIM_HOLD_MAX_ERROR_NS), NULL);
    else if (hold && id == PROP_CLOCK_OFFSET)
        g_object_set_property(G_OBJECT(hold), spec->name, value);
    gst_clear_object(&hold);
    g_mutex_lock(&self->applying);
    Report report = {.valid = TRUE};
    if (self->running)
        report = apply(self, FALSE);
    g_mutex_unlock(&self->applying);
    post(self, report);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    ScrimRedact *self = SCRIM_GST_REDACT(object);
    const ScrimValues *values = &self->values;
    GST_OBJECT_LOCK(self);
    switch (id) {
    case PROP_REGIONS:
        g_value_set_string(value, values->regions ? values->regions->text : NULL);
        break;
    case PROP_STYLE:
        g_value_set_string(value, values->style);
        break;
    case PROP_SAMPLING_GAP:
        g_value_set_uint(value, values->sampling_gap);
        break;
    case PROP_DILATION:
        g_value_set_uint(value, values->dilation);
        break;
    case PROP_SIZE_MULTIPLE:
        g_value_set_uint(value, values->size_multiple);
        break;
    case PROP_CODEC_BLOCK:
        g_value_set_uint(value, values->codec_block);
        break;
    case PROP_ROI_TYPES:
        g_value_set_string(value, values->roi_types);
        break;
    case PROP_THREADS:
        g_value_set_uint(value, values->threads);
        break;
    case PROP_ON_ERROR:
        g_value_set_enum(value, values->on_error);
        break;
    case PROP_FEED:
        g_value_set_string(value, values->feed);
        break;
    case PROP_OUTPUT:
        g_value_set_uint(value, values->output);
        break;
    case PROP_SCALE:
        g_value_set_double(value, values->scale);
        break;
    case PROP_ORIGIN_X:
        g_value_set_double(value, values->origin_x);
        break;
    case PROP_ORIGIN_Y:
        g_value_set_double(value, values->origin_y);
        break;
    case PROP_TRANSFORM:
        g_value_set_enum(value, values->transform);
        break;
    case PROP_MAX_SPEED:
        g_value_set_double(value, values->max_speed);
        break;
    case PROP_UPDATE_INTERVAL:
        g_value_set_uint64(value, values->update_interval);
        break;
    case PROP_HOLD:
        g_value_set_uint64(value, values->hold);
        break;
    case PROP_MAX_LATENCY:
        g_value_set_uint64(value, values->max_latency);
        break;
    case PROP_DELAY:
        g_value_set_uint64(value, values->delay);
        break;
    case PROP_CLOCK_OFFSET:
        g_value_set_int64(value, self->clock_offset);
        break;
    case PROP_CLOCK_ERROR:
        g_value_set_uint64(value, values->clock_error);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    GST_OBJECT_UNLOCK(self);
}

/* ---- Elements ---- */

/* Puts an element that holds frames in front of the filter if there is a feed, and removes it if there is none. */
static gboolean arrange(ScrimRedact *self) {
    GST_OBJECT_LOCK(self);
    gchar *feed = g_strdup(self->values.feed);
    guint64 delay = MIN(self->values.delay, SCRIM_HOLD_MAX_DELAY_NS);
    guint64 clock_error = MIN(self->values.clock_error, SCRIM_HOLD_MAX_ERROR_NS);
    gint64 clock_offset = self->clock_offset;
    GstElement *hold = self->hold;
    GST_OBJECT_UNLOCK(self);
    gboolean wanted = feed && *feed, fine = TRUE;
    scrim_gst_cover_set_feed(self->cover, wanted ? feed : NULL);
    g_free(feed);
    if (wanted != (hold != NULL)) /* a pad has one link at a time */
        gst_ghost_pad_set_target(GST_GHOST_PAD(self->sink), NULL);
    if (wanted && hold == NULL) {
        hold = g_object_new(SCRIM_TYPE_HOLD, "name", "hold", "delay", delay, "clock-offset", clock_offset, "clock-error",
                            clock_error, NULL);
        fine = gst_bin_add(GST_BIN(self), hold) && gst_element_link_pads(hold, "src", GST_ELEMENT(self->cover), "sink");
    } else if (!wanted && hold) {
        gst_element_set_state(hold, GST_STATE_NULL);
        gst_bin_remove(GST_BIN(self), hold);
        hold = NULL;
    }
    GST_OBJECT_LOCK(self);
    self->hold = hold;
    GST_OBJECT_UNLOCK(self);
    GstPad *first = gst_element_get_static_pad(wanted ? hold : GST_ELEMENT(self->cover), "sink");
    fine = first && gst_ghost_pad_set_target(GST_GHOST_PAD(self->sink), first) && fine;
    gst_clear_object(&first);
    if (!fine)
        GST_ELEMENT_ERROR(self, CORE, PAD, ("the elements inside cannot be linked"), (NULL));
    return fine;
}

static void set_running(ScrimRedact *self, gboolean running) {
    g_mutex_lock(&self->applying);
    self->running = running;
    g_mutex_unlock(&self->applying);
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange change) {
    ScrimRedact *self = SCRIM_GST_REDACT(element);
    if (change == GST_STATE_CHANGE_NULL_TO_READY) {
        g_mutex_lock(&self->applying);
        Report report = apply(self, TRUE);
        self->running = report.valid;
        g_mutex_unlock(&self->applying);
        post(self, report);
        if (!report.valid)
            return GST_STATE_CHANGE_FAILURE;
    }
    if (change == GST_STATE_CHANGE_READY_TO_PAUSED && !arrange(self))
        return GST_STATE_CHANGE_FAILURE;
    GstStateChangeReturn result = GST_ELEMENT_CLASS(scrim_gst_redact_parent_class)->change_state(element, change);
    if (change == GST_STATE_CHANGE_READY_TO_NULL ||
        (change == GST_STATE_CHANGE_NULL_TO_READY && result == GST_STATE_CHANGE_FAILURE))
        set_running(self, FALSE);
    return result;
}

static void finalize(GObject *object) {
    ScrimRedact *self = SCRIM_GST_REDACT(object);
    scrim_regions_unref(self->values.regions);
    g_free(self->values.style);
    g_free(self->values.feed);
    g_free(self->values.roi_types);
    g_mutex_clear(&self->applying);
    G_OBJECT_CLASS(scrim_gst_redact_parent_class)->finalize(object);
}

static void scrim_gst_redact_init(ScrimRedact *self) {
    GstElement *element = GST_ELEMENT(self);
    GstElementClass *class = GST_ELEMENT_GET_CLASS(self);
    g_mutex_init(&self->applying);
    self->cover = g_object_new(SCRIM_TYPE_GST_COVER, "name", "cover", NULL);
    gst_bin_add(GST_BIN(self), GST_ELEMENT(self->cover));
    GstPad *sink = gst_element_get_static_pad(GST_ELEMENT(self->cover), "sink");
    GstPad *src = gst_element_get_static_pad(GST_ELEMENT(self->cover), "src");
    self->sink = gst_ghost_pad_new_from_template("sink", sink, gst_element_class_get_pad_template(class, "sink"));
    gst_element_add_pad(element, self->sink);
    gst_element_add_pad(element, gst_ghost_pad_new_from_template("src", src, gst_element_class_get_pad_template(class, "src")));
    gst_object_unref(sink);
    gst_object_unref(src);
}

/* Numbers have no ranges here. GObject would drop a value out of range, and the element would not learn of it: see settings.c. */
#define FLAGS (G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS)

static void install(GObjectClass *class, guint id, GParamSpec *spec, GParamFlags mutable) {
    spec->flags |= mutable;
    g_object_class_install_property(class, id, spec);
}

static void scrim_gst_redact_class_init(ScrimRedactClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;
    element->change_state = change_state;
    install(object, PROP_REGIONS,
            g_param_spec_string("regions", "Regions", "What is covered, for example 320x50+90+190, the path of a file of regions, or none",
                                NULL, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_STYLE,
            g_param_spec_string("style", "Style", "How it is covered, for example solid, solid:#102030, frost:7 or tiles", "solid", FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_SAMPLING_GAP,
            g_param_spec_uint("sampling-gap", "Sampling gap", "Pixels around regions that frost and tiles do not read", 0, G_MAXUINT, 2, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_DILATION,
            g_param_spec_uint("dilation", "Dilation", "Pixels by which regions are extended to each side", 0, G_MAXUINT, 0, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_SIZE_MULTIPLE,
            g_param_spec_uint("size-multiple", "Size multiple", "Sizes of regions are rounded up to a multiple of this", 0, G_MAXUINT, 0, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_CODEC_BLOCK,
            g_param_spec_uint("codec-block", "Codec block", "Regions are extended to the blocks of a codec: 0, 8 or 16", 0, G_MAXUINT, 0, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_ROI_TYPES,
            g_param_spec_string("roi-types", "ROI types", "Types of GstVideoRegionOfInterestMeta that are covered, with commas, or *",
                                NULL, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_THREADS,
            g_param_spec_uint("threads", "Threads", "Number of threads that share a frame (0 = one for each processor)", 0, G_MAXUINT, 1, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_ON_ERROR,
            g_param_spec_enum("on-error", "On error", "What happens to a frame that cannot be redacted", on_error_type(),
                              SCRIM_ON_ERROR_COVER, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_FEED,
            g_param_spec_string("feed", "Feed", "Name or path of a feed whose secure regions are covered", NULL, FLAGS),
            GST_PARAM_MUTABLE_READY);
    install(object, PROP_OUTPUT,
            g_param_spec_uint("output", "Output", "With a feed: the output of the scene that frames show", 0, G_MAXUINT, 0, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_SCALE,
            g_param_spec_double("scale", "Scale", "With a feed: pixels per point", -G_MAXDOUBLE, G_MAXDOUBLE, 1, FLAGS), GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_ORIGIN_X,
            g_param_spec_double("origin-x", "Origin x", "With a feed: left edge of the part of the screen that frames show, in points",
                                -G_MAXDOUBLE, G_MAXDOUBLE, 0, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_ORIGIN_Y,
            g_param_spec_double("origin-y", "Origin y", "With a feed: top edge of the part of the screen that frames show, in points",
                                -G_MAXDOUBLE, G_MAXDOUBLE, 0, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_TRANSFORM,
            g_param_spec_enum("transform", "Transform", "With a feed: how frames are oriented relative to the screen", transform_type(),
                              SCRIM_TRANSFORM_NONE, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_MAX_SPEED,
            g_param_spec_double("max-speed", "Maximal speed", "The highest speed of a secure view in points per second, or of regions of a file in pixels",
                                -G_MAXDOUBLE, G_MAXDOUBLE, 0, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_UPDATE_INTERVAL,
            g_param_spec_uint64("update-interval", "Update interval", "With a feed: the longest time between updates of a moving view, in ns",
                                0, G_MAXUINT64, 16666667, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_HOLD,
            g_param_spec_uint64("hold", "Hold", "How long a place stays covered after a secure view or a region of a file has left it, in ns", 0,
                                G_MAXUINT64, 150 * GST_MSECOND, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_MAX_LATENCY,
            g_param_spec_uint64("max-latency", "Maximal latency",
                                "With a feed: the longest time from a change on the screen until the scene is updated, in ns", 0,
                                G_MAXUINT64, 100 * GST_MSECOND, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_DELAY,
            g_param_spec_uint64("delay", "Delay", "With a feed: how long frames are held, in ns, at least max-latency", 0,
                                G_MAXUINT64, SCRIM_HOLD_DEFAULT_DELAY_NS, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_CLOCK_OFFSET,
            g_param_spec_int64("clock-offset", "Clock offset",
                               "With a feed: CLOCK_MONOTONIC at running time 0, in ns (smallest number = measured, for live sources)",
                               G_MININT64, G_MAXINT64, SCRIM_OFFSET_MEASURED, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    install(object, PROP_CLOCK_ERROR,
            g_param_spec_uint64("clock-error", "Clock error",
                                "With a feed: how much earlier than its time stamp a frame can have been captured, in ns", 0,
                                G_MAXUINT64, SCRIM_HOLD_DEFAULT_ERROR_NS, FLAGS),
            GST_PARAM_MUTABLE_PLAYING);
    GstCaps *caps = gst_caps_from_string(SCRIM_GST_CAPS);
    gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
    gst_element_class_add_pad_template(element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);
    gst_element_class_set_static_metadata(element, "Scrim redaction", "Filter/Effect/Video",
                                          "Covers private content of frames, so that nobody can read it back", "the Scrim authors");
    gst_type_mark_as_plugin_api(on_error_type(), 0);
    gst_type_mark_as_plugin_api(transform_type(), 0);
}
