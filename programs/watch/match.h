/* SPDX-License-Identifier: MIT */
/* Which accessible belongs to which window. The tree names no windows, so titles and sizes decide. A size fits at every scale that
 * geometry_find() accepts, because nobody says which one a toolkit uses. A title and a size that fit together are believed first.
 * If titles say otherwise than sizes among the others, neither is believed, and each of these windows may be any of the accessibles. */
#ifndef SCRIM_WATCH_MATCH_H
#define SCRIM_WATCH_MATCH_H

#include "desktop.h"

/* What is known of a top-level accessible. */
typedef struct match_frame {
    const char *title;
    int32_t width, height;
} match_frame;

/* How sure a match is, the surest first. */
typedef enum match_level {
    MATCH_TITLE_AND_SIZE,
    MATCH_SIZE, /* of pop-ups only if some accessible fits without a scale */
    MATCH_TITLE,
    MATCH_ONLY_ONE, /* one window and one accessible are left; never for pop-ups */
    MATCH_NONE
} match_level;

enum {
    MATCH_SEVERAL = -1 /* several accessibles fit this window, or it is one of several windows that fit one */
};

typedef struct match {
    match_level level;
    int frame; /* its index, or MATCH_SEVERAL: all for which match_fits() is true */
} match;

/* Sizes may differ by this much, because toolkits round. */
enum {
    MATCH_TOLERANCE = 2
};

bool match_fits(const window *window, const match_frame *frame, match_level level);

/* Matches windows of one process with its top-level accessibles. An accessible fits at most one window at one level. */
void match_windows(const window *const *windows, size_t window_count, const match_frame *frames, size_t frame_count, match *matches);

#endif
