/* SPDX-License-Identifier: MIT */
/* Regions as users write them. A text is one of these:

   "none"                                  no regions: nothing is covered
   "320x50+90+190/ellipse@110x50+300+190"  shapes with slashes between them, in pixels. This form needs no character to which
                                           pipelines give another meaning.
   "--rect 90,190,320,50 --ellipse …"      options of the command `scrim redact`: --rect, --ellipse, --rounded-rect, --polygon
                                           and --boxes
   "/path/regions.json", "./regions.json"  the path of a file of regions, which begins with a slash or a dot
   "{"regions": [{"rect": [90, …]}]}"      the content of such a file

   The shapes with slashes are WxH+X+Y or rect@WxH+X+Y, ellipse@WxH+X+Y, rounded-rect@WxH+X+Y+RADIUS and
   polygon@X+Y+X+Y+X+Y…. A negative number is written as +-5. If WxH comes first, without a place, it is the size of the picture
   in which the numbers are counted. The shapes are then scaled to the size of the frame.

   docs/reference/command.md describes files of regions. Regions of a file may move, or be present for a part of the time, if the
   plugin knows the time of each frame. */
#ifndef SCRIM_PLUGIN_REGIONS_H
#define SCRIM_PLUGIN_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scrim.h>

/* The largest file of regions, in bytes. */
#define PLUGIN_REGIONS_MAX_FILE 4194304

typedef struct plugin_regions {
    /* The regions, for the size of frames that was given last. Valid until the next change of the size. */
    scrim_region *items;
    size_t count; /* 0 only for "none", or if no region of a file is present at a time */
    /* The styles to which the regions refer. The first is for regions without one. It is solid black until the caller sets it. */
    scrim_style *styles;
    uint32_t style_count;
    struct plugin_regions_source *source;
} plugin_regions;

/* Reads regions. If the text is wrong or memory is short, returns NULL and writes a message to `error`. */
plugin_regions *plugin_regions_parse(const char *text, size_t length, char *error, size_t error_size);

/* As plugin_regions_parse(), but regions of a file may have keyframes, held, from and to. */
plugin_regions *plugin_regions_parse_timed(const char *text, size_t length, char *error, size_t error_size);

/* Whether a region moves, or is present for a part of the time. Call plugin_regions_at() for each frame then. */
bool plugin_regions_are_timed(const plugin_regions *regions);

/* Whether all regions are scaled to the size of the frame: they are normalized, or name the size in which they are counted. */
bool plugin_regions_follow_size(const plugin_regions *regions);

/* Whether a text is the path of a file. It may begin with spaces. */
bool plugin_regions_is_path(const char *text, size_t length);

/* Computes `items` for frames of a size. Call it before the first use. It never fails, and allocates nothing. */
void plugin_regions_resize(plugin_regions *regions, uint32_t width, uint32_t height);

/* Computes `items` and `count` for a frame of a size and a time in seconds, as `scrim video` does. Regions are present `hold`
   seconds earlier and longer. They are enlarged by what content can have moved away at `max_speed` pixels per second. If a region
   moves faster, returns false and writes a message to `error`. Allocates nothing. */
bool plugin_regions_at(plugin_regions *regions, uint32_t width, uint32_t height, double seconds, double hold, double max_speed,
                       char *error, size_t error_size);

void plugin_regions_free(plugin_regions *regions);

#endif
