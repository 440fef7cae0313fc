/* SPDX-License-Identifier: MIT */
#include "settings.h"

#include <string.h>

#include "scrimhold.h"
#include "style.h"

/* What a frame may take from its capture until it is redacted, with the time before it that counts. It is the memory of a scene,
   less the time that a snapshot takes to arrive. */
#define LONGEST_NS (SCRIM_SCENE_HISTORY_NS - 50000000u)

#define MAX_THREADS 256

static gboolean is_empty(const gchar *text) { return text == NULL || *text == '\0'; }

/* The types in a list with commas, or NULL if all types are meant. */
static GStrv types_of(const gchar *list) {
    if (list == NULL)
        return NULL;
    GStrv types = g_strsplit(list, ",", -1);
    for (guint i = 0; types[i]; i++)
        g_strstrip(types[i]);
    if (g_strv_contains((const gchar *const *)types, "*"))
        g_clear_pointer(&types, g_strfreev);
    return types;
}

/* Whether a list has commas and spaces only. It would look as if something were covered. */
static gboolean names_no_type(const gchar *list) { return !is_empty(list) && strspn(list, ", \t\r\n\v\f") == strlen(list); }

gboolean scrim_settings_covers_type(const ScrimSettings *settings, GQuark type) {
    const gchar *name = g_quark_to_string(type);
    return settings->roi_types == NULL || (name && g_strv_contains((const gchar *const *)settings->roi_types, name));
}

/* ---- Regions ---- */

ScrimRegions *scrim_regions_new(const gchar *text) {
    ScrimRegions *regions = g_atomic_rc_box_new0(ScrimRegions);
    const gchar *what = is_empty(text) ? "none" : text;
    char error[512];
    regions->text = g_strdup(text);
    regions->parsed = plugin_regions_parse_timed(what, strlen(what), error, sizeof error);
    if (regions->parsed == NULL)
        regions->problem = g_strdup_printf("regions: %s", error);
    return regions;
}

ScrimRegions *scrim_regions_ref(ScrimRegions *regions) { return regions ? g_atomic_rc_box_acquire(regions) : NULL; }

static void clear_regions(gpointer data) {
    ScrimRegions *regions = data;
    plugin_regions_free(regions->parsed);
    g_free(regions->text);
    g_free(regions->problem);
}

void scrim_regions_unref(ScrimRegions *regions) {
    if (regions)
        g_atomic_rc_box_release_full(regions, clear_regions);
}

/* ---- All properties ---- */

gboolean scrim_settings_has_nothing(const ScrimValues *values) {
    return (values->regions == NULL || is_empty(values->regions->text)) && is_empty(values->feed) && is_empty(values->roi_types);
}

/* Returns a message if a number is out of range. GObject would keep the value from before, or 0 in a new element. */
static gchar *check_ranges(const ScrimValues *values) {
    const struct {
        const gchar *name;
        guint64 value, most;
    } whole[] = {
        {"sampling-gap", values->sampling_gap, 64},
        {"dilation", values->dilation, 4096},
        {"size-multiple", values->size_multiple, 4096},
        {"threads", values->threads, MAX_THREADS},
        {"update-interval", values->update_interval, SCRIM_CAPTURE_MAX_LATENCY_NS},
        {"hold", values->hold, SCRIM_CAPTURE_MAX_HOLD_NS},
        {"max-latency", values->max_latency, SCRIM_CAPTURE_MAX_LATENCY_NS},
        {"delay", values->delay, SCRIM_HOLD_MAX_DELAY_NS},
        {"clock-error", values->clock_error, SCRIM_HOLD_MAX_ERROR_NS},
    };
    const struct {
        const gchar *name;
        gdouble value, least, most;
    } real[] = {
        {"scale", values->scale, 1.0 / 64, 64},
        {"origin-x", values->origin_x, -SCRIM_MAX_COORDINATE, SCRIM_MAX_COORDINATE},
        {"origin-y", values->origin_y, -SCRIM_MAX_COORDINATE, SCRIM_MAX_COORDINATE},
        {"max-speed", values->max_speed, 0, SCRIM_MAX_COORDINATE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(whole); i++)
        if (whole[i].value > whole[i].most)
            return g_strdup_printf("%s must be at most %" G_GUINT64_FORMAT " (got %" G_GUINT64_FORMAT ")", whole[i].name,
                                   whole[i].most, whole[i].value);
    for (guint i = 0; i < G_N_ELEMENTS(real); i++)
        if (!(real[i].value >= real[i].least && real[i].value <= real[i].most))
            return g_strdup_printf("%s must be from %.10g to %.10g (got %.10g)", real[i].name, real[i].least, real[i].most,
                                   real[i].value);
    return NULL;
}

/* Returns a message if a value is wrong. */
static gchar *read_values(ScrimSettings *settings, const ScrimValues *values) {
    char error[512];
    gchar *problem = check_ranges(values);
    if (problem)
        return problem;
    if (scrim_settings_has_nothing(values))
        return g_strdup("nothing to cover is set: set regions, feed or roi-types (regions=none covers nothing)");
    if (names_no_type(values->roi_types))
        return g_strdup_printf("roi-types must be a list of types with commas, or * (got \"%s\")", values->roi_types);
    if (settings->regions->problem)
        return g_strdup(settings->regions->problem);
    scrim_style style = SCRIM_STYLE_INIT;
    if (!is_empty(values->style) && !plugin_style_parse(values->style, strlen(values->style), &style, error, sizeof error))
        return g_strdup_printf("style: %s", error);
    const plugin_regions *regions = settings->regions->parsed;
    settings->styles = g_new(scrim_style, regions->style_count);
    memcpy(settings->styles, regions->styles, regions->style_count * sizeof *settings->styles);
    settings->styles[0] = style;
    settings->redact.styles = settings->styles;
    settings->redact.style_count = regions->style_count;
    for (uint32_t i = 0; i < regions->style_count; i++)
        settings->reversible = settings->reversible || plugin_style_is_reversible(&settings->styles[i]);
    settings->capture.style = style;
    if (values->codec_block != 0 && values->codec_block != 8 && values->codec_block != 16)
        return g_strdup_printf("codec-block must be 0, 8 or 16 (got %u)", values->codec_block);
    if (!settings->has_feed)
        return NULL;
    if (settings->reversible)
        return g_strdup("style must be irreversible with a feed, because the content of windows could be read back");
    if (values->delay < values->max_latency)
        return g_strdup_printf("delay must be at least max-latency, which is %" G_GUINT64_FORMAT " ns (got %" G_GUINT64_FORMAT " ns)",
                               values->max_latency, values->delay);
    guint64 sum = values->delay + values->hold + values->clock_error;
    if (sum > LONGEST_NS)
        return g_strdup_printf("delay, hold and clock-error must be at most 950 ms together, because a scene remembers one second "
                               "(got %" G_GUINT64_FORMAT " ns)",
                               sum);
    return NULL;
}

ScrimSettings *scrim_settings_new(const ScrimValues *values) {
    ScrimSettings *settings = g_new0(ScrimSettings, 1);
    settings->references = 1;
    settings->regions = values->regions ? scrim_regions_ref(values->regions) : scrim_regions_new(NULL);
    settings->roi_types = types_of(values->roi_types);
    settings->redact = (scrim_redact_options)SCRIM_REDACT_OPTIONS_INIT;
    settings->redact.sampling_gap = values->sampling_gap;
    settings->redact.dilation = values->dilation;
    settings->redact.size_multiple = values->size_multiple;
    settings->redact.codec_block = values->codec_block;
    settings->has_feed = !is_empty(values->feed);
    settings->capture = (scrim_capture_options)SCRIM_CAPTURE_OPTIONS_INIT;
    settings->capture.flags = SCRIM_CAPTURE_DELAYED;
    settings->capture.output = values->output;
    settings->capture.scale = values->scale;
    settings->capture.origin = (scrim_point){values->origin_x, values->origin_y};
    settings->capture.transform = (uint32_t)values->transform;
    settings->capture.max_speed = values->max_speed;
    settings->capture.hold_ns = values->hold;
    settings->capture.update_interval_ns = values->update_interval;
    settings->capture.max_latency_ns = values->max_latency;
    settings->threads = MIN(values->threads, MAX_THREADS);
    settings->on_error = (ScrimOnError)values->on_error;
    settings->problem = read_values(settings, values);
    return settings;
}

ScrimSettings *scrim_settings_ref(ScrimSettings *settings) {
    g_atomic_int_inc(&settings->references);
    return settings;
}

void scrim_settings_unref(ScrimSettings *settings) {
    if (settings == NULL || !g_atomic_int_dec_and_test(&settings->references))
        return;
    scrim_regions_unref(settings->regions);
    g_free(settings->styles);
    g_strfreev(settings->roi_types);
    g_free(settings->problem);
    g_free(settings);
}
