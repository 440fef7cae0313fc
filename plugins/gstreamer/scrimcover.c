/* SPDX-License-Identifier: MIT */
#include "scrimcover.h"

#include <string.h>

#include "bands.h"
#include "capturetime.h"
#include "frame.h"
#include "framecopies.h"
#include "silence.h"

GST_DEBUG_CATEGORY_STATIC(scrim_gst_cover_debug);
#define GST_CAT_DEFAULT scrim_gst_cover_debug

struct _ScrimGstCover {
    GstVideoFilter parent;
    ScrimSettings *settings; /* what was set last, guarded by the object lock */
    gchar *feed;
    /* The rest belongs to the thread that redacts. */
    ScrimSettings *current; /* what the fields below were made for */
    Bands *bands;
    guint threads; /* as it was when the bands were made */
    scrim_subscriber *subscriber;
    guint64 silence_ns; /* as it was when the subscriber was made */
    const gchar *covered;   /* why the whole frame is covered, or NULL */
    guint64 last_from_ns;   /* when the last frame was captured that the captures could get */
    gboolean went_backward; /* whether it was captured before the one in front of it */
    ScrimFrameCopies copies; /* of frames whose memory is not plain */
    scrim_capture **captures; /* one for each thread, or a single one */
    guint capture_count;
    scrim_capture_options capture_options; /* as they were when the captures were made */
    guint32 feed_state; /* the last one that was reported */
    gchar *reported;    /* the last problem that was reported */
    gchar *orientation; /* the last tag that says how players rotate the frames */
    gboolean orientation_reported;
    gchar error[256];   /* the last message of the parser */
    GArray *regions;    /* of one frame: from the settings, and then regions of interest */
};

G_DEFINE_FINAL_TYPE(ScrimGstCover, scrim_gst_cover, GST_TYPE_VIDEO_FILTER)

/* ---- Messages ---- */

/* The element that applications know: scrimredact, or the filter alone. */
static GstElement *visible(ScrimGstCover *self) {
    GstObject *parent = gst_object_get_parent(GST_OBJECT(self));
    return parent ? GST_ELEMENT(parent) : GST_ELEMENT(gst_object_ref(self));
}

/* Posts a warning when a problem appears, and not again for each frame that has it. */
static void report(ScrimGstCover *self, const gchar *problem, const gchar *consequence) {
    if (g_strcmp0(problem, self->reported) == 0)
        return;
    g_free(self->reported);
    self->reported = g_strdup(problem);
    if (problem) {
        GstElement *element = visible(self);
        GST_WARNING_OBJECT(self, "frames are %s: %s", consequence, problem);
        GST_ELEMENT_WARNING(element, RESOURCE, FAILED, ("frames are %s: %s", consequence, problem), (NULL));
        gst_object_unref(element);
    }
}

static const gchar *name_of_state(guint32 state) {
    switch (state) {
    case SCRIM_FEED_LIVE:
        return "live";
    case SCRIM_FEED_MISSING:
        return "missing";
    case SCRIM_FEED_EMPTY:
        return "empty";
    case SCRIM_FEED_SILENT:
        return "silent";
    case SCRIM_FEED_DAMAGED:
        return "damaged";
    case SCRIM_FEED_REFUSED:
        return "refused";
    default:
        return "unknown";
    }
}

static void report_feed(ScrimGstCover *self, guint32 state) {
    if (state == self->feed_state)
        return;
    self->feed_state = state;
    GstElement *element = visible(self);
    if (state == SCRIM_FEED_LIVE)
        GST_INFO_OBJECT(self, "the feed is live");
    else
        GST_WARNING_OBJECT(self, "frames are covered: the feed is %s", name_of_state(state));
    GstStructure *text = gst_structure_new("scrim-feed", "state", G_TYPE_STRING, name_of_state(state), NULL);
    gst_element_post_message(element, gst_message_new_element(GST_OBJECT(element), text));
    gst_object_unref(element);
}

/* Whether there are regions at places that the application gives. */
static gboolean has_regions(ScrimGstCover *self) {
    GST_OBJECT_LOCK(self);
    const plugin_regions *regions = self->settings ? self->settings->regions->parsed : NULL;
    gboolean given = regions && (regions->count > 0 || plugin_regions_are_timed(regions));
    GST_OBJECT_UNLOCK(self);
    return given;
}

/* Warns once if players rotate or flip the frames. Regions that were measured in a player would be elsewhere. */
static void report_orientation(ScrimGstCover *self) {
    if (self->orientation == NULL || self->orientation_reported || !has_regions(self))
        return;
    self->orientation_reported = TRUE;
    GstElement *element = visible(self);
    GST_ELEMENT_WARNING(element, STREAM, FORMAT,
                        ("image-orientation is %s: players rotate or flip such frames, but regions are counted in the frames as they arrive. Put "
                         "videoflip video-direction=auto in front. If it is there already, ignore this warning: videoflip may keep the tag",
                         self->orientation),
                        (NULL));
    gst_object_unref(element);
}

/* ---- Settings ---- */

void scrim_gst_cover_set_settings(ScrimGstCover *self, ScrimSettings *settings) {
    if (settings->problem)
        GST_WARNING_OBJECT(self, "frames are %s: %s", settings->on_error == SCRIM_ON_ERROR_COVER ? "covered" : "dropped",
                           settings->problem);
    GST_OBJECT_LOCK(self);
    ScrimSettings *old = self->settings;
    self->settings = scrim_settings_ref(settings);
    GST_OBJECT_UNLOCK(self);
    scrim_settings_unref(old);
}

void scrim_gst_cover_set_feed(ScrimGstCover *self, const gchar *feed) {
    g_free(self->feed);
    self->feed = g_strdup(feed);
}

static void forget_captures(ScrimGstCover *self) {
    for (guint i = 0; i < self->capture_count; i++)
        scrim_capture_destroy(self->captures[i]);
    g_clear_pointer(&self->captures, g_free);
    self->capture_count = 0;
}

/* Takes over the settings for a frame. Returns FALSE if there are none. */
static gboolean update(ScrimGstCover *self) {
    GST_OBJECT_LOCK(self);
    gboolean changed = self->settings != self->current;
    ScrimSettings *old = changed ? self->current : NULL;
    if (changed)
        self->current = self->settings ? scrim_settings_ref(self->settings) : NULL;
    GST_OBJECT_UNLOCK(self);
    scrim_settings_unref(old);
    if (self->current == NULL)
        return FALSE;
    if (self->bands && self->threads != self->current->threads)
        g_clear_pointer(&self->bands, bands_free);
    if (self->bands == NULL) {
        self->threads = self->current->threads;
        self->bands = bands_new(self->threads);
        forget_captures(self);
    }
    if (memcmp(&self->capture_options, &self->current->capture, sizeof self->capture_options) != 0)
        forget_captures(self);
    if (changed) {
        g_clear_pointer(&self->reported, g_free);
        report_orientation(self); /* The tag can have come before the regions. */
    }
    return TRUE;
}

/* Creates the captures. One that smooths needs whole frames, because it remembers the colors around each region. */
static scrim_status create_captures(ScrimGstCover *self) {
    if (self->captures)
        return SCRIM_OK;
    scrim_capture_options options = self->capture_options = self->current->capture;
    gboolean share = options.style.kind == SCRIM_STYLE_SOLID;
    if (share)
        options.smoothing_ns = 0;
    guint count = share ? bands_threads(self->bands) : 1;
    self->captures = g_new0(scrim_capture *, count);
    scrim_status status = SCRIM_OK;
    for (; self->capture_count < count && status == SCRIM_OK; self->capture_count += status == SCRIM_OK)
        status = scrim_capture_create(&options, &self->captures[self->capture_count]);
    if (status != SCRIM_OK)
        forget_captures(self);
    return status;
}

/* Makes the subscriber, and makes it again if the silence that is accepted has changed. */
static scrim_status subscribe(ScrimGstCover *self, guint64 latency_ns) {
    guint64 silence = plugin_max_silence(latency_ns);
    if (self->subscriber && self->silence_ns == silence)
        return SCRIM_OK;
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    options.name = self->feed;
    options.name_length = self->feed ? strlen(self->feed) : 0;
    options.max_silence_ns = silence;
    scrim_subscriber *subscriber = NULL;
    scrim_status status = scrim_subscriber_create(&options, &subscriber);
    if (status != SCRIM_OK)
        return status;
    scrim_subscriber_destroy(self->subscriber);
    self->subscriber = subscriber;
    self->silence_ns = silence;
    return SCRIM_OK;
}

/* ---- Regions ---- */

/* Adds the regions of interest of a buffer. Their coordinates belong to the whole frame in memory. */
static void add_regions_of_interest(ScrimGstCover *self, GstBuffer *buffer, guint left, guint top) {
    gpointer state = NULL;
    GstMeta *meta;
    while ((meta = gst_buffer_iterate_meta_filtered(buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
        const GstVideoRegionOfInterestMeta *interest = (const GstVideoRegionOfInterestMeta *)meta;
        if (!scrim_settings_covers_type(self->current, interest->roi_type))
            continue;
        /* A detector that writes a negative left or top edge into these unsigned numbers means it. */
        gint64 x = (gint)interest->x, y = (gint)interest->y, right = x + interest->w, bottom = y + interest->h;
        /* Numbers beyond the frame would be out of Scrim's range. */
        x = CLAMP(x, -SCRIM_FRAME_MAX_SIDE, SCRIM_FRAME_MAX_SIDE), right = CLAMP(right, x, 2 * SCRIM_FRAME_MAX_SIDE);
        y = CLAMP(y, -SCRIM_FRAME_MAX_SIDE, SCRIM_FRAME_MAX_SIDE), bottom = CLAMP(bottom, y, 2 * SCRIM_FRAME_MAX_SIDE);
        scrim_region region = {.shape = SCRIM_SHAPE_RECT,
                               .rect = {(double)x - left, (double)y - top, (double)(right - x), (double)(bottom - y)},
                               .id = (uint64_t)(guint)interest->id};
        g_array_append_val(self->regions, region);
    }
}

/* Computes the regions of a file for the time of a frame. Returns a message if that is impossible. */
static const gchar *move_regions(ScrimGstCover *self, GstBuffer *buffer, const scrim_frame *shown) {
    const GstSegment *segment = &GST_BASE_TRANSFORM(self)->segment;
    const scrim_capture_options *capture = &self->current->capture;
    guint64 time = GST_CLOCK_TIME_NONE;
    if (GST_BUFFER_PTS_IS_VALID(buffer) && segment->format == GST_FORMAT_TIME)
        time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    if (!GST_CLOCK_TIME_IS_VALID(time))
        return "regions that move need frames with a time, inside the segment of the stream";
    return plugin_regions_at(self->current->regions->parsed, shown->width, shown->height, (double)time / GST_SECOND,
                             (double)capture->hold_ns / GST_SECOND, capture->max_speed, self->error, sizeof self->error)
               ? NULL
               : self->error;
}

/* Regions in pixels belong to frames of one size: the size of the first frame after `regions` was set. Nobody knows where their
   content is in a frame of another size. Returns a message for such a frame. */
static const gchar *check_size(ScrimGstCover *self, const scrim_frame *shown) {
    ScrimRegions *regions = self->current->regions;
    if (regions->width == 0) {
        regions->width = shown->width;
        regions->height = shown->height;
    }
    if (plugin_regions_follow_size(regions->parsed) || (shown->width == regions->width && shown->height == regions->height))
        return NULL;
    g_snprintf(self->error, sizeof self->error,
               "regions belong to frames of %u × %u pixels (got %u × %u): set regions again, or begin them with %ux%u/ to scale "
               "them",
               regions->width, regions->height, shown->width, shown->height, regions->width, regions->height);
    return self->error;
}

/* Collects the regions of a frame. Returns a message if that is impossible. */
static const gchar *collect_regions(ScrimGstCover *self, GstBuffer *buffer, const scrim_frame *shown, guint left, guint top) {
    plugin_regions *regions = self->current->regions->parsed;
    const gchar *problem = check_size(self, shown);
    if (problem)
        return problem;
    if (plugin_regions_are_timed(regions))
        problem = move_regions(self, buffer, shown);
    else
        plugin_regions_resize(regions, shown->width, shown->height);
    g_array_set_size(self->regions, 0);
    g_array_append_vals(self->regions, regions->items, (guint)regions->count);
    add_regions_of_interest(self, buffer, left, top);
    return problem;
}

/* ---- Frames ---- */

typedef struct Job {
    const scrim_frame *frame;
    const GArray *regions;
    const scrim_redact_options *options;
    ScrimGstCover *cover;
    const scrim_snapshot *snapshot;
    guint64 from_ns, to_ns;
    gint covered; /* whether a capture has covered the whole frame */
} Job;

static scrim_status redact_band(guint thread, guint32 first_row, guint32 row_count, gpointer data) {
    (void)thread;
    const Job *job = data;
    scrim_redact_options options = *job->options;
    options.first_row = first_row;
    options.row_count = row_count;
    return scrim_redact(job->frame, (const scrim_region *)job->regions->data, job->regions->len, &options, NULL);
}

static scrim_status capture_band(guint thread, guint32 first_row, guint32 row_count, gpointer data) {
    Job *job = data;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_status status = scrim_capture_redact_rows(job->cover->captures[thread], job->snapshot, job->frame, job->from_ns,
                                                    job->to_ns, first_row, row_count, &report);
    if (report.outcome != SCRIM_OUTCOME_OK)
        g_atomic_int_set(&job->covered, 1);
    return status;
}

static scrim_status redact_regions(ScrimGstCover *self, Job *job, const scrim_redact_options *options, gboolean share) {
    job->options = options;
    return job->regions->len ? bands_run(self->bands, share, job->frame->height, redact_band, job) : SCRIM_OK;
}

/* Covers the regions, and the secure regions of the feed. */
static scrim_status redact(ScrimGstCover *self, Job *job, const scrim_redact_options *options) {
    if (job->snapshot == NULL)
        return redact_regions(self, job, options, !self->current->reversible);
    /* Neither the regions nor the windows may have an influence on the texture that covers the others. So the regions are solid
       while the windows are covered, and get their style afterwards. */
    scrim_redact_options solid = *options;
    solid.style_count = 0;
    solid.styles = NULL;
    GArray *styled = g_array_sized_new(FALSE, FALSE, sizeof(scrim_region), job->regions->len);
    g_array_append_vals(styled, job->regions->data, job->regions->len);
    for (guint i = 0; i < styled->len; i++)
        g_array_index(styled, scrim_region, i).style = 0;
    Job first = *job;
    first.regions = styled;
    scrim_status status = redact_regions(self, &first, &solid, TRUE);
    g_array_unref(styled);
    if (status == SCRIM_OK)
        status = create_captures(self);
    if (status == SCRIM_OK)
        status = bands_run(self->bands, self->capture_count > 1, job->frame->height, capture_band, job);
    if (status == SCRIM_OK && !job->covered)
        status = redact_regions(self, job, options, TRUE);
    return status;
}

/* Makes everything outside the part that is shown black. */
static scrim_status cover_outside(ScrimGstCover *self, const scrim_frame *whole, const GstVideoCropMeta *crop) {
    double right = (double)crop->x + crop->width, bottom = (double)crop->y + crop->height;
    scrim_rect rects[] = {{0, 0, whole->width, crop->y},
                          {0, bottom, whole->width, whole->height - bottom},
                          {0, crop->y, crop->x, crop->height},
                          {right, crop->y, whole->width - right, crop->height}};
    g_array_set_size(self->regions, 0);
    for (guint i = 0; i < G_N_ELEMENTS(rects); i++) {
        scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = rects[i]};
        g_array_append_val(self->regions, region);
    }
    return scrim_redact(whole, (const scrim_region *)self->regions->data, self->regions->len, NULL, NULL);
}

/* Makes the whole frame black. Returns FALSE if that is impossible. */
static gboolean cover_frame(const scrim_frame *frame) {
    scrim_region all = {.shape = SCRIM_SHAPE_RECT, .rect = {0, 0, frame->width, frame->height}};
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_redact(frame, &all, 1, NULL, &report);
    return report.outcome != SCRIM_OUTCOME_DISCARD;
}

/* Returns the message for a frame whose interval is unknown. It is empty if this concerns only the frame. */
static const gchar *unknown_time(ScrimGstCover *self, GstBuffer *buffer, const gchar *problem) {
    if (*problem == '\0') {
        GST_INFO_OBJECT(self, "a frame is covered or dropped, because it is outside of its segment, or from before a pause or start: %" GST_PTR_FORMAT,
                        (void *)buffer);
        return problem;
    }
    g_snprintf(self->error, sizeof self->error, "it is unknown when they were captured: %s", problem);
    return self->error;
}

static const gchar late[] = "the newest snapshot is too old for them: increase delay, or publish more often. Or the scene covers its "
                            "output, or does not remember their time";

/* Whether a frame was captured before the one in front of it. A capture covers such a frame. But each thread has its own capture,
   which has not seen the same frames as the others. So this function decides for all of them, and new captures are created. */
static gboolean goes_backward(ScrimGstCover *self, guint64 from_ns) {
    gboolean backward = from_ns < self->last_from_ns || (self->went_backward && from_ns == self->last_from_ns);
    self->last_from_ns = from_ns;
    self->went_backward = backward;
    if (backward)
        forget_captures(self);
    return backward;
}

/* Redacts a frame. Returns a message if it could not, and then the frame must be covered. */
static const gchar *redact_frame(ScrimGstCover *self, GstBuffer *buffer, const GstVideoFrame *video, const scrim_frame *whole) {
    if (!update(self))
        return "no properties are set";
    const ScrimSettings *settings = self->current;
    if (settings->problem)
        return settings->problem;
    const GstVideoCropMeta *crop = gst_buffer_get_video_crop_meta(buffer);
    /* Without a crop rectangle, elements behind show as much as the caps say, even if the frame in memory is larger. */
    const GstVideoInfo *caps = &GST_VIDEO_FILTER(self)->in_info;
    GstVideoCropMeta all = {.width = (guint)GST_VIDEO_INFO_WIDTH(caps), .height = (guint)GST_VIDEO_INFO_HEIGHT(caps)};
    if (crop == NULL && (all.width != whole->width || all.height != whole->height))
        crop = &all;
    scrim_frame shown = *whole;
    guint left = 0, top = 0;
    scrim_status status = SCRIM_OK;
    guint32 state = 0;
    if (crop) {
        if (!scrim_gst_part(video, whole, crop, &shown))
            return "the part of the frame that is shown must be inside the frame and begin with a sample of chroma";
        status = cover_outside(self, whole, crop);
        left = crop->x;
        top = crop->y;
    }
    Job job = {.frame = &shown, .regions = self->regions, .cover = self};
    guint extra = scrim_gst_extra_dilation(video);
    if (settings->has_feed) {
        if (extra)
            return "frames must not be interlaced if there is a feed";
        const gchar *unknown = scrim_capture_time_get(buffer, &job.from_ns, &job.to_ns);
        if (unknown)
            return unknown_time(self, buffer, unknown);
        /* A property was set after the frame may have been captured: what it says may be wrong for what the frame shows. */
        if (settings->since_ns && job.from_ns <= settings->since_ns)
            return cover_frame(whole) ? NULL : "a frame from before a property was set could not be covered";
        if (goes_backward(self, job.from_ns)) {
            self->covered = "the capture time went backward";
            return cover_frame(whole) ? NULL : self->covered;
        }
    }
    const gchar *problem = collect_regions(self, buffer, &shown, left, top);
    if (problem)
        return problem;
    scrim_snapshot *snapshot = NULL;
    if (settings->has_feed) {
        if (status == SCRIM_OK)
            status = subscribe(self, settings->capture.max_latency_ns);
        if (status == SCRIM_OK)
            status = scrim_subscriber_snapshot(self->subscriber, scrim_monotonic_now(), &snapshot, &state);
        if (status == SCRIM_OK)
            report_feed(self, state);
        job.snapshot = snapshot;
    }
    scrim_redact_options options = settings->redact;
    options.dilation += extra;
    /* The codec counts its blocks from the corner of the frame in memory, and Scrim from the corner of the part that is shown. Regions
       that are one block larger reach over the codec's blocks too. */
    if (options.codec_block && (left % options.codec_block || top % options.codec_block))
        options.dilation += options.codec_block;
    if (status == SCRIM_OK)
        status = redact(self, &job, &options);
    scrim_snapshot_destroy(snapshot);
    if (job.covered && state == SCRIM_FEED_LIVE)
        self->covered = late;
    if (status == SCRIM_ERROR_NOT_FOUND)
        return "output must be the number of an output of the scene";
    return status == SCRIM_OK ? NULL : scrim_status_message(status);
}

static GstFlowReturn transform_ip(GstBaseTransform *trans, GstBuffer *buffer) {
    ScrimGstCover *self = SCRIM_GST_COVER(trans);
    self->covered = NULL;
    GstVideoFilter *filter = GST_VIDEO_FILTER(trans);
    const gchar *problem = NULL;
    gboolean usable = FALSE;
    GstVideoFrame video;
    /* The base class would pass on frames that it cannot map. */
    if (!filter->negotiated)
        return GST_FLOW_NOT_NEGOTIATED;
    if (gst_video_frame_map(&video, &filter->in_info, buffer, GST_MAP_READWRITE | GST_VIDEO_FRAME_MAP_FLAG_NO_REF)) {
        scrim_frame frame;
        if (scrim_gst_describe(&video, &frame)) {
            problem = redact_frame(self, buffer, &video, &frame);
            usable = problem == NULL ||
                     (self->current && self->current->on_error == SCRIM_ON_ERROR_COVER && cover_frame(&frame));
        } else {
            problem = "a buffer is smaller than its description says";
        }
        gst_video_frame_unmap(&video);
    } else {
        problem = "a buffer cannot be written, or is smaller than its caps say";
    }
    if (problem == NULL)
        report(self, self->covered, "covered");
    else if (self->current && problem == self->current->problem)
        report(self, NULL, NULL); /* scrimredact reports problems of the settings. */
    else if (*problem)
        report(self, problem, usable ? "covered" : "dropped");
    return usable ? GST_FLOW_OK : GST_BASE_TRANSFORM_FLOW_DROPPED;
}

/* The base class calls transform_ip() in its passthrough mode only if there is this function, which it then does not call. */
static GstFlowReturn transform_frame_ip(GstVideoFilter *filter, GstVideoFrame *frame) {
    (void)filter, (void)frame;
    return GST_FLOW_ERROR;
}

/* ---- The element ---- */

/* A frame that others use too is copied, with everything that is attached to it. So is one whose memory is not plain. */
static GstFlowReturn prepare_output_buffer(GstBaseTransform *trans, GstBuffer *input, GstBuffer **output) {
    ScrimGstCover *self = SCRIM_GST_COVER(trans);
    if (!scrim_frame_is_plain(input)) {
        *output = scrim_frame_copies_make(&self->copies, gst_buffer_ref(input));
        if (*output)
            return GST_FLOW_OK;
        report(self, "a buffer cannot be copied", "dropped");
        return GST_BASE_TRANSFORM_FLOW_DROPPED;
    }
    *output = gst_buffer_is_writable(input) ? input : gst_buffer_copy(input);
    return *output ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static gboolean set_info(GstVideoFilter *filter, GstCaps *in_caps, GstVideoInfo *in, GstCaps *out_caps, GstVideoInfo *out) {
    (void)in_caps, (void)out_caps, (void)out;
    const char *problem = scrim_gst_unsupported(in);
    if (problem) {
        GstElement *element = visible(SCRIM_GST_COVER(filter));
        GST_ELEMENT_ERROR(element, STREAM, FORMAT, ("frames cannot be redacted: %s", problem), (NULL));
        gst_object_unref(element);
    }
    return problem == NULL;
}

static void check_tags(ScrimGstCover *self, GstEvent *event) {
    GstTagList *tags = NULL;
    gchar *orientation = NULL;
    gst_event_parse_tag(event, &tags);
    if (!gst_tag_list_get_string(tags, GST_TAG_IMAGE_ORIENTATION, &orientation))
        return;
    if (g_strcmp0(orientation, self->orientation) != 0)
        self->orientation_reported = strcmp(orientation, "rotate-0") == 0;
    g_free(self->orientation);
    self->orientation = orientation;
    report_orientation(self);
}

static gboolean sink_event(GstBaseTransform *trans, GstEvent *event) {
    if (GST_EVENT_TYPE(event) == GST_EVENT_TAG)
        check_tags(SCRIM_GST_COVER(trans), event);
    return GST_BASE_TRANSFORM_CLASS(scrim_gst_cover_parent_class)->sink_event(trans, event);
}

static gboolean propose_allocation(GstBaseTransform *trans, GstQuery *decide, GstQuery *query) {
    if (!GST_BASE_TRANSFORM_CLASS(scrim_gst_cover_parent_class)->propose_allocation(trans, decide, query))
        return FALSE;
    gst_query_add_allocation_meta(query, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE, NULL);
    return TRUE;
}

static gboolean start(GstBaseTransform *trans) {
    ScrimGstCover *self = SCRIM_GST_COVER(trans);
    self->feed_state = 0;
    if (self->feed == NULL || *self->feed == '\0')
        return TRUE;
    GST_OBJECT_LOCK(self);
    guint64 latency = self->settings ? self->settings->capture.max_latency_ns : 0;
    GST_OBJECT_UNLOCK(self);
    scrim_status status = subscribe(self, latency);
    if (status == SCRIM_OK)
        return TRUE;
    GstElement *element = visible(self);
    if (status == SCRIM_ERROR_NOT_FOUND)
        GST_ELEMENT_ERROR(element, RESOURCE, SETTINGS,
                          ("feed must be a path, or the environment variable XDG_RUNTIME_DIR must be set (got \"%s\")", self->feed),
                          (NULL));
    else
        GST_ELEMENT_ERROR(element, RESOURCE, OPEN_READ, ("feed \"%s\": %s", self->feed, scrim_status_message(status)), (NULL));
    gst_object_unref(element);
    return FALSE;
}

static gboolean stop(GstBaseTransform *trans) {
    ScrimGstCover *self = SCRIM_GST_COVER(trans);
    forget_captures(self);
    self->last_from_ns = 0;
    self->went_backward = FALSE;
    scrim_frame_copies_clear(&self->copies);
    scrim_subscriber_destroy(self->subscriber);
    self->subscriber = NULL;
    g_clear_pointer(&self->bands, bands_free);
    g_clear_pointer(&self->reported, g_free);
    g_clear_pointer(&self->orientation, g_free);
    return TRUE;
}

static void finalize(GObject *object) {
    ScrimGstCover *self = SCRIM_GST_COVER(object);
    stop(GST_BASE_TRANSFORM(object));
    scrim_settings_unref(self->settings);
    scrim_settings_unref(self->current);
    g_array_unref(self->regions);
    g_free(self->feed);
    G_OBJECT_CLASS(scrim_gst_cover_parent_class)->finalize(object);
}

static void scrim_gst_cover_init(ScrimGstCover *self) {
    self->regions = g_array_new(FALSE, FALSE, sizeof(scrim_region));
    gst_base_transform_set_in_place(GST_BASE_TRANSFORM(self), TRUE);
    gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), FALSE);
}

static void scrim_gst_cover_class_init(ScrimGstCoverClass *class) {
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS(class);
    GST_DEBUG_CATEGORY_INIT(scrim_gst_cover_debug, "scrimcover", 0, "scrimredact");
    GstCaps *caps = gst_caps_from_string(SCRIM_GST_CAPS);
    gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
    gst_element_class_add_pad_template(element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);
    gst_element_class_set_static_metadata(element, "Scrim cover", "Filter/Effect/Video", "Covers regions of frames",
                                          "the Scrim authors");
    G_OBJECT_CLASS(class)->finalize = finalize;
    GST_VIDEO_FILTER_CLASS(class)->set_info = set_info;
    GST_VIDEO_FILTER_CLASS(class)->transform_frame_ip = transform_frame_ip;
    trans->transform_ip = transform_ip;
    trans->transform_ip_on_passthrough = TRUE;
    trans->prepare_output_buffer = prepare_output_buffer;
    trans->propose_allocation = propose_allocation;
    trans->sink_event = sink_event;
    trans->start = start;
    trans->stop = stop;
}
