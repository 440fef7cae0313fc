/* SPDX-License-Identifier: MIT */
/* The parameters of the filter. docs/reference/frei0r.md describes them.

   All of them are texts. ffmpeg passes 0 for a number that is left out, some hosts allow only numbers from 0 to 1, and a text can
   say what was meant. An empty text stands for the default. */
#ifndef SCRIM_FREI0R_SETTINGS_H
#define SCRIM_FREI0R_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "held.h"
#include "regions.h"

/* In the order of the parameters. ffmpeg knows them by their order only, so those that are needed often come first. */
enum setting {
    SETTING_REGIONS,
    SETTING_STYLE,
    SETTING_DILATION,
    SETTING_CODEC_BLOCK,
    SETTING_FEED,
    SETTING_DELAY,
    SETTING_MAX_LATENCY,
    SETTING_AGE,
    SETTING_MAX_SPEED,
    SETTING_HOLD,
    SETTING_OUTPUT,
    SETTING_SCALE,
    SETTING_ORIGIN_X,
    SETTING_ORIGIN_Y,
    SETTING_TRANSFORM,
    SETTING_SAMPLING_GAP,
    SETTING_SIZE_MULTIPLE,
    SETTING_THREADS,
    SETTINGS
};

struct setting_info {
    const char *name;
    const char *explanation;
    const char *standard; /* what an empty text stands for */
};

extern const struct setting_info settings_info[SETTINGS];

/* The texts, and what they mean. */
struct settings {
    char *texts[SETTINGS]; /* NULL: not set */
    char *lent[SETTINGS];  /* what settings_get() returned last: the same as in `texts`, or older */
    uint32_t lost;         /* the texts that could not be stored: one bit for each */
    struct held_regions *regions; /* NULL: only the feed is set */
    bool is_reversible; /* whether a style can be undone */
    struct held_options held;
};

/* Stores a text. Returns whether it may mean something else than before. */
bool settings_set(struct settings *settings, enum setting which, const char *text);

/* Reads all texts. If one is wrong, returns false and writes a message. Then nothing else of `settings` may be used. */
bool settings_read(struct settings *settings, char *error, size_t error_size);

/* Returns the text of a parameter, or its default. It is valid until the next call for the same parameter. Hosts may get
   and set in different threads, so a set in between does not free it. */
const char *settings_get(struct settings *settings, enum setting which);

/* Whether the text of a parameter is not empty. */
bool settings_has(const struct settings *settings, enum setting which);

void settings_free(struct settings *settings);

#endif
