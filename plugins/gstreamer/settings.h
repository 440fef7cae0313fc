/* SPDX-License-Identifier: MIT */
/* What the properties of scrimredact say, checked and parsed. */
#ifndef SCRIM_GST_SETTINGS_H
#define SCRIM_GST_SETTINGS_H

#include <gst/gst.h>

#include <scrim.h>

#include "regions.h"

/* What happens to a frame that cannot be redacted. */
typedef enum {
    SCRIM_ON_ERROR_COVER,
    SCRIM_ON_ERROR_DROP,
} ScrimOnError;

/* The property `regions` as it was set. A file is read only once, because its regions belong to the frames of that time. */
typedef struct ScrimRegions {
    gchar *text;            /* NULL: not set */
    plugin_regions *parsed; /* NULL: the text is wrong. The thread that redacts may change `items` and `count`. */
    gchar *problem;         /* what is wrong with the text, or NULL */
    /* The size of the first frame that was covered, to which regions in pixels belong. 0: there was none. Of the thread that redacts. */
    guint32 width, height;
} ScrimRegions;

/* Parses a text, or the file that it names. Never fails: if something is wrong, `problem` has a message. */
ScrimRegions *scrim_regions_new(const gchar *text);
/* NULL has no effect. */
ScrimRegions *scrim_regions_ref(ScrimRegions *regions);
void scrim_regions_unref(ScrimRegions *regions);

/* The properties as they were set. */
typedef struct ScrimValues {
    ScrimRegions *regions;           /* NULL: not set */
    gchar *style, *feed, *roi_types; /* NULL: not set */
    guint sampling_gap, dilation, size_multiple, codec_block;
    guint output;
    gdouble scale, origin_x, origin_y;
    gint transform;
    gdouble max_speed;
    guint64 hold, update_interval, max_latency, delay, clock_error;
    guint threads;
    gint on_error;
} ScrimValues;

/* Parsed properties. They belong to the thread that redacts, apart from the number of references. */
typedef struct ScrimSettings {
    gint references;
    ScrimRegions *regions;
    scrim_style *styles; /* the styles of the regions. The first is the property `style`. */
    gboolean reversible; /* one of the styles is */
    GStrv roi_types;     /* NULL: all */
    scrim_redact_options redact;
    gboolean has_feed;
    scrim_capture_options capture;
    guint threads;
    ScrimOnError on_error;
    guint64 since_ns; /* CLOCK_MONOTONIC when they replaced others. Frames that may be from before are covered. 0: the first ones */
    gchar *problem; /* why every frame counts as an error, or NULL */
} ScrimSettings;

/* Parses properties, apart from `regions`. Never fails: if a value is wrong, `problem` has a message. */
ScrimSettings *scrim_settings_new(const ScrimValues *values);
ScrimSettings *scrim_settings_ref(ScrimSettings *settings);
void scrim_settings_unref(ScrimSettings *settings);

/* Whether nothing says what is covered. Every frame is then covered, because a value may be missing. */
gboolean scrim_settings_has_nothing(const ScrimValues *values);

/* Whether regions of interest of a type are covered. */
gboolean scrim_settings_covers_type(const ScrimSettings *settings, GQuark type);

#endif
