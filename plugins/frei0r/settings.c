/* SPDX-License-Identifier: MIT */
#include "settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "number.h"
#include "style.h"

/* How much longer than a frame a scene remembers, so that there is time to redact the frame. */
#define RESERVE_NS 50000000u

const struct setting_info settings_info[SETTINGS] = {
    [SETTING_REGIONS] = {"regions", "What to cover, for example 320x50+90+190/ellipse@110x50+300+190, a file of regions, or none", ""},
    [SETTING_STYLE] = {"style", "How to cover it, for example solid, solid@102030, frost@7 or tiles", "solid"},
    [SETTING_DILATION] = {"dilation", "By how many pixels regions are extended on each side: 32 for frames that were decoded", "0"},
    [SETTING_CODEC_BLOCK] = {"codec_block", "Extends regions to the blocks of a codec: 0, 8 or 16, which is for frames that were decoded", "0"},
    [SETTING_FEED] = {"feed", "The name or path of the feed of a scene, whose secure views are covered", ""},
    [SETTING_DELAY] = {"delay", "How long frames are held, in seconds: at least max_latency. Only with a feed", "0.15"},
    [SETTING_MAX_LATENCY] = {"max_latency", "How late the scene may learn of a change on the screen, in seconds", "0.1"},
    [SETTING_AGE] = {"age", "How old a frame can be when the filter gets it, in seconds", "0.25"},
    [SETTING_MAX_SPEED] = {"max_speed", "How fast secure views may move, in points per second", "0"},
    [SETTING_HOLD] = {"hold", "How long a place stays covered after a secure view has left it, in seconds", "0.15"},
    [SETTING_OUTPUT] = {"output", "The output of the scene that the frames show", "0"},
    [SETTING_SCALE] = {"scale", "Pixels per point of the scene", "1"},
    [SETTING_ORIGIN_X] = {"origin_x", "Left edge of what the frames show, in points of the scene", "0"},
    [SETTING_ORIGIN_Y] = {"origin_y", "Top edge of what the frames show, in points of the scene", "0"},
    [SETTING_TRANSFORM] = {"transform", "How frames are oriented: none, 90, 180, 270, flipped, flipped-90, flipped-180 or flipped-270", "none"},
    [SETTING_SAMPLING_GAP] = {"sampling_gap", "How many pixels around regions are not read for frost and tiles", "2"},
    [SETTING_SIZE_MULTIPLE] = {"size_multiple", "Sizes of regions are rounded up to a multiple of this number of pixels", "0"},
    [SETTING_THREADS] = {"threads", "Must be 1: the filter needs whole frames, and MLT splits them if this is another number", "1"},
};

bool settings_has(const struct settings *settings, enum setting which) {
    return settings->texts[which] && settings->texts[which][0];
}

static const char *text_of(const struct settings *settings, enum setting which) {
    return settings_has(settings, which) ? settings->texts[which] : settings_info[which].standard;
}

bool settings_set(struct settings *settings, enum setting which, const char *text) {
    const char *old = settings->texts[which] ? settings->texts[which] : "";
    if (!text)
        text = "";
    /* MLT sets all parameters before each frame. The content of a file can change. */
    if (!(settings->lost & 1u << which) && !strcmp(old, text))
        return which == SETTING_REGIONS && plugin_regions_is_path(text, strlen(text));
    char *copy = strdup(text);
    if (!copy) {
        settings->lost |= 1u << which;
        return true;
    }
    if (settings->texts[which] != settings->lent[which])
        free(settings->texts[which]);
    settings->texts[which] = copy;
    settings->lost &= ~(1u << which);
    return true;
}

const char *settings_get(struct settings *settings, enum setting which) {
    if (settings->lent[which] != settings->texts[which])
        free(settings->lent[which]);
    settings->lent[which] = settings->texts[which];
    return text_of(settings, which);
}

/* ---- Values ---- */

struct reading {
    const struct settings *settings;
    char *error;
    size_t error_size;
};

static bool wrong(struct reading *reading, enum setting which, const char *wanted) {
    const char *text = text_of(reading->settings, which);
    return plugin_message(reading->error, reading->error_size, "%s: must be %s (got '%.*s')", settings_info[which].name, wanted,
                          plugin_quoted(strlen(text)), text);
}

static bool read_number(struct reading *reading, enum setting which, double low, double high, const char *wanted, double *out) {
    const char *text = text_of(reading->settings, which);
    return (plugin_number_parse(text, strlen(text), out) && *out >= low && *out <= high) || wrong(reading, which, wanted);
}

static bool read_time(struct reading *reading, enum setting which, double most, const char *wanted, uint64_t *out) {
    double seconds;
    if (!read_number(reading, which, 0, most, wanted, &seconds))
        return false;
    *out = (uint64_t)llround(seconds * 1e9);
    return true;
}

static bool read_whole(struct reading *reading, enum setting which, uint64_t most, const char *wanted, uint32_t *out) {
    const char *text = text_of(reading->settings, which);
    uint64_t value;
    if (!plugin_whole_parse(text, strlen(text), &value) || value > most)
        return wrong(reading, which, wanted);
    *out = (uint32_t)value;
    return true;
}

static bool read_transform(struct reading *reading, uint32_t *out) {
    static const char *const names[] = {"none", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"};
    const char *text = text_of(reading->settings, SETTING_TRANSFORM);
    for (*out = SCRIM_TRANSFORM_NONE; *out <= SCRIM_TRANSFORM_FLIPPED_270; ++*out)
        if (!strcmp(names[*out], text))
            return true;
    return wrong(reading, SETTING_TRANSFORM, "none, 90, 180, 270, flipped, flipped-90, flipped-180 or flipped-270");
}

static bool read_style(struct reading *reading, scrim_style *style) {
    const char *text = text_of(reading->settings, SETTING_STYLE);
    char error[200];
    if (!plugin_style_parse(text, strlen(text), style, error, sizeof error))
        return plugin_message(reading->error, reading->error_size, "style: %s", error);
    if (settings_has(reading->settings, SETTING_FEED) && plugin_style_is_reversible(style))
        return wrong(reading, SETTING_STYLE, "solid, frost or tiles if there is a feed, because the others can be undone");
    return true;
}

static bool read_regions(struct reading *reading, struct settings *settings, const scrim_style *style) {
    const char *text = text_of(settings, SETTING_REGIONS);
    char error[300];
    held_regions_release(settings->regions);
    settings->regions = NULL;
    settings->is_reversible = false;
    if (!text[0]) {
        if (settings_has(settings, SETTING_FEED))
            return true;
        return plugin_message(reading->error, reading->error_size,
                              "neither regions nor feed is set: write regions=none if nothing is to be covered");
    }
    plugin_regions *regions = plugin_regions_parse(text, strlen(text), error, sizeof error);
    if (!regions)
        return plugin_message(reading->error, reading->error_size, "regions: %s", error);
    if (!(settings->regions = held_regions_create(regions)))
        return plugin_message(reading->error, reading->error_size, "there is not enough memory");
    regions->styles[0] = *style;
    for (uint32_t index = 0; index < regions->style_count; index++)
        settings->is_reversible |= plugin_style_is_reversible(&regions->styles[index]);
    if (settings->is_reversible && settings_has(settings, SETTING_FEED))
        return plugin_message(reading->error, reading->error_size,
                              "regions: every style must be solid, frost or tiles if there is a feed, because the others can be undone");
    return true;
}

/* ---- All of them ---- */

static bool read_times(struct reading *reading, struct held_options *held) {
    const char *second = "a number of seconds from 0 to 1";
    if (!read_time(reading, SETTING_DELAY, 1, second, &held->delay) ||
        !read_time(reading, SETTING_MAX_LATENCY, 1, second, &held->capture.max_latency_ns) ||
        !read_time(reading, SETTING_AGE, 1, second, &held->age) ||
        !read_time(reading, SETTING_HOLD, 0.5, "a number of seconds from 0 to 0.5", &held->capture.hold_ns))
        return false;
    if (held->delay < held->capture.max_latency_ns)
        return wrong(reading, SETTING_DELAY, "at least max_latency");
    if (held->delay + held->age + held->capture.hold_ns > SCRIM_SCENE_HISTORY_NS - RESERVE_NS)
        return wrong(reading, SETTING_DELAY, "less, so that delay, age and hold are at most 0.95 seconds together: scenes remember 1 second");
    return true;
}

static bool read_redact(struct reading *reading, scrim_redact_options *redact) {
    const char *blocks = "0, 8 or 16";
    return read_whole(reading, SETTING_DILATION, 4096, "a whole number from 0 to 4096", &redact->dilation) &&
           read_whole(reading, SETTING_CODEC_BLOCK, 16, blocks, &redact->codec_block) &&
           (redact->codec_block % 8 == 0 || wrong(reading, SETTING_CODEC_BLOCK, blocks)) &&
           read_whole(reading, SETTING_SIZE_MULTIPLE, 4096, "a whole number from 0 to 4096", &redact->size_multiple) &&
           read_whole(reading, SETTING_SAMPLING_GAP, 64, "a whole number from 0 to 64", &redact->sampling_gap);
}

static bool read_all(struct reading *reading, struct settings *settings) {
    struct held_options *held = &settings->held;
    scrim_capture_options *capture = &held->capture;
    scrim_redact_options redact = SCRIM_REDACT_OPTIONS_INIT;
    const char *places = "a number from -1073741824 to 1073741824";
    uint32_t threads;
    *held = (struct held_options){.feed = text_of(settings, SETTING_FEED), .capture = SCRIM_CAPTURE_OPTIONS_INIT};
    capture->flags = SCRIM_CAPTURE_DELAYED;
    if (!read_style(reading, &capture->style) || !read_regions(reading, settings, &capture->style) || !read_times(reading, held) ||
        !read_number(reading, SETTING_MAX_SPEED, 0, 0x1p30, "a number of points per second, 0 or greater", &capture->max_speed) ||
        !read_whole(reading, SETTING_OUTPUT, UINT32_MAX, "the number of an output", &capture->output) ||
        !read_number(reading, SETTING_SCALE, 1.0 / 64, 64, "a number from 1/64 to 64", &capture->scale) ||
        !read_number(reading, SETTING_ORIGIN_X, -0x1p30, 0x1p30, places, &capture->origin.x) ||
        !read_number(reading, SETTING_ORIGIN_Y, -0x1p30, 0x1p30, places, &capture->origin.y) ||
        !read_transform(reading, &capture->transform) || !read_redact(reading, &redact) ||
        !read_whole(reading, SETTING_THREADS, UINT32_MAX, "1", &threads))
        return false;
    if (threads != 1)
        return wrong(reading, SETTING_THREADS, "1, because the filter needs whole frames");
    if (settings->regions) {
        redact.styles = settings->regions->regions->styles;
        redact.style_count = settings->regions->regions->style_count;
        settings->regions->options = redact;
    }
    return true;
}

bool settings_read(struct settings *settings, char *error, size_t error_size) {
    struct reading reading = {settings, error, error_size};
    if (settings->lost)
        return plugin_message(error, error_size, "there is not enough memory");
    return read_all(&reading, settings);
}

void settings_free(struct settings *settings) {
    for (size_t which = 0; which < SETTINGS; which++) {
        if (settings->lent[which] != settings->texts[which])
            free(settings->lent[which]);
        free(settings->texts[which]);
    }
    held_regions_release(settings->regions);
    *settings = (struct settings){0};
}
