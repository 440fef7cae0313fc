/* SPDX-License-Identifier: MIT */
#include "held.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "both.h"
#include "message.h"
#include "silence.h"

static size_t frame_bytes(const struct held *held) { return (size_t)held->width * held->height * sizeof(uint32_t); }

static bool fail(char *error, size_t error_size, const char *what, scrim_status status) {
    if (status == SCRIM_ERROR_IO)
        return plugin_message(error, error_size, "%s: %s", what, strerror(errno));
    return plugin_message(error, error_size, "%s: %s", what, scrim_status_message(status));
}

struct held_regions *held_regions_create(plugin_regions *regions) {
    struct held_regions *created = calloc(1, sizeof *created);
    if (!created) {
        plugin_regions_free(regions);
        return NULL;
    }
    *created = (struct held_regions){.users = 1, .regions = regions, .options = SCRIM_REDACT_OPTIONS_INIT};
    return created;
}

void held_regions_release(struct held_regions *regions) {
    if (!regions || --regions->users)
        return;
    plugin_regions_free(regions->regions);
    free(regions);
}

bool held_open(struct held *held, const struct held_options *options, uint32_t width, uint32_t height, char *error,
               size_t error_size) {
    scrim_subscriber_options feed = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_status status;
    *held = (struct held){.delay = options->delay, .age = options->age, .since = options->since, .width = width, .height = height, .output = options->capture.output};
    held->capacity = HELD_MAX_BYTES / frame_bytes(held);
    if (held->capacity < 2)
        held->capacity = 2;
    if (held->capacity > HELD_MAX_FRAMES)
        held->capacity = HELD_MAX_FRAMES;
    feed.name = options->feed;
    feed.name_length = strlen(options->feed);
    feed.max_silence_ns = plugin_max_silence(options->capture.max_latency_ns);
    if ((status = scrim_subscriber_create(&feed, &held->subscriber)) == SCRIM_ERROR_NOT_FOUND)
        plugin_message(error, error_size, "feed: must be a path, or the environment variable XDG_RUNTIME_DIR must be set (got '%.*s')",
                       plugin_quoted(feed.name_length), options->feed);
    else if (status != SCRIM_OK)
        fail(error, error_size, "feed", status);
    else if ((status = scrim_capture_create(&options->capture, &held->capture)) != SCRIM_OK)
        fail(error, error_size, "the options of the feed are wrong", status);
    else if (!(held->frames = calloc(held->capacity, sizeof *held->frames)))
        plugin_message(error, error_size, "there is not enough memory");
    else
        return true;
    held_close(held);
    return false;
}

void held_close(struct held *held) {
    for (size_t index = 0; held->frames && index < held->capacity; index++) {
        held_regions_release(held->frames[index].regions);
        free(held->frames[index].pixels);
    }
    free(held->frames);
    scrim_capture_destroy(held->capture);
    scrim_subscriber_destroy(held->subscriber);
    *held = (struct held){0};
}

static struct held_frame *frame_at(struct held *held, size_t index) {
    return &held->frames[(held->first + index) % held->capacity];
}

/* Takes in a frame. If the ring is full, the frame is left out: its oldest frame must become old enough at some time. */
static bool take_in(struct held *held, uint64_t now, struct held_regions *regions, const uint32_t *in) {
    if (held->count == held->capacity)
        return true;
    struct held_frame *frame = frame_at(held, held->count);
    if (!frame->pixels && !(frame->pixels = malloc(frame_bytes(held))))
        return false;
    memcpy(frame->pixels, in, frame_bytes(held));
    frame->arrival = now;
    held_regions_release(frame->regions); /* of the frame that was here before */
    frame->regions = regions;
    if (regions)
        regions->users++;
    held->count++;
    return true;
}

/* Returns the newest frame that is old enough, and gives up those before it. NULL if there is none. */
static const struct held_frame *due(struct held *held, uint64_t now) {
    size_t old_enough = 0;
    while (old_enough < held->count && now >= held->delay && frame_at(held, old_enough)->arrival <= now - held->delay)
        old_enough++;
    if (old_enough == 0)
        return NULL;
    held->first = (held->first + old_enough - 1) % held->capacity;
    held->count -= old_enough - 1;
    return frame_at(held, 0);
}

static const char *meaning(uint32_t state) {
    switch (state) {
    case SCRIM_FEED_MISSING:
        return "there is no feed with this name, or it was closed";
    case SCRIM_FEED_EMPTY:
        return "the publisher has not published anything yet";
    case SCRIM_FEED_SILENT:
        return "the publisher has stopped";
    case SCRIM_FEED_DAMAGED:
        return "its file is damaged, or comes from another version of Scrim";
    case SCRIM_FEED_REFUSED:
        return "its file belongs to another user, others may open it, or it is not an ordinary local file";
    default:
        return NULL;
    }
}

/* Writes a message about the state of the feed. Each state is reported once, because it can change often. */
static void report(struct held *held, uint32_t state, char *error, size_t error_size) {
    const char *what = meaning(state);
    if (what && state < 32 && !(held->reported & 1u << state)) {
        held->reported |= 1u << state;
        plugin_message(error, error_size, "feed: %s", what);
    }
}

/* Reports frames that a live feed covers, once. The library does not say which of the reasons it was. */
static void report_cover(struct held *held, char *error, size_t error_size) {
    if (held->is_cover_reported)
        return;
    held->is_cover_reported = true;
    plugin_message(error, error_size,
                   "frames are covered: the scene covers the output, the newest snapshot is too old for the frame, or the scene does "
                   "not remember the frame's time: increase delay, or publish more often");
}

bool held_update(struct held *held, uint64_t now, struct held_regions *regions, const uint32_t *in, uint32_t *out, char *error,
                 size_t error_size) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    scrim_snapshot *snapshot = NULL;
    scrim_status status;
    uint32_t state = 0, outcome = SCRIM_OUTCOME_DISCARD;
    error[0] = '\0';
    if (!take_in(held, now, regions, in))
        return plugin_message(error, error_size, "there is not enough memory");
    const struct held_frame *shown = due(held, now);
    if (!shown)
        return false;
    uint64_t from = shown->arrival > held->age ? shown->arrival - held->age : 0;
    if (held->since && from <= held->since)
        return false;
    /* Only now, because the newest snapshot knows most about the time in which the frame waited. */
    if ((status = scrim_subscriber_snapshot(held->subscriber, now, &snapshot, &state)) != SCRIM_OK)
        return fail(error, error_size, "feed", status);
    report(held, state, error, error_size);
    memcpy(out, shown->pixels, frame_bytes(held));
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = held->width;
    frame.height = held->height;
    frame.planes[0].data = out;
    frame.planes[0].stride = (int64_t)held->width * 4;
    regions = shown->regions; /* The frame may show content at the regions of its arrival. */
    status = plugin_redact_both(&frame, regions ? regions->regions : NULL, regions ? &regions->options : NULL, held->capture, snapshot,
                                from, shown->arrival, &outcome);
    scrim_snapshot_destroy(snapshot);
    if (status == SCRIM_ERROR_NOT_FOUND)
        return plugin_message(error, error_size, "output: must be the number of an output of the scene (got '%" PRIu32 "')", held->output);
    if (status != SCRIM_OK)
        return fail(error, error_size, "the frame could not be redacted", status);
    if (outcome == SCRIM_OUTCOME_COVERED && state == SCRIM_FEED_LIVE)
        report_cover(held, error, error_size);
    return outcome == SCRIM_OUTCOME_OK || outcome == SCRIM_OUTCOME_COVERED;
}
