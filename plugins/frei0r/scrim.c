/* SPDX-License-Identifier: MIT */
/* The frei0r filter "scrim": covers regions of frames in ffmpeg, in MLT, and in the editors that use MLT.

   A filter of frei0r can neither drop a frame nor report an error. So whatever fails, the frame is black, and a message goes to
   standard error. */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <frei0r.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "held.h"
#include "settings.h"

struct filter {
    pthread_mutex_t lock; /* MLT calls f0r_update() in several threads if it splits frames */
    uint32_t width, height;
    struct settings settings;
    bool is_read;    /* whether the texts were read since the last of them changed */
    bool is_valid;   /* whether they were right */
    bool is_held;    /* whether `held` is open */
    bool is_warned;  /* whether a reversible style was reported */
    bool had_feed;     /* whether a frame came while a feed was set */
    uint64_t replaced; /* CLOCK_MONOTONIC when parameters were last replaced after such a frame; 0: never */
    uint64_t removed;  /* CLOCK_MONOTONIC when the feed was last replaced or removed after such a frame; 0: never */
    struct held held;
    char wrong[400]; /* what is wrong with the texts */
    char said[400];  /* the last message */
};

/* Writes a message, unless it is the last one again. */
static void say(struct filter *filter, const char *message) {
    if (message[0] && strncmp(filter->said, message, sizeof filter->said - 1) != 0)
        fprintf(stderr, "frei0r filter scrim: %s\n", message);
    snprintf(filter->said, sizeof filter->said, "%s", message);
}

/* ---- The plugin ---- */

int f0r_init(void) { return 1; }

void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t *info) {
    *info = (f0r_plugin_info_t){
        .name = "scrim",
        .author = "The Scrim contributors",
        .plugin_type = F0R_PLUGIN_TYPE_FILTER,
        .color_model = F0R_COLOR_MODEL_RGBA8888,
        .frei0r_version = FREI0R_MAJOR_VERSION,
        .major_version = SCRIM_VERSION_MAJOR,
        .minor_version = SCRIM_VERSION_MINOR,
        .num_params = SETTINGS,
        .explanation = "Covers regions of frames so that nobody can read them",
    };
}

void f0r_get_param_info(f0r_param_info_t *info, int index) {
    if (index < 0 || index >= SETTINGS)
        return;
    *info = (f0r_param_info_t){settings_info[index].name, F0R_PARAM_STRING, settings_info[index].explanation};
}

/* ---- Instances ---- */

/* Whether the caller is MLT, whose rows have no padding. */
static bool is_mlt(void *caller) {
    Dl_info info;
    if (!dladdr(caller, &info) || !info.dli_fname)
        return false;
    const char *slash = strrchr(info.dli_fname, '/');
    return strncmp(slash ? slash + 1 : info.dli_fname, "libmltfrei0r", 12) == 0;
}

/* ffmpeg 5 rounds widths up to a multiple of 16 pixels and does not say so. Everything would be somewhere else in such a frame, and
   a black frame would not reach its end, where the pixels of an earlier one are. ffmpeg reports that there is no instance, and
   ends. MLT would continue, but needs no such rule. */
__attribute__((noinline)) f0r_instance_t f0r_construct(unsigned int width, unsigned int height) {
    if (width % 16 && !is_mlt(__builtin_return_address(0))) {
        fprintf(stderr, "frei0r filter scrim: the width must be a multiple of 16 (got %u): crop or pad the frames first\n", width);
        return NULL;
    }
    if (width < 1 || height < 1 || width > SCRIM_FRAME_MAX_SIDE || height > SCRIM_FRAME_MAX_SIDE) {
        fprintf(stderr, "frei0r filter scrim: the sides must be from 1 to %d pixels (got %u and %u)\n", SCRIM_FRAME_MAX_SIDE, width,
                height);
        return NULL;
    }
    struct filter *filter = calloc(1, sizeof *filter);
    if (!filter)
        return NULL;
    if (pthread_mutex_init(&filter->lock, NULL)) {
        free(filter);
        return NULL;
    }
    filter->width = width;
    filter->height = height;
    return filter;
}

static uint64_t now(void) {
    struct timespec time;
    return clock_gettime(CLOCK_MONOTONIC, &time) ? 0 : (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void close_held(struct filter *filter) {
    if (filter->is_held)
        held_close(&filter->held);
    filter->is_held = false;
}

/* What frames show that were captured before a parameter was set, and come later, is nothing that the parameter describes. */
static void replace_held(struct filter *filter) {
    if (filter->had_feed)
        filter->replaced = now();
    close_held(filter);
}

void f0r_destruct(f0r_instance_t instance) {
    struct filter *filter = instance;
    if (!filter)
        return;
    close_held(filter);
    settings_free(&filter->settings);
    pthread_mutex_destroy(&filter->lock);
    free(filter);
}

void f0r_set_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
    struct filter *filter = instance;
    if (!filter || !value || index < 0 || index >= SETTINGS)
        return;
    pthread_mutex_lock(&filter->lock);
    if (settings_set(&filter->settings, (enum setting)index, *(const f0r_param_string *)value)) {
        filter->is_read = false;
        if (index != SETTING_REGIONS && index != SETTING_DILATION && index != SETTING_CODEC_BLOCK && index != SETTING_SAMPLING_GAP &&
            index != SETTING_SIZE_MULTIPLE)
            replace_held(filter);
        if (index == SETTING_FEED)
            filter->removed = filter->replaced;
    }
    pthread_mutex_unlock(&filter->lock);
}

void f0r_get_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
    struct filter *filter = instance;
    if (!filter || !value || index < 0 || index >= SETTINGS)
        return;
    pthread_mutex_lock(&filter->lock);
    const char *text = settings_get(&filter->settings, (enum setting)index);
    pthread_mutex_unlock(&filter->lock);
    /* The interface has no const here, but a host must not write this. */
    *(f0r_param_string *)value = (char *)(uintptr_t)text;
}

/* ---- Frames ---- */

static void cover(const struct filter *filter, uint32_t *out) {
    static const unsigned char black[4] = {0, 0, 0, 255};
    uint32_t pixel;
    memcpy(&pixel, black, sizeof pixel);
    for (size_t index = 0; index < (size_t)filter->width * filter->height; index++)
        out[index] = pixel;
}

static scrim_frame frame_of(const struct filter *filter, const uint32_t *pixels) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = filter->width;
    frame.height = filter->height;
    frame.planes[0].data = (void *)(uintptr_t)pixels; /* the source is not written */
    frame.planes[0].stride = (int64_t)filter->width * 4;
    return frame;
}

/* Covers the regions of `in` in `out`. Both may be the same. */
static bool redact(const struct filter *filter, const uint32_t *in, uint32_t *out, char *error, size_t error_size) {
    scrim_frame source = frame_of(filter, in), destination = frame_of(filter, out);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    const struct held_regions *held = filter->settings.regions;
    const plugin_regions *regions = held->regions;
    scrim_status status =
        scrim_redact_copy(&source, &destination, regions->items, regions->count, &held->options, &report);
    if (status != SCRIM_OK)
        snprintf(error, error_size, "the frame could not be redacted: %s", scrim_status_message(status));
    return status == SCRIM_OK && report.outcome == SCRIM_OUTCOME_OK;
}

static bool read_settings(struct filter *filter, char *error, size_t error_size) {
    if (!settings_read(&filter->settings, error, error_size))
        return false;
    if (filter->settings.regions)
        plugin_regions_resize(filter->settings.regions->regions, filter->width, filter->height);
    if (filter->settings.is_reversible && !filter->is_warned) {
        filter->is_warned = true;
        fprintf(stderr, "frei0r filter scrim: style is reversible: what it covers can be read back; solid, frost and tiles are "
                        "irreversible\n");
    }
    return true;
}

/* Writes the frame that is shown now. Returns false if it must be black. */
static bool update(struct filter *filter, const uint32_t *in, uint32_t *out, char *error, size_t error_size) {
    if (!settings_has(&filter->settings, SETTING_FEED)) {
        /* The frame may be from before the feed was removed, when its views were covered. */
        if (filter->removed && now() <= filter->removed + filter->settings.held.age)
            return false;
        return redact(filter, in, out, error, error_size);
    }
    struct held_options options = filter->settings.held;
    options.since = filter->replaced;
    if (!filter->is_held)
        filter->is_held = held_open(&filter->held, &options, filter->width, filter->height, error, error_size);
    if (!filter->is_held)
        return false;
    uint64_t time = now();
    if (!time) {
        snprintf(error, error_size, "there is no monotonic clock");
        return false;
    }
    return held_update(&filter->held, time, filter->settings.regions, in, out, error, error_size);
}

void f0r_update(f0r_instance_t instance, double time, const uint32_t *in, uint32_t *out) {
    struct filter *filter = instance;
    char error[400] = "";
    (void)time; /* the time in the file or stream, which is not when the frame was captured */
    if (!filter) {
        fprintf(stderr, "frei0r filter scrim: the host uses an instance that was refused, so the program ends\n");
        abort(); /* the size of the frame is not known, so nothing could cover it */
    }
    pthread_mutex_lock(&filter->lock);
    filter->had_feed |= settings_has(&filter->settings, SETTING_FEED);
    if (!filter->is_read) {
        filter->is_read = true;
        filter->is_valid = read_settings(filter, filter->wrong, sizeof filter->wrong);
    }
    if (!filter->is_valid)
        say(filter, filter->wrong);
    if (!filter->is_valid || !update(filter, in, out, error, sizeof error))
        cover(filter, out);
    if (filter->is_valid)
        say(filter, error);
    pthread_mutex_unlock(&filter->lock);
}
